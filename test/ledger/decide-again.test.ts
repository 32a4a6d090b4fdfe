import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import { digestBytes } from '../../src/canonical/digest.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Compilation, Toolchain } from '../../src/compile/compile-contracts.js';
import { readProject } from '../../src/contract/index.js';
import { settled } from '../../src/contract/settled.js';
import type { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { overridesFrom } from '../../src/evaluate/overrides.js';
import { decideAgain } from '../../src/ledger/decide-again.js';
import { openDurableRun } from '../../src/ledger/durable-run.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import {
  LEDGER_NOTE_SCHEMA,
  type LedgerRun,
  type OverrideSetting,
  type VerdictNote,
} from '../../src/model/ledger.js';
import { compileFiles, gateOf, refundsContract, startTools } from '../support/project.js';

const EDGE = 'refunds--notifications';
const NOW = new Date('2026-11-30T12:00:00Z');
const files = (more = ''): Record<string, string> => ({
  [`contracts/${EDGE}.yaml`]: refundsContract(
    `edge_check:\n  mode: enforce\n${more}  exceptions:\n    - { code: established.missing, reason: r, owner: o, expires: 2026-11-30 }\n`,
  ),
});

let tools: Toolchain;
let compiled: Compilation;

before(async () => {
  tools = startTools();
  compiled = await compileFiles(files(), tools);
});

after(() => tools.opa.close());

/** What an auditor has: the ledger, and nothing of the process that wrote it. */
async function recorded(
  set?: OverrideSetting,
): Promise<{ ledger: Ledger; run: LedgerRun; note: VerdictNote }> {
  const ledger = await openSqliteLedger(':memory:');
  const note = {
    ...({
      schema: LEDGER_NOTE_SCHEMA,
      kind: 'override',
      id: 'o1',
      at: '2026-11-30T00:00:00Z',
      edge: EDGE,
    } as const),
    ...{ by: 'payments', reason: 'drops', until: '2026-12-01T00:00:00Z' },
  };
  const overrides = overridesFrom(set === undefined ? [] : [{ ...note, set }]);
  const gate = gateOf(compiled, { overrides });
  const [contract] = readProject(new Map(Object.entries(files()))).set.contracts;
  assert.ok(contract !== undefined);
  const source = new TextEncoder().encode(canonicalJson(settled(contract) as unknown as JsonValue));
  const open = await openDurableRun({
    ...{ ledger, gate, run: 'r1', clock: () => NOW },
    contractSource: () => source,
  });
  await open.message({
    ...{ to: 'refunds', text: 'no email' },
    constraints: [{ text: 'no email to the customer', modality: 'prohibition' }],
  });
  await open.handoff({
    ...{ from: 'refunds', to: 'notifications' },
    payload: {
      ...{ objective: 'confirm', remaining: [], constraints: [], discharged: [], established: [] },
      ...{ confidence: null, stop_conditions: [], side_effects: [] },
    },
  });
  gate.close();
  const run = await ledger.run('r1');
  const [kept] = run?.verdicts ?? [];
  assert.ok(run !== null && kept !== undefined);
  return { ledger, run, note: kept };
}

describe('deciding again, six months later', () => {
  for (const set of [
    undefined,
    { what: 'mode', value: 'observe' },
    { what: 'compose', value: 'force' },
  ] satisfies (OverrideSetting | undefined)[]) {
    it(`reproduces a decision from the ledger alone${set === undefined ? '' : `, with ${set.what} set`}`, async () => {
      const { ledger, run, note } = await recorded(set);
      const gate = gateOf(compiled, { clock: () => new Date('2027-05-30T00:00:00Z') });
      const { verdict, from, differs } = await decideAgain(note, run, gate);
      assert.deepEqual([from, differs], ['facts', []]);
      assert.deepEqual(verdict, note.verdict);
      assert.equal(note.verdict.contract?.bundle, gate.digest);
      const source = note.contract_source === null ? null : await ledger.blob(note.contract_source);
      assert.ok(source !== null);
      assert.equal(
        digestBytes(source),
        note.verdict.contract?.digest,
        'the contract, whole, under its digest',
      );
      gate.close();
      await ledger.close();
    });
  }

  it('by another bundle: says what that decides, and that it differs', async () => {
    const { ledger, run, note } = await recorded();
    const gate = gateOf(await compileFiles(files('  constraint: { dropped: ignore }\n'), tools));
    const { verdict, from, differs } = await decideAgain(note, run, gate);
    assert.equal(from, 'records');
    assert.ok(differs.includes('contract') && differs.includes('checks'), differs.join());
    assert.equal(verdict.checks['constraint.dropped'], 'ignored');
    gate.close();
    await ledger.close();
  });

  it('notices facts that were changed', async () => {
    const { ledger, run, note } = await recorded();
    const gate = gateOf(compiled);
    assert.ok(note.facts !== null);
    const facts = { ...note.facts, constraints: { ...note.facts.constraints, pairs: [] } };
    const { differs } = await decideAgain({ ...note, facts }, run, gate);
    assert.ok(differs.includes('reasons'), differs.join());
    gate.close();
    await ledger.close();
  });

  it('without facts, computes them again; without the attempt, says that it cannot', async () => {
    const { ledger, run, note } = await recorded();
    const gate = gateOf(compiled);
    const again = await decideAgain({ ...note, facts: null }, run, gate);
    assert.deepEqual([again.from, again.differs], ['records', []]);
    for (const broken of [
      { ...run, records: run.records.slice(0, 1) },
      { ...run, health: { ...run.health, erased: 1 } },
    ]) {
      await assert.rejects(decideAgain(note, broken, gate), (error: unknown) => {
        assert.equal((error as DiagnosticError).diagnostics[0]?.code, 'ledger.not_decidable');
        return true;
      });
    }
    gate.close();
    await ledger.close();
  });
});
