import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Digest, digestBytes } from '../canonical/digest.js';
import { BUNDLE_FILE, type Bundle } from '../model/bundle.js';
import type { Compilation } from './compile-contracts.js';
import { leftOver } from './left-over.js';
import { OUTPUTS_FILE, printOutputs, readOutputs } from './outputs-file.js';

export interface Written {
  /** Paths below the folder of outputs, sorted. What was the same already is not touched. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

/**
 * Puts a compilation on disk. Each file is written aside and renamed into place, so that nobody reads half of one,
 * and the bundle comes last: a gate that loads in between finds the old one, whole.
 */
export function writeCompilation({ files, plainBundle, bundle }: Compilation, folder: string): Written {
  const plain = new Map([...plainBundle].map(([path, text]) => [`dist/opa/${path}`, text]));
  const last = [BUNDLE_FILE, bundleText(bundle)] as const;
  const outputs = new Map([...files, ...plain, last]);
  const removed = removeGone(folder, outputs);
  const record = [OUTPUTS_FILE, printOutputs(bundle.manifest.sources, digests(outputs))] as const;
  const written = [...files, ...plain, record, last].filter(([path, text]) =>
    writeAside(join(folder, path), text),
  );
  const told = written.map(([path]) => path).filter((path) => path !== OUTPUTS_FILE);
  return { written: told.sort(), removed, unchanged: outputs.size - told.length };
}

/** Only the bundle, which git does not see: `evaluate` writes no file that somebody reviews. */
export function writeBundle({ bundle }: Compilation, folder: string): void {
  writeAside(join(folder, BUNDLE_FILE), bundleText(bundle));
}

/** The bundle's bytes. */
export function bundleText(bundle: Bundle): string {
  return `${JSON.stringify(bundle)}\n`;
}

function digests(outputs: ReadonlyMap<string, string>): ReadonlyMap<string, Digest> {
  return new Map([...outputs].map(([path, text]) => [path, digestBytes(text)]));
}

function removeGone(folder: string, outputs: ReadonlyMap<string, string>): readonly string[] {
  const before = [...(readOutputs(folder)?.outputs.keys() ?? [])].filter((path) =>
    path.startsWith('dist/opa/'),
  );
  const gone = [...leftOver(folder, outputs), ...before.filter((path) => !outputs.has(path))];
  return gone.sort().filter((path) => remove(folder, path));
}

function remove(folder: string, path: string): boolean {
  try {
    rmSync(join(folder, path));
  } catch {
    return false; // already gone
  }
  const parent = dirname(join(folder, path));
  // Whatever else somebody put there stays.
  if (readdirSync(parent).length === 0) rmdirSync(parent);
  return true;
}

/** False where the file holds the text already: then it keeps its time, and nothing that watches it wakes up. */
function writeAside(path: string, text: string): boolean {
  if (readOrNull(path) === text) return false;
  mkdirSync(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}.${randomBytes(3).toString('hex')}.tmp`;
  try {
    writeFileSync(aside, text, { flag: 'wx' });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  return true;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
