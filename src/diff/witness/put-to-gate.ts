import type { Gate } from '../../evaluate/gate.js';
import { evaluateRun } from '../../evaluate/evaluate-run.js';
import type { WitnessDecision, WitnessQuestion } from '../../model/policy-diff.js';
import type { EffectRecord, RunRecord } from '../../model/record.js';
import type { GuardVerdict, Reason, Verdict } from '../../model/verdict.js';
import { agentState } from '../../run/agent-state.js';
import { foldRun } from '../../run/fold-record.js';

/** A run, and what of it is asked. */
export type Asked = {
  readonly records: readonly RunRecord[];
} & (
  | { readonly asked: 'handoff' | 'effect'; readonly question: null }
  | { readonly asked: 'guard'; readonly question: WitnessQuestion }
);

/** What one version says, with the lines of `checks` that block (a code has a line for each custom rule). */
export interface Answer extends WitnessDecision {
  readonly checks: readonly string[];
}

/** Puts a run to a gate, at the time of its last record. */
export function putToGate(gate: Gate, asked: Asked): Answer {
  return answerOf(verdictOf(gate, asked));
}

function verdictOf(gate: Gate, { records, asked, question }: Asked): Verdict | GuardVerdict {
  const last = records.at(-1);
  if (last === undefined) throw new TypeError('nothing is asked about no records');
  const options = { now: new Date(last.at) };
  if (asked === 'guard') {
    const state = foldRun(records, gate.terms);
    return 'call' in question
      ? gate.guard(state, question.call, options)
      : gate.guard(state, question.effect, options);
  }
  if (asked === 'effect') {
    const { by, effect } = last as EffectRecord;
    const state = foldRun(records.slice(0, -1), gate.terms);
    return gate.judgeEffect(state, agentState(state, by), { by, ...effect }, true, options);
  }
  return lastHandoff(gate, records);
}

function lastHandoff(gate: Gate, records: readonly RunRecord[]): Verdict {
  const at = records.findLastIndex(({ kind }) => kind === 'transfer');
  const transfer = records[at];
  if (transfer?.kind !== 'transfer') throw new TypeError('no handoff is asked about');
  const { transfers } = evaluateRun(
    gate,
    records.slice(0, at + 1).map((record) => ({ record })),
    { hop: transfer.hop },
  );
  const verdict = transfers.at(-1);
  if (verdict === undefined) throw new TypeError('the handoff was not judged');
  return verdict;
}

function answerOf({ decision, action, reasons, errors }: Verdict | GuardVerdict): Answer {
  const blocking = reasons.filter(isBlocking);
  const codes = [...blocking.map(({ code }) => code), ...errors.map(({ code }) => code)];
  const checks = [...blocking.map(({ check }) => check), ...errors.map(({ code }) => code)];
  return { decision, action, codes: unique(codes), checks: unique(checks) };
}

function isBlocking({ severity, exception }: Reason): boolean {
  return severity === 'block' && exception === undefined;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
