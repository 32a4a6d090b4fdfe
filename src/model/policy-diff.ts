import type { Digest } from '../canonical/digest.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { JsonPointer } from '../canonical/pointer.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { CaseToolCall } from './case.js';
import type { RunRecord, SideEffect } from './record.js';
import type { Decision } from './verdict.js';

export const DIFF_SCHEMA = 'edge-contracts/diff/v1';

/**
 * What can change between two sets of contracts, each named after what happened. A kind says nothing of whether that is
 * better or worse: the rule for it does.
 */
export const CHANGE_KINDS = [
  'contractAdded',
  'contractRemoved',
  'contractRenamed',
  'agentsChanged',
  'ownerChanged',
  'descriptionChanged',
  'runbookChanged',
  'modeChanged',
  'severityChanged',
  'dischargerAdded',
  'dischargerRemoved',
  'monitorAdded',
  'monitorRemoved',
  'monitorClassChanged',
  'monitorThresholdChanged',
  'monitorWindowChanged',
  'monitorMinimumChanged',
  'ruleAdded',
  'ruleRemoved',
  'ruleTextChanged',
  'ruleSeverityChanged',
  'exceptionAdded',
  'exceptionRemoved',
  'exceptionExpiryChanged',
  'sideEffectsDeclared',
  'sideEffectsUndeclared',
  'effectAdded',
  'effectRemoved',
  'effectReversibilityChanged',
  'effectOperationsChanged',
  'effectBoundsChanged',
  'sourcesRestricted',
  'sourcesUnrestricted',
  'sourceAdded',
  'sourceRemoved',
  'maxAgeChanged',
  'speakersRestricted',
  'speakersUnrestricted',
  'speakerAdded',
  'speakerRemoved',
  'policyAdded',
  'policyRemoved',
  'standingAdded',
  'standingRemoved',
  'standingChanged',
  'configWatched',
  'configUnwatched',
  'configSourceAdded',
  'configSourceRemoved',
  'configSourceChanged',
  'factAdded',
  'factRemoved',
  'factSchemaChanged',
  'propertyAdded',
  'propertyRemoved',
  'propertySchemaChanged',
  'uncoveredChanged',
  'effectKindAdded',
  'effectKindRemoved',
  'effectKindChanged',
  'toolAdded',
  'toolRemoved',
  'toolChanged',
  'adaptersChanged',
  'contractsMoved',
  'policiesMoved',
  'toolsFileMoved',
  'ledgerMoved',
  'checkpointAdded',
  'checkpointRemoved',
  'checkpointChanged',
  'ledgerKeysChanged',
  'redactionAdded',
  'redactionRemoved',
  'redactionKeyChanged',
  'redactedFieldAdded',
  'redactedFieldRemoved',
  'redactedTextAdded',
  'redactedTextRemoved',
  'redactedTextChanged',
  'webhookAdded',
  'webhookRemoved',
  'webhookChanged',
  'metricsAdded',
  'metricsRemoved',
  'metricsMoved',
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One change, as it is: detected, not judged. */
export interface Change {
  readonly kind: ChangeKind;
  /** The edge's name in head, or in base where it is gone; null for the project as a whole. */
  readonly edge: string | null;
  /** What of it: a check's code, an agent, a fact's key, an effect's kind and target; null where the kind says all. */
  readonly subject: string | null;
  /** Into the resolved contract, in the version that has it (head, unless it was removed). */
  readonly at: JsonPointer;
  /** Null where it was not there. Of a whole contract also `rule_texts`: by rule, its text's digest. */
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Where it is written; null where a version does not have it. */
  readonly base: ChangePlace | null;
  readonly head: ChangePlace | null;
}

export interface ChangePlace {
  readonly file: string;
  readonly line: number;
}

/**
 * `tightened`: something that was allowed is blocked now. `loosened`: the reverse. `both`: some of each. `neutral`: no
 * decision depends on it.
 */
export type Direction = 'tightened' | 'loosened' | 'both' | 'neutral';
/** Who has to change something: the sender's payloads, the receiver's expectations, whoever writes contracts. */
export type Broken = 'sender' | 'receiver' | 'author';
export type FindingLevel = 'error' | 'warning' | 'note';

/** A change, judged by the rule for its kind. */
export interface Finding {
  /** The rule's id, such as `severity.lowered`. */
  readonly rule: string;
  readonly change: Change;
  readonly direction: Direction;
  readonly breaks: readonly Broken[];
  readonly level: FindingLevel;
  /** One sentence for a reviewer; texts of contracts in it are quoted. */
  readonly message: string;
  /** The same for the same change in the same contract, whatever line it is on; changes when the change does. */
  readonly fingerprint: Digest;
  readonly claim: Claim;
  readonly waiver: WaiverUse | null;
}

/** Is the direction true of the compiled policies. */
export type Claim =
  /** The run in `witness` was put to both bundles, and they decided otherwise. */
  | {
      readonly status: 'proven';
      readonly witness: Witness;
      /** Where the direction is `both`: a run that is decided the other way round. */
      readonly also?: Witness;
    }
  /** Decided over all that the contract's finite part can be. */
  | { readonly status: 'decided'; readonly cases: number; readonly witness: Witness }
  /** No case can differ, and it is known why. */
  | {
      readonly status: 'decided';
      readonly cases: number;
      readonly witness: null;
      readonly reason: string;
    }
  /** A run said the contrary of the rule: our bug. */
  | { readonly status: 'refuted'; readonly witness: Witness; readonly reason: string }
  | {
      readonly status: 'unknown';
      readonly reason: string;
      /** Where the direction is `both` and one half of it was seen. */
      readonly witness?: Witness;
    }
  /** Neutral: there is nothing to show. */
  | { readonly status: 'none' };

/** A smallest run that one version allows and the other blocks. */
export interface Witness {
  readonly records: readonly RunRecord[];
  /** What was asked: the last handoff, the last record (an effect that was observed), or the guard about `question`. */
  readonly asked: 'handoff' | 'effect' | 'guard';
  /** What the guard was asked about, when all records were folded; null unless it was asked. */
  readonly question: WitnessQuestion | null;
  readonly base: WitnessDecision;
  readonly head: WitnessDecision;
  /** What happens in it, a sentence. */
  readonly says: string;
}

/** As a case file has it. */
export type WitnessQuestion =
  | { readonly effect: SideEffect & { readonly by: string } }
  | { readonly call: CaseToolCall };

export interface WitnessDecision {
  readonly decision: Decision;
  readonly action: Decision;
  /** Codes that block. */
  readonly codes: readonly string[];
}

/** Can what was valid be refused now, and the reverse. */
export interface SchemaComparison {
  readonly edge: string;
  /** `payload`, or a fact's or property's pointer within the payload schema. */
  readonly what: string;
  /** Is every payload that base accepts accepted by head: no sender breaks. */
  readonly forward: SchemaVerdict;
  /** Is every payload that head accepts accepted by base: no receiver gets what it never got before. */
  readonly backward: SchemaVerdict;
}

export type SchemaVerdict =
  | { readonly verdict: 'compatible' }
  /** `example` is valid under the one and invalid under the other: ajv said so of both. */
  | {
      readonly verdict: 'broken';
      readonly at: JsonPointer;
      readonly why: string;
      readonly example: JsonValue;
    }
  | { readonly verdict: 'unknown'; readonly at: JsonPointer; readonly reason: string };

/** What recorded runs would have come to. */
export interface Impact {
  /** Null: no recorded runs were given, which is not the same as safe. */
  readonly source: string | null;
  readonly replayed: number;
  /** By what they were decided on: stored facts, or records. */
  readonly from_facts: number;
  readonly from_records: number;
  readonly not_replayed: readonly { readonly why: string; readonly count: number }[];
  readonly edges: readonly EdgeImpact[];
  readonly errors: number;
}

export interface EdgeImpact {
  readonly edge: string;
  readonly transfers: number;
  readonly to_block: number;
  readonly to_allow: number;
  /** The same decision for other reasons. */
  readonly other_reasons: number;
  /** The first 20. */
  readonly flips: readonly Flip[];
}

export interface Flip {
  readonly run: string;
  readonly hop: number;
  readonly attempt: number;
  readonly at: string;
  readonly base: WitnessDecision;
  readonly head: WitnessDecision;
}

export interface WaiverUse {
  readonly owner: string;
  readonly reason: string;
  /** YYYY-MM-DD. */
  readonly expires: string;
  readonly expired: boolean;
  readonly file: string;
  readonly line: number;
}

export type EdgeStatus = 'added' | 'removed' | 'renamed' | 'changed' | 'unchanged';

/** A text's diff: neutral, so that each format marks words its own way. */
export interface TextDiff {
  /** `rego/refunds--notifications.rego`, below the outputs' folder. */
  readonly path: string;
  readonly language: 'rego' | 'json';
  readonly hunks: readonly TextHunk[];
  /** Changed lines that were left out of it. */
  readonly omitted: number;
}

export interface TextHunk {
  /** The rule's head in Rego, a JSON Pointer in a schema; null where the text has no such parts. */
  readonly part: string | null;
  readonly lines: readonly TextLine[];
}

export interface TextLine {
  readonly kind: 'same' | 'removed' | 'added';
  /** The line in pieces, without its line break; `changed`: these words differ from the line that it stands against. */
  readonly pieces: readonly { readonly text: string; readonly changed: boolean }[];
}

/** `diff --json`. */
export interface PolicyDiff {
  readonly schema: typeof DIFF_SCHEMA;
  readonly base: DiffSide;
  readonly head: DiffSide;
  readonly edges: readonly {
    readonly edge: string;
    readonly status: EdgeStatus;
    readonly renamed_from: string | null;
    readonly base: Digest | null;
    readonly head: Digest | null;
  }[];
  /** Worst first. */
  readonly findings: readonly Finding[];
  readonly schemas: readonly SchemaComparison[];
  readonly impact: Impact;
  readonly texts: readonly TextDiff[];
  readonly waivers: {
    /** Those of head's file that fit no finding, by fingerprint. */
    readonly unused: readonly WaiverName[];
    /** Those that ended and whose findings are there. */
    readonly expired: readonly WaiverName[];
    /** Those that base does not have, or has otherwise, whether or not they fit a finding. In their order in head's file. */
    readonly changed: readonly WaiverChange[];
  };
  readonly diagnostics: readonly Diagnostic[];
}

export interface WaiverName {
  readonly fingerprint: string;
  readonly owner: string;
  readonly expires: string;
  readonly line: number;
}

/**
 * A waiver is part of the change too. `added`: base has none for this finding (or one that names another rule or edge);
 * `extended`: it ends later than in base; `changed`: anything else of it.
 */
export type WaiverStatus = 'added' | 'extended' | 'changed';

export interface WaiverChange extends WaiverName {
  readonly status: WaiverStatus;
  readonly reason: string;
  readonly file: string;
  /** As base has it; null where it was added. */
  readonly before: WaiverTerms | null;
}

export interface WaiverTerms {
  readonly owner: string;
  readonly reason: string;
  /** YYYY-MM-DD. */
  readonly expires: string;
}

export interface DiffSide {
  /** As it was given: a ref, a folder, a file. */
  readonly label: string;
  /** The commit, where it is a ref. */
  readonly commit: string | null;
  readonly contracts: number;
}
