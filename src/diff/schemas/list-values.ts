import { canonicalJson } from '../../canonical/canonical-json.js';
import type { JsonValue } from '../../canonical/json-value.js';
import { type Literal, literal } from './formula.js';
import { itemAt, type ListView, listView } from './list-view.js';
import type { Leaf } from './prover.js';
import type { Solver } from './solver.js';

/** What more is asked of single items. */
type Plan = ReadonlyMap<number, readonly Literal[]>;

const MOST_ITEMS = 20_000;
const MOST_PLANS = 24;
const CHOICES = 3;
const MOST_LIMITED = 50;

export function listsOf(leaf: Leaf, solver: Solver): readonly JsonValue[] {
  const view = listView(leaf);
  return plansOf(view).flatMap((plan) => listsBy(view, plan, solver));
}

/** One item that is not valid for each range, and as many as are to be contained. */
function plansOf(view: ListView): readonly Plan[] {
  let plans: readonly Plan[] = [new Map()];
  for (const { from, to, node } of view.some) {
    const end = Math.min(to, Math.max(view.tail, from) + 1);
    const places = span(from, Math.min(CHOICES, end - from));
    plans = capped(
      plans.flatMap((plan) => places.map((place) => withMore(plan, [place], literal(node, false)))),
    );
  }
  plans = capped(plans.flatMap((plan) => containing(plan, view)));
  return plans.flatMap((plan) => [plan, ...limited(plan, view)]);
}

function capped(plans: readonly Plan[]): readonly Plan[] {
  return plans.slice(0, MOST_PLANS);
}

/** Items of their own for all that is contained, from the start or from where all places are alike; or as few as can be. */
function containing(plan: Plan, { contains, tail }: ListView): readonly Plan[] {
  if (contains.length === 0) return [plan];
  if (contains.reduce((sum, { least }) => sum + least, 0) > MOST_ITEMS) return [];
  return [apart(plan, contains, 0), apart(plan, contains, tail), together(plan, contains)];
}

function apart(plan: Plan, contains: ListView['contains'], start: number): Plan {
  const next = new Map(plan);
  let place = start;
  for (const { least, node } of contains) {
    for (let count = 0; count < least; count += 1) {
      while (next.has(place)) place += 1;
      next.set(place, [literal(node)]);
    }
  }
  return next;
}

function together(plan: Plan, contains: ListView['contains']): Plan {
  return contains.reduce((next, { least, node }) => withMore(next, span(0, least), literal(node)), plan);
}

/** What is limited in number, kept to that number: each by itself. */
function limited(plan: Plan, { atMost, least }: ListView): readonly Plan[] {
  const places = span(0, Math.min(MOST_LIMITED, Math.max(least, plan.size)));
  const some = atMost.filter(({ most }) => most < places.length);
  return some.map(({ most, node }) => withMore(plan, places.slice(most), literal(node, false)));
}

function span(start: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => start + index);
}

function withMore(plan: Plan, places: readonly number[], more: Literal): Plan {
  const next = new Map(plan);
  for (const place of places) next.set(place, [...(next.get(place) ?? []), more]);
  return next;
}

function listsBy(view: ListView, plan: Plan, solver: Solver): readonly JsonValue[] {
  const needed = Math.max(
    view.least,
    ...[...plan.keys()].map((place) => place + 1),
    view.unique === false ? 2 : 0,
  );
  const lengths = [needed, needed + 1, view.tail].filter((length, index, all) => {
    return length >= needed && length <= view.most && length <= MOST_ITEMS && all.indexOf(length) === index;
  });
  return lengths.flatMap((length) => listsOfLength(view, plan, length, solver));
}

function listsOfLength(view: ListView, plan: Plan, length: number, solver: Solver): readonly JsonValue[] {
  const options = span(0, length).map((at) => optionsAt(view, plan, at, solver));
  if (options.some((some) => some.length === 0)) return [];
  const first = view.unique === true ? distinct(options) : options.map((some) => some[0] ?? null);
  if (first === null) return [];
  const repeated = view.unique === false ? withRepeats(first) : [];
  return [first, ...repeated, ...(length <= 10 ? varied(first, options) : [])];
}

function optionsAt(view: ListView, plan: Plan, at: number, solver: Solver): readonly JsonValue[] {
  const more = plan.get(at) ?? [];
  return solver.values({ literals: [...itemAt(view, at), ...more] });
}

/** Null: there are not enough of them. */
function distinct(options: readonly (readonly JsonValue[])[]): JsonValue[] | null {
  const taken = new Set<string>();
  const list: JsonValue[] = [];
  for (const some of options) {
    const found = some.find((value) => !taken.has(canonicalJson(value)));
    if (found === undefined) return null;
    taken.add(canonicalJson(found));
    list.push(found);
  }
  return list;
}

/** The same item twice, at each place. */
function withRepeats(list: readonly JsonValue[]): readonly JsonValue[] {
  return list
    .slice(1, 10)
    .flatMap((_, index) => [
      list.map((item, at) => (at === index + 1 ? (list[index] ?? null) : item)),
      list.map((item, at) => (at === index ? (list[index + 1] ?? null) : item)),
    ]);
}

function varied(
  list: readonly JsonValue[],
  options: readonly (readonly JsonValue[])[],
): readonly JsonValue[] {
  return options.flatMap((some, place) =>
    some.slice(1, 4).map((other) => list.map((item, at) => (at === place ? other : item))),
  );
}
