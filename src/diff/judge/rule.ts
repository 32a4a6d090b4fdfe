import type { JsonSchema } from '../../canonical/json-value.js';
import type {
  Broken,
  Change,
  ChangeKind,
  Direction,
  FindingLevel,
  SchemaVerdict,
} from '../../model/policy-diff.js';
import type { Detection } from '../detect/detect-changes.js';
import type { ContractPair } from '../detect/contract-pair.js';

/**
 * What a change means. Exactly one rule of its kind is for each change; a case that no rule is for is a bug that a test
 * looks for. A rule has its mirror: what the reverse of the change is judged by.
 */
export interface Rule {
  /** `severity.lowered`: the part, and what happened to it. */
  readonly id: string;
  readonly kind: ChangeKind;
  readonly direction: Direction;
  readonly breaks: readonly Broken[];
  readonly level: FindingLevel;
  /** The id of the rule for the reverse; its own where the reverse is judged alike. */
  readonly mirror: string;
  /** Not given: the only rule of its kind. */
  readonly when?: (change: Change, scene: JudgeScene) => boolean;
  /** One sentence; texts of contracts in it are quoted. */
  readonly says: (change: Change) => string;
}

/** What a rule may look at besides the change. */
export interface JudgeScene {
  /** Null for a change of the project, or of a contract that has no other version. */
  readonly pair: ContractPair | null;
  readonly compareSchemas: CompareSchemas;
  readonly uncovered: Detection['uncovered'];
}

/** Can what is valid under one be refused by the other; the port of schema compatibility. */
export type CompareSchemas = (
  base: JsonSchema,
  head: JsonSchema,
) => { readonly forward: SchemaVerdict; readonly backward: SchemaVerdict };
