import { applyPatch } from '../canonical/apply-patch.js';
import type { JsonValue } from '../canonical/json-value.js';
import { quote } from '../contract/quote.js';
import { failure } from '../diagnostics/diagnostic.js';
import { evaluateRun, type RunEvaluation } from '../evaluate/evaluate-run.js';
import type { Gate } from '../evaluate/gate.js';
import type { Case, ExpectedVerdict } from '../model/case.js';
import type { RunRecord } from '../model/record.js';
import { validateRecord } from '../model/validate-record.js';
import type { GuardVerdict, Reason } from '../model/verdict.js';
import { foldRun } from '../run/fold-record.js';
import { withConfig } from './case-config.js';

/** A case that was run. */
export interface CaseResult {
  readonly name: string;
  readonly evaluation: RunEvaluation;
  readonly guards: readonly GuardVerdict[];
  /** What came otherwise than expected, a sentence each; empty: it passed. */
  readonly differences: readonly string[];
}

type Expectation = NonNullable<Case['expect']['guard']>[number];

/**
 * Runs a case: its records are judged, and what came is compared with what is expected.
 *
 * @param recordsOf Gives the records of `from.file`, which is relative to the case.
 * @throws DiagnosticError `case.invalid` where it has no records, expects nothing or has nothing that could be judged, or its patch
 *   does not apply.
 */
export function runCase(
  gate: Gate,
  example: Case,
  recordsOf: (file: string) => readonly RunRecord[],
): CaseResult {
  const { name, expect } = example;
  if (comparisons(expect) === 0) throw failure('case.invalid', `the case ${quote(name)} expects nothing`);
  const records = withConfig(gate, example, recordsOfCase(example, recordsOf));
  if (!records.some(({ kind }) => kind === 'transfer' || kind === 'effect'))
    throw failure(
      'case.invalid',
      `the case ${quote(name)} has no handoff and no effect, of which anything could be expected`,
    );
  const evaluation = evaluateRun(
    gate,
    records.map((record) => ({ record })),
  );
  const guards = (expect.guard ?? []).map((asked) => askGuard(gate, records, asked));
  const differences = [
    ...(expect.transfers ?? []).flatMap((wanted) => transferDifference(evaluation, wanted)),
    ...runDifference(evaluation, expect.run),
    ...(expect.guard ?? []).flatMap((wanted, index) => guardDifference(wanted, guards[index])),
  ];
  return { name, evaluation, guards, differences };
}

/** How many verdicts are compared: a case without one passes, whatever the contracts say. */
function comparisons({ transfers = [], run, guard = [] }: Case['expect']): number {
  return transfers.length + guard.length + (run === undefined ? 0 : 1);
}

/** The records that a case is about, its patch applied. */
export function recordsOfCase(
  example: Case,
  recordsOf: (file: string) => readonly RunRecord[],
): readonly RunRecord[] {
  if (example.records !== undefined) return example.records;
  if (example.from === undefined)
    throw failure('case.invalid', `the case \`${example.name}\` has no records`);
  const records = structuredClone(recordsOf(example.from.file)) as unknown as JsonValue[];
  applyTo(records, example.from.patch ?? [], example.name);
  return records.map((record, index) => validRecord(example.name, record, index));
}

function applyTo(records: JsonValue[], patch: readonly JsonValue[], name: string): void {
  try {
    applyPatch(records, patch);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw failure('case.invalid', `the patch of the case ${quote(name)} does not apply: ${error.message}`);
  }
}

function validRecord(name: string, record: JsonValue, index: number): RunRecord {
  const result = validateRecord(record);
  if ('record' in result) return result.record;
  const [fault] = result.faults;
  throw failure(
    'case.invalid',
    `the patch of the case \`${name}\` leaves record ${index} invalid: ${fault?.message ?? ''}`,
    {
      pointer: `/${index}${fault?.at ?? ''}`,
    },
  );
}

function askGuard(
  gate: Gate,
  records: readonly RunRecord[],
  { effect, call, after_hop }: Expectation,
): GuardVerdict {
  const upTo = after_hop === undefined ? records.length : lastOfHop(records, after_hop) + 1;
  const before = records.slice(0, upTo);
  const last = before.at(-1);
  const now = last === undefined ? new Date(0) : new Date(last.at);
  const run = foldRun(before, gate.terms);
  if (effect !== undefined && call === undefined) return gate.guard(run, effect, { now });
  if (call !== undefined && effect === undefined) return gate.guard(run, call, { now });
  throw failure('case.invalid', 'a question to the guard names an `effect` or a `call`, one of the two');
}

function lastOfHop(records: readonly RunRecord[], hop: number): number {
  const index = records.findLastIndex((record) => record.kind === 'transfer' && record.hop === hop);
  if (index < 0) throw failure('case.invalid', `the guard is asked after hop ${hop}, which is not there`);
  return index;
}

/** Codes of the reasons that block, or that warn, sorted. */
export function codesOf(
  reasons: readonly Pick<Reason, 'code' | 'severity' | 'exception'>[],
  severity: 'block' | 'warn',
): string[] {
  const told = reasons.filter((reason) => reason.severity === severity && reason.exception === undefined);
  return [...new Set(told.map(({ code }) => code))].sort();
}

function transferDifference({ transfers }: RunEvaluation, wanted: ExpectedVerdict): string[] {
  const attempt = wanted.attempt ?? 1;
  const name = `hop ${wanted.hop}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
  const got = transfers.find(({ transfer }) => transfer.hop === wanted.hop && transfer.attempt === attempt);
  if (got === undefined) return [`${name} was not judged`];
  return [
    ...differ(name, 'decision', wanted.decision, got.decision),
    ...differ(name, 'codes', wanted.codes, codesOf(got.reasons, 'block')),
    ...(wanted.warnings === undefined
      ? []
      : differ(name, 'warnings', wanted.warnings, codesOf(got.reasons, 'warn'))),
    ...unexpected(name, got.reasons, 'block', wanted.codes),
    ...unexpected(name, got.reasons, 'warn', wanted.warnings),
    ...got.errors.map(({ code, message }) => `${name}: ${code}: ${message}`),
  ];
}

function runDifference({ run }: RunEvaluation, wanted: Case['expect']['run']): string[] {
  if (wanted === undefined) return [];
  const cause = run.reasons.find((reason) => reason.cause !== undefined)?.cause;
  return [
    ...differ('the run', 'decision', wanted.decision, run.decision),
    ...differ('the run', 'codes', wanted.codes, codesOf(run.reasons, 'block')),
    ...unexpected('the run', run.reasons, 'block', wanted.codes),
    ...(wanted.cause === undefined ? [] : differ('the run', 'cause', wanted.cause, cause ?? null)),
  ];
}

function guardDifference(wanted: Expectation, got: GuardVerdict | undefined): string[] {
  const { effect, call } = wanted;
  const name = `the guard on ${effect?.kind ?? call?.tool} by ${effect?.by ?? call?.by}`;
  if (got === undefined) return [`${name} was not asked`];
  return [
    ...differ(name, 'decision', wanted.decision, got.decision),
    ...differ(name, 'codes', wanted.codes, codesOf(got.reasons, 'block')),
    ...unexpected(name, got.reasons, 'block', wanted.codes),
  ];
}

/** Why there is a code that was not expected: the first reason that has it, and the contract's line. */
function unexpected(
  name: string,
  reasons: readonly Reason[],
  severity: 'block' | 'warn',
  wanted: readonly string[] | undefined,
): string[] {
  const more =
    wanted === undefined ? [] : codesOf(reasons, severity).filter((code) => !wanted.includes(code));
  return more.flatMap((code) => {
    const reason = reasons.find((one) => one.code === code && one.severity === severity);
    if (reason === undefined) return [];
    const { file, line } = reason.at;
    return [`${name}: ${code}: ${reason.message}${file === null ? '' : ` (${file}:${line})`}`];
  });
}

function differ(name: string, what: string, wanted: JsonValue, got: JsonValue): string[] {
  const [expected, found] = [JSON.stringify(wanted), JSON.stringify(got)];
  return expected === found ? [] : [`${name}: expected ${what} ${expected}, and got ${found}`];
}
