import type { CarryReport, EdgeReport, GroupRate, Rate, RunScore } from '../model/carry.js';
import type { Modality } from '../model/constraint.js';
import { SCORE_CLASSES } from '../model/score.js';
import { textWidth } from './code-frame.js';
import { composedSum, composedText } from './composed-text.js';
import { edgeCodes } from './edge-codes.js';
import { type Paint, plain } from './paint.js';
import { amount, countsText, grouped, intervalText, percent, rateText, timeText } from './rate-text.js';
import { type RunStateWord, runStateWord } from './run-state-words.js';
import { safe } from './safe-text.js';
import { CLASS_NAMES } from './score-class-text.js';
import { type Cell, cell, fitted, number, tableText, wrapped } from './text-table.js';

/** The widest line. */
const COLUMNS = 100;
const MOST_EDGES = 15;
const MOST_KINDS = 20;
const MOST_RUNS = 10;
const MOST_SKIPPED = 20;
/** Keeps words in one line; printed as a blank. */
const TIED = '\u00a0';

/** The report for a terminal: what crossed, on which edges, what went wrong, which runs to look at. */
export function carryText(report: CarryReport, { paint }: { readonly paint: Paint }): string {
  const parts = [
    headText(report, paint),
    countsPart(report, paint),
    ratesPart(report, paint),
    ...groupsPart(report, paint),
    edgesPart(report, paint),
    timePart(report, paint),
    faultsPart(report, paint),
    runsPart(report, paint),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function headText(report: CarryReport, paint: Paint): string {
  const { counts, simulated, since, until, note } = report;
  const label = { all: '  SIMULATED', some: '  PARTLY SIMULATED', none: '' }[simulated];
  const from = since === null ? '' : `, from ${safe(timeText(since), 40)}`;
  const to = until === null ? '' : `, before ${safe(timeText(until), 40)}`;
  const size = `${amount(counts.runs, 'run')}, ${amount(counts.transfers, 'transfer')}${from}${to}`;
  const lines = [
    `${paint('strong', 'Carry report')}${label === '' ? '' : paint('warning', label)}  ${size}`,
    wrapped(safe(note), COLUMNS, ''),
    ...leftOut(report).map((line) => paint('warning', line)),
    ...notListed(report).map((line) => paint('dim', line)),
  ];
  return `${lines.join('\n')}\n`;
}

/** What is in no number. */
function leftOut({ skipped, counts }: CarryReport): string[] {
  const more = skipped.length - MOST_SKIPPED;
  const told = [
    ...skipped
      .slice(0, MOST_SKIPPED)
      .map(({ what, why, count }) => `${grouped(count)} ${safe(what, 80)}: ${safe(why, 200)}`),
    ...(more > 0 ? [`${grouped(more)} more kinds`] : []),
    ...(counts.incomplete_runs > 0
      ? [`${amount(counts.incomplete_runs, 'incomplete run')}: what cannot be known of them is in no rate`]
      : []),
  ];
  return told.map((line) => wrapped(`left out: ${line}`, COLUMNS, '          '));
}

/** No omission: each run is in the numbers. */
function notListed({ runs, runs_omitted: omitted, counts }: CarryReport): string[] {
  if (omitted === 0) return [];
  const listed = `${grouped(runs.length)} ${runs.length === 1 ? 'is' : 'are'} listed one by one`;
  return [`all ${amount(counts.runs, 'run')} are in the numbers; ${listed}`];
}

function countsPart({ counts }: CarryReport, paint: Paint): string {
  const rows = [
    [
      cell('violated', counts.violated > 0 ? 'bad' : undefined),
      number(grouped(counts.violated)),
      cell('runs in which what a constraint forbids happened, or what it requires did not', 'dim'),
    ],
    [
      cell('can be saved', counts.can_be_saved > 0 ? 'warning' : undefined),
      number(grouped(counts.can_be_saved)),
      cell('open runs that lost a constraint nothing has violated yet', 'dim'),
    ],
    [cell('delivered'), number(grouped(counts.delivered)), cell('transfers', 'dim')],
    [cell('attempt 1'), number(grouped(counts.first_attempts)), cell('transfers', 'dim')],
  ];
  return tableText(rows, paint);
}

type RateRow = readonly [name: string, attempt_1: Rate, delivered: Rate];

/** Attempt 1 beside delivered; below each other where the lines would be too long. */
function rateTable(rows: readonly RateRow[], paint: Paint): string {
  const side = (name: string): Cell[] => [number(name, 'dim'), cell('95 %', 'dim'), cell('')];
  const beside = [
    [cell(''), ...side('attempt 1'), ...side('delivered')],
    ...rows.map(([name, first, delivered]) => [cell(name), ...rateCells(first), ...rateCells(delivered)]),
  ];
  const fits = tableText(beside, plain)
    .split('\n')
    .every((line) => textWidth(line) <= COLUMNS);
  if (fits) return tableText(beside, paint);
  const stacked = rows.flatMap(([, first, delivered]) => [
    [cell('  attempt 1', 'dim'), ...rateCells(first)],
    [cell('  delivered', 'dim'), ...rateCells(delivered)],
  ]);
  const lines = tableText(stacked, paint).split('\n');
  return rows
    .map(([name], index) => `  ${name}\n${lines.slice(2 * index, 2 * index + 2).join('\n')}\n`)
    .join('');
}

function rateCells(rate: Rate): Cell[] {
  if (rate.held === 0) return [number('–', 'dim'), cell(''), cell('none held', 'dim')];
  const interval = intervalText(rate, '').replace(' to ', '-').replace('%', '');
  return [
    number(rateText(rate, ' ').replace(' % to ', '-'), 'strong'),
    cell(interval, 'dim'),
    cell(countsText(rate)),
  ];
}

function ratesPart({ rates, confidence_reported: told, composed }: CarryReport, paint: Paint): string {
  const rows = SCORE_CLASSES.map(
    (score): RateRow => [CLASS_NAMES[score].toLowerCase(), rates.attempt_1[score], rates.delivered[score]],
  );
  const first = rates.attempt_1.constraints;
  const intact = `  Carried with no fault: ${grouped(first.intact)} of ${grouped(first.carried)} carried constraints at attempt 1.\n`;
  const reported =
    told.transfers === 0
      ? ''
      : `  Confidence reported in ${grouped(told.reported)} of ${grouped(told.transfers)} transfers.\n`;
  return `${paint('strong', 'What crossed')}\n${rateTable(rows, paint)}${first.carried > 0 ? intact : ''}${reported}${composedLine(composed)}`;
}

const MOST_OVERRIDES = 5;

/** Attempt 1 is of what senders sent, so that it does not show them. */
function composedLine(composed: CarryReport['composed']): string {
  if (composed.length === 0) return '';
  const count = amount(composedSum(composed), 'transfer');
  const text = `Composed by the gate: ${count}, by override ${composedText(composed, MOST_OVERRIDES)}. Attempt 1 counts what their senders sent.`;
  return `  ${wrapped(text, COLUMNS - 2, '  ')}\n`;
}

function groupsPart(report: CarryReport, paint: Paint): string[] {
  const tables: readonly (readonly [string, readonly GroupRate[]])[] = [
    ['Constraints by modality', report.by_modality],
    ['Constraints by who stated them', report.by_stated_by],
    ['Constraints by hops since they were stated', report.by_hops_since_stated],
  ];
  return tables.map(([title, groups]) => {
    const rows = groups
      .filter(({ attempt_1: first, delivered }) => first.held + delivered.held > 0)
      .map(({ group, attempt_1: first, delivered }): RateRow => [fitted(group, 24), first, delivered]);
    return rows.length === 0 ? '' : `${paint('strong', title)}\n${rateTable(rows, paint)}`;
  });
}

function edgesPart({ edges }: CarryReport, paint: Paint): string {
  const title = paint('strong', 'Edges, worst first');
  if (edges.length === 0) return `${title}\n  No transfer crossed any edge.\n`;
  const shown = edges.slice(0, MOST_EDGES).map((edge) => edgeText(edge, paint));
  const more = edges.length - shown.length;
  return `${title}\n${shown.join('')}${more > 0 ? `  and ${amount(more, 'more edge')}\n` : ''}`;
}

function edgeText(edge: EdgeReport, paint: Paint): string {
  const { rates, transfers, violated } = edge;
  const bad = violated > 0 ? `  ${paint('bad', `${grouped(violated)} violated`)}` : '';
  const head = `  ${paint('strong', fitted(edge.edge, 60))}  ${paint('dim', amount(transfers, 'transfer'))}${bad}\n`;
  const table = tableText(
    [
      [cell('  attempt 1'), ...rateCells(rates.attempt_1.constraints)],
      [cell('  delivered'), ...rateCells(rates.delivered.constraints)],
    ],
    paint,
  );
  const codes = faultsText(edge);
  const contract = contractCell(edge);
  const by = `    ${paint(contract.style ?? 'dim', contract.text)}\n`;
  return `${head}${table}${by}${codes === '' ? '' : `    ${wrapped(codes, COLUMNS - 4, '    ').replaceAll(TIED, ' ')}\n`}`;
}

function contractCell({ contract, rates }: EdgeReport): Cell {
  if (contract === null) return cell('no contract', 'dim');
  const { owner, mode, threshold } = contract;
  const value = rates.attempt_1.constraints.upper;
  const below = threshold !== null && value !== null && value < threshold;
  const limit = threshold === null ? '' : `, ${below ? 'BELOW' : 'threshold'} ${percent(threshold, ' ')}`;
  return cell(`${fitted(owner, 20)}, ${mode}${limit}`, below ? 'bad' : 'dim');
}

/** Codes of one edge. */
const MOST_CODES = 4;

function faultsText(edge: EdgeReport): string {
  const codes = edgeCodes(edge);
  const told = codes
    .slice(0, MOST_CODES)
    .map(({ code, count }) => `${fitted(code, 60)}${TIED}x${TIED}${grouped(count)}`);
  const more = codes.length - told.length;
  return `${told.join(', ')}${more > 0 ? `, and${TIED}${more}${TIED}more` : ''}`;
}

const BARS = '▁▂▃▄▅▆▇█';
const MOST_BARS = 60;

/** The rate of all edges' constraints over time, as a row of bars. */
function timePart({ over_time: series }: CarryReport, paint: Paint): string {
  const all = series.find(({ edge, class: score }) => edge === null && score === 'constraints');
  const points = (all?.points ?? []).filter(({ rate }) => rate.value !== null);
  const last = points.at(-1);
  if (all === undefined || last === undefined || points.length < 2) return '';
  const every = Math.ceil(points.length / MOST_BARS);
  const shown = points.filter((_, index) => (points.length - 1 - index) % every === 0);
  const bars = shown.map(({ rate }) => BARS[Math.min(7, Math.floor((rate.value ?? 0) * 8))] ?? '').join('');
  const lowest = Math.min(...points.map(({ rate }) => rate.value ?? 1));
  const title = paint('strong', 'Constraints over time');
  return `${title}  ${paint('dim', `windows of ${grouped(all.window)} transfers, 0 to 100 %`)}\n  ${bars}  last ${rateText(last.rate, ' ')}, lowest ${percent(lowest, ' ')}\n`;
}

const MODALITIES: readonly (Modality | null)[] = ['prohibition', 'requirement', 'preference', null];

function faultsPart({ faults }: CarryReport, paint: Paint): string {
  const title = paint('strong', 'What went wrong');
  if (faults.length === 0) return `${title}\n  No fault was found in any transfer.\n`;
  const codes = [...new Set(faults.map(({ code }) => code))];
  const countOf = (code: string, modality: Modality | null): number =>
    faults.find((fault) => fault.code === code && fault.modality === modality)?.count ?? 0;
  const rows = codes.map((code) => {
    const counts = MODALITIES.map((modality) => countOf(code, modality));
    return { code, counts, all: counts.reduce((sum, count) => sum + count, 0) };
  });
  rows.sort((a, b) => b.all - a.all || (a.code < b.code ? -1 : 1));
  const head = ['', 'prohibition', 'requirement', 'preference', 'no constraint', 'all'];
  const cells = rows
    .slice(0, MOST_KINDS)
    .map(({ code, counts, all }) => [
      cell(fitted(code, 34)),
      ...counts.map((count) => number(count === 0 ? '·' : grouped(count), count === 0 ? 'dim' : undefined)),
      number(grouped(all), 'strong'),
    ]);
  const more = rows.length - cells.length;
  return `${title}\n${tableText([head.map((text) => number(text, 'dim')), ...cells], paint)}${more > 0 ? `  and ${amount(more, 'more kind')}\n` : ''}`;
}

/** The runs that somebody has to look at, and how. */
function runsPart({ runs, counts }: CarryReport, paint: Paint): string {
  const lists: readonly (readonly [RunStateWord, string, number])[] = [
    ['violated', 'Violated', counts.violated],
    ['can be saved', 'Can still be saved', counts.can_be_saved],
  ];
  const parts = lists.map(([word, title, count]) => {
    const found = runs.filter((run) => runStateWord(run) === word).slice(0, MOST_RUNS);
    if (found.length === 0) return '';
    const more = count - found.length;
    const rest = more > 0 ? `  and ${amount(more, 'more run')}\n` : '';
    return `${paint('strong', title)}\n${found.map(runLine).join('')}${rest}`;
  });
  const told = parts.filter((part) => part !== '');
  if (told.length === 0) return '';
  return `${told.join('\n')}\n${paint('dim', 'edge-contracts runs show RUN tells each constraint along the hops.')}\n`;
}

function runLine({ run, lives }: RunScore): string {
  const lost = lives.find(({ state }) => state === 'violated' || state === 'dropped');
  const hop = lost?.transitions.find(({ to }) => to === 'dropped' || to === 'weakened')?.hop;
  const where = hop === undefined ? '' : `, lost or changed at hop ${hop}`;
  const text = lost === undefined ? '' : `  "${fitted(lost.constraint.text, 36)}"${where}`;
  return `  ${fitted(run, 32)}${text}\n`;
}
