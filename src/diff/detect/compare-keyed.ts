/** An item of a keyed list, and where it stands. */
export interface Keyed<T> {
  readonly key: string;
  readonly item: T;
  readonly index: number;
}

/** What two lists of keyed items have in common, and what only one has; each in its own order. */
export interface KeyedDifference<T> {
  readonly added: readonly Keyed<T>[];
  readonly removed: readonly Keyed<T>[];
  readonly kept: readonly { readonly before: Keyed<T>; readonly after: Keyed<T> }[];
}

/** Of items with one key twice, the first is paired with the first, and so on. */
export function compareKeyed<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): KeyedDifference<T> {
  const waiting = new Map<string, Keyed<T>[]>();
  for (const keyed of before.map(keyedBy(keyOf))) {
    const same = waiting.get(keyed.key);
    if (same === undefined) waiting.set(keyed.key, [keyed]);
    else same.push(keyed);
  }
  const added: Keyed<T>[] = [];
  const kept: { before: Keyed<T>; after: Keyed<T> }[] = [];
  for (const keyed of after.map(keyedBy(keyOf))) {
    const found = waiting.get(keyed.key)?.shift();
    if (found === undefined) added.push(keyed);
    else kept.push({ before: found, after: keyed });
  }
  const removed = [...waiting.values()].flat().sort((a, b) => a.index - b.index);
  return { added, removed, kept };
}

function keyedBy<T>(keyOf: (item: T) => string): (item: T, index: number) => Keyed<T> {
  return (item, index) => ({ key: keyOf(item), item, index });
}
