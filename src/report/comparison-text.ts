import type { Rate } from '../model/carry.js';
import type {
  CarryComparison,
  ChangeWord,
  ComparedSet,
  EdgeChange,
  RateChange,
} from '../model/comparison.js';
import type { Paint, Style } from './paint.js';
import { amount, countsText, rateText } from './rate-text.js';
import { safe, safeName } from './safe-text.js';
import { CLASS_NAMES } from './score-class-text.js';
import { type Cell, cell, number, tableText, wrapped } from './text-table.js';

const COLUMNS = 100;
const MOST_EDGES = 20;
const MOST_WARNINGS = 20;

/** A comparison for a terminal. */
export function comparisonText(comparison: CarryComparison, { paint }: { readonly paint: Paint }): string {
  const { before, after, note, method, warnings } = comparison;
  const told = warnings
    .slice(0, MOST_WARNINGS)
    .map(
      ({ message }) =>
        `${paint('warning', wrapped(`may not be comparable: ${safe(message)}`, COLUMNS, '  '))}\n`,
    );
  return [
    `${paint('strong', 'Before and after')}\n${setText('before', before, paint)}${setText('after', after, paint)}${told.join('')}`,
    classesText(comparison, paint),
    edgesText(comparison.edges, paint),
    `${paint('dim', wrapped(`${note} ${method}`, COLUMNS, ''))}\n`,
  ].join('\n');
}

function setText(
  which: string,
  { name, simulated, runs, transfers, held_per_transfer }: ComparedSet,
  paint: Paint,
): string {
  const label = { all: '  SIMULATED', some: '  PARTLY SIMULATED', none: '' }[simulated];
  const held = held_per_transfer === null ? '' : `, ${held_per_transfer.toFixed(3)} constraints held each`;
  const size = `${amount(runs, 'run')}, ${amount(transfers, 'transfer')}${held}`;
  return `  ${which.padEnd(7)} ${safeName(name)}${label === '' ? '' : paint('warning', label)}  ${size}\n`;
}

function classesText({ classes, intact, intact_of_carried: whole }: CarryComparison, paint: Paint): string {
  const rows = classes.flatMap((one) => [
    ...changeRows(CLASS_NAMES[one.class].toLowerCase(), one),
    ...(one.class === 'constraints'
      ? [...changeRows('  with no fault', intact), ...changeRows('  no fault, of carried', whole)]
      : []),
  ]);
  return `${paint('strong', 'What crossed')}\n${tableText([HEAD, ...rows], paint)}`;
}

const HEAD: readonly Cell[] = [
  cell(''),
  cell(''),
  number('before', 'dim'),
  cell(''),
  number('after', 'dim'),
  cell(''),
  number('difference', 'dim'),
  cell('95 %', 'dim'),
  cell(''),
];

/** Attempt 1, and delivered where that is something else. */
function changeRows(
  name: string,
  { attempt_1: first, delivered }: Omit<EdgeChange, 'edge' | 'in'>,
): Cell[][] {
  const same = sameCounts(first.before, delivered.before) && sameCounts(first.after, delivered.after);
  if (same) return [[cell(name), cell(''), ...changeCells(first)]];
  return [
    [cell(name), cell('attempt 1', 'dim'), ...changeCells(first)],
    [cell(''), cell('delivered', 'dim'), ...changeCells(delivered)],
  ];
}

function sameCounts(a: Rate, b: Rate): boolean {
  return a.carried === b.carried && a.held === b.held && a.unresolved === b.unresolved;
}

function changeCells({ before, after, difference, interval, change }: RateChange): Cell[] {
  return [
    ...rateCells(before),
    ...rateCells(after),
    number(difference === null ? '–' : points(difference), 'strong'),
    cell(interval === null ? '' : `${points(interval[0])} to ${points(interval[1])}`, 'dim'),
    cell(WORDS[change], STYLES[change]),
  ];
}

function rateCells(rate: Rate): Cell[] {
  if (rate.held === 0) return [number('–', 'dim'), cell('none held', 'dim')];
  return [number(rateText(rate, ' ')), cell(countsText(rate), 'dim')];
}

const WORDS: Readonly<Record<ChangeWord, string>> = {
  rose: 'rose, beyond chance',
  fell: 'FELL, beyond chance',
  not_beyond_chance: 'no more than chance',
  unknown: 'nothing to compare',
};

const STYLES: Readonly<Record<ChangeWord, Style>> = {
  rose: 'good',
  fell: 'bad',
  not_beyond_chance: 'dim',
  unknown: 'dim',
};

/** `+19.0`, in percentage points. */
function points(value: number): string {
  const text = (Math.abs(value) * 100).toFixed(1);
  return `${text === '0.0' ? '' : value < 0 ? '-' : '+'}${text}`;
}

function edgesText(edges: readonly EdgeChange[], paint: Paint): string {
  const title = paint('strong', 'Constraints by edge');
  const told = edges.filter(({ attempt_1: { before, after } }) => before.held + after.held > 0);
  if (told.length === 0) return `${title}\n  No constraint was held on any edge.\n`;
  const rows = told.slice(0, MOST_EDGES).flatMap((one) => changeRows(safeName(one.edge), one));
  const more = told.length - MOST_EDGES;
  const none = edges.length - told.length;
  const rest = [
    ...(more > 0 ? [amount(more, 'more edge')] : []),
    ...(none > 0 ? [`${amount(none, 'edge')} on which none was held`] : []),
  ];
  return `${title}\n${tableText([HEAD, ...rows], paint)}${rest.length > 0 ? `  and ${rest.join(', ')}\n` : ''}`;
}
