import type { JsonSchema } from '../canonical/json-value.js';
import { CONFIG_CHANGE } from './config.js';

/** A kind of side effect in a project's vocabulary: `effects` of the project file. */
export interface EffectKind {
  /** Dotted and lower-case; `*` stands for any text within a segment. */
  readonly kind: string;
  readonly description: string;
  /** What an effect's `details` have to be; null: any object, or none. */
  readonly details: JsonSchema | null;
  /** Where a contract does not say it; null: can be undone. */
  readonly reversible: boolean | null;
}

/** Is in every vocabulary: what an effect says of a change of live config. */
export const CONFIG_CHANGE_KIND: EffectKind = {
  kind: CONFIG_CHANGE,
  description: 'A change of live config; the target is the source and the path.',
  details: {
    type: 'object',
    properties: {
      operation: { enum: ['add', 'remove', 'replace', 'move'] },
      before: true,
      after: true,
    },
    additionalProperties: false,
  },
  reversible: null,
};
