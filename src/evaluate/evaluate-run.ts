import type { EffectRecord, RunRecord } from '../model/record.js';
import type { Mode } from '../model/severity.js';
import { RUN_VERDICT_SCHEMA, type RunVerdict, type Verdict } from '../model/verdict.js';
import { agentState } from '../run/agent-state.js';
import { foldRecord } from '../run/fold-record.js';
import { livesOf } from '../run/lives-of.js';
import { omittedFaults } from '../run/run-fault.js';
import type { RunState } from '../run/run-state.js';
import { emptyRun } from '../run/run-state.js';
import { violations } from '../run/violations.js';
import {
  brokenByConfig,
  type ConfigViolation,
  configReason,
  withConfigViolations,
} from './config-violations.js';
import type { Gate } from './gate.js';
import { actionOf } from './mode.js';
import {
  effectReasons,
  faultReason,
  indexViolations,
  type JudgedReason,
  unmetReason,
  withCause,
} from './run-reasons.js';

/** A record as `readRecords` gives it. */
export interface RecordInput {
  readonly record: RunRecord;
  readonly digest?: Verdict['transfer']['digest'];
}

export interface EvaluateOptions {
  /** Only transfers of this edge are judged; the others are folded in. */
  readonly edge?: string;
  /** Only transfers of this hop are judged. */
  readonly hop?: number;
  /** Act as in this mode instead of the contracts'. */
  readonly as?: Mode;
}

/** So that a hostile run cannot make a verdict without end; what is left out is counted. */
const MOST_REASONS = 200;

/** One run, judged: a verdict for each transfer, and one for what happened between and after them. */
export interface RunEvaluation {
  readonly transfers: readonly Verdict[];
  readonly run: RunVerdict;
}

/**
 * Judges recorded runs, each in the order of its records. Times are the records' own, so that judging the same file
 * again, on another day, gives the same verdicts: an exception counts as it did then.
 */
export function evaluateRecords(
  gate: Gate,
  records: readonly RecordInput[],
  options: EvaluateOptions = {},
): readonly RunEvaluation[] {
  const runs = new Map<string, RecordInput[]>();
  for (const input of records) {
    const inputs = runs.get(input.record.run);
    if (inputs === undefined) runs.set(input.record.run, [input]);
    else inputs.push(input);
  }
  return [...runs.values()].map((inputs) => evaluateRun(gate, inputs, options));
}

/** The same for the records of one run. */
export function evaluateRun(
  gate: Gate,
  records: readonly RecordInput[],
  options: EvaluateOptions = {},
): RunEvaluation {
  const started = performance.now();
  const transfers: Verdict[] = [];
  const reasons: JudgedReason[] = [];
  const broken: ConfigViolation[] = [];
  let state = emptyRun(gate.terms);
  for (const input of records) {
    const { record } = input;
    if (record.kind === 'transfer' && isWanted(gate, input, options)) {
      const verdict = decide(gate, state, input, options);
      transfers.push(verdict);
      broken.push(...brokenByConfig(state, record, verdict));
    }
    if (record.kind === 'effect')
      for (const reason of observed(gate, state, record, options)) reasons.push(reason);
    state = foldRecord(state, record);
  }
  return { transfers, run: runVerdict(gate, state, transfers, reasons, broken, options, started) };
}

function isWanted(gate: Gate, { record }: RecordInput, options: EvaluateOptions): boolean {
  if (record.kind !== 'transfer') return false;
  if (options.hop !== undefined && record.hop !== options.hop) return false;
  return options.edge === undefined || gate.terms.edgeOf(record)?.name === options.edge;
}

function decide(
  gate: Gate,
  state: RunState,
  { record, digest }: RecordInput,
  { as }: EvaluateOptions,
): Verdict {
  if (record.kind !== 'transfer') throw new TypeError('only a transfer is decided');
  return gate.decideSync(state, record, {
    now: new Date(record.at),
    ...(as === undefined ? {} : { as }),
    ...(digest === undefined ? {} : { digest }),
  });
}

function observed(
  gate: Gate,
  state: RunState,
  record: EffectRecord,
  { as }: EvaluateOptions,
): JudgedReason[] {
  const effect = { by: record.by, ...record.effect };
  const options = { now: new Date(record.at), ...(as === undefined ? {} : { as }) };
  const judged = gate.judgeEffect(state, agentState(state, record.by), effect, true, options);
  return effectReasons(judged, record.id);
}

function runVerdict(
  gate: Gate,
  state: RunState,
  transfers: readonly Verdict[],
  observedReasons: readonly JudgedReason[],
  byConfig: readonly ConfigViolation[],
  { as }: EvaluateOptions,
  started: number,
): RunVerdict {
  const broken = violations(state);
  const judged = [
    ...state.faults.map(faultReason),
    ...observedReasons,
    ...byConfig.map(configReason),
    ...broken
      .filter(({ kind }) => kind === 'unmet_requirement')
      .map((violation) => unmetReason(gate, violation)),
  ];
  const index = indexViolations(broken);
  const told = judged.slice(0, MOST_REASONS).map((reason) => withCause(reason, index).reason);
  const omitted = judged.length - told.length + omittedFaults(state);
  const blocking = judged.filter(
    ({ reason }) => reason.severity === 'block' && reason.exception === undefined,
  );
  const errors = judged.flatMap((reason) => reason.errors);
  const mode = as ?? strictest(judged.map((reason) => reason.mode));
  return {
    schema: RUN_VERDICT_SCHEMA,
    run: state.run ?? '',
    decision: blocking.length > 0 || errors.length > 0 ? 'block' : 'allow',
    mode,
    action: blocking.some((reason) => actionOf('block', as ?? reason.mode, errors) === 'block')
      ? 'block'
      : 'allow',
    closed: state.closed !== null,
    history: state.history,
    transfers: count(transfers),
    reasons: told,
    ...(omitted > 0 ? { omitted_reasons: omitted } : {}),
    errors,
    lives: withConfigViolations(livesOf(state), byConfig),
    ...(as === undefined ? {} : { as }),
    measured: {
      decided_at: state.closed?.at ?? new Date().toISOString(),
      duration_us: Math.round((performance.now() - started) * 1000),
      decided_by: gate.decidedBy,
    },
  };
}

function count(transfers: readonly Verdict[]): RunVerdict['transfers'] {
  const blocked = transfers.filter(({ action }) => action === 'block').length;
  return { evaluated: transfers.length, allowed: transfers.length - blocked, blocked };
}

function strictest(modes: readonly Mode[]): Mode {
  if (modes.length === 0 || modes.includes('enforce')) return 'enforce';
  return modes.includes('warn') ? 'warn' : 'observe';
}
