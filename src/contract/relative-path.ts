import type { Located } from './located.js';
import { quote } from './quote.js';
import type { Scope } from './scope.js';

/** True for a relative path with `/` that stays inside, in the only way to write it (no `.`, `..` or `//`). */
export function isInside(path: string): boolean {
  if (path.includes('\\') || /^[A-Za-z]:/.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/** A path below a folder, or undefined and an error where it leads outside. */
export function inFolder(
  folder: string,
  path: string,
  at: Located,
  scope: Scope,
  name: string,
): string | undefined {
  if (isInside(path)) return joined(folder, path);
  const message = `\`${name}\`: ${quote(path)} is not a path inside the folder of contracts`;
  scope.findings.common('path', at.span, message, 'write a relative path with `/` and without `.` or `..`');
  return undefined;
}

/** `contracts` and `rules/a.rego`; the empty folder is the root. */
export function joined(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** The folder that a file lies in; empty for the root. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}
