import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Digest } from '../canonical/digest.js';
import { BUNDLE_FILE } from '../model/bundle.js';
import type { ProjectPlace } from './find-project.js';
import { readToolDigests } from './read-library.js';
import { type ProjectFolder, readProjectFolder } from './read-project-folder.js';

/** The files that a project's bundle has to come from, without reading what they say. */
export function currentSources(place: ProjectPlace): ProjectFolder {
  return readProjectFolder(place, readToolDigests());
}

/** The bytes of a project's bundle; null where there is none. */
export function bundleOnDisk({ root, project }: ProjectPlace): Uint8Array | null {
  const path = join(root, project.policies, BUNDLE_FILE);
  try {
    // A pipe in its place would wait for ever.
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

/** Does a bundle say that it comes from these sources. */
export function isFrom(manifest: { readonly sources: Digest }, { sources }: ProjectFolder): boolean {
  return manifest.sources === sources;
}
