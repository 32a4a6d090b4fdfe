import { schemaLooser } from '../../contract/schema-looser.js';
import type { CompareSchemas } from '../../diff/judge/rule.js';
import type { SchemaVerdict } from '../../model/policy-diff.js';

/** To name a change: what is not sure to accept no more than before counts as looser. */
export const compareCarefully: CompareSchemas = (base, head) => ({
  forward: verdict(schemaLooser(head, base)),
  backward: verdict(schemaLooser(base, head)),
});

function verdict(looser: string | null): SchemaVerdict {
  return looser === null ? { verdict: 'compatible' } : { verdict: 'unknown', at: looser, reason: 'looser' };
}
