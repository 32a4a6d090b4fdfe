import type { EngineError, Reason, RunReason, RunVerdict, Verdict } from '../../model/verdict.js';
import type { EvaluationDocument } from '../evaluation-document.js';
import { diagnosticIssues } from './diagnostic-issues.js';
import { fingerprintOf, type Issue, type IssueLevel, type LogicalPlace } from './issue.js';

/** What verdicts say: a fault each, at the contract's line that makes it one. */
export function evaluationIssues(document: EvaluationDocument): readonly Issue[] {
  return [
    ...diagnosticIssues(document.diagnostics),
    ...document.transfers.flatMap(transferIssues),
    ...document.runs.flatMap(runIssues),
  ];
}

function transferIssues(verdict: Verdict): Issue[] {
  const { transfer } = verdict;
  const { run, hop, attempt, edge, from, to } = transfer;
  const logical: LogicalPlace[] = [
    { kind: 'run', name: run },
    { kind: 'hop', name: attempt > 1 ? `hop ${hop}, attempt ${attempt}` : `hop ${hop}` },
    { kind: 'edge', name: edge ?? `${from} -> ${to}` },
  ];
  const subject = { run, hop, attempt, edge };
  return [
    ...verdict.reasons.map((reason) => reasonIssue(reason, verdict, logical, subject)),
    ...verdict.errors.map((error) => errorIssue(error, logical, subject)),
  ];
}

function runIssues(verdict: RunVerdict): Issue[] {
  const logicalOf = (edge: string | null): LogicalPlace[] => [
    { kind: 'run', name: verdict.run },
    ...(edge === null ? [] : [{ kind: 'edge', name: edge }]),
  ];
  const subject = (reason: RunReason): Subject => ({
    ...{ run: verdict.run, hop: null, attempt: null, edge: reason.edge },
    record: reason.at.record,
  });
  const none = { run: verdict.run, hop: null, attempt: null, edge: null };
  return [
    ...verdict.reasons.map((reason) => reasonIssue(reason, verdict, logicalOf(reason.edge), subject(reason))),
    ...verdict.errors.map((error) => errorIssue(error, logicalOf(null), none)),
  ];
}

type Subject = Readonly<Record<string, string | number | null>>;

function reasonIssue(
  reason: Reason | RunReason,
  { action }: Pick<Verdict, 'action'>,
  logical: readonly LogicalPlace[],
  subject: Subject,
): Issue {
  const { code, check, at, constraint, message, fix, exception } = reason;
  return {
    rule: code,
    level: levelOf(reason, action),
    message,
    help: fix?.say ?? null,
    place: at.file === null ? null : { file: at.file, line: at.line ?? 1 },
    logical,
    fingerprint: fingerprintOf({
      rule: code,
      check,
      ...subject,
      data: at.data,
      constraint: constraint?.id ?? null,
    }),
    letThrough:
      exception === undefined
        ? null
        : `to the end of ${exception.expires}, by ${exception.owner}: ${exception.reason}`,
  };
}

/** What would block, in a mode that lets it through, is no error of this run. */
function levelOf({ severity, exception }: Reason | RunReason, action: Verdict['action']): IssueLevel {
  if (exception !== undefined) return 'note';
  return severity === 'block' && action === 'block' ? 'error' : 'warning';
}

function errorIssue(
  { code, message }: EngineError,
  logical: readonly LogicalPlace[],
  subject: Subject,
): Issue {
  const fingerprint = fingerprintOf({ rule: code, ...subject });
  return {
    rule: code,
    level: 'error',
    message,
    help: null,
    place: null,
    logical,
    fingerprint,
    letThrough: null,
  };
}
