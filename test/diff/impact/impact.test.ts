import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { digestBytes } from '../../../src/canonical/digest.js';
import { compileContracts, type Toolchain } from '../../../src/compile/compile-contracts.js';
import { loadToolchain } from '../../../src/compile/load-toolchain.js';
import { bundleText } from '../../../src/compile/write-compilation.js';
import type { ContractSet } from '../../../src/contract/contract.js';
import { readProject } from '../../../src/contract/read-project.js';
import type { CompiledSide } from '../../../src/diff/compiled-side.js';
import { detectChanges } from '../../../src/diff/detect/detect-changes.js';
import { diffContracts } from '../../../src/diff/diff-contracts.js';
import { edgesToCompile } from '../../../src/diff/edges-to-compile.js';
import type { RecordedRun } from '../../../src/diff/impact/recorded-runs.js';
import { replayImpact } from '../../../src/diff/impact/replay-impact.js';
import { NOT_REPLAYED } from '../../../src/diff/impact/replay-run.js';
import { evaluateRun } from '../../../src/evaluate/evaluate-run.js';
import { Gate } from '../../../src/evaluate/gate.js';
import { loadGate } from '../../../src/evaluate/load-gate.js';
import { type OpenBundle, openBundle } from '../../../src/evaluate/open-bundle.js';
import { EngineFailure, type Policy } from '../../../src/evaluate/policy.js';
import { WasmPolicy } from '../../../src/evaluate/wasm-policy.js';
import { factsOf, verdictNote } from '../../../src/ledger/verdict-note.js';
import type { VerdictNote } from '../../../src/model/ledger.js';
import { ENGINE_VERSION } from '../../../src/model/engine-version.js';
import { packageRoot } from '../../../src/model/package-root.js';
import type { Impact } from '../../../src/model/policy-diff.js';
import type { RunRecord } from '../../../src/model/record.js';
import { foldRecord } from '../../../src/run/fold-record.js';
import { emptyRun } from '../../../src/run/run-state.js';
import { SEED_ARTICLE } from '../../../src/simulation/seed-article.js';
import { simulate } from '../../../src/simulation/simulate.js';

type Files = Map<string, string>;

const REFUNDS = 'contracts/triage--refunds.yaml';
const NOTES = 'contracts/notifications--triage.yaml';
const TOLD = 'contracts/refunds--notifications.yaml';

/** What a change does to the files of a project; each reaches the replay in another way. */
const CHANGES: Readonly<Record<string, (files: Files) => void>> = {
  'a check only warns: facts are the same': (files) =>
    edit(
      files,
      TOLD,
      'edge_check:',
      'edge_check:\n  stop_condition: { overwritten: warn }\n  established: { missing: warn }',
    ),
  'a mode that lets everything through': (files) => edit(files, REFUNDS, 'mode: enforce', 'mode: observe'),
  'a constraint that stands on an edge: what is held after it is another': (files) =>
    edit(
      files,
      REFUNDS,
      'constraints: { stated_by: [customer, policy] }',
      'constraints: { stated_by: [customer, policy], standing: [{ id: calm, text: "Stay calm", modality: prohibition, scope: run, forbids: [{ kind: message.shout, target: "*" }] }] }',
    ),
  'a fact that has to be sent: facts are another': (files) =>
    edit(
      files,
      REFUNDS,
      'order_id: { type: string, pattern: "^[0-9]{5}$" }',
      'order_id: { type: string }\n    reason: { type: string }',
    ),
  'a contract is gone: the default one judges': (files) => void files.delete(NOTES),
  'a contract is renamed and laxer': (files) => {
    const text = files.get(TOLD) ?? '';
    files.delete(TOLD);
    files.set(
      'contracts/told.yaml',
      text
        .replace('name: refunds--notifications', 'name: told')
        .replace('edge_check:', 'edge_check:\n  stop_condition: { overwritten: ignore }'),
    );
  },
  'agents get a contract of their own': (files) =>
    void files.set(
      'contracts/orders--risk.yaml',
      'apiVersion: edge-contracts/v1\nkind: EdgeContract\nmetadata: { name: orders--risk, owner: risk }\nedge: { from: orders, to: risk }\nedge_check: { stop_condition: { overwritten: warn } }\n',
    ),
  'the default contract goes, and what it covered is let through': (files) => {
    files.delete('contracts/_default.yaml');
    files.set('edge-contracts.yaml', 'uncovered: warn\n');
  },
};

function edit(files: Files, path: string, from: string, to: string): void {
  const text = files.get(path) ?? '';
  assert.ok(text.includes(from), `${path} does not say ${from}`);
  files.set(path, text.replace(from, to));
}

function exampleFiles(): Files {
  const folder = join(packageRoot(), 'contracts');
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));
  return new Map(names.map((name) => [`contracts/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

function setOf(files: Files): ContractSet {
  const { set, diagnostics } = readProject(files);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  return set;
}

/** Flips and other reasons, in total, in a way that has nothing to do with how they are found: everything is evaluated. */
function byHand(base: Gate, head: Gate, runs: readonly RecordedRun[]): Counts {
  const counts = { to_block: 0, to_allow: 0, other_reasons: 0 };
  for (const { records } of runs) {
    const [was, is] = [base, head].map(
      (gate) =>
        evaluateRun(
          gate,
          records.map((record) => ({ record })),
        ).transfers,
    );
    for (const [index, before] of (was ?? []).entries()) {
      const now = is?.[index];
      assert.ok(now !== undefined && before.errors.length === 0 && now.errors.length === 0);
      const failed = [before, now].map(({ checks, decision }) =>
        JSON.stringify([decision, Object.entries(checks).filter(([, outcome]) => outcome === 'failed')]),
      );
      if (before.action !== now.action) counts[now.action === 'block' ? 'to_block' : 'to_allow'] += 1;
      else if (failed[0] !== failed[1]) counts.other_reasons += 1;
    }
  }
  return counts;
}

/** A version of which everything is compiled. */
interface Whole {
  readonly set: ContractSet;
  readonly files: ReadonlyMap<string, string>;
  readonly opened: OpenBundle;
  readonly gate: Gate;
}

/** What is wrong with a run blocks whatever comes after it: half of its transfers here. */
function withAnIdTwice(records: readonly RunRecord[]): readonly RunRecord[] {
  const message = records.find(({ kind }) => kind === 'message');
  assert.ok(message !== undefined);
  return records.toSpliced(Math.ceil(records.length / 2), 0, message);
}

type Counts = Record<'to_block' | 'to_allow' | 'other_reasons', number>;

function countsOf({ edges }: Impact): Counts {
  const sum = (name: keyof Counts): number => edges.reduce((total, edge) => total + edge[name], 0);
  return { to_block: sum('to_block'), to_allow: sum('to_allow'), other_reasons: sum('other_reasons') };
}

describe('the impact of a change on recorded runs', () => {
  const runs: RecordedRun[] = [...simulate(SEED_ARTICLE, { seed: 7, runs: 60 })].map((records, index) => ({
    run: records[0]?.run ?? '',
    records: index % 6 === 0 ? withAnIdTwice(records) : records,
  }));
  const transfers = runs.flatMap(({ records }) => records.filter(({ kind }) => kind === 'transfer')).length;
  const base = setOf(exampleFiles());
  const seen = { to_block: 0, to_allow: 0, other_reasons: 0, alike: 0, facts: 0 };
  let tools: Toolchain;
  let wholeBase: Whole;
  let noted: RecordedRun[];

  async function whole(set: ContractSet): Promise<Whole> {
    const { files, bundle } = await compileContracts(set, digestBytes(''), tools);
    const bytes = Buffer.from(bundleText(bundle));
    const opened = openBundle(bytes, ENGINE_VERSION);
    return { set, files, opened, gate: loadGate({ bundle: bytes }) };
  }

  /** As `diffContracts` compiles it, but once for all: what would not be compiled cannot be asked. */
  function sideOf({ set, files, opened }: Whole, names: ReadonlySet<string>): CompiledSide {
    const { manifest } = opened;
    const policy = new WasmPolicy(opened.wasm);
    const allowed = new Set(
      manifest.edges.filter(({ name }) => names.has(name)).map((edge) => edge.entrypoint),
    );
    const limited: Policy = {
      evaluations: 0,
      close: () => {},
      evaluate: (entrypoint, facts) => {
        if (!allowed.has(entrypoint)) throw new EngineFailure('engine.error', 'not compiled');
        return policy.evaluate(entrypoint, facts);
      },
    };
    return { set, files, manifest, gate: new Gate(opened, limited) };
  }

  function impactOf(was: Whole, is: Whole, recorded: readonly RecordedRun[]): Promise<Impact> {
    const { pairing } = detectChanges(was.set, is.set);
    const names = edgesToCompile(was.set, is.set, pairing, true);
    const sides = [sideOf(was, names.base), sideOf(is, names.head)] as const;
    return replayImpact(...sides, { source: 'made', runs: recorded });
  }

  async function withNotes({ run, records }: RecordedRun): Promise<RecordedRun> {
    const verdicts: VerdictNote[] = [];
    let state = emptyRun(wholeBase.gate.terms);
    for (const record of records) {
      if (record.kind === 'transfer') {
        const now = new Date(record.at);
        const verdict = wholeBase.gate.decideSync(state, record, { now });
        const facts = await factsOf(wholeBase.gate, state, record, now);
        verdicts.push(verdictNote({ verdict, facts, source: null, at: record.at }));
      }
      state = foldRecord(state, record);
    }
    return { run, records, verdicts };
  }

  before(async () => {
    tools = loadToolchain();
    wholeBase = await whole(base);
    noted = await Promise.all(runs.map(withNotes));
  });
  after(() => tools.opa.close());

  for (const [name, change] of Object.entries(CHANGES))
    it(`is what a whole evaluation says: ${name}`, async () => {
      const files = exampleFiles();
      change(files);
      const head = await whole(setOf(files));
      const fromRecords = await impactOf(wholeBase, head, runs);
      const fromFacts = await impactOf(wholeBase, head, noted);
      const expected = byHand(wholeBase.gate, head.gate, runs);
      assert.deepEqual(countsOf(fromRecords), expected);
      assert.deepEqual(countsOf(fromFacts), expected);
      for (const impact of [fromRecords, fromFacts]) {
        const left = impact.not_replayed.reduce((sum, { count }) => sum + count, 0);
        assert.equal(impact.replayed + left, transfers);
        assert.equal(impact.from_facts + impact.from_records, impact.replayed);
        assert.equal(impact.errors, 0);
      }
      assert.equal(fromRecords.from_facts, 0);
      for (const key of ['to_block', 'to_allow', 'other_reasons'] as const) seen[key] += expected[key];
      seen.facts += fromFacts.from_facts;
      seen.alike += fromFacts.not_replayed.find(({ why }) => why === NOT_REPLAYED.unchanged)?.count ?? 0;
    });

  it('was seen in every way', () => {
    console.log(`  ${JSON.stringify({ transfers, ...seen })}`);
    for (const [what, count] of Object.entries(seen)) assert.ok(count >= 10, `${what}: ${count}`);
  });
});

describe('runs of which something is gone', () => {
  it('are counted with why, and none given is no zero', async () => {
    const files = exampleFiles();
    edit(files, REFUNDS, 'mode: enforce', 'mode: observe');
    const health = { missing: [], late: 0, refused: 0, erased: 0, pruned: 0 };
    const [records = []] = [...simulate(SEED_ARTICLE, { seed: 7, runs: 1 })];
    const count = records.filter(({ kind }) => kind === 'transfer').length;
    const recorded = [
      { run: 'a', records, health: { ...health, erased: 1 } },
      { run: 'b', records: [], health: { ...health, pruned: 3 } },
      { run: 'c', records, health: { ...health, missing: [2] } },
    ];
    const tools = loadToolchain();
    try {
      const [base, head] = [exampleFiles(), files].map((one) => ({
        label: 'x',
        commit: null,
        set: setOf(one),
      }));
      assert.ok(base !== undefined && head !== undefined);
      const options = { tools, today: '2026-11-30', waivers: null };
      const unread = (): readonly { why: string; count: number }[] => [{ why: 'lines', count: 2 }];
      const { impact } = await diffContracts(base, head, {
        ...options,
        recorded: { source: 'x', runs: recorded, unread },
      });
      assert.equal(impact.replayed, 0);
      assert.deepEqual(
        new Map(impact.not_replayed.map(({ why, count: n }) => [why, n])),
        new Map([
          [NOT_REPLAYED.erased, count],
          [NOT_REPLAYED.missing, count],
          [NOT_REPLAYED.pruned, 1],
          ['lines', 2],
        ]),
      );
      const none = await diffContracts(base, head, { ...options, recorded: null });
      assert.equal(none.impact.source, null);
    } finally {
      tools.opa.close();
    }
  });
});
