import type { CaseReport, Mutant, RegoTestReport, TestReport } from '../../model/test-report.js';
import { diagnosticIssues } from './diagnostic-issues.js';
import { fingerprintOf, type Issue } from './issue.js';

/** Cases and Rego tests that failed, and changes of contracts that no case noticed. */
export function testIssues({ cases, rego, mutation, diagnostics }: TestReport): readonly Issue[] {
  return [
    ...diagnosticIssues(diagnostics),
    ...cases.filter(({ passed }) => !passed).map(caseIssue),
    ...rego.filter(({ passed }) => !passed).map(regoIssue),
    ...(mutation?.unnoticed ?? []).map(mutantIssue),
  ];
}

function caseIssue({ name, file, line, differences, edges }: CaseReport): Issue {
  const rule = 'test.case_failed';
  return {
    ...{ rule, level: 'error', help: null, letThrough: null },
    message: `the case \`${name}\` failed: ${differences.join('; ')}`,
    place: { file, line },
    logical: [...edges.map((edge) => ({ kind: 'edge', name: edge })), { kind: 'case', name }],
    fingerprint: fingerprintOf({ rule, file, subject: name }),
  };
}

function regoIssue({ name, file, line, message }: RegoTestReport): Issue {
  const rule = 'test.rego_failed';
  return {
    ...{ rule, level: 'error', help: null, letThrough: null },
    message: `\`${name}\` failed: ${message ?? 'it is not true'}`,
    place: { file, line },
    logical: [{ kind: 'test', name }],
    fingerprint: fingerprintOf({ rule, file, subject: name }),
  };
}

function mutantIssue({ edge, mutator, file, line, says }: Mutant): Issue {
  const rule = 'test.mutant_unnoticed';
  return {
    ...{ rule, level: 'warning', letThrough: null },
    help: 'Write a case that ends otherwise once this is changed.',
    message: `no case notices it where ${says}`,
    place: { file, line },
    logical: [{ kind: 'edge', name: edge }],
    fingerprint: fingerprintOf({ rule, edge, mutator, subject: says }),
  };
}
