import { findCheck } from '../checks/index.js';
import { isWritten } from '../compile/active-checks.js';
import type { Contract, ContractSet } from '../contract/contract.js';
import type { Gate } from '../evaluate/gate.js';
import type { CheckSetting, EdgeManifest } from '../model/bundle.js';
import type { Facts } from '../model/facts.js';
import type { EffectRecord, TransferRecord } from '../model/record.js';
import type { CheckCoverage, ContractCoverage } from '../model/test-report.js';
import type { CheckOutcome, Verdict } from '../model/verdict.js';
import { agentState } from '../run/agent-state.js';
import { foldRecord } from '../run/fold-record.js';
import { emptyRun, type RunState } from '../run/run-state.js';
import { withConfig } from './case-config.js';
import type { RanCase } from './run-cases.js';
import { somethingToCheck } from './something-to-check.js';

/**
 * Which checks and rules of each contract some case saw fail, and saw proven while there was something to check. A check
 * that is ignored, or that the contract gives nothing to go by, is not counted.
 */
export async function coverageOf(
  gate: Gate,
  ran: readonly RanCase[],
  { contracts }: Pick<ContractSet, 'contracts'>,
): Promise<readonly ContractCoverage[]> {
  const seen = new Seen();
  for (const one of ran) await look(gate, one, seen);
  return [...gate.manifest.edges]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((edge) => coverageOfEdge(edge, writtenIn(contracts, edge.name), seen));
}

interface Look {
  /** Of a handoff; null for a side effect. */
  readonly facts: Facts | null;
  /** Does the case say which warnings it expects: what it does not compare, it does not test. */
  readonly warnings: boolean;
}

/** What was seen of each check of each edge. */
class Seen {
  readonly #failed = new Set<string>();
  readonly #proven = new Set<string>();

  note(edge: string, checks: Readonly<Record<string, CheckOutcome>>, { facts, warnings }: Look): void {
    for (const [code, outcome] of Object.entries(checks)) {
      const key = JSON.stringify([edge, code]);
      if (outcome === 'failed' || outcome === 'excepted') this.#failed.add(key);
      if (outcome === 'warned' && warnings) this.#failed.add(key);
      if (outcome === 'proven' && (facts === null || somethingToCheck(code, facts))) this.#proven.add(key);
    }
  }

  of(edge: string, code: string): Pick<CheckCoverage, 'failed' | 'proven'> {
    const key = JSON.stringify([edge, code]);
    return { failed: this.#failed.has(key), proven: this.#proven.has(key) };
  }
}

/** Only at what the case expects something of: the verdict on another hop could be any. */
async function look(gate: Gate, { found, records, result }: RanCase, seen: Seen): Promise<void> {
  const { transfers = [], run } = found.case.expect;
  const expected = new Map(transfers.map((wanted) => [nameOf(wanted), wanted]));
  const verdicts = new Map(result.evaluation.transfers.map((verdict) => [nameOf(verdict.transfer), verdict]));
  let state = emptyRun(gate.terms);
  for (const record of withConfig(gate, found.case, records)) {
    const wanted = record.kind === 'transfer' ? expected.get(nameOf(record)) : undefined;
    if (record.kind === 'transfer' && wanted !== undefined) {
      const warnings = wanted.warnings !== undefined;
      await lookAtTransfer(gate, state, record, verdicts.get(nameOf(record)), warnings, seen);
    }
    if (record.kind === 'effect' && run !== undefined) lookAtEffect(gate, state, record, seen);
    state = foldRecord(state, record);
  }
  for (const { edge, checks } of result.guards)
    if (edge !== null) seen.note(edge, checks, { facts: null, warnings: false });
}

async function lookAtTransfer(
  gate: Gate,
  state: RunState,
  record: TransferRecord,
  verdict: Verdict | undefined,
  warnings: boolean,
  seen: Seen,
): Promise<void> {
  const edge = verdict?.transfer.edge ?? null;
  if (verdict === undefined || edge === null) return;
  const { facts } = await gate.collectFacts(state, record, { now: new Date(record.at) });
  seen.note(edge, verdict.checks, { facts, warnings });
}

function lookAtEffect(gate: Gate, state: RunState, record: EffectRecord, seen: Seen): void {
  const effect = { by: record.by, ...record.effect };
  const now = new Date(record.at);
  const { edge, checks } = gate.judgeEffect(state, agentState(state, record.by), effect, true, { now });
  if (edge !== null) seen.note(edge, checks, { facts: null, warnings: false });
}

function nameOf({ hop, attempt = 1 }: { readonly hop: number; readonly attempt?: number }): string {
  return `${hop}/${attempt}`;
}

/** Checks that are there by default are no less judged, but nobody thought of them when writing the contract. */
function writtenIn(contracts: readonly Contract[], edge: string): (code: string) => boolean {
  const contract = contracts.find(({ metadata }) => metadata.name === edge);
  return (code) => {
    const check = findCheck(code);
    return contract === undefined || check === undefined || isWritten(contract, check);
  };
}

function coverageOfEdge(
  edge: EdgeManifest,
  written: (code: string) => boolean,
  seen: Seen,
): ContractCoverage {
  const checks = Object.entries(edge.checks)
    .filter(([, setting]) => isCounted(setting))
    .map(
      ([code, { line }]): CheckCoverage => ({
        code,
        line,
        written: written(code),
        ...seen.of(edge.name, code),
      }),
    );
  const met = checks.reduce((sum, { failed, proven }) => sum + Number(failed) + Number(proven), 0);
  const share = checks.length === 0 ? 1 : met / (2 * checks.length);
  return { edge: edge.name, file: edge.file, checks, share };
}

function isCounted({ severity, not_checked: why }: CheckSetting): boolean {
  return severity !== 'ignore' && why === undefined;
}
