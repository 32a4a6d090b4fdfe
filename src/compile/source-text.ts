import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

export const MAX_SOURCE_BYTES: number = 1024 * 1024;

/** What a file is, as `stat` tells it. */
export interface SourceStat {
  isFile(): boolean;
  readonly size: number | bigint;
}

/** The text of a source file, or why it is refused. Nothing is read of a file that is over-size or no plain file. */
export function sourceText(path: string, name: string, stat: SourceStat): string | Diagnostic {
  if (!stat.isFile()) return refused('compile.unreadable', name, 'this is not a plain file');
  if (stat.size > MAX_SOURCE_BYTES) return tooLarge(name, stat.size);
  try {
    return decodedSource(readFileSync(path), name);
  } catch (error) {
    return refused('compile.unreadable', name, `this file cannot be read (${errorCode(error)})`);
  }
}

/** A source file's text from its bytes, wherever they come from. */
export function decodedSource(bytes: Uint8Array, name: string): string | Diagnostic {
  try {
    // A byte order mark stays in the text: the contract reader has its own word on it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (errorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return refused('compile.not_utf8', name, 'this file is not UTF-8', 'save it as UTF-8');
  }
}

export function tooLarge(name: string, size: number | bigint): Diagnostic {
  return refused('contract.too_large', name, `the file holds ${size} bytes; at most 1 MiB is read`);
}

/** An error about a whole file. */
export function refused(code: string, file: string, message: string, help?: string): Diagnostic {
  const span = { file, line: 1, column: 1 };
  return { code, severity: 'error', message, span, ...(help === undefined ? {} : { help }) };
}

/** `ENOENT` and the like; `unknown` for what is no system error. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
