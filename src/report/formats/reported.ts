import type { PolicyDiff } from '../../model/policy-diff.js';
import type { TestReport } from '../../model/test-report.js';
import type { DiagnosticsDocument } from '../check-text.js';
import type { EvaluationDocument } from '../evaluation-document.js';
import type { FailureDocument } from '../failure-document.js';
import { diagnosticIssues } from './diagnostic-issues.js';
import { diffIssues } from './diff-issues.js';
import { evaluationIssues } from './evaluation-issues.js';
import type { Issue } from './issue.js';
import { testIssues } from './test-issues.js';

/** What a command has to tell, whatever the format. */
export type Reported =
  | { readonly command: 'evaluate'; readonly document: EvaluationDocument }
  | { readonly command: 'check'; readonly document: DiagnosticsDocument }
  | { readonly command: 'diff'; readonly document: PolicyDiff }
  | { readonly command: 'test'; readonly document: TestReport }
  | Failed;

/** No result, and why: told in every format, so that nobody takes an older file or comment for it. */
export interface Failed {
  readonly command: 'failure';
  readonly of: 'evaluate' | 'check' | 'diff' | 'test';
  readonly document: FailureDocument;
}

/** As it is typed. */
export function commandOf(reported: Reported): string {
  return reported.command === 'failure' ? reported.of : reported.command;
}

export function issuesOf(reported: Reported): readonly Issue[] {
  switch (reported.command) {
    case 'evaluate':
      return evaluationIssues(reported.document);
    case 'check':
    case 'failure':
      return diagnosticIssues(reported.document.diagnostics);
    case 'diff':
      return diffIssues(reported.document);
    case 'test':
      return testIssues(reported.document);
  }
}

/** Did the command do its work: a diagnostic is what `check` looks for, and what keeps the others from theirs. */
export function isWhole({ command, document }: Reported): boolean {
  return command === 'check' || document.diagnostics.every(({ severity }) => severity !== 'error');
}
