import { canonicalJson } from '../../canonical/canonical-json.js';
import type { JsonValue } from '../../canonical/json-value.js';
import { TYPES } from './formula.js';
import { listsOf } from './list-values.js';
import { numbersOf } from './number-values.js';
import { objectsOf } from './object-values.js';
import { type Goal, keyOf, type Leaf, type Prover } from './prover.js';
import { isRefused, listedValues } from './refused.js';
import { textsOf } from './text-values.js';

/** How far it is looked: most are found near. */
export interface Reach {
  /** Ways of one type that are followed. */
  readonly leaves: number;
  /** Values of one way that are kept. */
  readonly values: number;
}

export const NEAR: Reach = { leaves: 3, values: 4 };
export const FAR: Reach = { leaves: 16, values: 12 };

const DEEPEST = 12;

/** Values that meet a goal, as far as can be said here: the validator has the last word. */
export class Solver {
  readonly prover: Prover;
  readonly #reach: Reach;
  readonly #known: Map<string, readonly JsonValue[]> = new Map();
  readonly #onWay: Set<string> = new Set();

  constructor(prover: Prover, reach: Reach) {
    this.prover = prover;
    this.#reach = reach;
  }

  /** Smallest first; none where none was found. */
  values(goal: Goal, most: number = this.#reach.values): readonly JsonValue[] {
    const key = keyOf(goal);
    const known = this.#known.get(key);
    if (known !== undefined) return known.slice(0, most);
    if (this.#onWay.has(key) || this.#onWay.size > DEEPEST || this.prover.isEmpty(goal)) return [];
    this.#onWay.add(key);
    const found = bySize(
      goal.type === undefined ? TYPES.flatMap((t) => this.#ofType(goal, t)) : this.#ofType(goal, goal.type),
    );
    this.#onWay.delete(key);
    // What was found within itself is less than what there is.
    if (this.#onWay.size === 0 || found.length > 0) this.#known.set(key, found);
    return found.slice(0, most);
  }

  #ofType(goal: Goal, type: Leaf['type']): readonly JsonValue[] {
    const found: JsonValue[] = [];
    let count = 0;
    for (const leaf of this.prover.leaves(goal, type)) {
      found.push(...this.#ofLeaf(leaf).slice(0, this.#reach.values));
      count += 1;
      if (count >= this.#reach.leaves) break;
    }
    return found;
  }

  #ofLeaf(leaf: Leaf): readonly JsonValue[] {
    const candidates = listedValues(leaf) ?? this.#made(leaf);
    return bySize(candidates.filter((value) => !isRefused(leaf, this.prover, value)));
  }

  #made(leaf: Leaf): readonly JsonValue[] {
    if (leaf.type === 'number') return numbersOf(leaf);
    if (leaf.type === 'string') return textsOf(leaf, this.prover);
    return leaf.type === 'array' ? listsOf(leaf, this) : objectsOf(leaf, this);
  }
}

/** Each once, the shortest first; of equal length in the order in which they came, which is the nicest. */
export function bySize(values: readonly JsonValue[]): readonly JsonValue[] {
  const texts = new Map<string, JsonValue>();
  for (const value of values) {
    const text = canonicalJson(value);
    if (!texts.has(text)) texts.set(text, value);
  }
  return [...texts].sort(([a], [b]) => a.length - b.length).map(([, value]) => value);
}
