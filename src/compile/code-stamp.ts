import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Digest, digestValue } from '../canonical/digest.js';

/** The folders whose code decides what a contract compiles to. */
const FOLDERS = ['canonical', 'checks', 'compile', 'contract', 'model'];

/**
 * Digest of the code that compiles. The version says as much of a released package; who works on the package itself
 * changes code without it, and would be told that nothing changed.
 */
export function codeStamp(): Digest {
  const root = fileURLToPath(new URL('..', import.meta.url));
  return digestValue(
    FOLDERS.flatMap((folder) => codeFiles(join(root, folder)).map((path) => readFileSync(path, 'utf8'))),
  );
}

function codeFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return codeFiles(path);
    return entry.name.endsWith('.js') ? [path] : [];
  });
}
