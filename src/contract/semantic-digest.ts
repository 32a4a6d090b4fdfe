import { type Digest, digestValue } from '../canonical/digest.js';
import type { Contract } from './contract.js';
import { settled } from './settled.js';

/** The digest that verdicts, waivers and attestations bind to: free of comments, lines, key order and fragments. */
export function semanticDigest(contract: Contract): Digest {
  return digestValue(settled(contract));
}
