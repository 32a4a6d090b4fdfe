import type { SigningKey } from '../attestation/attestation-key.js';
import type { CheckpointNote } from '../model/ledger.js';
import { checkpointDue } from './checkpoint.js';
import type { Ledger } from './ledger.js';
import { overriding } from './redacting-ledger.js';

export interface CheckpointOptions {
  readonly key: SigningKey;
  /** After so many entries. */
  readonly every: number;
  /** A day after the last one, where anything was appended. */
  readonly daily: boolean;
  readonly clock?: () => Date;
}

/**
 * A ledger that signs checkpoints by itself, after an append that made one due. Of several writers each goes by the
 * checkpoints that it made: then there are more than asked for, and never fewer.
 */
export async function withCheckpoints(ledger: Ledger, options: CheckpointOptions): Promise<Ledger> {
  const { key, every, daily, clock = () => new Date() } = options;
  const often = { entries: every, hours: daily ? 24 : Number.POSITIVE_INFINITY };
  let last = await lastCheckpoint(ledger);
  const append: Ledger['append'] = async (records, more) => {
    const outcomes = await ledger.append(records, more);
    const added = outcomes.flatMap(({ outcome, seq }) => (outcome === 'appended' ? [seq] : []));
    if (added.length > 0 && checkpointDue(last, { seq: Math.max(...added) }, clock(), often))
      last = await ledger.checkpoint(key);
    return outcomes;
  };
  return overriding(ledger, { append });
}

async function lastCheckpoint(ledger: Ledger): Promise<CheckpointNote | null> {
  const query = { kinds: ['checkpoint'], newest_first: true, limit: 1 } as const;
  for await (const { record } of ledger.entries(query)) return record?.kind === 'checkpoint' ? record : null;
  return null;
}
