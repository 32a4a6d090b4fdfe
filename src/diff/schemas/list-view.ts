import { type Literal, literal } from './formula.js';
import { isRefused } from './refused.js';
import type { Leaf, Prover } from './prover.js';
import { sizeView } from './size-view.js';
import type { SchemaNode } from './universe.js';

/** What facts say of a list. */
export interface ListView {
  readonly least: number;
  readonly most: number;
  readonly every: readonly RangeClaim[];
  /** In each of these one item at least is not valid. */
  readonly some: readonly Range[];
  readonly contains: readonly { readonly least: number; readonly node: SchemaNode }[];
  readonly atMost: readonly { readonly most: number; readonly node: SchemaNode }[];
  readonly unique: boolean | null;
  /** From this index on nothing is different. */
  readonly tail: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly node: SchemaNode;
}

/** Every such item is, or is not, valid. */
interface RangeClaim extends Range {
  readonly is: boolean;
}

export function listView(leaf: Leaf): ListView {
  const view = {
    ...{ every: [] as RangeClaim[], some: [] as Range[], tail: 0, unique: null as boolean | null },
    ...{ contains: [] as { least: number; node: SchemaNode }[] },
    ...{ atMost: [] as { most: number; node: SchemaNode }[] },
  };
  let least = 0;
  for (const { atom, is } of leaf.facts) {
    if (atom.about === 'unique') view.unique = is;
    if (atom.about === 'contains' && is) view.contains.push(atom);
    if (atom.about === 'contains' && !is) view.atMost.push({ most: atom.least - 1, node: atom.node });
    if (atom.about !== 'items') continue;
    // Not valid, and of one item: then it is that one.
    if (is || atom.to === atom.from + 1) view.every.push({ ...atom, is });
    else view.some.push(atom);
    if (!is) least = Math.max(least, atom.from + 1);
    view.tail = Math.max(view.tail, atom.from, Number.isFinite(atom.to) ? atom.to : 0);
  }
  const sizes = sizeView(leaf);
  return { ...view, ...sizes, least: Math.max(least, sizes.least) };
}

/** What an item must be. */
export function itemAt({ every, atMost }: ListView, index: number): readonly Literal[] {
  return [
    ...every.filter(({ from, to }) => index >= from && index < to).map(({ node, is }) => literal(node, is)),
    ...atMost.filter(({ most }) => most === 0).map(({ node }) => literal(node, false)),
  ];
}

const MOST_PLACES = 100;

export function listIsClosed(leaf: Leaf, prover: Prover): boolean {
  const view = listView(leaf);
  if (view.least > view.most) return true;
  if (view.tail > MOST_PLACES) return false;
  const judge = new ListJudge(view, prover);
  return judge.isClosed() || (judge.longest === 0 && isRefused(leaf, prover, []));
}

class ListJudge {
  readonly longest: number;
  readonly #view: ListView;
  readonly #prover: Prover;

  constructor(view: ListView, prover: Prover) {
    this.#view = view;
    this.#prover = prover;
    this.longest = this.#longest();
  }

  isClosed(): boolean {
    const { least, some, contains, atMost, unique } = this.#view;
    if (least > this.longest || (unique === false && this.longest <= 1)) return true;
    if (some.some((range) => !this.#mayBreak(range))) return true;
    if (contains.some((one) => this.#countOf(this.longest, literal(one.node)) < one.least)) return true;
    if (atMost.some(({ most, node }) => least - this.#countOf(least, literal(node, false)) > most))
      return true;
    return contains.some((one) =>
      atMost.some(
        ({ most, node }) =>
          one.least > most && this.#prover.isEmpty({ literals: [literal(one.node), literal(node, false)] }),
      ),
    );
  }

  /** A list ends before the first item that cannot be. */
  #longest(): number {
    for (let index = 0; index <= this.#view.tail && index < this.#view.most; index += 1) {
      if (!this.#mayBe(index)) return index;
    }
    return this.#view.most;
  }

  #mayBe(index: number, ...more: readonly Literal[]): boolean {
    return !this.#prover.isEmpty({ literals: [...itemAt(this.#view, index), ...more] });
  }

  #mayBreak({ from, to, node }: Range): boolean {
    const end = Math.min(to, this.longest, this.#view.tail + 1);
    for (let index = from; index < end; index += 1) if (this.#mayBe(index, literal(node, false))) return true;
    return false;
  }

  /** Of the first so many items, how many may be that. */
  #countOf(items: number, what: Literal): number {
    let count = 0;
    const { tail } = this.#view;
    for (let index = 0; index < Math.min(items, tail); index += 1) if (this.#mayBe(index, what)) count += 1;
    return items > tail && this.#mayBe(tail, what) ? count + items - tail : count;
  }
}
