import type { EngineError, Reason, RunVerdict, Verdict } from '../../model/verdict.js';
import { counted } from '../counted.js';
import type { EvaluationDocument } from '../evaluation-document.js';
import { brokenSuite } from './diagnostic-faults.js';
import { grouped } from './grouped.js';
import { caseOf, type Fault, type Suite, type SuiteCase } from './suite.js';

/** A suite a run; a case for each of its handoffs, and one for what happened between and after them. */
export function evaluationSuites(
  { transfers, runs, diagnostics }: EvaluationDocument,
  place: (file: string) => string,
): readonly Suite[] {
  const byRun = grouped(transfers, ({ transfer }) => transfer.run);
  return [
    ...brokenSuite('evaluate', diagnostics, place),
    ...runs.map((run) => ({
      name: run.run,
      cases: [
        ...(byRun.get(run.run) ?? []).map((verdict) => transferCase(verdict, place)),
        runCase(run, place),
      ],
    })),
  ];
}

function transferCase(verdict: Verdict, place: (file: string) => string): SuiteCase {
  const { hop, attempt, from, to, edge } = verdict.transfer;
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  return caseOf(`hop ${hop}${again}: ${from} -> ${to}`, edge ?? 'no contract', {
    ...judged(verdict, place),
    seconds: verdict.measured.duration_us / 1_000_000,
  });
}

function runCase(verdict: RunVerdict, place: (file: string) => string): SuiteCase {
  return caseOf('between and after the handoffs', 'run', judged(verdict, place));
}

type Judged = Pick<Verdict, 'action' | 'reasons' | 'errors' | 'omitted_reasons'>;

/** What blocked is a failure; what was let through is said. */
function judged(
  { action, reasons, errors, omitted_reasons: omitted = 0 }: Judged | RunVerdict,
  place: (file: string) => string,
): Pick<SuiteCase, 'failures' | 'errors' | 'notes'> {
  const blocks = (reason: Reason): boolean =>
    action === 'block' && reason.severity === 'block' && reason.exception === undefined;
  const told = reasons as readonly Reason[];
  const faults = told.filter(blocks).map((reason) => reasonFault(reason, place));
  const silent = action === 'block' && faults.length === 0 && errors.length === 0;
  return {
    failures: silent ? [{ type: 'block', message: 'it is blocked', details: [] }] : faults,
    errors: errors.map(errorFault),
    notes: [
      ...told.filter((reason) => !blocks(reason)).map(noteOf),
      ...(omitted > 0 ? [`and ${counted(omitted, 'more reason')}`] : []),
    ],
  };
}

function noteOf({ code, severity, message, exception }: Reason): string {
  return `${code} (${exception === undefined ? severity : 'excepted'}): ${message}`;
}

function reasonFault({ code, message, at, fix }: Reason, place: (file: string) => string): Fault {
  return {
    type: code,
    message,
    details: [
      `data: ${at.data === '' ? 'the whole record' : at.data}`,
      ...(at.file === null ? [] : [`contract: ${place(at.file)}:${at.line ?? 1}`]),
      ...(fix === undefined ? [] : [`fix: ${fix.say}`]),
    ],
  };
}

function errorFault({ code, message }: EngineError): Fault {
  return { type: code, message, details: [] };
}
