import type { RunScore, TransferScore } from '../model/carry.js';
import type { ConstraintLife, LifeTransition } from '../model/verdict.js';
import type { Paint, Style } from './paint.js';
import { amount, timeText } from './rate-text.js';
import type { RunView } from './run-documents.js';
import type { RunStateWord } from './run-state-words.js';
import { safe } from './safe-text.js';
import { type Cell, cell, fitted, number, tableText, wrapped } from './text-table.js';

const COLUMNS = 100;
const MOST_LIVES = 50;
const MOST_STEPS = 40;
const MOST_TRANSFERS = 60;
const MOST_NOTES = 8;

/** One run: its transfers, each constraint along the hops, and what to do next. */
export function runTimelineText(view: RunView, { paint }: { readonly paint: Paint }): string {
  const { run } = view;
  const parts = [
    headText(view, paint),
    transfersText(run, paint),
    ...livesText(run, paint),
    nextText(view, paint),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

const STATE_STYLES: Readonly<Record<RunStateWord, Style>> = {
  violated: 'bad',
  'can be saved': 'warning',
  lost: 'bad',
  incomplete: 'warning',
  'in order': 'good',
};

function headText({ run, state, note }: RunView, paint: Paint): string {
  const facts = [
    run.closed ? 'closed' : 'open',
    amount(run.transfers.length, 'transfer'),
    `${moment(run.from)} to ${moment(run.to)}`,
    ...(run.simulated ? ['SIMULATED'] : []),
  ];
  const lines = [
    `${paint('strong', `run ${fitted(run.run, 60)}`)}  ${paint(STATE_STYLES[state], state)}\n${facts.join(', ')}`,
    ...healthText(run).map((line) => paint('warning', wrapped(line, COLUMNS, '  '))),
    paint('dim', wrapped(safe(note), COLUMNS, '')),
  ];
  return `${lines.join('\n')}\n`;
}

/** What is missing of it. */
function healthText({ history, health, record_faults: faults }: RunScore): string[] {
  const told: string[] = [];
  if (history !== 'complete') told.push(`history is ${history}: what cannot be known is in no rate`);
  if (health !== null) {
    const { missing, twice = [], late, refused, erased, pruned } = health;
    if (missing.length > 0)
      told.push(
        `records that never arrived: ${missing.slice(0, 20).join(', ')}${missing.length > 20 ? ', …' : ''}`,
      );
    if (twice.length > 0)
      told.push(
        `numbers that two records have: ${twice.slice(0, 20).join(', ')}${twice.length > 20 ? ', …' : ''}`,
      );
    const counts = [`${late} late`, `${refused} refused`, `${erased} erased`, `${pruned} pruned`];
    const some = counts.filter((text) => !text.startsWith('0 '));
    if (some.length > 0) told.push(`records: ${some.join(', ')}`);
  }
  if (faults.length > 0) told.push(`faults of the records: ${safe(faults.join(', '), 200)}`);
  return told;
}

function transfersText({ transfers }: RunScore, paint: Paint): string {
  const title = paint('strong', 'Transfers');
  if (transfers.length === 0) return `${title}\n  This run has no transfer.\n`;
  const shown = shownTransfers(transfers);
  const more = transfers.length - shown.length;
  const rest = more > 0 ? `  and ${amount(more, 'more transfer')}, with nothing wrong first\n` : '';
  const notes = decidedNotes(transfers).map(
    (line) => `  ${paint('warning', wrapped(line, COLUMNS - 2, '    '))}\n`,
  );
  return `${title}\n${tableText(
    shown.map((transfer) => transferRow(transfer)),
    paint,
  )}${rest}${notes.join('')}`;
}

/** What was decided of attempts and is not what was done, each with its hops. */
function decidedNotes(transfers: readonly TransferScore[]): string[] {
  const found = new Map<string, number[]>();
  for (const transfer of transfers) {
    const note = decidedNote(transfer);
    if (note !== null) found.set(note, [...(found.get(note) ?? []), transfer.hop]);
  }
  return [...found].slice(0, MOST_NOTES).map(([note, at]) => `${note}: hop ${hops(at)}`);
}

function decidedNote({ decided, delivered }: TransferScore): string | null {
  if (decided === null) return null;
  const { action, mode, afterwards, composed_by: override } = decided;
  if (override !== undefined) return `composed by override ${fitted(override, 40)}`;
  if (afterwards === true) return `judged later: ${action} (mode ${mode})`;
  return action === 'block' && delivered ? 'a gate said block, and it was delivered all the same' : null;
}

/** Of a long run, those with a fault before the others; in the run's order. */
function shownTransfers(transfers: readonly TransferScore[]): readonly TransferScore[] {
  if (transfers.length <= MOST_TRANSFERS) return transfers;
  const faulty = transfers.filter(({ faults }) => faults.length > 0).slice(0, MOST_TRANSFERS);
  const kept = new Set(faulty);
  for (const transfer of transfers) if (kept.size < MOST_TRANSFERS) kept.add(transfer);
  return transfers.filter((transfer) => kept.has(transfer));
}

/** What was done: by the record, where nobody decided then, or where the record says otherwise. */
function actCell({ decided, delivered }: TransferScore): Cell {
  if (decided === null || decided.afterwards === true)
    return delivered ? cell('delivered', 'dim') : cell('not delivered', 'bad');
  if (decided.action === 'block') return delivered ? cell('delivered', 'bad') : cell('BLOCKED', 'bad');
  return decided.decision === 'block'
    ? cell(`let through (${decided.mode})`, 'warning')
    : cell('allowed', 'good');
}

function transferRow(transfer: TransferScore): Cell[] {
  const { hop, attempt, from, to, scores, faults } = transfer;
  const [carried, held] = scores.constraints;
  const codes = [...new Set(faults.map(({ code }) => code))];
  const more = codes.length > 1 ? ` +${codes.length - 1}` : '';
  return [
    cell(attempt > 1 ? `hop ${hop} (attempt ${attempt})` : `hop ${hop}`),
    cell(`${fitted(from, 16)} -> ${fitted(to, 16)}`),
    actCell(transfer),
    held === 0 ? number('–', 'dim') : number(`${carried} of ${held}`, carried < held ? 'bad' : undefined),
    cell(codes.length === 0 ? '' : `${fitted(codes[0] ?? '', 24)}${more}`, 'dim'),
  ];
}

const BADNESS: Readonly<Record<ConstraintLife['state'], number>> = {
  ...{ violated: 0, dropped: 1, live: 2, stated: 2, discharged: 2, lapsed: 2 },
};

function livesText({ lives }: RunScore, paint: Paint): string[] {
  if (lives.length === 0)
    return [
      `${paint('strong', 'Constraints')}\n  Nobody stated a constraint in this run, or nobody looked for one.\n`,
    ];
  const sorted = [...lives].sort((a, b) => BADNESS[a.state] - BADNESS[b.state]);
  const told = sorted.slice(0, MOST_LIVES).map((life) => lifeText(life, paint));
  const more = lives.length - told.length;
  return more > 0 ? [...told, `and ${amount(more, 'more constraint')}; --json has all\n`] : told;
}

const CAUSES: Readonly<Record<NonNullable<ConstraintLife['cause']>, string>> = {
  transmission: 'transmission, it had been lost or changed on the way',
  reasoning: 'reasoning, it had arrived whole and was not honoured',
};

/** One constraint: what it says, and every transition with its who, where, why and evidence. */
function lifeText(life: ConstraintLife, paint: Paint): string {
  const { constraint, state, cause, transitions, lost_upstream_at: missing } = life;
  const why = cause === null ? '' : `; cause: ${CAUSES[cause]}`;
  const bad = state === 'violated' || state === 'dropped';
  const facts = `${constraint.modality}, scope ${constraint.scope}, stated by ${constraint.stated_by} in ${fitted(constraint.stated_in, 30)}`;
  const shown = shownSteps(transitions);
  const rows = shown.map((step) =>
    typeof step === 'string' ? [cell(''), cell(step, 'dim')] : stepRow(step),
  );
  const later =
    missing.length === 0
      ? ''
      : `  ${paint('warning', `─ still missing at hop ${hops(missing.map(({ hop }) => hop))}`)}\n`;
  return [
    `${paint('strong', wrapped(`"${safe(constraint.text, 300)}"`, COLUMNS, ' '))}  ${paint(bad ? 'bad' : 'good', state)}\n`,
    `  ${paint('dim', wrapped(`${fitted(constraint.id, 40)}: ${facts}${why}`, COLUMNS - 2, '  '))}\n`,
    tableText(rows, paint),
    later,
    ...shown.flatMap((step) => (typeof step === 'string' ? [] : reasonLine(step, paint))),
  ].join('');
}

/** The beginning and the end of a life of hundreds of steps. */
function shownSteps(steps: readonly LifeTransition[]): readonly (LifeTransition | string)[] {
  if (steps.length <= MOST_STEPS) return steps;
  const half = MOST_STEPS / 2;
  return [
    ...steps.slice(0, half),
    `… ${amount(steps.length - MOST_STEPS, 'more step')} …`,
    ...steps.slice(-half),
  ];
}

const SIGNS: Readonly<Record<LifeTransition['to'], readonly [sign: string, word: string, style: Style]>> = {
  stated: ['◆', 'stated', 'place'],
  live: ['●', 'carried', 'good'],
  weakened: ['◐', 'weakened', 'bad'],
  dropped: ['✕', 'dropped', 'bad'],
  restored: ['⊕', 'restored', 'good'],
  discharged: ['■', 'discharged', 'good'],
  lapsed: ['□', 'lapsed', 'dim'],
  violated: ['▲', 'violated', 'bad'],
};

function stepRow({ to, by, at, hop, after_hop: after, evidence, effect }: LifeTransition): Cell[] {
  const [sign, word, style] = SIGNS[to];
  const where = hop !== undefined ? `hop ${hop}` : after !== undefined ? `after hop ${after}` : '';
  const record = effect ?? evidence;
  return [
    cell(sign, style),
    cell(word, style),
    cell(where),
    cell(`by ${fitted(by, 18)}${record === undefined ? '' : ` (${fitted(record, 14)})`}`),
    cell(moment(at), 'dim'),
  ];
}

/** On which edge, and why. */
function reasonLine({ to, why, edge }: LifeTransition, paint: Paint): string[] {
  if (why === undefined || to === 'lapsed') return [];
  const on = edge === undefined || edge === null ? '' : ` on ${fitted(edge, 60)}`;
  return [`  ${paint('dim', wrapped(`${SIGNS[to][1]}${on}: ${safe(why, 300)}`, COLUMNS - 2, '    '))}\n`];
}

function moment(at: string): string {
  return safe(timeText(at), 40);
}

function hops(at: readonly number[]): string {
  return at.length <= 8 ? at.join(', ') : `${at.slice(0, 7).join(', ')} and ${at.length - 7} more`;
}

function nextText({ next, state }: RunView, paint: Paint): string {
  if (next.length === 0) return '';
  const title =
    state === 'can be saved'
      ? 'It can still be saved: put the constraint back before anybody acts against it'
      : 'Next';
  return `${paint('strong', title)}\n${next.map((line) => `  ${line}\n`).join('')}`;
}
