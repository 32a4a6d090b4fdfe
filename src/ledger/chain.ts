import { type Digest, digestValue } from '../canonical/digest.js';
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
  return digestValue({ run, run_seq, seq, kind, key, edge, at, recorded_at, place, body });
}

/** The chain of one run, one entry further. */
export function nextRunChain(before: Digest, leaf: Digest): Digest {
  return digestValue([before, leaf]);
}

/** The ledger's chain, one entry further: a chain of the runs' heads. */
export function nextChain(before: Digest, entry: Pick<StoredEntry, 'run' | 'run_chain' | 'leaf'>): Digest {
  return digestValue([before, entry.run, entry.run_chain ?? entry.leaf]);
}
