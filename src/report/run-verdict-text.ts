import type { ConstraintLife, LifeTransition, RunReason, RunVerdict } from '../model/verdict.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';
import { actionWord, errorsText, reasonText, type VerdictTextOptions } from './verdict-text.js';

/** What happened between the handoffs and after them, and the life of each constraint in one line. */
export function runVerdictText(verdict: RunVerdict, options: VerdictTextOptions): string {
  return `${betweenText(verdict, options)}${livesText(verdict.lives, options.paint)}`;
}

function betweenText(verdict: RunVerdict, options: VerdictTextOptions): string {
  const { paint } = options;
  const { reasons, errors, history, closed } = verdict;
  const notes = [
    ...(history === 'complete' ? [] : [`history is ${safeName(history)}`]),
    ...(closed ? [] : ['not closed']),
  ].map((note) => paint('dim', `[${note}]`));
  const codes = safe([...new Set([...errors, ...reasons].map(({ code }) => code))].join(', '));
  const head = ['run', actionWord(verdict, paint), codes, ...notes].filter((part) => part !== '').join('  ');
  const told = reasons.map((reason) => reasonText(reason, options, happened(reason)));
  const omitted = verdict.omitted_reasons ?? 0;
  const more = omitted > 0 ? `  and ${counted(omitted, 'more reason')}\n` : '';
  return `${head}\n${told.join('')}${more}${errorsText(errors, paint)}`;
}

function happened({ at, cause, values, edge }: RunReason): (readonly [string, string])[] {
  const by = values?.['by'];
  const who = typeof by === 'string' ? ` by ${safeName(by)}` : '';
  return [
    ...(at.record === null ? [] : [['record', `${safeName(at.record)}${who}`] as const]),
    ...(cause === undefined ? [] : [['cause', CAUSES[cause]] as const]),
    ...(edge === null ? [] : [['edge', safeName(edge)] as const]),
  ];
}

const CAUSES: Readonly<Record<NonNullable<RunReason['cause']>, string>> = {
  transmission: 'transmission: what the actor last received did not hold the constraint whole',
  reasoning: 'reasoning: the actor had received the constraint whole',
};

/** A run of thousands of constraints still has a report that can be read. */
const MOST_LIVES = 50;

function livesText(lives: readonly ConstraintLife[], paint: Paint): string {
  if (lives.length === 0) return '';
  const shown = lives.length <= MOST_LIVES ? lives : badFirst(lives).slice(0, MOST_LIVES);
  const more = lives.length - shown.length;
  const rest = more > 0 ? `  and ${counted(more, 'more constraint')}\n` : '';
  return `constraints\n${shown.map((life) => `  ${lifeText(life, paint)}\n`).join('')}${rest}`;
}

function badFirst(lives: readonly ConstraintLife[]): readonly ConstraintLife[] {
  return [...lives.filter(({ state }) => BAD.has(state)), ...lives.filter(({ state }) => !BAD.has(state))];
}

const BAD: ReadonlySet<ConstraintLife['state']> = new Set(['dropped', 'violated']);

/** `c1  violated  "do not email …": stated by customer in m1, live at hop 1, dropped at hop 2 by refunds, …`. */
export function lifeText(life: ConstraintLife, paint: Paint): string {
  const { constraint, state, transitions, lost_upstream_at: lost } = life;
  const path = transitions.map(transitionText);
  const missing = lost.length === 0 ? [] : [`still missing at hop ${hops(lost.map(({ hop }) => hop))}`];
  const word = paint(BAD.has(state) ? 'bad' : 'good', safeName(state));
  const text = JSON.stringify(safe(constraint.text, 60));
  return `${safeName(constraint.id)}  ${word}  ${text}: ${capped([...path, ...missing])}`;
}

function transitionText({ to, by, hop, effect, evidence }: LifeTransition): string {
  const at = hop === undefined ? '' : ` at hop ${hop}`;
  const record = effect ?? (to === 'stated' || to === 'discharged' ? evidence : undefined);
  const shown = record === undefined ? '' : ` (${safeName(record)})`;
  return `${safeName(to)}${at} by ${safeName(by)}${shown}`;
}

/** A run of hundreds of hops still has one line a constraint. */
function capped(parts: readonly string[]): string {
  if (parts.length <= 8) return parts.join(', ');
  return [...parts.slice(0, 3), `… ${parts.length - 7} more …`, ...parts.slice(-4)].join(', ');
}

function hops(at: readonly number[]): string {
  return at.length <= 6 ? at.join(', ') : `${at.slice(0, 5).join(', ')} and ${at.length - 5} more`;
}

/** The last line: how many handoffs, and what came of them. */
export function countsText(runs: readonly RunVerdict[], uncovered: number, paint: Paint): string {
  const sum = (key: keyof RunVerdict['transfers']): number =>
    runs.reduce((total, { transfers }) => total + transfers[key], 0);
  const broken = runs.flatMap(({ reasons }) => reasons).filter(({ code }) => code === 'constraint.violated');
  const least = runs.some(({ omitted_reasons: omitted = 0 }) => omitted > 0) ? 'at least ' : '';
  const [blocked, blockedRuns] = [sum('blocked'), runs.filter(({ action }) => action === 'block').length];
  const parts = [
    counted(sum('evaluated'), 'handoff'),
    `${sum('allowed')} allowed`,
    paint(blocked > 0 ? 'bad' : 'good', `${blocked} blocked`),
    ...(uncovered > 0 ? [paint('warning', `${uncovered} without a contract`)] : []),
    ...(broken.length > 0 ? [paint('bad', `${least}${counted(broken.length, 'violation')}`)] : []),
    ...(runs.length > 1 ? [counted(runs.length, 'run'), `${blockedRuns} of them blocked`] : []),
  ];
  return parts.join(', ');
}
