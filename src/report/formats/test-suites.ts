import type { CaseReport, RegoTestReport, TestReport } from '../../model/test-report.js';
import { brokenSuite } from './diagnostic-faults.js';
import { grouped } from './grouped.js';
import { caseOf, type Suite, type SuiteCase } from './suite.js';

/** A suite a file; a case for each entry of it. Of mutants, a case for each that was not noticed. */
export function testSuites(
  { cases, rego, mutation, diagnostics }: TestReport,
  place: (file: string) => string,
): readonly Suite[] {
  const entries = [
    ...cases.map((one) => ({ file: one.file, entry: caseEntry(one, place) })),
    ...rego.map((one) => ({ file: one.file, entry: regoEntry(one, place) })),
  ];
  const files = grouped(entries, ({ file }) => file);
  const mutants = (mutation?.unnoticed ?? []).map(({ edge, mutator, file, line, says }) => {
    const details = [`${place(file)}:${line}`];
    return caseOf(`${mutator}: ${says}`, edge, {
      failures: [{ type: mutator, message: `no case notices it where ${says}`, details }],
    });
  });
  return [
    ...brokenSuite('test', diagnostics, place),
    ...[...files].map(([file, own]) => ({ name: place(file), cases: own.map(({ entry }) => entry) })),
    ...(mutants.length === 0 ? [] : [{ name: 'changes that no case notices', cases: mutants }]),
  ];
}

function caseEntry(
  { name, file, line, passed, differences }: CaseReport,
  place: (file: string) => string,
): SuiteCase {
  const [first = 'it failed', ...more] = differences;
  const details = [...more, `${place(file)}:${line}`];
  return caseOf(
    name,
    place(file),
    passed ? {} : { failures: [{ type: 'test.case_failed', message: first, details }] },
  );
}

function regoEntry(
  { name, file, line, passed, message }: RegoTestReport,
  place: (file: string) => string,
): SuiteCase {
  const fault = {
    type: 'test.rego_failed',
    message: message ?? 'it is not true',
    details: [`${place(file)}:${line}`],
  };
  return caseOf(name, place(file), passed ? {} : { failures: [fault] });
}
