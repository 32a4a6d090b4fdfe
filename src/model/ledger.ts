import type { Digest } from '../canonical/digest.js';
import type { Alert } from './alert.js';
import type { Facts } from './facts.js';
import type { RunRecord } from './record.js';
import type { Mode } from './severity.js';
import type { Verdict } from './verdict.js';

export const LEDGER_NOTE_SCHEMA = 'edge-contracts/ledger-note/v1';
export const LEDGER_ENTRY_SCHEMA = 'edge-contracts/ledger-entry/v1';

interface NoteBase {
  readonly schema: typeof LEDGER_NOTE_SCHEMA;
  /** Unique in the ledger among notes of its kind. */
  readonly id: string;
  /** RFC 3339; the writer's clock. */
  readonly at: string;
  readonly simulated?: true;
}

/** What a verdict's `decided_by.instance` says where a recording was evaluated: nothing was done about it then. */
export const EVALUATED = 'evaluate';

/** What a gate decided of one attempt, with all that is needed to decide it again. */
export interface VerdictNote extends NoteBase {
  readonly kind: 'verdict';
  readonly run: string;
  readonly verdict: Verdict;
  /** What it was decided on; null where the gate did not keep them. */
  readonly facts: Facts | null;
  /** Of the contract's resolved source among the ledger's blobs; null where none was kept. */
  readonly contract_source: Digest | null;
}

/** What somebody on call set, without a deploy. It ends by itself at `until`, or by a later `end`. */
export interface OverrideNote extends NoteBase {
  readonly kind: 'override';
  /** The edge's name. */
  readonly edge: string;
  readonly set: OverrideSetting;
  /** A person or a team. */
  readonly by: string;
  readonly reason: string;
  /** RFC 3339, later than `at`; null for `acknowledge` and `end`, which do not end. */
  readonly until: string | null;
}

export type OverrideSetting =
  /** Held constraints that a payload lacks are put into it before it is judged. */
  | { readonly what: 'compose'; readonly value: 'force' }
  | { readonly what: 'mode'; readonly value: Mode }
  /** Somebody looks at this alert: it is not sent again while it fires. */
  | { readonly what: 'acknowledge'; readonly alert: string }
  /** No alert of this edge is sent; each is still recorded. */
  | { readonly what: 'silence' }
  /** Ends the override with this id before its time. */
  | { readonly what: 'end'; readonly override: string };

/**
 * What is in force on an edge at a time, asked at each decision. It answers at once and from memory: a gate does not wait
 * for a ledger. It may give more than is in force; whoever asks looks at the times again.
 */
export interface Overrides {
  /** In the order of the ledger: of two that set the same, the last one counts. */
  activeFor(edge: string, now: Date): readonly OverrideNote[];
}

/** An alert changed its state. */
export interface AlertNote extends NoteBase {
  readonly kind: 'alert';
  readonly alert: Alert;
  /** It was sent to nobody, since the edge was silenced. Where that ends while it fires, it is sent. */
  readonly silenced?: true;
}

/** A person's word on what a gate found: was it right. The last one of each finding counts. */
export interface JudgementNote extends NoteBase {
  readonly kind: 'judgement';
  readonly run: string;
  readonly hop: number;
  readonly attempt: number;
  /** The finding's code. */
  readonly code: string;
  /** The id of the constraint that it is about; null where it is about none. */
  readonly constraint: string | null;
  readonly label: 'right' | 'wrong';
  readonly by: string;
  readonly reason: string;
}

/** The state of the whole ledger, signed: what was there then cannot be changed later without being noticed. */
export interface CheckpointNote extends NoteBase {
  readonly kind: 'checkpoint';
  /** The last entry that it covers, and the chain's value there. */
  readonly head: { readonly seq: number; readonly chain: Digest };
  /** How many runs there were, and the digest of their heads, in the order of their first entries. */
  readonly runs: { readonly count: number; readonly digest: Digest };
  /**
   * How many records had been refused, and the digest of the list, in the order in which they came and without what they
   * said, which an erasure takes. Checkpoints of earlier versions have none.
   */
  readonly refusals?: { readonly count: number; readonly digest: Digest };
  /** SHA-256 of the public key's SPKI DER, in hexadecimal. */
  readonly keyid: string;
  /** Ed25519 over the canonical JSON of this note without `signature`; base64. */
  readonly signature: string;
}

/** Content was taken out of the ledger; the chain stays valid over what is left. */
export interface ErasureNote extends NoteBase {
  readonly kind: 'erasure';
  /** `content`: the personal fields. `entries`: everything but the chain's own values. */
  readonly what: 'content' | 'entries';
  /** Which: one run, or all entries that the ledger got before a time (RFC 3339). */
  readonly of: { readonly run: string } | { readonly before: string };
  readonly count: number;
  /** With a run: alerts that may quote it, by `seq`, whose content went too; at most 10,000. */
  readonly also?: readonly number[];
  /** How many alerts waited to be sent that may quote what went: they are gone unsent. Not given: none. */
  readonly unsent?: number;
  readonly by: string;
  readonly reason: string;
}

/** What the ledger keeps beside the records of runs. */
export type LedgerNote =
  | VerdictNote
  | OverrideNote
  | AlertNote
  | JudgementNote
  | CheckpointNote
  | ErasureNote;

export type LedgerRecord = RunRecord | LedgerNote;
export type LedgerKind = LedgerRecord['kind'];

/** One entry as a reader gets it, and as `ledger export` writes it. */
export interface LedgerEntry {
  readonly schema: typeof LEDGER_ENTRY_SCHEMA;
  /** Its place in the ledger, from 1, without gaps. */
  readonly seq: number;
  /** Null for a note that belongs to no run. */
  readonly run: string | null;
  /** Its place in its run's chain, from 1; null without a run. */
  readonly run_seq: number | null;
  readonly kind: LedgerKind;
  /** The ledger's own clock, RFC 3339; the record holds its writer's. */
  readonly recorded_at: string;
  /** What the chains are made of: a digest of the entry in which personal fields are salted digests. */
  readonly leaf: Digest;
  readonly run_chain: Digest | null;
  readonly chain: Digest;
  /** Null where the entry was pruned. */
  readonly record: LedgerRecord | null;
  /** Its personal fields are gone, and stand as `[erased]`. */
  readonly erased: boolean;
}

/** What came of one record that was to be appended. */
export type Appended =
  /** It is durable now. */
  | { readonly outcome: 'appended'; readonly seq: number }
  /** The very same was there already, under `seq`; nothing is counted twice. */
  | { readonly outcome: 'already_there'; readonly seq: number }
  /** Another record is there under the same key; this one is kept apart and listed, and counts nowhere. */
  | { readonly outcome: 'refused'; readonly seq: number; readonly code: 'ledger.conflict' | 'ledger.erased' };

/** A record that was refused. */
export interface Refusal {
  readonly run: string | null;
  readonly kind: LedgerKind;
  /** The key that it shares with the entry `seq`. */
  readonly key: string;
  readonly seq: number;
  readonly code: 'ledger.conflict' | 'ledger.erased';
  readonly recorded_at: string;
  readonly record: LedgerRecord | null;
}

/** A run as the ledger has it. */
export interface LedgerRun {
  readonly run: string;
  /** In the run's order: by the recorder's count where every record has one, else as they came. */
  readonly records: readonly RunRecord[];
  readonly verdicts: readonly VerdictNote[];
  readonly judgements: readonly JudgementNote[];
  readonly health: RunHealth;
}

/** Whether the run is whole. One that is not is never scored as if it were. */
export interface RunHealth {
  /** Numbers that the recorder counted and that never arrived, at most 100. */
  readonly missing: readonly number[];
  /** Numbers that records under two keys have, at most 100: two recorders wrote, and no order is known. Not given: none. */
  readonly twice?: readonly number[];
  /** How many records arrived after one with a higher number. */
  readonly late: number;
  readonly refused: number;
  /** How many entries lost their personal fields, or everything. */
  readonly erased: number;
  readonly pruned: number;
}

/** One line of the list of runs. */
export interface RunSummary {
  readonly run: string;
  readonly entries: number;
  readonly first_seq: number;
  readonly last_seq: number;
  /** The ledger's clock. */
  readonly first_at: string;
  readonly last_at: string;
  readonly closed: boolean;
}
