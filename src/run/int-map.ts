const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

interface Leaf<T> {
  readonly leaf: true;
  readonly slots: readonly (T | undefined)[];
}

interface Branch<T> {
  readonly leaf: false;
  readonly slots: readonly (Node<T> | undefined)[];
}

type Node<T> = Leaf<T> | Branch<T>;

/**
 * A map from small whole numbers to values that never changes: `set` gives a new map which shares all but one
 * path with the old one. So every state of a run stays as it was, and folding a record costs what it changes.
 * Setting what is there already, and merging what is shared, gives the same map back.
 */
export class IntMap<T extends object | number | true> {
  readonly #root: Node<T> | undefined;
  /** How many levels of branches lie above the leaves. */
  readonly #height: number;
  /** All keys lie below it. Kept, as it is asked at every look-up. */
  readonly #capacity: number;

  private constructor(root: Node<T> | undefined, height: number) {
    this.#root = root;
    this.#height = height;
    this.#capacity = capacity(height);
  }

  static empty<T extends object | number | true>(): IntMap<T> {
    return new IntMap<T>(undefined, 0);
  }

  get(key: number): T | undefined {
    let node = this.#root;
    if (node === undefined || key < 0 || key >= this.#capacity) return undefined;
    for (let height = this.#height; !node.leaf; height--) {
      node = node.slots[(key >>> (BITS * height)) & MASK];
      if (node === undefined) return undefined;
    }
    return node.slots[key & MASK];
  }

  has(key: number): boolean {
    return this.get(key) !== undefined;
  }

  set(key: number, value: T): IntMap<T> {
    if (this.get(key) === value) return this;
    let height = this.#height;
    while (key >= capacity(height)) height++;
    return new IntMap(withSlot(lifted(this.#root, this.#height, height), height, key, value), height);
  }

  delete(key: number): IntMap<T> {
    if (!this.has(key)) return this;
    return new IntMap(withSlot(this.#root, this.#height, key, undefined), this.#height);
  }

  /** The union; where both have a key with different values, `resolve` chooses. */
  merge(other: IntMap<T>, resolve: (mine: T, theirs: T) => T): IntMap<T> {
    if (this.#root === other.#root || other.#root === undefined) return this;
    if (this.#root === undefined) return other;
    const height = Math.max(this.#height, other.#height);
    const mine = lifted(this.#root, this.#height, height);
    const merged = mergedNode(mine, lifted(other.#root, other.#height, height), resolve);
    return merged === this.#root ? this : new IntMap(merged, height);
  }

  /** In the order of the keys. */
  forEach(visit: (value: T, key: number) => void): void {
    if (this.#root !== undefined) visitNode(this.#root, this.#height, 0, visit);
  }

  isEmpty(): boolean {
    return this.#root === undefined;
  }
}

function capacity(height: number): number {
  return WIDTH ** (height + 1);
}

/** The same node below more levels; its keys stay what they were, as they lie in the first slots. */
function lifted<T>(node: Node<T> | undefined, from: number, to: number): Node<T> | undefined {
  let top = node;
  for (let height = from; height < to && top !== undefined; height++) top = { leaf: false, slots: [top] };
  return top;
}

function withSlot<T>(
  node: Node<T> | undefined,
  height: number,
  key: number,
  value: T | undefined,
): Node<T> | undefined {
  const at = (key >>> (BITS * height)) & MASK;
  if (height === 0) {
    const values = node?.leaf ? node.slots.slice() : [];
    values[at] = value;
    return values.some((slot) => slot !== undefined) ? { leaf: true, slots: values } : undefined;
  }
  const children = node !== undefined && !node.leaf ? node.slots.slice() : [];
  children[at] = withSlot(children[at], height - 1, key, value);
  return children.some((slot) => slot !== undefined) ? { leaf: false, slots: children } : undefined;
}

function mergedNode<T>(
  mine: Node<T> | undefined,
  theirs: Node<T> | undefined,
  resolve: (mine: T, theirs: T) => T,
): Node<T> | undefined {
  if (mine === theirs || theirs === undefined) return mine;
  if (mine === undefined) return theirs;
  if (mine.leaf && theirs.leaf) {
    const slots = mergedSlots(mine.slots, theirs.slots, resolve);
    return slots === mine.slots ? mine : { leaf: true, slots };
  }
  if (mine.leaf || theirs.leaf) return mine;
  const slots = mergedSlots(mine.slots, theirs.slots, (a, b) => mergedNode(a, b, resolve) ?? a);
  return slots === mine.slots ? mine : { leaf: false, slots };
}

/** `mine` itself where the merge changes nothing, so that what is shared stays shared. */
function mergedSlots<S>(
  mine: readonly (S | undefined)[],
  theirs: readonly (S | undefined)[],
  resolve: (mine: S, theirs: S) => S,
): readonly (S | undefined)[] {
  let changed: (S | undefined)[] | undefined;
  for (let at = 0; at < theirs.length; at++) {
    const [a, b] = [mine[at], theirs[at]];
    if (b === undefined || a === b) continue;
    const slot = a === undefined ? b : resolve(a, b);
    if (slot === a) continue;
    changed ??= mine.slice();
    changed[at] = slot;
  }
  return changed ?? mine;
}

function visitNode<T>(
  node: Node<T>,
  height: number,
  base: number,
  visit: (value: T, key: number) => void,
): void {
  node.slots.forEach((slot: T | Node<T> | undefined, at) => {
    if (slot === undefined) return;
    if (node.leaf) visit(slot as T, base + at);
    else visitNode(slot as Node<T>, height - 1, base + at * WIDTH ** height, visit);
  });
}
