import { findCheck } from '../checks/index.js';
import type {
  CaseReport,
  CheckCoverage,
  ContractCoverage,
  Mutant,
  MutationReport,
  RegoTestReport,
  TestReport,
} from '../model/test-report.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe } from './safe-text.js';

export interface TestTextOptions {
  readonly paint: Paint;
  /** A file's path as the reader can open it from where they are. */
  readonly place: (file: string) => string;
}

/** Cases and Rego tests, a line each, what came otherwise below it; then coverage, mutation, and the counts. */
export function testText(report: TestReport, options: TestTextOptions): string {
  const blocks = [
    ...byFile(report.cases).map(([file, cases]) => casesText(file, cases, options)),
    ...byFile(report.rego).map(([file, tests]) => regoText(file, tests, options)),
    ...(report.coverage ?? []).map((coverage) => coverageText(coverage, options)),
    ...(report.mutation === null ? [] : [mutationText(report.mutation, options)]),
    summaryText(report, options.paint),
  ];
  return blocks.join('\n');
}

function byFile<T extends { readonly file: string }>(
  items: readonly T[],
): readonly (readonly [string, T[]])[] {
  const files = new Map<string, T[]>();
  for (const item of items) files.set(item.file, [...(files.get(item.file) ?? []), item]);
  return [...files];
}

function casesText(file: string, cases: readonly CaseReport[], { paint, place }: TestTextOptions): string {
  const lines = cases.map(({ name, line, passed, differences }) =>
    [
      `  ${mark(passed, paint)}  ${safe(name)}${passed ? '' : paint('dim', `  line ${line}`)}\n`,
      ...differences.map((difference) => `        ${safe(difference)}\n`),
    ].join(''),
  );
  return `${paint('strong', safe(place(file)))}\n${lines.join('')}`;
}

function regoText(file: string, tests: readonly RegoTestReport[], { paint, place }: TestTextOptions): string {
  const lines = tests.map(({ name, line, passed, message }) => {
    const why = passed ? '' : `${paint('dim', `  line ${line}`)}\n        ${safe(message ?? '')}`;
    return `  ${mark(passed, paint)}  ${safe(name)}${why}\n`;
  });
  return `${paint('strong', safe(place(file)))}\n${lines.join('')}`;
}

function mark(passed: boolean, paint: Paint): string {
  return passed ? paint('good', 'ok  ') : paint('bad', 'FAIL');
}

function coverageText({ edge, file, checks, share }: ContractCoverage, options: TestTextOptions): string {
  const { paint, place } = options;
  const missing = checks.filter(({ failed, proven }) => !failed || !proven);
  const width = Math.max(0, ...missing.filter(({ written }) => written).map(({ code }) => code.length));
  const head = `coverage of ${paint('strong', safe(edge))}: ${percent(share)}  ${paint('dim', safe(place(file)))}\n`;
  if (checks.every(({ failed, proven }) => !failed && !proven))
    return `${head}  no case expects anything of it\n`;
  const own = missing.filter(({ written }) => written);
  const lines = own.map((check) => missingText(check, width, options));
  return `${head}${lines.join('')}${defaultsText(missing.length - own.length, paint)}`;
}

function defaultsText(count: number, paint: Paint): string {
  if (count === 0) return '';
  const what = counted(count, 'check that it does not write', 'checks that it does not write');
  return paint('dim', `  and ${what}, at their defaults; --json lists all\n`);
}

function missingText(check: CheckCoverage, width: number, { paint }: TestTextOptions): string {
  const { code, line, failed, proven } = check;
  const what = !failed && !proven ? 'never seen' : failed ? 'never seen proven' : 'never seen failing';
  const hint = paint('dim', `line ${line}; ${hintFor(check)}`);
  return `  ${safe(code).padEnd(width)}  ${what.padEnd(18)}  ${hint}\n`;
}

/** What a case would have to show. A check's title says what holds. */
function hintFor({ code, failed }: CheckCoverage): string {
  const title = findCheck(code)?.title ?? 'the rule holds';
  return failed
    ? `write a case in which this holds: ${title}`
    : `write a case in which this does not hold: ${title}`;
}

function mutationText(
  { noticed, written, unnoticed, equivalent, score }: MutationReport,
  options: TestTextOptions,
): string {
  const { paint } = options;
  if (score === null) return 'mutation: there was nothing to change\n';
  const all = noticed + unnoticed.length;
  const of = `${noticed} of ${counted(all, 'change')} noticed (${sharesText(noticed, all, written)})`;
  const not = equivalent === 0 ? '' : `, ${equivalent} more would have changed nothing`;
  const head = `mutation: ${paint(unnoticed.length === 0 ? 'good' : 'warning', percent(score))}, ${of}${not}\n`;
  const groups = new Map<string, Mutant[]>();
  for (const mutant of unnoticed) groups.set(mutant.edge, [...(groups.get(mutant.edge) ?? []), mutant]);
  return head + [...groups].map(([edge, mutants]) => unnoticedText(edge, mutants, options)).join('');
}

function sharesText(noticed: number, all: number, written: MutationReport['written']): string {
  const own = `${written.noticed} of ${written.of} of what the contracts write`;
  return `${own}, ${noticed - written.noticed} of ${all - written.of} inherited defaults`;
}

function unnoticedText(edge: string, mutants: readonly Mutant[], { paint, place }: TestTextOptions): string {
  const own = mutants.filter(({ written }) => written);
  const lines = own.slice(0, MOST_MUTANTS).map(({ file, line, says }) => {
    const where = paint('place', `${safe(place(file))}:${line}`);
    return `    ${where}  ${safe(says)}\n`;
  });
  const [left, defaults] = [own.length - lines.length, mutants.length - own.length];
  const more = [
    ...(left > 0 ? [`${left} more`] : []),
    ...(defaults > 0 ? [counted(defaults, 'inherited default')] : []),
  ];
  if (more.length > 0) lines.push(paint('dim', `    … and ${more.join(', ')}; --json lists all\n`));
  return `  no case of ${paint('strong', safe(edge))} notices:\n${lines.join('')}`;
}

/** Of one contract: who sees fifty reads none. */
const MOST_MUTANTS = 20;

/** Rounded down: 99.9 % is not all of it. */
function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

function summaryText({ cases, rego, diagnostics }: TestReport, paint: Paint): string {
  const all = [...cases, ...rego];
  const failed = all.filter(({ passed }) => !passed).length;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const parts = [
    paint('good', `${all.length - failed} passed`),
    paint(failed === 0 ? 'dim' : 'bad', `${failed} failed`),
    ...(errors === 0 ? [] : [paint('bad', counted(errors, 'error'))]),
  ];
  return `${parts.join(', ')}\n`;
}
