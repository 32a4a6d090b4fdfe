import type { Facts, PresentFields } from '../model/facts.js';
import type { TransferRecord } from '../model/record.js';
import type { Fix, Reason } from '../model/verdict.js';
import type { EdgeManifest } from '../model/bundle.js';
import type { PayloadView, TransferContext } from '../model/transfer-context.js';
import type { Severity } from '../model/severity.js';

/** What a policy proves, and about what: a transfer, or one side effect (the guard and the run verdict). */
export type Subject = Facts['subject'];

/**
 * One check, whole: its code, its default, the proof that the policy states, the reason that the gate gives.
 * A new check is one file like this and one row in `checks/index.ts`.
 */
export interface Check {
  /** Also the key in `edge_check` (`constraint: { dropped: block }`). */
  readonly code: string;
  /** One line: what holds when it is proven. */
  readonly title: string;
  /** What `explain` says: why it matters, and how to fix it. */
  readonly why: string;
  readonly fix: string;
  readonly default: Severity;
  readonly subjects: readonly Subject[];
  /** The part of the contract without which it is not checked. */
  readonly part?: 'provenance.established' | 'declared_side_effects' | 'provenance.config';
  /** Why this version does not check it; writing it in a contract is then an error by name. */
  readonly missing?: string;
  /** Fields that must be there for it to be checked at all. */
  readonly needs: readonly (keyof PresentFields)[];
  readonly proof: Proof;
  /** The reason for one item that was not proven. */
  reason(scene: Scene, item: number): ReasonDraft;
}

/**
 * The proof in Rego, positive: `holds` is a function of the library (`policies/lib`) that is true of an item, or
 * of the facts as a whole where there is no `each`. Undefined is not proven.
 */
export interface Proof {
  /** A list in the facts, such as `input.constraints.pairs`; every item must hold. */
  readonly each?: string;
  /** `<package below data.edge_contracts>.<function>`, such as `constraint.not_dropped`. */
  readonly holds: string;
  /** Values of the contract that are passed after the item, by the name of the emitted rule. */
  readonly with?: readonly ContractTerm[];
}

/** Contract values that an emitted policy names. */
export type ContractTerm =
  | 'agents' // { from, to, edge }: who the contract joins
  | 'may_discharge' // { satisfied, withdrawn, superseded: [agents] }
  | 'policy_ids'
  | 'accepted_speakers' // stated_by that the contract accepts
  | 'accepted_sources'
  | 'max_age_seconds'
  | 'sender_effects' // declared patterns, by: sender
  | 'receiver_effects'
  | 'irreversible_effects';

/** All that a reason may speak of. */
export interface Scene {
  readonly facts: Facts;
  readonly edge: EdgeManifest;
  /** Null for `subject: effect`. */
  readonly transfer: TransferRecord | null;
  readonly payload: PayloadView;
  readonly context: TransferContext;
}

/** A reason as a check gives it; the gate adds code, severity and the contract's place. */
export interface ReasonDraft extends Pick<Reason, 'message' | 'constraint' | 'held' | 'sent' | 'values'> {
  /** JSON Pointer into the record. */
  readonly data: string;
  readonly fix?: Fix;
}
