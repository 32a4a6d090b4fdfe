import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { RECORD_SCHEMA, type TransferRecord } from '../../src/model/record.js';
import { agentState } from '../../src/run/agent-state.js';
import { compose } from '../../src/run/compose.js';
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
