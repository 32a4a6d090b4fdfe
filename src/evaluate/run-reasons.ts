import { checkOf } from '../checks/index.js';
import { quote } from '../checks/quote.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Mode } from '../model/severity.js';
import type { EngineError, GuardVerdict, RunReason } from '../model/verdict.js';
import type { Violation } from '../run/violation.js';
import type { Gate } from './gate.js';

/** A reason of a run verdict, with the mode of the contract that it falls under. */
export interface JudgedReason {
  readonly reason: RunReason;
  readonly mode: Mode;
  readonly errors: readonly EngineError[];
}

/** What an edge's contract says of an effect that its receiver was seen to have. */
export function effectReasons(judged: GuardVerdict, record: string): JudgedReason[] {
  const { reasons, errors, edge, mode } = judged;
  const told = reasons.map(
    (reason): JudgedReason => ({
      reason: { ...reason, at: { ...reason.at, record }, edge },
      mode,
      errors: [],
    }),
  );
  if (errors.length === 0) return told;
  return [...told, { reason: engineReason(errors, record, edge), mode, errors }];
}

function engineReason(errors: readonly EngineError[], record: string, edge: string | null): RunReason {
  return {
    code: errors[0]?.code ?? 'engine.error',
    severity: 'block',
    check: 'engine',
    message: 'the effect could not be judged',
    at: { data: '/effect', file: null, line: null, record },
    edge,
  };
}

/** The first violation of each constraint by each effect. */
export type ViolationIndex = ReadonlyMap<string, Violation>;

export function indexViolations(broken: readonly Violation[]): ViolationIndex {
  const index = new Map<string, Violation>();
  for (const violation of broken) {
    const key = violationKey(violation.effect, violation.constraint.constraint.id);
    if (!index.has(key)) index.set(key, violation);
  }
  return index;
}

function violationKey(effect: string | null, constraint: string | undefined): string {
  return JSON.stringify([effect, constraint]);
}

/** A violation's cause is the run's to say: had the actor received the constraint whole. */
export function withCause(judged: JudgedReason, broken: ViolationIndex): JudgedReason {
  const { reason } = judged;
  if (reason.code !== 'constraint.violated') return judged;
  const found = broken.get(violationKey(reason.at.record, reason.held?.id));
  if (found === undefined) return judged;
  const message = `${reason.message}; cause: ${found.cause}${brokenAt(found)}`;
  const { id, text, modality, scope, stated_by, stated_in } = found.constraint.constraint;
  const constraint = {
    id,
    text,
    modality,
    scope,
    stated_by,
    stated_in,
    stated_to: found.constraint.statedTo,
  };
  return { ...judged, reason: { ...reason, message, constraint, cause: found.cause } };
}

function brokenAt({ brokenAt }: Violation): string {
  return brokenAt === null ? '' : ` (lost or changed at hop ${brokenAt})`;
}

/** A requirement that was still open when the run closed. */
export function unmetReason(gate: Gate, violation: Violation): JudgedReason {
  const { constraint, cause, edge } = violation;
  const manifest = edge === null ? undefined : gate.manifest.edges.find(({ name }) => name === edge);
  const code = 'constraint.violated';
  const setting = manifest?.checks[code];
  return {
    reason: {
      code,
      severity: setting?.severity ?? checkOf(code).default,
      check: code,
      message: `the run closed without ${quote(constraint.constraint.text)}`,
      at: { data: '', file: setting?.file ?? null, line: setting?.line ?? null, record: null },
      held: constraint.constraint,
      cause,
      edge,
    },
    mode: manifest?.mode ?? 'enforce',
    errors: [],
  };
}

/** What is wrong with the records themselves: such a run is not judged as if it were whole. */
export function faultReason({ code, message, pointer, severity }: Diagnostic): JudgedReason {
  const reason: RunReason = {
    code,
    severity: severity === 'error' ? 'block' : 'warn',
    check: code,
    message,
    at: { data: pointer ?? '', file: null, line: null, record: null },
    edge: null,
  };
  return { reason, mode: 'enforce', errors: [] };
}
