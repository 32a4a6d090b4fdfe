import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { failure } from '../../diagnostics/diagnostic.js';
import type { Io } from '../io.js';

/**
 * Refuses a project whose folder is reached through a link of the repository: a change can put one in the folder's place,
 * and both versions would be read from what it leads to. Links outside of the repository are their user's own.
 *
 * @param root The project's root, from the working directory on as it was named.
 * @param top The repository's, links followed.
 * @throws DiagnosticError `diff.link`
 */
export function refuseLinkedFolder(root: string, top: string, io: Pick<Io, 'cwd' | 'env'>): void {
  const here = asWalked(io);
  const found = [here, resolve(here, relative(io.cwd, root))]
    .flatMap(upwards)
    .find((path) => isLink(path) && isWithin(real(dirname(path)), top));
  if (found === undefined) return;
  const linked = relative(top, resolve(real(dirname(found)) ?? '', relative(dirname(found), found)));
  const message = `\`${linked.split(sep).join('/')}\`, through which the project is reached, is a link in the repository`;
  throw failure('diff.link', `${message}: both versions would be read from what it leads to`, {
    help: 'if it is not what the change is about, run `diff` in the folder that it leads to',
  });
}

/** The working directory as the shell was led there: what the system tells has no links in it any more. */
function asWalked({ cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  const told = env['PWD'];
  if (told === undefined || !isAbsolute(told)) return cwd;
  const path = resolve(told);
  return real(path) === real(cwd) ? path : cwd;
}

/** The path and every folder above it. */
function upwards(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...upwards(above)];
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isWithin(path: string | null, top: string): boolean {
  return path !== null && (path === top || path.startsWith(top.endsWith(sep) ? top : top + sep));
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
