import type {
  CaseReport,
  ContractCoverage,
  Mutant,
  RegoTestReport,
  TestReport,
} from '../../model/test-report.js';
import { counted } from '../counted.js';
import type { FormatOptions } from '../formats/format-options.js';
import { diagnosticParts } from './diagnostics-markdown.js';
import { code, prose, table } from './markdown-text.js';
import { kept, noticeText, type Part, withinBudget } from './within-budget.js';

/** Cases that failed with what came instead; coverage; what no case notices. */
export function testMarkdown(report: TestReport, { place, whole }: FormatOptions): string {
  const { cases, rego, coverage, mutation, diagnostics } = report;
  const parts: readonly Part[] = [
    kept(`<!-- edge-contracts test -->\n\n${headText(report)}`),
    ...diagnosticParts(diagnostics, place, { error: 1, warning: 5 }),
    ...cases
      .filter(({ passed }) => !passed)
      .map((one) => ({ text: () => caseText(one, place), what: 'failed case', cut: 2 })),
    ...rego
      .filter(({ passed }) => !passed)
      .map((one) => ({ text: () => regoText(one, place), what: 'failed case', cut: 2 })),
    kept('\n'),
    ...(mutation?.unnoticed ?? []).map((one) => ({
      text: () => mutantText(one, place),
      what: 'unnoticed change',
      cut: 3,
    })),
    kept('\n'),
    ...(coverage === null ? [] : [{ text: () => coverageText(coverage), what: 'coverage table', cut: 4 }]),
  ];
  return withinBudget(parts, (cut) => noticeText(cut, whole));
}

function headText({ cases, rego, mutation, diagnostics }: TestReport): string {
  const all = [...cases, ...rego];
  const failed = all.filter(({ passed }) => !passed).length;
  const broken = diagnostics.some(({ severity }) => severity === 'error') ? ' (**not whole**)' : '';
  const noticed = mutation === null ? '' : `${mutationText(mutation)}\n\n`;
  return `## Contract tests: ${counted(all.length, 'case')}, ${failed} failed${broken}\n\n${noticed}`;
}

function mutationText({ noticed, unnoticed, equivalent }: NonNullable<TestReport['mutation']>): string {
  const of = noticed + unnoticed.length;
  return `${noticed} of ${counted(of, 'change')} of the contracts are noticed (${equivalent} more mean the same)`;
}

function caseText({ name, file, line, differences }: CaseReport, place: (file: string) => string): string {
  const told = differences.slice(0, 10).map((difference) => `  - ${prose(difference)}\n`);
  const left = differences.length - told.length;
  const more = left > 0 ? `  - and ${left} more\n` : '';
  return `- **failed** ${code(name)} at ${code(`${place(file)}:${line}`)}\n${told.join('')}${more}`;
}

function regoText({ name, file, line, message }: RegoTestReport, place: (file: string) => string): string {
  return `- **failed** ${code(name)} at ${code(`${place(file)}:${line}`)}: ${prose(message ?? 'it is not true')}\n`;
}

function mutantText({ edge, mutator, file, line, says }: Mutant, place: (file: string) => string): string {
  return `- not noticed on ${code(edge)}: ${prose(says)} (${code(mutator)}, ${code(`${place(file)}:${line}`)})\n`;
}

function coverageText(coverage: readonly ContractCoverage[]): string {
  const rows = coverage.map(({ edge, share, checks }) => {
    const never = checks.filter(({ failed, proven }) => !failed || !proven).length;
    return [code(edge), `${(share * 100).toFixed(1)} %`, String(checks.length), String(never)];
  });
  return `${table(['Contract', 'Coverage', 'Checks', 'Not seen both ways'], rows)}\n`;
}
