import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, digestBytes } from '../canonical/digest.js';
import { isJsonObject, type JsonValue } from '../canonical/json-value.js';

/** What the last compilation wrote here, so that it is seen without compiling whether anything changed. */
export const OUTPUTS_FILE = 'dist/outputs.json';

export interface RecordedOutputs {
  readonly sources: string;
  /** Path below the folder of outputs, to the digest of what was written. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** `readOutputs` reads it. */
export function printOutputs(sources: Digest, outputs: ReadonlyMap<string, Digest>): string {
  const sorted = [...outputs].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ sources, outputs: Object.fromEntries(sorted) }, null, 2)}\n`;
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
    return { sources: read['sources'], outputs: new Map(outputs) };
  } catch {
    return null;
  }
}

/** Is every output there as it was written, from these sources. */
export function isUpToDate(folder: string, sources: Digest): boolean {
  const recorded = readOutputs(folder);
  if (recorded === null || recorded.sources !== sources || recorded.outputs.size === 0) return false;
  return [...recorded.outputs].every(([path, digest]) => digestOf(join(folder, path)) === digest);
}

function digestOf(path: string): Digest | null {
  try {
    return digestBytes(readFileSync(path));
  } catch {
    return null;
  }
}
