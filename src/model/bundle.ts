import type { Digest } from '../canonical/digest.js';
import type { JsonObject, JsonSchema } from '../canonical/json-value.js';
import type { ConfigOperation, ConfigSource } from './config.js';
import type { EffectPattern, KnownConstraint, StatedBy } from './constraint.js';
import type { EffectKind } from './effect-kind.js';
import type { DischargeKind } from './payload.js';
import type { ScoreClass } from './score.js';
import type { Mode, Severity } from './severity.js';
import type { Tool } from './tool.js';

export const BUNDLE_SCHEMA = 'edge-contracts/bundle/v1';

/** Where the bundle is, below the folder of outputs: the compiler writes it there, the gate looks for it there. */
export const BUNDLE_FILE = 'dist/edges.bundle.json';

/** The gate's one artefact, `BUNDLE_FILE`. */
export interface Bundle {
  readonly schema: typeof BUNDLE_SCHEMA;
  readonly manifest: Manifest;
  /** Of the manifest's canonical JSON: against accident. `expectedDigest` is against an attacker. */
  readonly digest: Digest;
  /** The compiled policy, base64. */
  readonly wasm: string;
}

export interface Manifest {
  /** The version of this package that compiled it. */
  readonly engine: string;
  readonly opa: string;
  /** Digests of the raw WASM and of the capabilities file that it was compiled against. */
  readonly wasm: Digest;
  readonly capabilities: Digest;
  /** Of the files that it was compiled from, so that a stale bundle is seen without compiling. */
  readonly sources: Digest;
  /** What is done with a transfer that no contract covers. */
  readonly uncovered: UncoveredMode;
  /** The project's vocabulary of side effects; null where it has none. */
  readonly effects: readonly EffectKind[] | null;
  /** What the tools file says, sorted by name; null where there is none: then every tool is unknown. */
  readonly tools: readonly Tool[] | null;
  readonly edges: readonly EdgeManifest[];
}

export type UncoveredMode = 'block' | 'warn' | 'observe';

/** What the gate needs of one contract besides its policy. */
export interface EdgeManifest {
  readonly name: string;
  readonly owner: string;
  readonly runbook: string | null;
  readonly from: string;
  readonly to: string;
  /** True for `_default.yaml`: `from` and `to` are `*`. */
  readonly default: boolean;
  /** Semantic digest of the resolved contract. */
  readonly digest: Digest;
  readonly mode: Mode;
  /** By check. `not_checked` where a part of the contract that it needs is not written, or a version lacks it. */
  readonly checks: Readonly<Record<string, CheckSetting>>;
  /** The WASM entrypoint, `edges/<package>/verdict`. */
  readonly entrypoint: string;
  /** The contract's file, and the line of `edge_check` (or of the document, where that is not written). */
  readonly file: string;
  readonly line: number;
  readonly payload_schema: JsonSchema;
  readonly established: readonly string[];
  readonly properties: readonly string[];
  readonly standing: readonly KnownConstraint[];
  readonly stated_by: readonly StatedBy[] | null;
  /** Sources of facts that the contract accepts; null: not checked. */
  readonly sources: readonly string[] | null;
  readonly max_age_seconds: number | null;
  /** Policy ids that may supersede. */
  readonly policies: readonly string[];
  readonly discharge: Readonly<Record<DischargeKind, readonly string[]>>;
  readonly side_effects: readonly DeclaredEffect[] | null;
  /** Where live config is read, and against what: the adapter plan. */
  readonly config: readonly ConfigPlan[];
  readonly exceptions: readonly ExceptionEntry[];
  readonly monitor: MonitorSetting | null;
  readonly rules: readonly { readonly name: string; readonly severity: Severity }[];
}

export interface CheckSetting {
  readonly severity: Severity;
  /** The contract's line for this check: the key's own, else `edge_check`'s; and the file (a fragment's, maybe). */
  readonly file: string;
  readonly line: number;
  /** Why this version, or this contract, does not check it. */
  readonly not_checked?: string;
}

export interface DeclaredEffect extends EffectPattern {
  readonly by: 'sender' | 'receiver';
  /** Not written: true. */
  readonly reversible: boolean;
  /** For `kind: config.change`, whose target is `<source><path>`. */
  readonly change?: DeclaredChange;
}

/** A change of live config that a contract declares. */
export interface DeclaredChange {
  readonly source: string;
  /** A pattern of pointers: `*` is any one segment, a last `**` any rest. */
  readonly path: string;
  readonly operations: readonly ConfigOperation[];
  /** Bounds on the new value, of the keywords in `VALUE_BOUNDS`; null: any value. */
  readonly value: JsonObject | null;
}

/** A source of live config, with the contract's line. */
export interface ConfigPlan extends ConfigSource {
  readonly file: string;
  readonly line: number;
}

export interface ExceptionEntry {
  readonly code: string;
  readonly reason: string;
  readonly owner: string;
  /** YYYY-MM-DD: to the end of that day, UTC. */
  readonly expires: string;
}

/** The window that an edge's carry rate is watched over. Class rate in 0..1, counts of transfers. */
export interface MonitorSetting {
  readonly class: ScoreClass;
  readonly below: number;
  readonly window: number;
  readonly min_observations: number;
}
