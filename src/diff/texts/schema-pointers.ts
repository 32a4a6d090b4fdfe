import { pointer } from '../../canonical/pointer.js';

/** For each line of JSON as `JSON.stringify(…, null, 2)` writes it: the pointer of what stands in it. */
export function linePointers(lines: readonly string[]): readonly string[] {
  const keys: (string | number)[] = [];
  const items: number[] = [];
  return lines.map((line) => {
    const [, indent = '', key, rest = ''] = /^( *)(?:("(?:[^"\\]|\\.)*"): )?(.*)$/s.exec(line) ?? [];
    const depth = indent.length / 2;
    if (depth > 0 && !/^[}\]]/.test(rest)) {
      const item = items[depth] ?? 0;
      keys[depth] = key === undefined ? item : (JSON.parse(key) as string);
      items[depth] = item + 1;
      items[depth + 1] = 0;
    }
    return pointer(...keys.slice(1, depth + 1));
  });
}
