import type { JsonPointer } from '../../canonical/pointer.js';
import type { Budget } from './budget.js';
import { type Fact, type Formula, type Literal, negate, TYPES, type ValueType } from './formula.js';
import type { Reader } from './holds.js';
import { isClosed } from './is-closed.js';
import { Languages } from './languages.js';
import { NameKinds } from './name-kinds.js';
import { unreadOf } from './unread.js';

/** Is there a value of which all this is true. Facts are those of one type, where it is given. */
export interface Goal {
  readonly literals: readonly Literal[];
  readonly facts?: readonly Fact[];
  readonly type?: ValueType;
}

/** One way in which a goal may be met: nothing more to choose, and no contradiction found. */
export interface Leaf {
  readonly type: ValueType;
  readonly facts: readonly Fact[];
}

const DEEPEST = 60;

/**
 * Shows that no value meets a goal, by a tableau: a goal is taken apart into facts, every choice is followed, and each
 * way has to end in a contradiction. What an item or a member must be is a goal of its own. A goal that comes up again
 * within itself is taken to be empty: the value that it is about is a part of the first one's, and values are finite.
 */
export class Prover {
  readonly reader: Reader;
  readonly budget: Budget;
  readonly languages: Languages;
  readonly nameKinds: NameKinds;
  /** Where the first way stayed open, furthest in. */
  openAt: JsonPointer | null = null;
  /** Why one may have stayed open. */
  unread: string | null = null;
  readonly #known: Map<string, boolean> = new Map();
  readonly #onWay: Map<string, number> = new Map();
  /** The outermost goal that was taken to be empty since. */
  #leansOn: number = Number.POSITIVE_INFINITY;

  constructor(reader: Reader, budget: Budget) {
    this.reader = reader;
    this.budget = budget;
    this.languages = new Languages(budget);
    this.nameKinds = new NameKinds();
  }

  /** True: certainly no value. False: it was not shown. */
  isEmpty(given: Goal): boolean {
    const goal = tidy(given);
    if (goal === null) return true;
    const key = keyOf(goal);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const before = this.#onWay.get(key);
    if (before !== undefined) {
      this.#leansOn = Math.min(this.#leansOn, before);
      return true;
    }
    return this.#work(goal, key);
  }

  #work(goal: Goal, key: string): boolean {
    const depth = this.#onWay.size;
    if (depth > DEEPEST) return false;
    const outer = this.#leansOn;
    this.#leansOn = Number.POSITIVE_INFINITY;
    this.#onWay.set(key, depth);
    const types = goal.type === undefined ? TYPES : [goal.type];
    const empty = types.every((type) => this.leaves(goal, type).next().done === true);
    this.#onWay.delete(key);
    if (!empty) this.#noteOpen(goal);
    // What leans on a goal further out holds only as long as that one is being worked on.
    const stands = !empty || this.#leansOn >= depth;
    if (stands) this.#known.set(key, empty);
    this.#leansOn = stands ? outer : Math.min(outer, this.#leansOn);
    return empty;
  }

  /** The first to stay open is the furthest in; one that says no to nothing was only asked whether it can be. */
  #noteOpen({ literals }: Goal): void {
    const refused = literals.find(({ is }) => !is);
    if (refused !== undefined && literals.some(({ is }) => is)) this.openAt ??= refused.node.at;
  }

  /** Every way that stays open. */
  *leaves(goal: Goal, type: ValueType): Generator<Leaf> {
    const start = new Way(this, type);
    if (start.take([...goal.literals, ...(goal.facts ?? [])])) yield* this.#follow(start, -1);
  }

  /** @param before How many facts were looked at already; they are only ever added to. */
  *#follow(way: Way, before: number): Generator<Leaf> {
    this.budget.spend();
    const { size } = way.facts;
    const leaf: Leaf = { type: way.type, facts: [...way.facts.values()] };
    if (size > before && isClosed(leaf, this)) return;
    const choice = way.nextChoice();
    if (choice === null) {
      this.unread ??= unreadOf(leaf);
      yield leaf;
      return;
    }
    for (const one of choice) {
      const next = way.copy();
      if (next.take([one])) yield* this.#follow(next, size);
    }
  }
}

/** What is taken for true on the way to a leaf. */
class Way {
  readonly type: ValueType;
  readonly facts: Map<string, Fact> = new Map();
  readonly #prover: Prover;
  readonly #literals: Map<string, boolean> = new Map();
  #choices: (readonly Formula[])[] = [];

  constructor(prover: Prover, type: ValueType) {
    this.#prover = prover;
    this.type = type;
  }

  copy(): Way {
    const copy = new Way(this.#prover, this.type);
    for (const [key, fact] of this.facts) copy.facts.set(key, fact);
    for (const [key, is] of this.#literals) copy.#literals.set(key, is);
    copy.#choices = [...this.#choices];
    return copy;
  }

  /** False: it contradicts what was taken before. */
  take(formulas: readonly Formula[]): boolean {
    const pending = [...formulas];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (!this.#takeOne(next, pending)) return false;
    }
    return this.#narrow();
  }

  /** The smallest choice that is left. */
  nextChoice(): readonly Formula[] | null {
    const sizes = this.#choices.map(({ length }) => length);
    const index = sizes.indexOf(Math.min(...sizes));
    return this.#choices.splice(index, 1)[0] ?? null;
  }

  #takeOne(formula: Formula, pending: Formula[]): boolean {
    if (formula.kind === 'fact') return this.#takeFact(formula);
    if (formula.kind === 'literal') return this.#takeLiteral(formula, pending);
    if (formula.kind === 'all') pending.push(...formula.of);
    else this.#choices.push(formula.of);
    return true;
  }

  #takeFact(fact: Fact): boolean {
    const known = this.facts.get(fact.atom.key);
    this.facts.set(fact.atom.key, fact);
    return known === undefined || known.is === fact.is;
  }

  #takeLiteral({ node, is }: Literal, pending: Formula[]): boolean {
    const known = this.#literals.get(node.key);
    if (known !== undefined) return known === is;
    this.#literals.set(node.key, is);
    const formula = this.#prover.reader.formulaOf(node, this.type);
    pending.push(is ? formula : negate(formula));
    return true;
  }

  /** Drops choices that are met, alternatives that cannot be, and takes those that are left alone. */
  #narrow(): boolean {
    for (let index = 0; index < this.#choices.length; index += 1) {
      const flat = (this.#choices[index] ?? []).flatMap(alternatives);
      if (flat.some((one) => this.#truth(one) === true)) {
        this.#choices.splice(index, 1);
        index -= 1;
        continue;
      }
      const left = flat.filter((one) => this.#truth(one) !== false);
      this.#choices[index] = left;
      const [only] = left;
      if (only === undefined) return false;
      if (left.length > 1) continue;
      this.#choices.splice(index, 1);
      return this.take([only]);
    }
    return true;
  }

  /** What is already known of a formula. */
  #truth(formula: Formula): boolean | null {
    if (formula.kind === 'fact') return same(this.facts.get(formula.atom.key)?.is, formula.is);
    if (formula.kind === 'literal') return same(this.#literals.get(formula.node.key), formula.is);
    const truths = formula.of.map((one) => this.#truth(one));
    const stops = formula.kind === 'any';
    if (truths.includes(stops)) return stops;
    return truths.includes(null) ? null : !stops;
  }
}

function alternatives(formula: Formula): readonly Formula[] {
  return formula.kind === 'any' ? formula.of.flatMap(alternatives) : [formula];
}

function same(known: boolean | undefined, is: boolean): boolean | null {
  return known === undefined ? null : known === is;
}

/** Each literal once; null: two of them contradict each other, or one cannot be. */
function tidy(goal: Goal): Goal | null {
  const literals = new Map<string, Literal>();
  for (const one of goal.literals) {
    if (one.node.schema === !one.is) return null;
    if (one.node.schema === one.is) continue;
    const known = literals.get(one.node.key);
    if (known !== undefined && known.is !== one.is) return null;
    literals.set(one.node.key, one);
  }
  return { ...goal, literals: [...literals.values()] };
}

export function keyOf({ literals, facts = [], type = '' as ValueType }: Goal): string {
  const parts = [
    ...literals.map(({ node, is }) => `${is ? '+' : '-'}${node.key}`),
    ...facts.map(({ atom, is }) => `${is ? '+' : '-'}${atom.key}`),
  ];
  return `${type} ${[...new Set(parts)].sort().join(' ')}`;
}
