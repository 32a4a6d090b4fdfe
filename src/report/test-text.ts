import type { CaseReport, RegoTestReport, TestReport } from '../model/test-report.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';
import { cell, number, tableText } from './text-table.js';

export interface TestTextOptions {
  readonly paint: Paint;
  readonly place?: (file: string) => string;
}

/** A line for each case, what came instead where it failed, coverage, what no case noticed; then the counts. */
export function testText(report: TestReport, { paint, place = (file) => file }: TestTextOptions): string {
  const lines = [
    ...report.cases.map((one) => caseText(one, paint, place)),
    ...report.rego.map((one) => regoText(one, paint, place)),
  ];
  return `${lines.join('')}${coverageText(report, paint)}${mutationText(report, paint, place)}${countsText(report, paint)}`;
}

type Place = (file: string) => string;

function caseText({ name, file, line, passed, differences }: CaseReport, paint: Paint, place: Place): string {
  const told = differences.map((difference) => `    ${safe(difference)}\n`);
  return `${passedText(passed, paint)} ${safe(name, 200)}  ${paint('dim', safe(`${place(file)}:${line}`, 300))}\n${told.join('')}`;
}

function regoText({ name, file, line, passed, message }: RegoTestReport, paint: Paint, place: Place): string {
  const told = passed ? '' : `    ${safe(message ?? 'it is not true')}\n`;
  return `${passedText(passed, paint)} ${safe(name, 200)}  ${paint('dim', safe(`${place(file)}:${line}`, 300))}\n${told}`;
}

function passedText(passed: boolean, paint: Paint): string {
  return passed ? paint('good', 'passed') : paint('bad', 'FAILED');
}

function coverageText({ coverage }: TestReport, paint: Paint): string {
  if (coverage === null) return '';
  const rows = coverage.map(({ edge, share }) => [
    cell(safeName(edge)),
    number(`${(share * 100).toFixed(1)} %`),
  ]);
  const never = coverage.flatMap(({ edge, checks }) =>
    checks
      .filter(({ failed, proven }) => !failed || !proven)
      .map(({ code, failed, proven }) => {
        const lacks = [...(failed ? [] : ['failing']), ...(proven ? [] : ['proven'])].join(' or ');
        return `    ${safeName(edge)}: ${safeName(code)} was never seen ${lacks}\n`;
      }),
  );
  return `\n${paint('strong', 'coverage')}\n${tableText(rows, paint)}${never.join('')}`;
}

function mutationText({ mutation }: TestReport, paint: Paint, place: Place): string {
  if (mutation === null) return '';
  const { noticed, unnoticed, equivalent, score } = mutation;
  const lines = unnoticed.map(
    ({ edge, mutator, file, line, says }) =>
      `  ${paint('warning', 'not noticed')} ${safeName(edge)}: ${safe(says)}  ${paint('dim', safe(`${mutator}, ${place(file)}:${line}`, 300))}\n`,
  );
  const share = score === null ? 'nothing could be changed' : `${(score * 100).toFixed(1)} % noticed`;
  const counts = `${noticed} of ${noticed + unnoticed.length}, ${share}; ${equivalent} mean the same`;
  return `\n${paint('strong', 'changes of the contracts')}  ${counts}\n${lines.join('')}`;
}

function countsText({ cases, rego }: TestReport, paint: Paint): string {
  const all = [...cases, ...rego];
  const failed = all.filter(({ passed }) => !passed).length;
  const result = paint(failed > 0 ? 'bad' : 'good', `${failed} failed`);
  return `${counted(all.length, 'case')}, ${all.length - failed} passed, ${result}\n`;
}
