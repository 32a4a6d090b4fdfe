import { createHash, randomUUID, sign, verify } from 'node:crypto';
import type { SigningKey, VerificationKey } from '../attestation/attestation-key.js';
import { canonicalJson } from '../canonical/canonical-json.js';
import type { Digest } from '../canonical/digest.js';
import type { JsonValue } from '../canonical/json-value.js';
import { type CheckpointNote, LEDGER_NOTE_SCHEMA } from '../model/ledger.js';
import type { LedgerStore, StoredHead, StoredRun } from './store.js';

/** The state of a ledger at one entry. */
export type LedgerState = Pick<CheckpointNote, 'head' | 'runs' | 'refusals'>;

/** A checkpoint of this state, signed: Ed25519 over the canonical JSON of the note without its signature. */
export function signCheckpoint(state: LedgerState, key: SigningKey, at: string): CheckpointNote {
  const note = {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'checkpoint',
    id: randomUUID(),
    at,
    head: { seq: state.head.seq, chain: state.head.chain },
    runs: { count: state.runs.count, digest: state.runs.digest },
    ...(state.refusals === undefined ? {} : { refusals: state.refusals }),
    keyid: key.keyid,
  } as const;
  return { ...note, signature: sign(null, signedBytes(note), key.key).toString('base64') };
}

export type CheckpointTrust = 'good' | 'bad_signature' | 'unknown_key';

/** Was this checkpoint signed with one of these keys. */
export function checkpointTrust(note: CheckpointNote, keys: readonly VerificationKey[]): CheckpointTrust {
  const key = keys.find(({ keyid }) => keyid === note.keyid);
  if (key === undefined) return 'unknown_key';
  const { signature, ...signed } = note;
  const bytes = Buffer.from(signature, 'base64');
  return bytes.length === 64 && verify(null, signedBytes(signed), key.key, bytes) ? 'good' : 'bad_signature';
}

function signedBytes(note: Omit<CheckpointNote, 'signature'>): Uint8Array {
  return Buffer.from(canonicalJson(note as unknown as JsonValue));
}

/**
 * The heads of all runs as they were at an entry: how many there were, and one digest of them in the order of their first
 * entries. Memory does not grow with the runs; what was appended since is looked past.
 */
export async function runsAt(store: LedgerStore, head: StoredHead): Promise<CheckpointNote['runs']> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const run of store.runs({})) {
    if (run.first_seq > head.seq) break;
    const chain = run.last_seq <= head.seq ? run.chain : await chainAt(store, run, head.seq);
    hash.update(`${canonicalJson([run.run, chain])}\n`);
    count += 1;
  }
  return { count, digest: `sha256:${hash.digest('hex')}` };
}

async function chainAt(store: LedgerStore, { run }: StoredRun, seq: number): Promise<Digest | null> {
  for await (const entry of store.entries({ run, until: seq, newest_first: true, limit: 1 }))
    return entry.run_chain;
  return null;
}

/**
 * How many records were refused, and one digest of them in their order, without what they said: an erasure takes that.
 *
 * @param most Only so many, the first ones.
 */
export async function refusalsOf(
  store: LedgerStore,
  most: number = Number.POSITIVE_INFINITY,
): Promise<NonNullable<CheckpointNote['refusals']>> {
  const hash = createHash('sha256');
  let count = 0;
  if (most > 0)
    for await (const { run, kind, key, seq, code, recorded_at } of store.refusals({})) {
      hash.update(`${canonicalJson([run, kind, key, seq, code, recorded_at])}\n`);
      count += 1;
      if (count === most) break;
    }
  return { count, digest: `sha256:${hash.digest('hex')}` };
}

/** When a checkpoint is to be made. */
export interface CheckpointEvery {
  /** After so many entries. */
  readonly entries: number;
  /** After so many hours, where anything was appended. */
  readonly hours: number;
}

export const CHECKPOINT_EVERY: CheckpointEvery = { entries: 10_000, hours: 24 };

/**
 * Is a checkpoint due.
 *
 * @param last The last checkpoint of the ledger; null: none yet.
 * @param head How far the ledger is.
 */
export function checkpointDue(
  last: Pick<CheckpointNote, 'head' | 'at'> | null,
  head: Pick<StoredHead, 'seq'>,
  now: Date,
  every: CheckpointEvery = CHECKPOINT_EVERY,
): boolean {
  if (last === null) return head.seq > 0;
  // The checkpoint is an entry itself.
  const since = head.seq - last.head.seq - 1;
  if (since <= 0) return false;
  return since >= every.entries || now.getTime() - Date.parse(last.at) >= every.hours * 3_600_000;
}
