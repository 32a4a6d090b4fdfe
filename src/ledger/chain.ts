import { type Digest, digestBytes } from '../canonical/digest.js';
import type { StoredEntry } from './store.js';

/** What a chain has before its first entry. */
export const EMPTY_CHAIN: Digest = `sha256:${'0'.repeat(64)}`;

/** What of an entry is chained: all that does not follow from the chain itself, but for what an erasure takes away. */
export type Leafed = Pick<
  StoredEntry,
  'run' | 'run_seq' | 'seq' | 'kind' | 'key' | 'edge' | 'at' | 'recorded_at' | 'place' | 'body'
>;

/** The digest of an entry, in which personal fields stand as salted digests. */
export function leafOf(entry: Leafed): Digest {
  const { run, run_seq, seq, kind, key, edge, at, recorded_at, place, body } = entry;
  return digestPlain({ at, body, edge, key, kind, place, recorded_at, run, run_seq, seq });
}

/** The chain of one run, one entry further. */
export function nextRunChain(before: Digest, leaf: Digest): Digest {
  return digestPlain([before, leaf]);
}

/** The ledger's chain, one entry further: a chain of the runs' heads. */
export function nextChain(before: Digest, entry: Pick<StoredEntry, 'run' | 'run_chain' | 'leaf'>): Digest {
  return digestPlain([before, entry.run, entry.run_chain ?? entry.leaf]);
}

/**
 * `digestValue` of texts, integers and nulls under names that are sorted already: `JSON.stringify` writes those as RFC
 * 8785 does, in half the time.
 */
function digestPlain(value: object): Digest {
  return digestBytes(JSON.stringify(value));
}
