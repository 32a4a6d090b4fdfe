import type { JsonSchema } from '../../canonical/json-value.js';
import type { CompareSchemas } from './rule.js';

/** What a schema accepts, against what the one before it did. */
export type Reach = 'same' | 'wider' | 'narrower' | 'other';

/** What is not known to be compatible counts as not. */
export function schemaReach(before: JsonSchema, after: JsonSchema, compare: CompareSchemas): Reach {
  const { forward, backward } = compare(before, after);
  if (forward.verdict === 'compatible') return backward.verdict === 'compatible' ? 'same' : 'wider';
  return backward.verdict === 'compatible' ? 'narrower' : 'other';
}
