import type { Digest } from '../canonical/digest.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { Constraint, EffectPattern, KnownConstraint } from './constraint.js';
import type { ConfigSourceFact, History, Origin } from './facts.js';
import type { DischargeKind } from './payload.js';
import type { SideEffect } from './record.js';
import type { Scores } from './score.js';
import type { Mode, Severity } from './severity.js';

export const VERDICT_SCHEMA = 'edge-contracts/verdict/v1';
export const RUN_VERDICT_SCHEMA = 'edge-contracts/run-verdict/v1';

export type Decision = 'allow' | 'block';

/**
 * How one check ended. `not_checked: …` says why. `failed` blocks, `warned` and `ignored` do not, `excepted`
 * would have blocked or warned but for an exception on record.
 */
export type CheckOutcome = 'proven' | 'failed' | 'warned' | 'ignored' | 'excepted' | `not_checked: ${string}`;

/** What was knowable of one handoff attempt when it was recorded. */
export interface Verdict {
  readonly schema: typeof VERDICT_SCHEMA;
  readonly transfer: TransferName;
  readonly contract: ContractName | null;
  /** The policy's. */
  readonly decision: Decision;
  readonly mode: Mode;
  /** What is done about it: `decision` after `mode`. */
  readonly action: Decision;
  readonly history: History;
  readonly reasons: readonly Reason[];
  /** How many more reasons there were than a verdict lists. */
  readonly omitted_reasons?: number;
  /** What kept the gate from deciding, each with an `engine.*` code. */
  readonly errors: readonly EngineError[];
  /** Which readings of live config it rests on; absent where the edge reads none. */
  readonly config?: readonly ConfigSourceFact[];
  readonly scores: Scores;
  /** One line for every check. */
  readonly checks: Readonly<Record<string, CheckOutcome>>;
  /** Set where the mode was chosen for this evaluation instead of the contract's. */
  readonly as?: Mode;
  /** What somebody on call had set for this edge, and that counted here. */
  readonly overrides?: readonly VerdictOverride[];
  /** Set where an override had the gate compose: everything above is about the composed attempt. */
  readonly composed?: Composed;
  /** Outside the digested part. */
  readonly measured: Measured;
}

/** An override that was in force when a verdict was made. */
export interface VerdictOverride {
  /** Of its note in the ledger. */
  readonly id: string;
  readonly what: 'compose' | 'mode';
  /** `force` for `compose`; a mode for `mode`. */
  readonly value: 'force' | Mode;
  readonly by: string;
  readonly reason: string;
  /** RFC 3339. */
  readonly until: string;
}

/** What the gate made of an attempt. The host delivers `payload` in place of the one that it asked about. */
export interface Composed {
  readonly payload: JsonValue;
  /** RFC 6902: from the payload as it came to this one. */
  readonly patch: readonly JsonPatchOperation[];
  /** `recordDigest` of the attempt as it came. */
  readonly original: Digest;
}

export interface TransferName {
  readonly run: string;
  readonly hop: number;
  readonly attempt: number;
  /** The edge's name; null where no contract covers it. */
  readonly edge: string | null;
  readonly from: string;
  readonly to: string;
  /** Of the record's canonical JSON, without `delivered` (which is what the verdict is for). */
  readonly digest: Digest;
}

export interface ContractName {
  readonly name: string;
  readonly owner: string;
  /** The edge's semantic digest: the resolved contract without comments and lines. */
  readonly digest: Digest;
  /** Of the bundle's bytes. */
  readonly bundle: Digest;
  readonly opa: string;
  /** True where `_default.yaml` covers the edge. */
  readonly default?: true;
}

export interface Measured {
  /** RFC 3339. */
  readonly decided_at: string;
  readonly duration_us: number;
  readonly decided_by: { readonly gate: string; readonly instance: string };
}

export interface EngineError {
  readonly code: EngineCode;
  readonly message: string;
}

export type EngineCode = 'engine.error' | 'engine.timeout' | 'engine.tampered' | 'engine.version';

export interface Reason {
  readonly code: string;
  readonly severity: Severity;
  /** The line in `checks` that this belongs to. */
  readonly check: string;
  /** One sentence for a person. Text of the run in it is quoted and capped: it goes back into prompts. */
  readonly message: string;
  readonly at: ReasonPlace;
  readonly constraint?: ReasonConstraint;
  readonly held?: Constraint | null;
  readonly sent?: Constraint | null;
  /** The values compared. */
  readonly values?: Readonly<Record<string, JsonValue>>;
  /** The exception that let it through. */
  readonly exception?: ReasonException;
  readonly fix?: Fix;
}

export interface ReasonPlace {
  /** Into the record. */
  readonly data: string;
  /** The contract's line that set this check: the key's own, else `edge_check`'s. */
  readonly file: string | null;
  readonly line: number | null;
}

export type ReasonConstraint = Omit<KnownConstraint, 'forbids' | 'requires'> & {
  readonly held_by?: readonly Origin[];
  readonly stated_to?: string;
};

export interface ReasonException {
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
}

export interface JsonPatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: JsonValue;
}

/** How to make it pass. */
export interface Fix {
  /** RFC 6902, on the payload. */
  readonly patch?: readonly JsonPatchOperation[];
  /** One sentence for the model that sent it. */
  readonly say: string;
  readonly or_discharge?: {
    readonly how: readonly DischargeKind[];
    readonly by: readonly string[];
    readonly evidence: string;
  };
}

/** What happened between and after the transfers of a run. */
export interface RunVerdict {
  readonly schema: typeof RUN_VERDICT_SCHEMA;
  readonly run: string;
  readonly decision: Decision;
  readonly mode: Mode;
  readonly action: Decision;
  /** Was a `closed` record there. */
  readonly closed: boolean;
  readonly history: History;
  readonly transfers: { readonly evaluated: number; readonly allowed: number; readonly blocked: number };
  readonly reasons: readonly RunReason[];
  /** How many more reasons there were than are listed. */
  readonly omitted_reasons?: number;
  readonly errors: readonly EngineError[];
  readonly lives: readonly ConstraintLife[];
  readonly as?: Mode;
  readonly measured: Measured;
}

export interface RunReason extends Omit<Reason, 'at'> {
  readonly at: ReasonPlace & { readonly record: string | null };
  /** For `constraint.violated`. */
  readonly cause?: ViolationCause;
  readonly edge: string | null;
}

export type ViolationCause = 'transmission' | 'reasoning';

export type LifeState = 'stated' | 'live' | 'dropped' | 'discharged' | 'lapsed' | 'violated';

export const CONSTRAINT_LIFE_SCHEMA = 'edge-contracts/constraint-life/v1';

/** A constraint along the hops of its run; every transition with who, where, why and evidence. */
export interface ConstraintLife {
  readonly schema: typeof CONSTRAINT_LIFE_SCHEMA;
  readonly run: string;
  readonly constraint: KnownConstraint;
  readonly state: LifeState;
  readonly cause: ViolationCause | null;
  readonly discharged_by: { readonly agent: string; readonly hop: number } | null;
  readonly transitions: readonly LifeTransition[];
  readonly lost_upstream_at: readonly { readonly hop: number; readonly edge: string | null }[];
}

export interface LifeTransition {
  readonly to: 'stated' | 'live' | 'dropped' | 'weakened' | 'restored' | 'discharged' | 'lapsed' | 'violated';
  readonly by: string;
  /** RFC 3339. */
  readonly at: string;
  readonly hop?: number;
  readonly edge?: string | null;
  readonly evidence?: string;
  readonly effect?: string;
  readonly after_hop?: number;
  readonly why?: string;
}

/** A tool call that the guard was asked about, and every effect that it may have. */
export interface GuardedTool {
  readonly by: string;
  readonly name: string;
  readonly target?: string;
  readonly details?: JsonObject;
  /** Where it is known from what the tool may do. */
  readonly why: string;
  /** Patterns, each with what was decided of it; a kind `*` alone is any kind at all. */
  readonly effects: readonly (EffectPattern & { readonly decision: Decision })[];
}

/** The guard's answer to one effect. */
export type EffectVerdict = GuardVerdict & Required<Pick<GuardVerdict, 'effect'>>;
/** The guard's answer to the call of a tool. */
export type ToolVerdict = GuardVerdict & Required<Pick<GuardVerdict, 'tool'>>;

/** The answer to `guard(run, effect)`, before the effect happens, or before a tool is called that may have it. */
export interface GuardVerdict {
  readonly schema: 'edge-contracts/guard-verdict/v1';
  readonly run: string;
  /** What was asked about: an effect … */
  readonly effect?: SideEffect & { readonly by: string };
  /** … or the call of a tool. */
  readonly tool?: GuardedTool;
  /** The edge whose contract was asked; null where nothing was ever delivered to the actor. */
  readonly edge: string | null;
  readonly contract: ContractName | null;
  readonly decision: Decision;
  readonly mode: Mode;
  readonly action: Decision;
  readonly reasons: readonly Reason[];
  readonly errors: readonly EngineError[];
  readonly checks: Readonly<Record<string, CheckOutcome>>;
  readonly as?: Mode;
  /** What somebody on call had set for this edge, and that counted here. */
  readonly overrides?: readonly VerdictOverride[];
  readonly measured: Measured;
}
