import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { ProjectPlace } from '../compile/find-project.js';
import type { Io } from './io.js';

/** How the files of a project are shown: by the path from where the reader is. */
export interface ProjectFilesShown {
  readonly place: (file: string) => string;
  readonly source: (file: string) => string | undefined;
}

export function projectFiles({ cwd }: Io, place: ProjectPlace | null): ProjectFilesShown {
  if (place === null) return { place: (file) => file, source: () => undefined };
  const above = relative(cwd, place.root);
  return {
    place: (file) => (above === '' || isAbsolute(file) ? file : join(above, file).split(sep).join('/')),
    source: (file) => (isOutside(place.root, file) ? undefined : textOf(join(place.root, file))),
  };
}

/** For a frame only: what is over a megabyte, or no file, has none. */
function textOf(path: string): string | undefined {
  try {
    if (!existsSync(path) || !statSync(path).isFile() || statSync(path).size > 1024 * 1024) return undefined;
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A link that leads out of the project was refused for that; its text must not be shown to say so. */
function isOutside(root: string, file: string): boolean {
  try {
    const way = relative(realpathSync(root), realpathSync(join(root, file)));
    return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  } catch {
    return true;
  }
}
