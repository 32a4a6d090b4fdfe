import { digestBytes } from '../canonical/digest.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import { CHECKS } from '../checks/index.js';
import { absentPart } from './absent-part.js';
import type { Contract } from './contract.js';

/**
 * What a contract means, with every default filled in and nothing of how or where it was written: equal for two
 * texts that mean the same. A rule's text counts, by its digest.
 */
export function settled(contract: Contract): JsonObject {
  const { metadata, edge, schema, declaredSideEffects, provenance, edgeCheck, effectKinds } = contract;
  const rules = edgeCheck.rules.map(({ text, ...rule }) => ({ ...rule, text: digestBytes(text) }));
  const severities = settledSeverities(contract);
  const content = {
    metadata,
    edge,
    schema,
    declared_side_effects: declaredSideEffects,
    provenance,
    edge_check: { ...edgeCheck, rules, severities },
    // Only with a vocabulary: without one, contracts mean what they meant before there were any.
    ...(effectKinds === null ? {} : { effects: effectKinds }),
  };
  return content as unknown as JsonValue as JsonObject;
}

/** The severity of every check that this contract can set: as written, else the table's default. */
export function settledSeverities(contract: Contract): Readonly<Record<string, string>> {
  const written = contract.edgeCheck.severities;
  return Object.fromEntries(settable(contract).map((row) => [row.code, written[row.code] ?? row.default]));
}

/** The checks that a contract can set: those of this version whose part is written. */
export function settable(contract: Contract): typeof CHECKS {
  return CHECKS.filter((row) => row.missing === undefined && absentPart(contract, row.part) === null);
}
