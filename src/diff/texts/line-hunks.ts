import { diffArrays } from 'diff';
import type { TextLine } from '../../model/policy-diff.js';
import { wholeLine, wordPieces } from './word-pieces.js';

/** Unchanged lines around a change. */
const AROUND = 3;

/** A run of lines around one change, and where it begins in what it became. */
export interface LineHunk {
  readonly start: number;
  readonly lines: readonly TextLine[];
}

/** Too different to be told line by line: then everything is removed, and everything is added. */
const MOST_EDITS = 2_000;

/** How the lines of a text changed, in hunks with some unchanged lines around them. */
export function lineHunks(before: readonly string[], after: readonly string[]): readonly LineHunk[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS }) ?? [
    { value: [...before], removed: true, added: false, count: before.length },
    { value: [...after], removed: false, added: true, count: after.length },
  ];
  const lines: { readonly line: TextLine; readonly at: number }[] = [];
  let at = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const [part, next] = [parts[index], parts[index + 1]];
    if (part === undefined) continue;
    if (part.removed && next?.added) {
      lines.push(...replaced(part.value, next.value).map((line) => ({ line, at })));
      at += next.value.length;
      index += 1;
    } else if (part.removed) {
      lines.push(...part.value.map((text) => ({ line: lineOf('removed', text), at })));
    } else {
      const kind = part.added ? 'added' : 'same';
      for (const text of part.value) lines.push({ line: lineOf(kind, text), at: at++ });
    }
  }
  return hunksOf(lines);
}

function lineOf(kind: TextLine['kind'], text: string): TextLine {
  return { kind, pieces: wholeLine(text) };
}

/** Each line against the one that stands in its place. */
function replaced(before: readonly string[], after: readonly string[]): readonly TextLine[] {
  const pairs = before.map((text, index) => {
    const other = after[index];
    return other === undefined ? { removed: wholeLine(text), added: null } : wordPieces(text, other);
  });
  return [
    ...pairs.map(({ removed }): TextLine => ({ kind: 'removed', pieces: removed })),
    ...after.map(
      (text, index): TextLine => ({ kind: 'added', pieces: pairs[index]?.added ?? wholeLine(text) }),
    ),
  ];
}

function hunksOf(lines: readonly { readonly line: TextLine; readonly at: number }[]): readonly LineHunk[] {
  const near = new Set<number>();
  for (const [index, { line }] of lines.entries()) {
    if (line.kind === 'same') continue;
    for (let around = index - AROUND; around <= index + AROUND; around += 1) near.add(around);
  }
  const hunks: { start: number; lines: TextLine[] }[] = [];
  for (const [index, { line, at }] of lines.entries()) {
    if (!near.has(index)) continue;
    if (!near.has(index - 1) || hunks.length === 0) hunks.push({ start: at, lines: [] });
    hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}
