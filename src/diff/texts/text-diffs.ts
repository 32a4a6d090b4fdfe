import type { TextDiff, TextHunk } from '../../model/policy-diff.js';
import type { CompiledSide } from '../compiled-side.js';
import type { Pairing } from '../detect/pair-contracts.js';
import { lineHunks } from './line-hunks.js';
import { type RegoPart, regoParts } from './rego-parts.js';
import { linePointers } from './schema-pointers.js';

/** Lines of one text that a diff tells at most; and texts: of those after them, only how many lines changed. */
const MOST_LINES = 300;
const MOST_TEXTS = 200;

/** What changed in the policy and the payload schema of each edge that is in both versions. */
export function textDiffs(base: CompiledSide, head: CompiledSide, { pairs }: Pairing): readonly TextDiff[] {
  let told = 0;
  return pairs.flatMap((pair) => {
    const [before, after] = [pair.base.metadata.name, pair.head.metadata.name];
    return FILES.flatMap(({ name, language, hunks }) => {
      const path = `edges/${after}/${name}`;
      const [was, is] = [base.files.get(`edges/${before}/${name}`), head.files.get(path)];
      if (was === undefined || is === undefined || was === is) return [];
      told += 1;
      return [capped(path, language, hunks(was, is), told > MOST_TEXTS ? 0 : MOST_LINES)];
    });
  });
}

interface DiffedFile {
  readonly name: string;
  readonly language: TextDiff['language'];
  readonly hunks: (was: string, is: string) => readonly TextHunk[];
}

const FILES: readonly DiffedFile[] = [
  { name: 'policy.rego', language: 'rego', hunks: regoHunks },
  { name: 'payload.schema.json', language: 'json', hunks: schemaHunks },
];

/** Rule by rule, in the order of the new text; rules that are gone come last. */
function regoHunks(was: string, is: string): readonly TextHunk[] {
  const [before, after] = [regoParts(was), regoParts(is)];
  const old = new Map(before.map((part) => [part.part, part]));
  const now = new Set(after.map(({ part }) => part));
  return [
    ...after.flatMap((part) => partHunks(part.part, old.get(part.part)?.lines ?? [], part.lines)),
    ...before
      .filter(({ part }) => !now.has(part))
      .flatMap((gone: RegoPart) => partHunks(gone.part, gone.lines, [])),
  ];
}

function partHunks(
  part: string | null,
  before: readonly string[],
  after: readonly string[],
): readonly TextHunk[] {
  return lineHunks(before, after).map(({ lines }) => ({ part, lines }));
}

function schemaHunks(was: string, is: string): readonly TextHunk[] {
  const [before, after] = [linesOf(was), linesOf(is)];
  const pointers = linePointers(after);
  return lineHunks(before, after).map(({ start, lines }) => {
    const same = lines.findIndex(({ kind }) => kind !== 'same');
    return { part: pointers[Math.min(start + Math.max(0, same), pointers.length - 1)] ?? '', lines };
  });
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** The first lines of it; how many changed lines come after them is said. */
function capped(
  path: string,
  language: TextDiff['language'],
  hunks: readonly TextHunk[],
  most: number,
): TextDiff {
  const kept: TextHunk[] = [];
  let [lines, omitted] = [0, 0];
  for (const hunk of hunks) {
    const room = Math.max(0, most - lines);
    const told = hunk.lines.slice(0, room);
    if (told.length > 0) kept.push({ part: hunk.part, lines: told });
    lines += told.length;
    omitted += hunk.lines.slice(room).filter(({ kind }) => kind !== 'same').length;
  }
  return { path, language, hunks: kept, omitted };
}
