import { MAX_DEPTH } from '../model/not-json.js';

/** How deep a configuration may be nested: what it travels in has levels of its own. */
export const MAX_CONFIG_DEPTH: number = MAX_DEPTH - 8;

/**
 * Keeps a walk off the stack's end, for documents that `normaliseConfig` has not seen.
 *
 * @throws TypeError
 */
export function requireDepth(depth: number): void {
  if (depth > MAX_CONFIG_DEPTH) {
    throw new TypeError(`a normalised document has at most ${MAX_CONFIG_DEPTH} levels of nesting`);
  }
}
