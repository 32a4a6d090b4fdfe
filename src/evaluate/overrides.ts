import type { EdgeManifest } from '../model/bundle.js';
import { isDateTime } from '../model/formats.js';
import type { OverrideNote, OverrideSetting, Overrides } from '../model/ledger.js';
import type { TransferRecord } from '../model/record.js';
import type { Mode } from '../model/severity.js';
import type { Reason, VerdictOverride } from '../model/verdict.js';

/** What counts for one decision. */
export interface InForce {
  readonly mode: Mode | null;
  readonly compose: boolean;
  /** Those that made it so. */
  readonly told: readonly VerdictOverride[];
  /** Why nothing is in force although something may have been set. */
  readonly fault: Reason | null;
}

export const NOTHING_IN_FORCE: InForce = { mode: null, compose: false, told: [], fault: null };

/**
 * Overrides from their notes, in the order of the ledger. What is no override note is refused: a list of which a part
 * cannot be read does not say what is in force.
 *
 * @throws TypeError where an item is no override note.
 */
export function overridesFrom(notes: readonly OverrideNote[]): Overrides {
  notes.forEach((note, index) => {
    if (!isOverrideNote(note)) throw new TypeError(`item ${index} is no override note`);
  });
  const byEdge = new Map<string, OverrideNote[]>();
  for (const note of notes) {
    const ofEdge = byEdge.get(note.edge);
    if (ofEdge === undefined) byEdge.set(note.edge, [note]);
    else ofEdge.push(note);
  }
  return { activeFor: (edge, now) => overridesAt(byEdge.get(edge) ?? [], edge, now) };
}

/**
 * Those of one edge that are in force at a time, in their order, each setting once: of two that set the same, the last one
 * of the list counts, whatever their writers' clocks say. From `at` (inclusive) to `until` (exclusive), or to the `at` of a
 * note that ends it. One that lasts longer than an override may counts for nothing, wherever it came from.
 */
export function overridesAt(notes: readonly OverrideNote[], edge: string, now: Date): OverrideNote[] {
  const open = openOverridesAt(notes, edge, now);
  const last = new Map(open.map((note) => [settingKey(note.set), note]));
  return open.filter((note) => last.get(settingKey(note.set)) === note);
}

/** Those that hold, and those that a later one hides: they come back when that ends before them. */
export function openOverridesAt(notes: readonly OverrideNote[], edge: string, now: Date): OverrideNote[] {
  const time = now.getTime();
  const begun = notes.filter(
    (note) => note.edge === edge && Date.parse(note.at) <= time && isWithinBounds(note),
  );
  const ended = new Set(begun.flatMap(({ set }) => (set.what === 'end' ? [set.override] : [])));
  return begun.filter(
    ({ id, set, until }) =>
      set.what !== 'end' && !ended.has(id) && (until === null || time < Date.parse(until)),
  );
}

const HOUR = 3_600_000;
/** In milliseconds. What is to stay belongs in the contract. */
const MOST = 7 * 24 * HOUR;
/** What lets more through, or tells less, is a stopgap for a night: who wants it longer says so in the contract. */
const MOST_LOOSENED = 24 * HOUR;

/** How long it may last, in milliseconds from its `at`; null for what does not end, and has no `until`. */
export function longestOverride(set: OverrideSetting): number | null {
  if (ENDLESS.has(set.what)) return null;
  return isLoosening(set) ? MOST_LOOSENED : MOST;
}

/** Also where the contract's mode is as loose: that can change meanwhile. */
export function isLoosening(set: OverrideSetting): boolean {
  return set.what === 'silence' || (set.what === 'mode' && set.value !== 'enforce');
}

function isWithinBounds({ set, at, until }: OverrideNote): boolean {
  const most = longestOverride(set);
  if (most === null || until === null) return most === until;
  return Date.parse(until) - Date.parse(at) <= most;
}

/** Each alert is acknowledged for itself; everything else is set once an edge. */
function settingKey(set: OverrideSetting): string {
  return set.what === 'acknowledge' ? `acknowledge/${set.alert}` : set.what;
}

/**
 * What a port says is in force, on the last of these names first. A port that fails, or answers with what is not a list of overrides, sets nothing: a
 * contract's own mode is what was reviewed, and no error may loosen it. The verdict says that it could not be asked.
 */
export function inForceOn(port: Overrides | null, edges: readonly string[], now: Date): InForce {
  if (port === null) return NOTHING_IN_FORCE;
  const answers = edges.map((edge) => inForceAt(port, edge, now));
  const failed = answers.find(({ fault }) => fault !== null);
  if (failed !== undefined) return failed;
  const told = new Map(answers.flatMap((answer) => answer.told.map((one) => [one.what, one])));
  return {
    mode: answers.findLast(({ mode }) => mode !== null)?.mode ?? null,
    compose: answers.some(({ compose }) => compose),
    told: [...told.values()],
    fault: null,
  };
}

/**
 * The names by which the edge of a handoff is overridden. Under the default contract it is its own pair of agents, which
 * is what alerts call it; what is set on the default contract holds for each such pair, and the pair's own goes before.
 */
export function overriddenAs(
  { name, default: isDefault }: Pick<EdgeManifest, 'name' | 'default'>,
  { from, to, edge }: Pick<TransferRecord, 'from' | 'to' | 'edge'>,
): readonly string[] {
  return isDefault ? [...new Set([name, edge ?? `${from}--${to}`])] : [name];
}

function inForceAt(port: Overrides, edge: string, now: Date): InForce {
  let answer: unknown;
  try {
    answer = port.activeFor(edge, now);
  } catch {
    // What it threw may quote anything.
    return { ...NOTHING_IN_FORCE, fault: faultReason('it failed') };
  }
  if (!isNotes(answer)) return { ...NOTHING_IN_FORCE, fault: faultReason('its answer is none') };
  return answer.length === 0 ? NOTHING_IN_FORCE : settled(overridesAt(answer, edge, now));
}

function settled(notes: readonly OverrideNote[]): InForce {
  let mode: Mode | null = null;
  let compose = false;
  const told: VerdictOverride[] = [];
  for (const { id, set, by, reason, until } of notes) {
    if ((set.what !== 'mode' && set.what !== 'compose') || until === null) continue;
    if (set.what === 'mode') mode = set.value;
    else compose = true;
    told.push({ id, what: set.what, value: set.value, by, reason, until });
  }
  return { mode, compose, told, fault: null };
}

function faultReason(why: string): Reason {
  return {
    code: OVERRIDES_FAULT,
    severity: 'warn',
    check: OVERRIDES_FAULT,
    message: `the overrides of this edge could not be asked, ${why}: the contract stands as it is`,
    at: { data: '', file: null, line: null },
  };
}

export const OVERRIDES_FAULT = 'engine.overrides';

function isNotes(answer: unknown): answer is readonly OverrideNote[] {
  return Array.isArray(answer) && answer.every(isOverrideNote);
}

/** Ports and ledgers are read from outside: types say nothing about what comes. */
export function isOverrideNote(value: unknown): value is OverrideNote {
  if (!isRecord(value) || value['kind'] !== 'override' || !isSetting(value['set'])) return false;
  const { id, edge, by, reason, at, until, set } = value;
  if (![id, edge, by, reason].every((text) => typeof text === 'string' && text !== '')) return false;
  if (!isTime(at)) return false;
  if (ENDLESS.has(set.what)) return until === null;
  return isTime(until) && Date.parse(at) < Date.parse(until);
}

/** What does not end by itself. */
const ENDLESS: ReadonlySet<OverrideSetting['what']> = new Set(['acknowledge', 'end']);
const MODES: ReadonlySet<unknown> = new Set<Mode>(['enforce', 'warn', 'observe']);

function isSetting(set: unknown): set is OverrideSetting {
  if (!isRecord(set)) return false;
  switch (set['what']) {
    case 'compose':
      return set['value'] === 'force';
    case 'mode':
      return MODES.has(set['value']);
    case 'acknowledge':
      return typeof set['alert'] === 'string';
    case 'silence':
      return true;
    case 'end':
      return typeof set['override'] === 'string';
    default:
      return false;
  }
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && isDateTime(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
