import type { JsonValue } from '../../canonical/json-value.js';
import type { SourceLimits } from '../limits.js';

/**
 * A format: text to a document. Pure. Comments and the order of keys are gone by then; a key that is written twice,
 * what JSON cannot hold, and what cannot be read for sure are a `SourceFault` with a line and nothing of the text.
 */
export interface Format {
  /** For messages: `YAML`. */
  readonly title: string;
  /** The endings of files that are in it, lower case, with the dot. */
  readonly endings: readonly string[];
  parse(text: string, limits: SourceLimits): JsonValue;
}
