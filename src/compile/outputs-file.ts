import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, digestBytes } from '../canonical/digest.js';
import { isJsonObject, type JsonValue } from '../canonical/json-value.js';
import { codeStamp } from './code-stamp.js';

/** What the last compilation wrote here, so that it is seen without compiling whether anything changed. */
export const OUTPUTS_FILE = 'dist/outputs.json';

export interface RecordedOutputs {
  readonly sources: string;
  /** Of the code that compiled them. */
  readonly code: string;
  /** Path below the folder of outputs, to the digest of what was written. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** `readOutputs` reads it. */
export function printOutputs(sources: Digest, outputs: ReadonlyMap<string, Digest>): string {
  const sorted = [...outputs].sort(([a], [b]) => (a < b ? -1 : 1));
  const record = { sources, code: codeStamp(), outputs: Object.fromEntries(sorted) };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** Null where there is none that can be read: then it has to be compiled. */
export function readOutputs(folder: string): RecordedOutputs | null {
  try {
    const read = JSON.parse(readFileSync(join(folder, OUTPUTS_FILE), 'utf8')) as JsonValue;
    if (!isJsonObject(read) || typeof read['sources'] !== 'string' || !isJsonObject(read['outputs']))
      return null;
    const outputs = Object.entries(read['outputs']).map(([path, digest]): [string, string] => [
      path,
      String(digest),
    ]);
    // What is no longer an output is removed by these paths: none may lead anywhere else.
    if (!outputs.every(([path]) => isOutput(path))) return null;
    return { sources: read['sources'], code: String(read['code']), outputs: new Map(outputs) };
  } catch {
    return null;
  }
}

function isOutput(path: string): boolean {
  return /^[^/\\]+(\/[^/\\]+)*$/.test(path) && !path.split('/').some((part) => part === '..' || part === '.');
}

/** Is every output there as it was written, from these sources and by this code. */
export function isUpToDate(folder: string, sources: Digest): boolean {
  const recorded = readOutputs(folder);
  if (recorded === null || recorded.sources !== sources || recorded.outputs.size === 0) return false;
  if (recorded.code !== codeStamp()) return false;
  return [...recorded.outputs].every(([path, digest]) => digestOf(join(folder, path)) === digest);
}

function digestOf(path: string): Digest | null {
  try {
    return digestBytes(readFileSync(path));
  } catch {
    return null;
  }
}
