import type { JsonValue } from '../canonical/json-value.js';
import { type JsonPointer, pointer } from '../canonical/pointer.js';
import type { ConfigChange } from '../model/config.js';
import { compareConfig, type Edit, type Within } from './compare-config.js';
import { type Loose, pairMoves } from './pair-moves.js';

export interface DiffOptions {
  /** How many changes are listed; 1,000 where nothing is said. */
  readonly limit?: number;
}

export interface ConfigDiff {
  /** In the order in which they apply, each path as it is by then; the first of them if there are too many. */
  readonly changes: readonly ConfigChange[];
  /** How many more there are. Where there are any, nobody has seen them: nothing may pass as the whole difference. */
  readonly omitted: number;
}

/**
 * What turns the baseline into the live document, as an RFC 6902 patch with the values before and after. Both are
 * normalised, and secrets hidden by the same key. The same pair of documents gives the same list, whatever the order
 * of their keys.
 *
 * Where only the spelling of a number or of an RFC 3339 date-time differs, nothing changed. A member that was taken away here and put unchanged there is one `move` if it is of some length; its `after`
 * is the value. It is told where the later of the two is.
 *
 * @throws TypeError for documents that are nested more deeply than `normaliseConfig` lets pass.
 */
export function diffConfig(before: JsonValue, after: JsonValue, options: DiffOptions = {}): ConfigDiff {
  const edit = compareConfig(before, after);
  const steps = edit === null ? [] : stepsOf(edit);
  const moved = movesOf(steps);
  const told = steps.filter((step) => !moved.early.has(step));
  const limit = Math.max(0, options.limit ?? MOST_CHANGES);
  return {
    changes: told.slice(0, limit).map((step) => changeOf(step, moved.late)),
    omitted: Math.max(0, told.length - limit),
  };
}

/** How many changes are listed where nothing is said. */
export const MOST_CHANGES = 1_000;

type Single = Exclude<Edit, Within>;

/** A place in the document, by what holds it: paths are only made of those that are listed. */
interface Place {
  readonly within: Place | null;
  readonly segment: string | number;
}

/** One edit that is no edit within. */
interface Step extends Loose {
  readonly edit: Single;
  readonly place: Place | null;
  /** Of a member: an array's items shift when one goes, so that those are told one by one. */
  readonly isMember: boolean;
}

function stepsOf(edit: Edit): Step[] {
  const steps: Step[] = [];
  collect(edit, null, null, steps);
  return steps;
}

function collect(edit: Edit, holder: Within | null, place: Place | null, into: Step[]): void {
  if ('edits' in edit) {
    for (const [segment, inner] of edit.edits) collect(inner, edit, { within: place, segment }, into);
    return;
  }
  into.push({
    edit,
    place,
    isMember: holder?.kind === 'object',
    parent: holder ?? edit,
    key: String(place?.segment ?? ''),
    value: edit.kind === 'remove' ? edit.before : edit.after,
  });
}

interface Moves {
  /** The first of the two steps of each move, which is not told. */
  readonly early: ReadonlySet<Step>;
  /** By the second, from which step to which: by then both places are as they are in the end. */
  readonly late: ReadonlyMap<Step, readonly [from: Step, to: Step]>;
}

function movesOf(steps: readonly Step[]): Moves {
  const members = (kind: Single['kind']): Step[] =>
    steps.filter(({ edit, isMember }) => isMember && edit.kind === kind);
  const pairs = pairMoves(members('remove'), members('add'));
  const early = new Set<Step>();
  const late = new Map<Step, readonly [Step, Step]>();
  if (pairs.size === 0) return { early, late };
  const order = new Map(steps.map((step, index) => [step, index] as const));
  for (const [from, to] of pairs) {
    const isFirst = (order.get(from) ?? 0) < (order.get(to) ?? 0);
    early.add(isFirst ? from : to);
    late.set(isFirst ? to : from, [from, to]);
  }
  return { early, late };
}

function changeOf(step: Step, moves: Moves['late']): ConfigChange {
  const move = moves.get(step);
  if (move !== undefined) {
    const [from, to] = move;
    return { op: 'move', path: pathOf(to.place), from: pathOf(from.place), after: to.value };
  }
  const { edit, place } = step;
  return {
    op: edit.kind,
    path: pathOf(place),
    ...(edit.kind === 'add' ? {} : { before: edit.before }),
    ...(edit.kind === 'remove' ? {} : { after: edit.after }),
  };
}

function pathOf(place: Place | null): JsonPointer {
  const segments: (string | number)[] = [];
  for (let at = place; at !== null; at = at.within) segments.push(at.segment);
  return pointer(...segments.reverse());
}
