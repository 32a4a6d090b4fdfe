/** A list that grows at its head and never changes: newest first, so that older states share its tail. */
export type Chain<T> = { readonly item: T; readonly rest: Chain<T> } | null;

/** A chain with one more item at its head. */
export function chained<T>(rest: Chain<T>, item: T): Chain<T> {
  return { item, rest };
}

/** The items, oldest first. */
export function oldestFirst<T>(chain: Chain<T>): T[] {
  return newestWhile(chain, () => true).reverse();
}

/** The items from the head for as long as they pass, newest first. */
export function newestWhile<T>(chain: Chain<T>, passes: (item: T) => boolean): T[] {
  const items: T[] = [];
  for (let link = chain; link !== null && passes(link.item); link = link.rest) items.push(link.item);
  return items;
}
