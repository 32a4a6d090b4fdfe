import fc from 'fast-check';
import type { EntryQuery, RunQuery, StoredEntry, StoredRun } from '../../src/ledger/store.js';
import { digest, entryAt, runRow } from './store-model.js';

/** Ids that somebody else made: an index, a pattern, an array literal or a sort order may think otherwise of them. */
export const NAMES = [
  'r1',
  'R1',
  'r1 ',
  'ä',
  'a\u0308',
  'NULL',
  'null',
  '',
  '{a,"b"}',
  '\\',
  "'; DROP TABLE entries; --",
  'line\nbreak\ttab',
  '\u{1F9FE}',
  '\u007f0000',
  '%',
  '_1',
  'x'.repeat(20_000),
] as const;
const KINDS = ['message', 'transfer', 'effect', 'verdict', 'closed'] as const;
const TIMES = Array.from({ length: 6 }, (_, hour) => `2026-11-30T0${hour}:00:00.000Z`);

const name = fc.constantFrom(...NAMES);
const kind = fc.constantFrom(...KINDS);
const time = fc.constantFrom(...TIMES);
const maybeName = fc.option(name, { nil: null });
const maybeDigest = fc.option(fc.string({ maxLength: 4 }).map(digest), { nil: null });
/** JSON as the ledger writes it, with whatever is said in it. */
const json = fc.option(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)),
  { nil: null },
);

const part: fc.Arbitrary<Partial<StoredEntry>> = fc.record({
  run: maybeName,
  kind,
  edge: maybeName,
  at: time,
  recorded_at: time,
  run_seq: fc.option(fc.maxSafeNat(), { nil: null }),
  place: fc.option(fc.maxSafeNat(), { nil: null }),
  run_chain: maybeDigest,
  body: json,
  content: json,
  salt: fc.option(fc.constant('0f'.repeat(16)), { nil: null }),
  commit: maybeDigest,
});

/** Entries from 1 without gaps; some seen by both clocks in another order than they came. */
export const entries: fc.Arbitrary<readonly StoredEntry[]> = fc
  .array(part, { minLength: 40, maxLength: 60 })
  .map((parts) => parts.map((one, index) => entryAt(index + 1, { ...one, key: `key ${index}` })));

const seq = fc.integer({ min: 0, max: 61 });

export const entryQuery: fc.Arbitrary<EntryQuery> = fc.record(
  {
    run: name,
    kinds: fc.array(kind, { maxLength: 3 }),
    edge: name,
    after: seq,
    until: seq,
    at_from: time,
    at_to: time,
    recorded_before: time,
    limit: fc.integer({ min: 0, max: 30 }),
    newest_first: fc.boolean(),
  },
  { requiredKeys: [] },
);

export const runs: fc.Arbitrary<readonly StoredRun[]> = fc
  .uniqueArray(name, { minLength: 8 })
  .chain((names) =>
    fc.tuple(
      ...names.map((run, index) =>
        fc
          .record({ first_at: time, last_at: time, closed: fc.boolean(), more: fc.nat(50) })
          .map(({ more, ...times }) =>
            runRow(run, { ...times, first_seq: index + 1, last_seq: index + 1 + more, entries: 1 + more }),
          ),
      ),
    ),
  );

export const runQuery: fc.Arbitrary<RunQuery> = fc.record(
  { run: name, since: time, until: time, closed: fc.boolean(), after: seq },
  { requiredKeys: [] },
);
