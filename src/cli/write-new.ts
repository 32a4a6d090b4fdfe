import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from '../compile/source-text.js';
import { unwritable } from './open-output.js';

/**
 * Writes a file that is not there yet; false where something is, be it a link to nowhere.
 *
 * @param file The name that a diagnostic gives.
 * @throws DiagnosticError `input.unwritable`; then nothing is left behind
 */
export function writeNew(path: string, text: string, file: string): boolean {
  const fd = openedNew(path, file);
  if (fd === null) return false;
  try {
    writeFileSync(fd, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw unwritable(error, file);
  } finally {
    closeSync(fd);
  }
  return true;
}

function openedNew(path: string, file: string): number | null {
  try {
    return openSync(path, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return null;
    throw unwritable(error, file);
  }
}
