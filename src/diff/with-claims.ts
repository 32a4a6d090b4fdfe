import type { JsonSchema, JsonValue } from '../canonical/json-value.js';
import type { Claim, Finding, SchemaVerdict } from '../model/policy-diff.js';
import type { CompiledSide } from './compiled-side.js';
import { changesOf } from './detect/changes-of.js';
import type { JudgedChange } from './judge/judge-changes.js';
import type { CompareSchemas } from './judge/rule.js';
import { showClaim } from './witness/show-claim.js';

/** For so many findings runs are looked for, worst first: each may put a thousand to both versions. */
const MOST_SHOWN = 500;

/** Each finding with what runs show of it. */
export function withClaims(
  judged: readonly JudgedChange[],
  base: CompiledSide,
  head: CompiledSide,
  compare: CompareSchemas,
): readonly Omit<Finding, 'waiver'>[] {
  const changes = judged.map(({ change }) => change);
  const ports = {
    examples: (was: JsonSchema, is: JsonSchema) => examplesOf(compare(was, is)),
    changesOf: (edge: string | null) => changesOf(changes, edge),
  };
  let shown = 0;
  return judged.map((finding) => {
    if (finding.direction === 'neutral') return { ...finding, claim: { status: 'none' } };
    shown += 1;
    return { ...finding, claim: shown > MOST_SHOWN ? NOT_SHOWN : showClaim(finding, base, head, ports) };
  });
}

const NOT_SHOWN: Claim = {
  status: 'unknown',
  reason: `runs are looked for about the first ${MOST_SHOWN} findings alone`,
};

/** Values that one of two schemas accepts and the other refuses. */
function examplesOf({ forward, backward }: ReturnType<CompareSchemas>): readonly JsonValue[] {
  return [forward, backward].flatMap((verdict: SchemaVerdict) =>
    verdict.verdict === 'broken' ? [verdict.example] : [],
  );
}
