import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLock } from './lock.js';
import { readOutputs } from './outputs-file.js';

export const LOCK_FILE = 'edge-contracts.lock';

/** What a compilation writes for an edge. */
const NAMES = ['draft.schema.json', 'payload.schema.json', 'policy.rego', 'sender.md'];
/** A name that could be one of ours: what the lock says is not trusted to name a file. */
const SLUG = /^[a-z0-9_][a-z0-9_-]*$/;

/**
 * Outputs of edges that are gone: below `edges/`, and only what an earlier compilation wrote there, by the committed
 * lock or by the record of the last one.
 */
export function leftOver(folder: string, outputs: ReadonlyMap<string, string>): readonly string[] {
  const edges = new Set([...lockedEdges(folder), ...recordedEdges(folder)].filter((name) => SLUG.test(name)));
  return [...edges]
    .flatMap((edge) => NAMES.map((name) => `edges/${edge}/${name}`))
    .filter((path) => !outputs.has(path) && existsSync(join(folder, path)))
    .sort();
}

function lockedEdges(folder: string): readonly string[] {
  try {
    const lock = parseLock(readFileSync(join(folder, LOCK_FILE), 'utf8'));
    return lock?.edges.map(({ name }) => name) ?? [];
  } catch {
    return [];
  }
}

function recordedEdges(folder: string): readonly string[] {
  const paths = [...(readOutputs(folder)?.outputs.keys() ?? [])];
  return paths.flatMap((path) => (path.startsWith('edges/') ? path.split('/').slice(1, 2) : []));
}
