import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { type EffectRecord, RECORD_SCHEMA, type TransferRecord } from '../../src/model/record.js';
import { agentState } from '../../src/run/agent-state.js';
import { compose, type Draft } from '../../src/run/compose.js';
import { contextOf } from '../../src/run/context-of.js';
import { foldRecord, foldRun } from '../../src/run/fold-record.js';
import { idsOf } from './build.js';
import { RANDOM_TERMS, randomRun } from './random-run.js';

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);

test('after any run, what is composed drops nothing: the receiver holds it whole, and so does the next edge', (t) => {
  t.diagnostic(`FC_SEED=${seed}`);
  let carried = 0;
  let restored = 0;
  fc.assert(
    fc.property(randomRun, fc.constantFrom('a', 'b', 'c'), (records, from) => {
      const run = foldRun(
        records.filter(({ kind }) => kind !== 'closed'),
        RANDOM_TERMS,
      );
      const received = agentState(run, from).lastReceived;
      const hop = run.highestHop + 1;
      const base: Omit<TransferRecord, 'hop' | 'after' | 'from' | 'to' | 'payload'> = {
        schema: RECORD_SCHEMA,
        run: 'r',
        at: '2026-11-30T10:00:00.000Z',
        kind: 'transfer',
        attempt: 1,
        sender: {},
        delivered: true,
      };
      const place = { ...base, hop, after: received === null ? [] : [received.hop], from, to: 'd' };
      const context = contextOf(run, { ...place, payload: null });
      const draft = { objective: 'go on', remaining: [] };
      const payload = compose(context, draft, {}, { agent: from, hop }) as unknown as JsonValue;
      const sent: TransferRecord = { ...place, payload };
      const next = foldRecord(run, sent);
      const after = contextOf(next, {
        ...place,
        hop: hop + 1,
        after: [hop],
        from: 'd',
        to: 'e',
        payload: null,
      });
      const runScope = (ids: typeof context.held): string[] =>
        idsOf(ids.filter(({ constraint }) => constraint.scope === 'run'));
      assert.deepEqual(
        runScope(after.held).sort(),
        [...runScope(context.held), ...idsOf(context.upstream)].sort(),
      );
      assert.deepEqual(after.upstream, []);
      const held = new Set([...idsOf(context.held), ...idsOf(context.upstream)]);
      for (const { constraint, whole } of agentState(next, 'd').binding) {
        if (held.has(constraint.id)) assert.ok(whole, `${constraint.id} arrived whole`);
      }
      carried += context.held.length;
      restored += context.upstream.length;
    }),
    { seed, numRuns: 200 },
  );
  t.diagnostic(`carried ${carried}, restored ${restored}`);
  assert.ok(carried > 100 && restored > 20);
});

const DRAFTS: readonly (readonly [about: string, draft: unknown, codes: readonly string[]])[] = [
  ['nothing in it', {}, ['compose.missing_field', 'compose.missing_field']],
  ['no `remaining`', { objective: 'go on' }, ['compose.missing_field']],
  ['`remaining` of numbers', { objective: 'go on', remaining: [1] }, ['compose.missing_field']],
  [
    'constraints of its own',
    { objective: 'go on', remaining: [], constraints: [] },
    ['compose.unknown_field'],
  ],
];

for (const [about, draft, codes] of DRAFTS) {
  test(`a draft with ${about} is refused by name`, () => {
    const run = foldRun([], RANDOM_TERMS);
    const place = { from: 'a', to: 'b', hop: 1, attempt: 1, after: [], payload: null, sender: {} };
    const head = {
      schema: RECORD_SCHEMA,
      run: 'r',
      at: '2026-11-30T10:00:00.000Z',
      kind: 'transfer',
    } as const;
    const context = contextOf(run, { ...head, ...place, delivered: false });
    assert.throws(
      () => compose(context, draft as Draft, {}, { agent: 'a', hop: 1 }),
      (error) =>
        error instanceof DiagnosticError && codes.join() === error.diagnostics.map(({ code }) => code).join(),
    );
  });
}

test('what a sender claims goes along with what was observed, each once', () => {
  const effect = (id: string): EffectRecord => ({
    ...{ schema: RECORD_SCHEMA, kind: 'effect', run: 'r', at: '2026-11-30T10:00:00.000Z', id, by: 'a' },
    ...{ effect: { kind: 'message.app', target: id }, evidence: 't1' },
  });
  const run = foldRun([effect('e1'), effect('e2')], RANDOM_TERMS);
  const head = { schema: RECORD_SCHEMA, run: 'r', at: '2026-11-30T10:00:01.000Z', kind: 'transfer' } as const;
  const place = {
    from: 'a',
    to: 'b',
    hop: 1,
    attempt: 1,
    after: [],
    payload: null,
    sender: {},
    delivered: false,
  };
  const claims = [
    { kind: 'message.app', target: 'e2', evidence: 't1', details: { words: 3 } },
    { kind: 'config.change', target: 'flags/a', evidence: 't1' },
  ];
  const draft = { objective: 'go on', remaining: [], side_effects: claims };
  const payload = compose(contextOf(run, { ...head, ...place }), draft, {}, { agent: 'a', hop: 1 });
  assert.deepEqual(payload.side_effects, [{ kind: 'message.app', target: 'e1', evidence: 't1' }, ...claims]);
});
