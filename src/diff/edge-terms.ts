import { type Digest, digestValue } from '../canonical/digest.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { EdgeManifest, Manifest } from '../model/bundle.js';

/**
 * All of a contract that its facts depend on: what the collectors and the fold read of a manifest's entry. Severities,
 * mode, who may discharge, declared effects, sources and ages, exceptions and rules are judged by the policy, and are
 * not among it: one set of facts can be put to two versions that differ only in those.
 */
export function factsPlan(edge: EdgeManifest): Digest {
  const { payload_schema, established, properties, config } = edge;
  const read = config.map(({ file: _file, line: _line, ...source }) => source);
  return digestValue({
    payload_schema,
    established,
    properties,
    config: read,
    terms: termsOf(edge),
  } as never);
}

/**
 * What a transfer of any edge leaves behind in its run: equal in both versions, a run is folded once, and an edge
 * downstream is judged on the same.
 */
export function runPlan({ edges, effects }: Manifest): Digest {
  const terms = edges.map((edge) => [edge.from, edge.to, edge.default, termsOf(edge)]);
  return digestValue([effects, terms] as unknown as JsonValue);
}

function termsOf({ name, standing, policies, properties, stated_by }: EdgeManifest): JsonValue {
  return { name, standing, policies, properties, stated_by } as unknown as JsonValue;
}
