import type { EdgeManifest } from '../model/bundle.js';
import type { Facts, PresentFields } from '../model/facts.js';
import type { TransferRecord } from '../model/record.js';
import type { Severity } from '../model/severity.js';
import type { PayloadView, StatedConstraint, TransferContext } from '../model/transfer-context.js';
import type { Fix, Reason } from '../model/verdict.js';

/** What a policy proves something about: a transfer, or one side effect (the guard, and the run verdict). */
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
  /** The part of the contract without which it is not checked. */
  readonly part?: ContractPart;
  /** Why this version does not check it; writing it in a contract is then an error by name. */
  readonly missing?: string;
  /** Fields that must be there for it to be checked at all: absent is not empty. */
  readonly needs: readonly (keyof PresentFields)[];
  /** By subject; a subject without a proof is not judged by this check. */
  readonly proofs: Readonly<Partial<Record<Subject, Proof>>>;
  /** The reason for one item that was not proven; `item` is 0 where the proof has no list. */
  reason(scene: Scene, item: number): ReasonDraft;
}

export type ContractPart =
  | 'provenance.established'
  | 'provenance.established.max_age'
  | 'declared_side_effects'
  | 'provenance.config';

/**
 * A proof in Rego, always positive: undefined is not proven.
 * `empty`: a list in the facts that must have no item. `each` and `holds`: a list whose every item must satisfy a
 * function of the library (`policies/edge_contracts`). `holds` alone: a rule or function about the facts as a whole.
 */
export type Proof =
  | { readonly empty: string }
  | { readonly each: string; readonly holds: string; readonly with?: readonly ContractTerm[] }
  | { readonly each?: undefined; readonly holds: string; readonly with?: readonly ContractTerm[] };

/** The values of a contract that an emitted policy names, each a rule of its own there. */
export type ContractTerm =
  | 'agents'
  | 'may_discharge'
  | 'policy_ids'
  | 'accepted_speakers'
  | 'accepted_sources'
  | 'max_age_seconds'
  | 'sender_effects'
  | 'receiver_effects'
  | 'irreversible_effects'
  | 'declared_changes';

/** All that a reason may speak of. */
export interface Scene {
  readonly facts: Facts;
  readonly edge: EdgeManifest;
  readonly known: ReadonlyMap<string, StatedConstraint>;
  /** What belongs to a transfer; null for one side effect. */
  readonly handoff: Handoff | null;
}

export interface Handoff {
  readonly transfer: TransferRecord;
  readonly payload: PayloadView;
  readonly context: TransferContext;
}

/** A reason as a check gives it; the gate adds code, severity and the contract's place. */
export interface ReasonDraft extends Pick<Reason, 'message' | 'constraint' | 'held' | 'sent' | 'values'> {
  /** JSON Pointer into the record. */
  readonly data: string;
  readonly fix?: Fix;
  /** The contract's line, where it is another than the check's own. */
  readonly place?: { readonly file: string; readonly line: number };
}
