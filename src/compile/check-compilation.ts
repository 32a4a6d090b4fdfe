import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { digestBytes } from '../canonical/digest.js';
import type { Compilation } from './compile-contracts.js';
import { LOCK_FILE, leftOver } from './left-over.js';
import { type Lock, parseLock } from './lock.js';
import { readOutputs } from './outputs-file.js';

/** An output on disk that is not what would be written. */
export interface Difference {
  /** Below the folder of outputs. */
  readonly path: string;
  readonly code: 'compile.stale' | 'compile.edited' | 'compile.missing' | 'compile.left_over';
  /** Unified, on disk to compiled; null where there is none to show. */
  readonly diff: string | null;
}

const MAX_DIFF_LINES = 120;
/**
 * Lines taken out and put in: the time grows with their square, and nobody reads a text rewritten from end to end. By
 * count, since a busy machine must show the same.
 */
const MAX_EDITS = 2000;
const MAX_DIFFS = 20;

/**
 * What of the committed outputs on disk is not what a compilation comes to: stale, edited by hand, missing, left over.
 * Not what is below `dist`: git does not have it, and whoever loads it compiles it anew where it is stale.
 */
export function checkCompilation(compilation: Compilation, folder: string): readonly Difference[] {
  const shown = { count: 0 };
  const found = [...compilation.files].flatMap(([path, text]) =>
    difference(compilation, folder, path, text, shown),
  );
  const left = new Set([...leftOver(folder, compilation.files), ...foreign(compilation, folder)]);
  const gone = [...left].map((path): Difference => ({ path, code: 'compile.left_over', diff: null }));
  return [...found, ...gone];
}

function difference(
  compilation: Compilation,
  folder: string,
  path: string,
  text: string,
  shown: { count: number },
): Difference[] {
  const onDisk = readOrNull(join(folder, path));
  if (onDisk === text) return [];
  if (onDisk === null) return [{ path, code: 'compile.missing', diff: null }];
  const code = isEdited(compilation, folder, path, onDisk) ? 'compile.edited' : 'compile.stale';
  shown.count += 1;
  const diff = shown.count > MAX_DIFFS ? null : diffOf(path, onDisk, text);
  return [{ path, code, diff }];
}

/** By the record of the last compilation where there is one, else by the lock beside it. */
function isEdited(compilation: Compilation, folder: string, path: string, onDisk: string): boolean {
  const recorded = readOutputs(folder)?.outputs.get(path);
  if (recorded !== undefined) return recorded !== digestBytes(onDisk);
  if (path === LOCK_FILE) return false;
  const [now, before] = [compilation.files.get(LOCK_FILE), readOrNull(join(folder, LOCK_FILE))];
  return lockedFor(path, now) === lockedFor(path, before);
}

/** What a lock says of the things that an output comes from. */
function lockedFor(path: string, text: string | null | undefined): string {
  const lock = typeof text === 'string' ? parseLock(text) : null;
  return JSON.stringify([lock?.tools, edgeOf(lock, path)]);
}

function edgeOf(lock: Lock | null, path: string): Lock['edges'][number] | undefined {
  const [folder, name] = path.split('/');
  return folder === 'edges' ? lock?.edges.find((edge) => edge.name === name) : undefined;
}

function diffOf(path: string, before: string, after: string): string {
  const options = { context: 3, maxEditLength: MAX_EDITS };
  const patch = createTwoFilesPatch(`on disk/${path}`, `compiled/${path}`, before, after, '', '', options);
  if (patch === undefined) return 'almost every line differs\n';
  const lines = patch.split('\n').filter((line) => !/^={10,}$/.test(line));
  if (lines.length <= MAX_DIFF_LINES) return lines.join('\n');
  return `${lines.slice(0, MAX_DIFF_LINES).join('\n')}\n… ${lines.length - MAX_DIFF_LINES} more lines\n`;
}

/** Files that somebody put beside the outputs of an edge: a reader would take them for a part of its policy. */
function foreign({ files }: Compilation, folder: string): readonly string[] {
  const edges = new Set([...files.keys()].flatMap((path) => path.match(/^edges\/[^/]+/) ?? []));
  return [...edges].flatMap((edge) =>
    namesIn(join(folder, edge))
      .map((name) => `${edge}/${name}`)
      .filter((path) => !files.has(path)),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
