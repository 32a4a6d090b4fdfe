import type { JsonValue } from '../../canonical/json-value.js';
import { type Literal, literal } from './formula.js';
import { covers, type Members, memberOf, nameGoal, type ObjectView, objectView } from './object-view.js';
import type { NameKind } from './name-kinds.js';
import type { Leaf } from './prover.js';
import type { Solver } from './solver.js';
import type { SchemaNode } from './universe.js';

/** Members that there are to be, with what more is asked of each. */
type Plan = ReadonlyMap<string, { readonly kind: NameKind; readonly more: readonly Literal[] }>;

const MOST_PLANS = 32;
const MOST_ADDED = 300;

export function objectsOf(leaf: Leaf, solver: Solver): readonly JsonValue[] {
  return new ObjectMaker(objectView(leaf, solver.prover), solver).objects();
}

class ObjectMaker {
  readonly #view: ObjectView;
  readonly #solver: Solver;

  constructor(view: ObjectView, solver: Solver) {
    this.#view = view;
    this.#solver = solver;
  }

  objects(): readonly JsonValue[] {
    return this.#plans().flatMap((plan) => this.#by(this.#filled(plan)));
  }

  #plans(): readonly Plan[] {
    const start: Plan = new Map(this.#view.has.map((name) => [name, { kind: { name }, more: [] }]));
    let plans: readonly Plan[] = [start];
    for (const members of this.#view.some) {
      const places = this.#placesOf(members);
      plans = plans.flatMap((plan) => places.map(([name, kind]) => withMore(plan, name, kind, members.node)));
    }
    for (const node of this.#view.oddNames) {
      const places = this.#oddPlaces(node);
      plans = plans.flatMap((plan) => places.map(([name, kind]) => withMore(plan, name, kind, null)));
    }
    return plans.slice(0, MOST_PLANS);
  }

  /** Names for a member that is not valid: those that have to be there anyway come first. */
  #placesOf({ names, node }: Members): readonly (readonly [string, NameKind])[] {
    const { has, kinds } = this.#view;
    const isHeld = ({ name }: NameKind): boolean => name !== null && has.includes(name);
    return kinds
      .filter((kind) => covers(this.#solver.prover, names, kind) && this.#canBreak(kind, node))
      .sort((a, b) => Number(isHeld(b)) - Number(isHeld(a)))
      .flatMap((kind) => this.#namesOf(kind).map((name) => [name, kind] as const))
      .slice(0, MOST_PLANS);
  }

  #canBreak(kind: NameKind, node: SchemaNode): boolean {
    const literals = [...memberOf(this.#view, this.#solver.prover, kind), literal(node, false)];
    return !this.#solver.prover.isEmpty({ literals });
  }

  #oddPlaces(node: SchemaNode): readonly (readonly [string, NameKind])[] {
    const odd = literal(node, false);
    return this.#view.kinds
      .flatMap((kind) => this.#namesOf(kind, odd).map((name) => [name, kind] as const))
      .filter(([name]) => this.#solver.prover.reader.holds(odd, name) !== false);
  }

  /** One name, or some of those that are not listed. */
  #namesOf(kind: NameKind, ...more: readonly Literal[]): readonly string[] {
    if (kind.name !== null) return this.#view.lacks.includes(kind.name) ? [] : [kind.name];
    const names = this.#solver.values(nameGoal(this.#view, kind.others, ...more), 4);
    return names.filter((name): name is string => typeof name === 'string');
  }

  /** With further members, where there are too few. */
  #filled(plan: Plan): Plan {
    const filled = new Map(plan);
    const missing = (): boolean => filled.size < Math.min(this.#view.least, MOST_ADDED);
    for (const kind of this.#view.kinds) {
      for (const name of this.#namesOf(kind))
        if (missing() && !filled.has(name)) filled.set(name, { kind, more: [] });
      if (kind.name !== null) continue;
      for (const name of this.#moreNames(kind))
        if (missing() && !filled.has(name)) filled.set(name, { kind, more: [] });
    }
    return filled;
  }

  #moreNames(kind: NameKind): readonly string[] {
    const start = this.#namesOf(kind)[0];
    const { least } = this.#view;
    if (start === undefined || least < 2) return [];
    const made = Array.from({ length: Math.min(MOST_ADDED, least * 2) }, (_, index) => `${start}${index}`);
    const { reader } = this.#solver.prover;
    const asked = kind.name === null ? kind.others : [];
    const goals = this.#view.names.map((node) => literal(node));
    return made.filter((name) => [...asked, ...goals].every((one) => reader.holds(one, name) !== false));
  }

  #by(plan: Plan): readonly JsonValue[] {
    const options = [...plan].map(([name, { kind, more }]) => {
      const literals = [...memberOf(this.#view, this.#solver.prover, kind), ...more];
      return [name, this.#solver.values({ literals })] as const;
    });
    if (options.some(([, values]) => values.length === 0)) return [];
    const first = options.map(([name, values]): [string, JsonValue] => [name, values[0] ?? null]);
    const varied = options.flatMap(([name, values]) =>
      values
        .slice(1, 4)
        .map((value) => first.map((one): [string, JsonValue] => (one[0] === name ? [name, value] : one))),
    );
    return [first, ...varied].map((entries) => Object.fromEntries(entries));
  }
}

function withMore(plan: Plan, name: string, kind: NameKind, broken: SchemaNode | null): Plan {
  const more = [...(plan.get(name)?.more ?? []), ...(broken === null ? [] : [literal(broken, false)])];
  return new Map([...plan, [name, { kind, more }]]);
}
