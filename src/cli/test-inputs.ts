import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, posix, relative, sep } from 'node:path';
import { failure } from '../diagnostics/diagnostic.js';
import { DiagnosticError } from '../diagnostics/diagnostic.js';
import type { FoundCase } from '../testing/case-file.js';
import type { RunRecord } from '../model/record.js';
import { MAX_BYTES } from '../record/read-json.js';
import { readRecords } from '../record/read-records.js';
import type { RecordsOf } from '../testing/run-cases.js';
import { readBytes } from './read-input.js';

/**
 * Reads the files of records that cases name, each once. They lie in the project, after every link: what a case reads is
 * reviewed with it, and a report shows what is wrong with it.
 */
export function recordsIn(root: string): RecordsOf {
  const known = new Map<string, readonly RunRecord[]>();
  return (found, file) => {
    const path = posix.join(posix.dirname(found.file), file);
    const before = known.get(path);
    if (before !== undefined) return before;
    if (isOutside(root, path))
      throw failure('case.invalid', `\`${file}\` lies outside the project`, {
        span: found.spanAt('/from/file'),
        help: 'copy the run into the project',
      });
    const { records, diagnostics } = readRecords(bytesOf(root, path, found), { file: path });
    const [first, ...rest] = diagnostics;
    if (first !== undefined) throw new DiagnosticError([first, ...rest]);
    const read = records.map(({ record }) => record);
    known.set(path, read);
    return read;
  };
}

/** What keeps a file from being read is told at the line that names it. */
function bytesOf(root: string, path: string, found: FoundCase): Uint8Array {
  try {
    return readBytes(join(root, path), path, MAX_BYTES);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [first, ...rest] = error.diagnostics.map((one) => ({ ...one, span: found.spanAt('/from/file') }));
    throw first === undefined ? error : new DiagnosticError([first, ...rest]);
  }
}

function isOutside(root: string, path: string): boolean {
  if (isAbsolute(path) || path.startsWith('..')) return true;
  try {
    const way = relative(realpathSync(root), realpathSync(join(root, path)));
    return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  } catch {
    // It is not there, which is told where it is read.
    return false;
  }
}

/** The text of a file, for a frame. */
export function textOrNone(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
