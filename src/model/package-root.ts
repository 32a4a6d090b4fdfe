import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InternalError } from '../diagnostics/failures.js';

/**
 * The folder of this package (where `package.json` and `schemas/` are), found by walking up from this file, so
 * that it works from `dist/` and from the sources. Where the code was built outside of the package, as tests
 * do, the walk from the working directory finds it.
 */
export function packageRoot(): string {
  root ??= upwards(dirname(fileURLToPath(import.meta.url))) ?? upwards(process.cwd());
  if (root === undefined)
    throw new InternalError('the folder with `package.json` and `schemas/` was not found');
  return root;
}

let root: string | undefined;

/** `schemas/` beside `package.json` tells our own folder from that of any other package on the way up. */
function upwards(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const marks = ['package.json', join('schemas', 'record.schema.json')];
    if (marks.every((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
