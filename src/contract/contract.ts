import type { JsonObject, JsonSchema } from '../canonical/json-value.js';
import type { JsonPointer } from '../canonical/pointer.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type { DeclaredEffect, ExceptionEntry, MonitorSetting, UncoveredMode } from '../model/bundle.js';
import type { ConfigSource } from '../model/config.js';
import type { KnownConstraint, StatedBy } from '../model/constraint.js';
import type { EffectKind } from '../model/effect-kind.js';
import type { DischargeKind } from '../model/payload.js';
import type { RedactionSettings } from '../model/redaction.js';
import type { Mode, Severity } from '../model/severity.js';
import type { Tool } from '../model/tool.js';

/** One edge's contract, resolved: fragments merged, defaults that the language gives filled in. */
export interface Contract {
  /** Relative to the project's root, with `/`. */
  readonly file: string;
  readonly metadata: ContractMetadata;
  readonly edge: { readonly from: string; readonly to: string };
  /** True for `_default.yaml`. */
  readonly default: boolean;
  readonly schema: ContractSchema;
  /** Null where the part is not written: then nothing is declared, and undeclared is not checked. */
  readonly declaredSideEffects: readonly DeclaredEffect[] | null;
  readonly provenance: ContractProvenance;
  readonly edgeCheck: EdgeCheck;
  /** The project's vocabulary of side effects, what every vocabulary has included; null where it has none. */
  readonly effectKinds: readonly EffectKind[] | null;
  /**
   * Where each value came from, by the pointer of the resolved contract (`/edge_check/constraint/invented`).
   * The nearest ancestor's span stands for a value that is not written; `spanOf` looks that up.
   */
  readonly spans: ReadonlyMap<JsonPointer, Span>;
  /** The resolved document as JSON, defaults not filled in: what `show` prints and what the semantic digest covers. */
  readonly resolved: JsonObject;
}

export interface ContractMetadata {
  /** A slug: lower-case letters, digits and dashes, dashes not at the ends; at most 100 characters. */
  readonly name: string;
  readonly owner: string;
  readonly description: string | null;
  readonly runbook: string | null;
}

export interface ContractSchema {
  readonly base: 'handoff/v1';
  /** By fact key, each value's JSON Schema. */
  readonly established: Readonly<Record<string, JsonSchema>>;
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

export interface ContractProvenance {
  /** Null where not written: then sources and ages are not checked. */
  readonly established: { readonly sources: readonly string[]; readonly maxAgeSeconds: number | null } | null;
  /** Who may state a constraint; null where not written (then all). */
  readonly statedBy: readonly StatedBy[] | null;
  readonly policies: readonly string[];
  readonly standing: readonly KnownConstraint[];
  /** Where live config is read; null where not written: then it is not checked. */
  readonly config: readonly ConfigSource[] | null;
}

export interface EdgeCheck {
  /** Not written: enforce. */
  readonly mode: Mode;
  /** Only what is written, by check code. The defaults are in the table of checks. */
  readonly severities: Readonly<Record<string, Severity>>;
  /** Agents that may, by how; none: nobody. */
  readonly discharge: Readonly<Record<DischargeKind, readonly string[]>>;
  readonly monitor: MonitorSetting | null;
  readonly rules: readonly CustomRule[];
  readonly exceptions: readonly ExceptionEntry[];
}

export interface CustomRule {
  /** A slug; its package is `rules.<name with dashes as underscores>`. */
  readonly name: string;
  /** Relative to the project's root, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly severity: Severity;
}

/** `edge-contracts.yaml`, resolved. */
export interface Project {
  /** The folder of contracts, relative to the root. Not written: `contracts`. */
  readonly contracts: string;
  /** The folder of outputs. Not written: `policies`. */
  readonly policies: string;
  /** Not written: block. */
  readonly uncovered: UncoveredMode;
  readonly adapters: AdapterSettings;
  /** Kinds of side effects that contracts may speak of; null where not written: any. */
  readonly effects: readonly EffectKind[] | null;
  /** The tools file, relative to the root; null where not written: `tools.yaml`, where there is one. */
  readonly tools: string | null;
  readonly ledger: LedgerSettings;
  /** Null where not written: what is appended is kept as it is. */
  readonly redaction: RedactionSettings | null;
  readonly monitor: MonitorSettings;
}

/** Where alerts and numbers of `monitor` go: `monitor`. */
export interface MonitorSettings {
  /** Not written: none. */
  readonly webhooks: readonly WebhookSettings[];
  /** Null where not written: numbers are served where `--metrics` says so. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
}

export interface WebhookSettings {
  readonly name: string;
  /** A URL, or `env:NAME`. */
  readonly url: string;
  /** The environment variable that holds the secret which alerts are signed with. */
  readonly secret: string;
}

/** Where the ledger is, and who vouches for it: `ledger`. */
export interface LedgerSettings {
  /** The file of the embedded ledger, relative to the root. Not written: `.edge-contracts/ledger.db`. */
  readonly path: string;
  /** The environment variable that holds the URL of a PostgreSQL database, which then is the ledger; else null. */
  readonly url: string | null;
  /** Null where not written: checkpoints are made by hand alone. */
  readonly checkpoint: CheckpointSettings | null;
  /** Public keys that checkpoints are verified with: files, or `env:NAME`. */
  readonly keys: readonly string[];
}

/** When a checkpoint is signed without being asked for. */
export interface CheckpointSettings {
  /** The private key: a file (relative to the root), or `env:NAME`. */
  readonly key: string;
  /** After so many entries. Not written: 1,000. */
  readonly every: number;
  /** A day after the last one, where anything was appended. Not written: true. */
  readonly daily: boolean;
}

/** What reading live config may touch: `adapters`. */
export interface AdapterSettings {
  /** Folders inside the project that files may be read from, after every link. Not written: the whole project. */
  readonly roots: readonly string[];
  /** `host` or `host:port`. Null where not written: any host, by https alone. */
  readonly hosts: readonly string[] | null;
  /** Not written: false. */
  readonly privateAddresses: boolean;
  /** The environment variable that holds the key of secrets' digests; null where not written: a key for each process. */
  readonly secretsKey: string | null;
}

/** All that `readProject` finds: every contract, and what the outputs are made from. */
export interface ContractSet {
  readonly project: Project;
  /** Sorted by name. */
  readonly contracts: readonly Contract[];
  /** What the tools file says, sorted by name; null where there is none. */
  readonly tools: readonly Tool[] | null;
  /** The files read (project file, tools file, contracts, fragments, rules), path relative to the root, sorted: for staleness. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}
