import type { SigningKey } from '../attestation/attestation-key.js';
import type { Ledger } from './ledger.js';
import { overriding } from './redacting-ledger.js';

export interface CheckpointOptions {
  readonly key: SigningKey;
  /** After so many entries. */
  readonly every: number;
  /** At the first append of each day, UTC. */
  readonly daily: boolean;
  readonly clock?: () => Date;
}

/**
 * A ledger that signs checkpoints by itself, after an append that made one due. Several writers each count what they
 * append: then there are more checkpoints than asked for, and never fewer.
 */
export async function withCheckpoints(ledger: Ledger, options: CheckpointOptions): Promise<Ledger> {
  const { key, every, daily, clock = () => new Date() } = options;
  const last = await lastCheckpoint(ledger);
  let since = (await ledger.head()).seq - last.seq;
  let day = last.day;
  const append: Ledger['append'] = async (records, more) => {
    const outcomes = await ledger.append(records, more);
    since += outcomes.filter(({ outcome }) => outcome === 'appended').length;
    const today = dayOf(clock().toISOString());
    if (since > 0 && (since >= every || (daily && day !== today))) {
      await ledger.checkpoint(key);
      since = 0;
      day = today;
    }
    return outcomes;
  };
  return overriding(ledger, { append });
}

/** The last one, as far as it vouches; 0 where there is none. */
async function lastCheckpoint(ledger: Ledger): Promise<{ readonly seq: number; readonly day: string }> {
  const query = { kinds: ['checkpoint'], newest_first: true, limit: 1 } as const;
  for await (const { seq, recorded_at } of ledger.entries(query)) return { seq, day: dayOf(recorded_at) };
  return { seq: 0, day: '' };
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}
