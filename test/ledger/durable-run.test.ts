import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { digestBytes } from '../../src/canonical/digest.js';
import type { Toolchain } from '../../src/compile/compile-contracts.js';
import type { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { evaluateRun } from '../../src/evaluate/evaluate-run.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { overridesFrom } from '../../src/evaluate/overrides.js';
import {
  type DurableHandoff,
  type DurableRun,
  openDurableRun,
  resumeDurableRun,
} from '../../src/ledger/durable-run.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import type { RunLedger } from '../../src/ledger/run-writer.js';
import { LEDGER_NOTE_SCHEMA, type LedgerRun, type OverrideNote } from '../../src/model/ledger.js';
import type { RunRecord } from '../../src/model/record.js';
import { recordDigest } from '../../src/model/record-digest.js';
import type { Verdict } from '../../src/model/verdict.js';
import { foldRun } from '../../src/run/fold-record.js';
import { compileFiles, gateOf, refundsContract, startTools } from '../support/project.js';

const EDGE = 'refunds--notifications';
const START = Date.parse('2026-11-30T12:00:00Z');

let tools: Toolchain;
const gates: Record<'enforce' | 'observe' | 'force', Gate> = {} as never;

before(async () => {
  tools = startTools();
  const files = (mode: string): Record<string, string> => ({
    [`contracts/${EDGE}.yaml`]: refundsContract(`edge_check:\n  mode: ${mode}\n`)
      .replace(/ {2}established:\n(?: {4}.*\n)+/, '')
      .replace(/ {2}established: \{.*\n/, ''),
  });
  const enforcing = await compileFiles(files('enforce'), tools);
  gates.enforce = gateOf(enforcing);
  gates.observe = gateOf(await compileFiles(files('observe'), tools));
  gates.force = gateOf(enforcing, { overrides: overridesFrom([FORCE]) });
});

after(() => {
  tools.opa.close();
  for (const gate of Object.values(gates)) gate.close();
});

const FORCE: OverrideNote = {
  schema: LEDGER_NOTE_SCHEMA,
  kind: 'override',
  id: 'o1',
  at: '2026-11-30T00:00:00Z',
  edge: EDGE,
  set: { what: 'compose', value: 'force' },
  by: 'payments',
  reason: 'drops',
  until: '2026-12-02T00:00:00Z',
};

/** A second further at each look. */
function ticking(): () => Date {
  let ticks = 0;
  return () => new Date(START + ticks++ * 1000);
}

async function withLedger(use: (ledger: Ledger) => Promise<void>): Promise<void> {
  const ledger = await openSqliteLedger(':memory:');
  try {
    await use(ledger);
  } finally {
    await ledger.close();
  }
}

async function runOf(ledger: Ledger, run = 'r1'): Promise<LedgerRun> {
  const known = await ledger.run(run);
  assert.ok(known !== null);
  return known;
}

const codeOf = (error: unknown): string => (error as DiagnosticError).diagnostics[0]?.code ?? 'none';
const coded =
  (code: string) =>
  (error: unknown): boolean => {
    assert.equal(codeOf(error), code);
    return true;
  };

const MESSAGE = {
  to: 'refunds',
  text: 'refund me, and no email',
  constraints: [
    {
      ...{ text: 'no email to the customer', modality: 'prohibition' as const },
      forbids: [{ kind: 'message.email', target: 'customer' }],
    },
  ],
};
const PAYLOAD = {
  ...{ objective: 'confirm', remaining: [], constraints: [], discharged: [], established: [] },
  ...{ confidence: null, stop_conditions: [], side_effects: [] },
};
const DROPPING = { from: 'refunds', to: 'notifications', payload: PAYLOAD };
const COMPOSING = { from: 'refunds', to: 'notifications', draft: { objective: 'confirm', remaining: [] } };

const bare = ({ measured: _, overrides: _o, composed: _c, ...verdict }: Verdict): object => verdict;

/** Verdicts computed from the ledger's records are those that it has. */
function assertVerdicts({ records, verdicts }: LedgerRun, gate: Gate): void {
  const again = evaluateRun(
    gate,
    records.map((record) => ({ record })),
  ).transfers;
  const kept = new Map(
    verdicts.map(({ verdict }) => [`${verdict.transfer.hop}/${verdict.transfer.attempt}`, verdict]),
  );
  for (const verdict of again) {
    const key = `${verdict.transfer.hop}/${verdict.transfer.attempt}`;
    const stored = kept.get(key);
    if (stored === undefined) continue;
    assert.deepEqual(bare(verdict), bare(stored), key);
    kept.delete(key);
  }
  assert.deepEqual([...kept.keys()], [], 'each verdict has its transfer');
}

/** Fails as a database does: before anything is written, or when it was written and nobody hears of it. */
class FailingLedger implements RunLedger {
  readonly #ledger: Ledger;
  /** What becomes of the next appends; then all go well. */
  readonly fates: ('before' | 'after' | 'ok')[] = [];
  readsFail = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  append: Ledger['append'] = async (records, more) => {
    const fate = this.fates.shift() ?? 'ok';
    if (fate === 'before') throw new Error('gone before');
    const outcomes = await this.#ledger.append(records, more);
    if (fate === 'after') throw new Error('gone after');
    return outcomes;
  };
  entries: Ledger['entries'] = (query) => {
    if (this.readsFail) throw new Error('cannot be read');
    return this.#ledger.entries(query);
  };
  run: Ledger['run'] = (id) => this.#ledger.run(id);
  head: Ledger['head'] = () => this.#ledger.head();
}

describe('a run in a ledger', () => {
  it('is there record by record, each when its call resolves, numbered', () =>
    withLedger(async (ledger) => {
      const run = await openDurableRun({ ledger, run: 'r1', clock: ticking(), gate: gates.enforce });
      await run.message(MESSAGE);
      assert.deepEqual((await runOf(ledger)).records, run.records);
      const call = await run.toolCall({ by: 'refunds', tool: 'refund', succeeded: true });
      await run.effect({ by: 'refunds', kind: 'payment.refund', target: 'customer', evidence: call.id });
      assert.equal((await runOf(ledger)).records.length, 3);
      await run.statement({ by: 'policy', to: 'refunds', constraint: { text: 'x', modality: 'preference' } });
      await run.establish('refunds', 'order', '41182', 'tool', call.id);
      await run.state('refunds', { confidence: 0.5 });
      await run.close();
      const { records, health } = await runOf(ledger);
      assert.deepEqual(records, run.records);
      assert.deepEqual(
        records.map(({ seq }) => seq),
        [1, 2, 3, 4, 5],
      );
      assert.deepEqual(health.missing, []);
      await assert.rejects(run.message(MESSAGE), TypeError);
      assert.equal(run.status, 'open', 'misuse leaves it as it is');
    }));

  for (const name of ['enforce', 'observe', 'force'] as const) {
    it(`keeps an attempt and its verdict together, in ${name}`, () =>
      withLedger(async (ledger) => {
        const gate = gates[name];
        const source = new TextEncoder().encode('the contract');
        const contractSource = (edge: string): Uint8Array | null => (edge === EDGE ? source : null);
        const run = await openDurableRun({ ledger, run: 'r1', clock: ticking(), gate, contractSource });
        await run.message(MESSAGE);
        const { transfer, verdict } = await run.handoff(DROPPING);
        assert.ok(verdict !== null);
        assert.equal(transfer.delivered, name !== 'enforce');
        assert.equal(verdict.transfer.digest, recordDigest(transfer));
        assert.equal((transfer.payload as typeof PAYLOAD).constraints.length, name === 'force' ? 1 : 0);
        if (name === 'force') assert.deepEqual(transfer.payload, verdict.composed?.payload);
        const kept = await runOf(ledger);
        assert.deepEqual(kept.records, run.records);
        assert.deepEqual(kept.records[1], transfer);
        const [note] = kept.verdicts;
        assert.deepEqual(note?.verdict, verdict);
        assert.equal(note?.contract_source, digestBytes(source));
        assert.deepEqual(await ledger.blob(digestBytes(source)), source);
        const now = new Date(transfer.at);
        const facts = await gate.collectFacts(stateBefore(kept, gate), transfer, { now });
        assert.deepEqual(note?.facts, facts.facts);
        assertVerdicts(kept, name === 'force' ? gates.enforce : gate);
      }));
  }

  it('keeps a blocked attempt, and what repairs it is the next attempt at the same hop', () =>
    withLedger(async (ledger) => {
      const run = await openDurableRun({ ledger, run: 'r1', clock: ticking(), gate: gates.enforce });
      await run.message(MESSAGE);
      const all = await Promise.all([run.handoff(DROPPING), run.handoff(COMPOSING)]);
      assert.deepEqual(
        all.map(({ transfer: { hop, attempt, delivered } }) => [hop, attempt, delivered]),
        [
          [1, 1, false],
          [1, 2, true],
        ],
      );
      assertVerdicts(await runOf(ledger), gates.enforce);
    }));

  it('does calls in their order, as they were given at the call', () =>
    withLedger(async (ledger) => {
      const run = await openDurableRun({ ledger, run: 'r1', clock: ticking(), gate: gates.enforce });
      const input = { by: 'refunds', tool: 'first', succeeded: true };
      const calls = [run.message(MESSAGE), run.toolCall(input), run.handoff(COMPOSING), run.close()];
      input.tool = 'changed';
      await Promise.all(calls);
      const { records } = await runOf(ledger);
      assert.deepEqual(
        records.map(({ kind }) => kind),
        ['message', 'tool_call', 'transfer', 'closed'],
      );
      assert.equal(records[1]?.kind === 'tool_call' && records[1].tool, 'first');
    }));

  it('records what a host says was delivered, without a verdict; without a gate it has to say', () =>
    withLedger(async (ledger) => {
      const run = await openDurableRun({ ledger, run: 'r1', clock: ticking() });
      await run.message(MESSAGE);
      await assert.rejects(run.handoff(DROPPING), TypeError);
      const { transfer, verdict } = await run.handoff({ ...DROPPING, delivered: true });
      assert.deepEqual([transfer.hop, transfer.seq, verdict], [1, 2, null]);
    }));

  it('misuse and a draft that is wrong reject that call alone', () =>
    withLedger(async (ledger) => {
      const run = await openDurableRun({ ledger, run: 'r1', clock: ticking(), gate: gates.enforce });
      await run.message(MESSAGE);
      await assert.rejects(run.effect({ by: 'a', kind: 'x', target: 'y', evidence: 'nothing' }), TypeError);
      await assert.rejects(
        run.toolCall({ by: 'a', tool: 'b', succeeded: true, result: (() => 1) as never }),
        TypeError,
      );
      await assert.rejects(
        run.handoff({ ...COMPOSING, draft: { objective: 'x' } as never }),
        coded('compose.missing_field'),
      );
      assert.equal((await run.handoff(COMPOSING)).transfer.delivered, true);
    }));

  it('a gate that fails leaves nothing proposed', () =>
    withLedger(async (ledger) => {
      let fails = true;
      const gate = new Proxy(gates.enforce, {
        get: (target, name) => {
          if (name === 'decide' && fails) return () => Promise.reject(new Error('the gate broke'));
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      const run = await openDurableRun({ ledger, run: 'r1', clock: ticking(), gate });
      await run.message(MESSAGE);
      await assert.rejects(run.handoff(COMPOSING), /the gate broke/);
      fails = false;
      const { transfer } = await run.handoff(COMPOSING);
      assert.deepEqual([transfer.hop, transfer.attempt, transfer.seq], [1, 1, 2]);
    }));

  it('refuses a name that is there already, and one to resume that is not, is closed, or has no numbers', () =>
    withLedger(async (ledger) => {
      const options = { ledger, run: 'r1', clock: ticking() };
      await assert.rejects(resumeDurableRun(options), coded('ledger.run_unknown'));
      const run = await openDurableRun(options);
      const message = await run.message(MESSAGE);
      await assert.rejects(openDurableRun(options), coded('ledger.run_exists'));
      await run.close();
      await assert.rejects(resumeDurableRun(options), coded('ledger.run_closed'));
      const { seq: _, ...unnumbered } = message;
      await ledger.append([{ ...unnumbered, run: 'r2' }]);
      await assert.rejects(resumeDurableRun({ ...options, run: 'r2' }), coded('ledger.run_incomplete'));
      await ledger.append([{ ...message, run: 'r3', seq: 2 }]);
      await assert.rejects(resumeDurableRun({ ...options, run: 'r3' }), coded('ledger.run_incomplete'));
      await ledger.append([
        { ...message, run: 'r4', seq: 1 },
        { ...message, run: 'r4', id: 'm2', constraints: [], seq: 1 },
      ]);
      await assert.rejects(resumeDurableRun({ ...options, run: 'r4' }), coded('ledger.run_incomplete'));
      for (const text of ['call [email:bcdfghjklmnpqrstbcdf]', 'redacted:bcdfghjklmnpqrstbcdf']) {
        const id = text.slice(0, 8);
        await ledger.append([{ ...message, run: id, text, seq: 1 }]);
        await assert.rejects(resumeDurableRun({ ...options, run: id }), coded('ledger.run_redacted'));
      }
    }));
});

function stateBefore({ records }: LedgerRun, gate: Gate): DurableRun['runState'] {
  const index = records.findIndex(({ kind }) => kind === 'transfer');
  return foldRun(records.slice(0, index), gate.terms);
}

describe('a ledger that fails', () => {
  for (const fate of ['before', 'after'] as const) {
    it(`${fate} the commit: the run is stuck until the same was written again`, () =>
      withLedger(async (ledger) => {
        const failing = new FailingLedger(ledger);
        const run = await openDurableRun({ ledger: failing, run: 'r1', clock: ticking(), gate: gates.force });
        await run.message(MESSAGE);
        failing.fates.push(fate, fate);
        const calls = await Promise.allSettled([
          run.handoff(DROPPING),
          run.toolCall({ by: 'a', tool: 'b', succeeded: true }),
        ]);
        assert.match(String((calls[0] as PromiseRejectedResult).reason), /gone/);
        assert.equal(codeOf((calls[1] as PromiseRejectedResult).reason), 'ledger.run_stuck');
        assert.equal(run.status, 'stuck');
        assert.equal(run.records.length, 1, 'nothing is told as recorded that is not known to be');
        await assert.rejects(run.close(), coded('ledger.run_stuck'));
        await assert.rejects(run.retry(), /gone/);
        const handoff = (await run.retry()) as DurableHandoff;
        assert.equal(handoff.transfer.delivered, true);
        assert.ok(handoff.verdict?.composed !== undefined);
        assert.equal(run.status, 'open');
        assert.equal(await run.retry(), undefined);
        await run.close();
        const kept = await runOf(ledger);
        assert.deepEqual(kept.records, run.records);
        assert.deepEqual(
          kept.records.map(({ kind }) => kind),
          ['message', 'transfer', 'closed'],
        );
        assert.equal(kept.verdicts.length, 1);
        assert.equal(kept.health.refused, 0);
      }));
  }

  it('that cannot be read after it was written to: stuck as well', () =>
    withLedger(async (ledger) => {
      const failing = new FailingLedger(ledger);
      const run = await openDurableRun({ ledger: failing, run: 'r1', clock: ticking() });
      await ledger.append([{ ...FORCE, id: 'between' }]);
      failing.readsFail = true;
      await assert.rejects(run.message(MESSAGE), /cannot be read/);
      assert.equal(run.status, 'stuck');
      failing.readsFail = false;
      await run.retry();
      assert.equal(run.records.length, 1);
    }));
});

describe('two writers on one run', () => {
  it('another record under the same key: the second is stopped, and told which entry it is', () =>
    withLedger(async (ledger) => {
      const options = { ledger, run: 'r1', clock: ticking(), gate: gates.observe };
      const first = await openDurableRun(options);
      await first.message(MESSAGE);
      const second = await resumeDurableRun(options);
      await first.handoff(DROPPING);
      await assert.rejects(second.handoff(COMPOSING), (error: unknown) => {
        assert.equal(codeOf(error), 'ledger.other_writer');
        assert.match(String(error), /entry \d+ of the ledger/);
        return true;
      });
      assert.equal(second.status, 'stopped');
      await assert.rejects(second.retry(), coded('ledger.other_writer'));
      await assert.rejects(second.close(), coded('ledger.other_writer'));
      assert.equal(second.records.length, 1);
      await first.close();
      assert.deepEqual((await runOf(ledger)).records, first.records);
    }));

  it('under other keys: both are stopped at their next record, since neither knows all', () =>
    withLedger(async (ledger) => {
      const options = { ledger, run: 'r1', clock: ticking() };
      const first = await openDurableRun(options);
      await first.message(MESSAGE);
      const second = await resumeDurableRun(options);
      await second.toolCall({ by: 'refunds', tool: 'x', succeeded: true });
      await assert.rejects(first.message(MESSAGE), coded('ledger.other_writer'));
      await assert.rejects(second.message({ ...MESSAGE, text: 'other' }), coded('ledger.other_writer'));
    }));

  it('other runs, and notes on this one, are not another writer', () =>
    withLedger(async (ledger) => {
      const options = { ledger, clock: ticking(), gate: gates.enforce };
      const runs = await Promise.all(['r1', 'r2', 'r3'].map((run) => openDurableRun({ ...options, run })));
      const each = async (what: (run: DurableRun) => Promise<unknown>): Promise<void> => {
        await Promise.all(runs.map(what));
      };
      await each((run) => run.message(MESSAGE));
      await each((run) => run.handoff(DROPPING));
      await ledger.append([
        {
          ...{
            schema: LEDGER_NOTE_SCHEMA,
            kind: 'judgement',
            id: 'j1',
            at: '2026-11-30T12:00:00Z',
            run: 'r1',
          },
          ...{
            hop: 1,
            attempt: 1,
            code: 'constraint.dropped',
            constraint: null,
            label: 'right',
            by: 'x',
            reason: 'y',
          },
        } as never,
      ]);
      await each((run) => run.close());
      for (const run of runs) assert.deepEqual((await runOf(ledger, run.run)).records, run.records);
    }));
});

describe('resuming', () => {
  it('goes on with numbers, ids, hops, attempts, facts and claims', () =>
    withLedger(async (ledger) => {
      const options = { ledger, run: 'r1', clock: ticking(), gate: gates.enforce };
      const first = await openDurableRun(options);
      await first.message(MESSAGE);
      const call = await first.toolCall({ by: 'refunds', tool: 'refund', succeeded: true });
      await first.establish('refunds', 'order', '41182', 'tool', call.id);
      await first.state('refunds', { confidence: 0.5, stop_conditions: ['the order is closed'] });
      await first.handoff(DROPPING);
      const second = await resumeDurableRun(options);
      assert.deepEqual(second.records, first.records);
      const { transfer } = await second.handoff(COMPOSING);
      assert.deepEqual([transfer.hop, transfer.attempt, transfer.seq], [1, 2, 4]);
      const expected = { confidence: 0.5, stop_conditions: ['the order is closed'] };
      assert.deepEqual(transfer.sender, {
        ...expected,
        facts: [{ key: 'order', value: '41182', source: 'tool', evidence: call.id }],
        tool_calls: [{ id: call.id, tool: 'refund', succeeded: true, at: call.at }],
      });
      const message = await second.message({ ...MESSAGE, to: 'notifications' });
      assert.deepEqual([message.id, message.seq], ['m2', 5]);
      assertVerdicts(await runOf(ledger), gates.enforce);
    }));
});

type Step =
  | { readonly what: 'message'; readonly stated: boolean }
  | { readonly what: 'tool' | 'effect' | 'establish' | 'drop' | 'compose' | 'delivered' | 'crash' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ what: fc.constant('message' as const), stated: fc.boolean() }),
  fc.record({
    what: fc.constantFrom(
      ...([
        'tool',
        'effect',
        'establish',
        'drop',
        'drop',
        'compose',
        'compose',
        'delivered',
        'crash',
      ] as const),
    ),
  }),
);

async function act(run: DurableRun, { what, ...more }: Step): Promise<void> {
  const call = run.records.find(({ kind }) => kind === 'tool_call');
  const evidence = call?.kind === 'tool_call' ? call.id : null;
  if (what === 'message') {
    const { constraints } = MESSAGE;
    await run.message({ ...MESSAGE, constraints: 'stated' in more && more.stated ? constraints : [] });
  } else if (what === 'tool') await run.toolCall({ by: 'refunds', tool: 'refund', succeeded: true });
  else if (what === 'effect' && evidence !== null)
    await run.effect({ by: 'refunds', kind: 'payment.refund', target: 'customer', evidence });
  else if (what === 'establish' && evidence !== null)
    await run.establish('refunds', 'order', '41182', 'tool', evidence);
  else if (what === 'drop') await run.handoff(DROPPING);
  else if (what === 'compose') await run.handoff(COMPOSING);
  else if (what === 'delivered') await run.handoff({ ...DROPPING, delivered: true });
}

it('whatever a host does and whenever the ledger fails: what was acknowledged is there, in order, once', async () => {
  const fate = fc.constantFrom<'before' | 'after' | 'ok'>('ok', 'ok', 'before', 'after');
  const name = fc.constantFrom('enforce', 'observe', 'force');
  let stuck = 0;
  let crashed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.array(fate, { maxLength: 3 }), fc.boolean()), {
        minLength: 1,
        maxLength: 14,
      }),
      name,
      (steps, name) =>
        withLedger(async (ledger) => {
          const failing = new FailingLedger(ledger);
          const options = { ledger: failing, run: 'r1', clock: ticking(), gate: gates[name] };
          let run = await openDurableRun(options);
          await run.message(MESSAGE);
          let acknowledged: readonly RunRecord[] = run.records;
          for (const [step, fates, retries] of steps) {
            failing.fates.push(...fates);
            let crash = step.what === 'crash';
            try {
              await act(run, step);
            } catch (error) {
              if (run.status !== 'stuck') throw error;
              stuck += 1;
              assert.deepEqual(run.records, acknowledged);
              crash ||= !retries;
              while (!crash && run.status === 'stuck') await run.retry().catch(() => undefined);
            }
            failing.fates.length = 0;
            if (crash) {
              crashed += 1;
              run = await resumeDurableRun(options);
              assert.ok(run.records.length - acknowledged.length <= 1, 'at most what was under way');
            }
            assert.deepEqual(run.records.slice(0, acknowledged.length), acknowledged);
            acknowledged = run.records;
          }
          const kept = await runOf(ledger);
          assert.deepEqual(kept.records, acknowledged);
          assert.deepEqual(
            kept.records.map(({ seq }) => seq),
            kept.records.map((_, index) => index + 1),
          );
          const transfers = kept.records.filter(({ kind }) => kind === 'transfer');
          assert.ok(kept.verdicts.length <= transfers.length);
          assert.equal(kept.health.refused, 0);
          assertVerdicts(kept, name === 'force' ? gates.enforce : gates[name]);
        }),
    ),
    { numRuns: 60 },
  );
  assert.ok(stuck > 10 && crashed > 10, `${stuck} times stuck, ${crashed} crashed`);
});
