import { canonicalJson } from '../canonical/canonical-json.js';
import { type Digest, digestValue } from '../canonical/digest.js';
import type { JsonSchema, JsonValue } from '../canonical/json-value.js';
import type { EdgeManifest } from '../model/bundle.js';

/**
 * All of a contract that its facts depend on: what the collectors and the fold read of a manifest's entry. Severities,
 * mode, who may discharge, declared effects, sources and ages, exceptions and rules are judged by the policy, and are
 * not among it: one set of facts can be put to two versions that differ only in those.
 */
export function factsPlan(edge: EdgeManifest): Digest {
  const { established, properties, config } = edge;
  const read = config.map(({ file: _file, line: _line, ...source }) => source);
  return digestValue({
    payload_schema: payloadMeaning(edge),
    established,
    properties,
    config: read,
    terms: termsOf(edge),
  } as never);
}

/** Without what only names it: an edge that was renamed asks for the same payload. */
export function payloadMeaning({ payload_schema: schema }: EdgeManifest): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { $id: _id, title: _title, ...meaning } = schema;
  return meaning;
}

/**
 * What a transfer of this edge leaves behind in its run, and so all that edges after it can see of the contract. Null: no
 * contract covers it, which leaves what an edge without terms leaves. Names of edges are in no fact.
 */
export function termsKey(edge: EdgeManifest | null): string {
  return canonicalJson(edge === null ? NO_TERMS : termsOf(edge));
}

const NO_TERMS: JsonValue = { standing: [], policies: [], properties: [], stated_by: null };

function termsOf({ standing, policies, properties, stated_by }: EdgeManifest): JsonValue {
  return { standing, policies, properties, stated_by } as unknown as JsonValue;
}
