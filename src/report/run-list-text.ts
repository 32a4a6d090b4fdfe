import type { Paint, Style } from './paint.js';
import { amount, grouped, timeText } from './rate-text.js';
import type { RunLine, RunList } from './run-documents.js';
import type { RunStateWord } from './run-state-words.js';
import { safe } from './safe-text.js';
import { cell, fitted, number, tableText } from './text-table.js';

const STYLES: Readonly<Record<RunStateWord, Style>> = {
  violated: 'bad',
  'can be saved': 'warning',
  lost: 'bad',
  incomplete: 'warning',
  'in order': 'good',
};

/** One line a run: what became of it, and what was lost where. */
export function runListText(list: RunList, { paint }: { readonly paint: Paint }): string {
  const { runs, counts, skipped } = list;
  const rows = runs.map((run) => [
    cell(run.state, STYLES[run.state]),
    cell(fitted(run.run, 28), 'strong'),
    cell(run.closed ? 'closed' : 'open', 'dim'),
    number(`${grouped(run.transfers)}`),
    cell(safe(timeText(run.to), 19), 'dim'),
    cell(lostText(run)),
  ]);
  const head = ['', 'run', '', 'hops', 'last record', 'lost'].map((text) => cell(text, 'dim'));
  const table = rows.length === 0 ? '' : tableText([head, ...rows], paint);
  const more = counts.omitted > 0 ? `, ${grouped(counts.omitted)} more are not listed (--limit)` : '';
  const simulated = runs.some((run) => run.simulated)
    ? `${paint('warning', 'SIMULATED runs are among these.')}\n`
    : '';
  const left = skipped.map(
    ({ what, why, count }) =>
      `${paint('warning', `left out: ${grouped(count)} ${safe(what, 80)}: ${safe(why, 200)}`)}\n`,
  );
  return `${table}${rows.length === 0 ? '' : '\n'}${simulated}${left.join('')}${amount(counts.found, 'run')} of ${grouped(counts.seen)}${more}\n`;
}

/** In one line, so short that the table stays within a terminal. */
function lostText({ lost }: RunLine): string {
  const [first] = lost;
  if (first === undefined) return '';
  const where = first.hop === null ? '' : ` at hop ${first.hop}`;
  const more = lost.length > 1 ? ` +${lost.length - 1}` : '';
  return `${fitted(first.text, 16)}${where}${more}`;
}
