import type { Located } from './located.js';
import { quote } from './quote.js';
import { describe } from './read-scalar.js';
import type { Read, Scope } from './scope.js';

/** A list whose items are read by `read`. Its items are whole even in a fragment: lists are replaced, not merged. */
export function readList<T>(read: Read<T>): Read<readonly T[]> {
  return (node, scope, name) => {
    if (node.kind !== 'list') {
      scope.findings.common('wrong_type', node.span, `\`${name}\`: expected a list, not ${describe(node)}`);
      return undefined;
    }
    const whole: Scope = { ...scope, partial: false };
    const items = node.items.map((item, i) => read(item, whole, `${name}[${i}]`));
    return allOf(items);
  };
}

function allOf<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  const there = items.filter((item) => item !== undefined);
  return there.length === items.length ? there : undefined;
}

/** A list in which no two items have the same key. `keyOf` gives it; `same` is what a message calls it. */
export function readUnique<T>(
  read: Read<T>,
  keyOf: (item: T) => string,
  same: string = 'value',
): Read<readonly T[]> {
  const readAll = readList(read);
  return (node, scope, name) => {
    const items = readAll(node, scope, name);
    if (items === undefined || node.kind !== 'list') return undefined;
    const seen = new Set<string>();
    const twice = items.findIndex((item) => seen.size === seen.add(keyOf(item)).size);
    if (twice < 0) return items;
    reportTwice(node.items[twice] ?? node, scope, name, same);
    return undefined;
  };
}

function reportTwice(node: Located, scope: Scope, name: string, same: string): void {
  const shown = node.kind === 'scalar' ? `${quote(node.source)} twice` : `two entries of the same ${same}`;
  scope.findings.common('duplicate', node.span, `\`${name}\` has ${shown}`);
}

/** A list of different texts. */
export function readTexts(read: Read<string>): Read<readonly string[]> {
  return readUnique(read, (text) => text);
}
