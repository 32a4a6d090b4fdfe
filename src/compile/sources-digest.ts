import { type Digest, digestValue } from '../canonical/digest.js';
import type { ToolDigests } from './read-library.js';

/** The files of a project, by path relative to its root, with `/`. */
export type SourceFiles = ReadonlyMap<string, string>;

/**
 * What a bundle was compiled from: the contracts' files as they are, and what compiled them. Equal digests: nothing
 * to do, and no compiler has to start to find that out.
 */
export function sourcesDigest(files: SourceFiles, tools: ToolDigests): Digest {
  const entries = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => [path, text]);
  return digestValue({ ...tools, files: entries });
}
