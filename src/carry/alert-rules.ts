import type { AlertKind } from '../model/alert.js';
import type { MonitorSetting } from '../model/bundle.js';
import type { ScoreClass } from '../model/score.js';
import { asSent } from './as-sent.js';
import { binomialTail } from './binomial-tail.js';
import { countsOf, type EdgeWindow, isWhole, type WindowHandoff } from './edge-window.js';
import type { EdgeViolation } from './violations-of.js';

/** What an edge is shown by where its contract has no `monitor`; then no rate fires, but what is violated still pages. */
export const DEFAULT_MONITOR: MonitorSetting = {
  class: 'constraints',
  below: 0.98,
  window: 50,
  min_observations: 4,
};

/** How an edge's rate stands, apart from what was told of it. */
export type RateState = 'ok' | 'too_few' | 'below';

/**
 * `too_few`: fewer were held in the window than a rate may be told of; it is shown and never silent. `below`: the rate is
 * under the threshold; what is unresolved counts as not carried until somebody decides it.
 */
export function rateState(
  window: EdgeWindow,
  { class: name, below, min_observations }: MonitorSetting,
): RateState {
  const { carried, held } = countsOf(window.last, name);
  if (held === 0 || held < min_observations) return 'too_few';
  return carried / held < below ? 'below' : 'ok';
}

/** Even if all that is unresolved were carried, the rate would be under the threshold. */
export function surelyBelow(window: EdgeWindow, { class: name, below }: MonitorSetting): boolean {
  const { carried, held, unresolved } = countsOf(window.last, name);
  return held > 0 && (carried + unresolved) / held < below;
}

/**
 * Is an alert of the rate over. Three things have to hold, since each alone would end it too early:
 * the window holds enough to tell a rate (that the bad handoffs have left it shows nothing: quiet is not good news); the
 * rate is back at the threshold; and `min_observations` more constraints were carried since the last loss and since it
 * began. The last keeps a rate that stands at the threshold from firing with every other handoff.
 *
 * @param since place of what was told when it began to fire
 */
export function rateRecovered(window: EdgeWindow, setting: MonitorSetting, since: number): boolean {
  return (
    rateState(window, setting) === 'ok' &&
    cleanSince(window.last, setting.class, since) >= setting.min_observations
  );
}

/** How many were held, and all of them carried, after the last loss and after a place. */
function cleanSince(handoffs: readonly WindowHandoff[], name: ScoreClass, since: number): number {
  let clean = 0;
  for (const { first, place } of [...handoffs].reverse()) {
    if (place <= since) break;
    if (!isWhole(first)) continue;
    const [carried, held] = asSent(first).scores[name];
    if (carried < held) break;
    clean += held;
  }
  return clean;
}

/** Below this chance a fall is no accident: one in ten thousand, since it is asked after every handoff. */
const FALL_CHANCE = 1e-4;

export interface HeldFall {
  readonly per_transfer: number;
  readonly before: number;
}

/**
 * Do senders hold far fewer than before, as when what extracts constraints is dead: then nothing is lost, and the edge
 * looks green. At four constraints a window one empty window is nothing special (1 in 50), so that longer stretches are
 * asked about too: the last one, two and four windows, each against all that is kept before it, by the exact test of two
 * counts. Null: no fall that could not be an accident.
 */
export function heldFall(window: EdgeWindow, { class: name }: MonitorSetting): HeldFall | null {
  const whole = window.kept.filter(({ first }) => isWhole(first));
  for (const windows of [1, 2, 4]) {
    const length = windows * window.size;
    const [before, now] = [whole.slice(0, -length), whole.slice(-length)];
    if (before.length < length) break;
    const [heldBefore, heldNow] = [countsOf(before, name).held, countsOf(now, name).held];
    const chance = now.length / (now.length + before.length);
    if (heldNow / now.length >= heldBefore / before.length) continue;
    if (binomialTail(heldNow, heldNow + heldBefore, chance) < FALL_CHANCE)
      return { per_transfer: heldNow / now.length, before: heldBefore / before.length };
  }
  return null;
}

/**
 * Is a fall over: since it began, at least half of what was held per transfer before, of enough to tell. What was before
 * is what the alert said: counted anew, the silence itself would become the measure.
 */
export function heldRecovered(
  window: EdgeWindow,
  { class: name, min_observations }: MonitorSetting,
  since: number,
  before: number,
): boolean {
  const after = window.kept.filter(({ place, first }) => place > since && isWhole(first));
  const recent = after.slice(-window.size);
  const { held } = countsOf(recent, name);
  return held >= min_observations && held / recent.length >= before / 2;
}

/** An edge is not missed after less silence than this, whatever its pace. */
export const QUIET_FLOOR_MS = 3_600_000;
/** … and not before so many times the longest silence that is known of it: a night is no outage. */
const QUIET_FACTOR = 3;
/** Handoffs that arrived all at once, from a file, say nothing of a pace. */
const ARRIVALS_FOR_PACE = 10;

/** After how long a silence an edge counts as gone, in milliseconds; null where too little is known of its pace. */
export function quietAfterMs(window: EdgeWindow, floorMs: number = QUIET_FLOOR_MS): number | null {
  const times = [...new Set(window.kept.map(({ recorded_at }) => Date.parse(recorded_at)))].sort(
    (a, b) => a - b,
  );
  if (times.length < ARRIVALS_FOR_PACE) return null;
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  return Math.max(floorMs, QUIET_FACTOR * Math.max(...gaps));
}

/** Has an edge that had handoffs had none for far longer than it ever had. Its records' times are the ledger's. */
export function isQuiet(window: EdgeWindow, now: Date, floorMs?: number): boolean {
  const after = quietAfterMs(window, floorMs);
  return after !== null && ageMs(window, now) > after;
}

/** Since the last arrival; 0 where the clocks disagree, infinite where there was none. */
export function ageMs(window: EdgeWindow, now: Date): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (const { recorded_at } of window.last) latest = Math.max(latest, Date.parse(recorded_at));
  return Math.max(0, now.getTime() - latest);
}

/** What was told last of one kind of alert of an edge: its last note in the ledger. */
export interface Told {
  readonly id: string;
  readonly kind: AlertKind;
  readonly state: 'firing' | 'resolved';
  readonly severity: 'page' | 'ticket';
  /** The `seq` of the note that began it; of the last note for `violated`. */
  readonly since: number;
  /** The `seq` of its last note. */
  readonly last: number;
  /** When it began, RFC 3339. */
  readonly at: string;
  /** `data.held_per_transfer_before`, as it was told when it began. */
  readonly held_before: number;
  /** Nobody got it, since the edge was silenced. */
  readonly unsent: boolean;
  /** How much of what it was told for is a simulation's. */
  readonly simulated?: 'all' | 'some';
}

/** What is to be told now of one kind. */
export interface Change {
  readonly kind: AlertKind;
  readonly state: 'firing' | 'resolved';
  readonly severity: 'page' | 'ticket';
  /** `begins` an alert; `worse`: a ticket became a page, or more was violated; `again`: it was silenced until now. */
  readonly why: 'begins' | 'worse' | 'again' | 'over';
  /** With `violated`: those that nobody was told of. */
  readonly violations: readonly EdgeViolation[];
}

export interface RuleInput {
  readonly window: EdgeWindow;
  readonly setting: MonitorSetting;
  /** Does its contract have it watched. */
  readonly watched: boolean;
  readonly told: ReadonlyMap<AlertKind, Told>;
  /** Violations that no alert has told of. */
  readonly untold: readonly EdgeViolation[];
  readonly silenced: boolean;
  readonly now: Date;
  readonly quietFloorMs?: number;
}

/**
 * What has to be told of an edge now. It goes by the window as it is and by what the ledger says was told already, and
 * by nothing that is kept in between: a process that is started again comes to the same.
 */
export function changesOf(input: RuleInput): readonly Change[] {
  const made = madeUp(input);
  // What is real is looked at once nothing made up fires any more: it begins an alert of its own.
  if (made.length > 0) return made.map(over);
  const own = input.watched ? [rateChange(input), fallChange(input), quietChange(input)] : [];
  return [violatedChange(input), ...own].filter((change) => change !== null);
}

/** Alerts of a time when only simulations were known of the edge, now that there is something real. */
function madeUp({ told, window }: RuleInput): readonly Told[] {
  if (!window.isReal) return [];
  return [...told.values()].filter(({ state, simulated }) => state === 'firing' && simulated === 'all');
}

/** A rate that may be back at the threshold once somebody decides what is unresolved is no reason to wake anybody. */
function rateChange(input: RuleInput): Change | null {
  const { window, setting, told } = input;
  const severity = surelyBelow(window, setting) ? 'page' : 'ticket';
  const begun = firing(told.get('carry_rate'));
  if (begun === null) return rateState(window, setting) === 'below' ? begin('carry_rate', severity) : null;
  if (rateRecovered(window, setting, begun.since)) return over(begun);
  if (begun.severity === 'ticket' && severity === 'page' && rateState(window, setting) === 'below')
    return { ...begin('carry_rate', 'page'), why: 'worse' };
  return again(begun, input);
}

function fallChange(input: RuleInput): Change | null {
  const { window, setting, told } = input;
  const begun = firing(told.get('held_fell'));
  if (begun === null) return heldFall(window, setting) === null ? null : begin('held_fell', 'ticket');
  return heldRecovered(window, setting, begun.since, begun.held_before) ? over(begun) : again(begun, input);
}

function quietChange(input: RuleInput): Change | null {
  const { window, told, now, quietFloorMs } = input;
  const quiet = isQuiet(window, now, quietFloorMs);
  const begun = firing(told.get('no_records'));
  if (begun === null) return quiet ? begin('no_records', 'ticket') : null;
  const came = window.last.some(({ place }) => place > begun.since);
  return came ? over(begun) : again(begun, input);
}

/** Each is told once. It is over when a whole window of handoffs has come since, and none was violated in it. */
function violatedChange(input: RuleInput): Change | null {
  const { window, told, untold } = input;
  const begun = firing(told.get('violated'));
  if (untold.length > 0)
    return { ...begin('violated', 'page'), why: begun === null ? 'begins' : 'worse', violations: untold };
  if (begun === null) return null;
  const since = window.last.filter(({ place }) => place > begun.since).length;
  return since >= window.size ? over(begun) : again(begun, input);
}

function firing(told: Told | undefined): Told | null {
  return told?.state === 'firing' ? told : null;
}

function begin(kind: AlertKind, severity: Change['severity']): Change {
  return { kind, state: 'firing', severity, why: 'begins', violations: [] };
}

function over({ kind, severity }: Told): Change {
  return { kind, state: 'resolved', severity, why: 'over', violations: [] };
}

/** It began while the edge was silenced, and goes on after that: now somebody has to know. */
function again({ kind, severity, unsent }: Told, { silenced }: RuleInput): Change | null {
  return unsent && !silenced ? { kind, state: 'firing', severity, why: 'again', violations: [] } : null;
}
