import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { CONFIG_CHANGE, CONFIG_OPERATIONS } from '../model/config.js';
import { CHECK_GROUPS, splitCode } from './check-codes.js';
import type { Contract } from './contract.js';
import { PARTS } from './read-document.js';
import { DEFAULT_MIN_OBSERVATIONS } from './read-edge-check.js';
import { settledSeverities } from './settled.js';

const EDGE_CHECK_ORDER = ['mode', ...CHECK_GROUPS.keys(), 'discharge', 'monitor', 'rules', 'exceptions'];

/** The resolved document with the defaults of what is not written; parts that have none stay absent. */
export function withDefaults(contract: Contract): JsonObject {
  const { resolved } = contract;
  return inOrder(PARTS, {
    ...resolved,
    schema: { base: 'handoff/v1', ...objectAt(resolved, 'schema') },
    ...withEffects(resolved),
    ...withProvenance(resolved),
    edge_check: withChecks(contract, objectAt(resolved, 'edge_check')),
  });
}

/** The members in the order of the language, so that a contract is shown alike however it was merged. */
function inOrder(order: readonly string[], members: JsonObject): JsonObject {
  return Object.fromEntries(order.map((key) => [key, members[key]]));
}

function objectAt(value: JsonValue | undefined, ...keys: readonly string[]): JsonObject {
  let at: JsonValue | undefined = value;
  for (const key of keys) at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return isJsonObject(at) ? at : {};
}

/** Each object of a list over these defaults. */
function eachOver(list: JsonValue | undefined, defaults: JsonObject): JsonValue[] {
  return isJsonArray(list)
    ? list.map((item) => (isJsonObject(item) ? { ...item, ...missing(item, defaults) } : item))
    : [];
}

function missing(item: JsonObject, defaults: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(defaults).filter(([key]) => !Object.hasOwn(item, key)));
}

function withEffects(resolved: JsonObject): JsonObject {
  const effects = resolved['declared_side_effects'];
  if (effects === undefined) return {};
  return { declared_side_effects: eachOver(effects, { reversible: true }).map(withOperations) };
}

function withOperations(effect: JsonValue): JsonValue {
  const isChange = isJsonObject(effect) && effect['kind'] === CONFIG_CHANGE;
  return isChange ? { ...effect, ...missing(effect, { operations: CONFIG_OPERATIONS }) } : effect;
}

function withProvenance(resolved: JsonObject): JsonObject {
  const provenance = objectAt(resolved, 'provenance');
  const constraints = objectAt(provenance, 'constraints');
  const standing = eachOver(constraints['standing'], { scope: 'run' });
  const sources = { baseline: 'previous', identity: {}, secrets: [] };
  const filled = {
    ...(provenance['constraints'] === undefined
      ? {}
      : { constraints: { policies: [], ...constraints, standing } }),
    ...(provenance['config'] === undefined ? {} : { config: eachOver(provenance['config'], sources) }),
  };
  return resolved['provenance'] === undefined ? {} : { provenance: { ...provenance, ...filled } };
}

function withChecks(contract: Contract, written: JsonObject): JsonObject {
  const discharge = { satisfied: [], withdrawn: [], superseded: [] };
  const monitor =
    written['monitor'] === undefined ? {} : { monitor: withMonitor(objectAt(written, 'monitor')) };
  return inOrder(EDGE_CHECK_ORDER, {
    mode: 'enforce',
    ...written,
    ...withSeverities(contract),
    discharge: { ...discharge, ...objectAt(written, 'discharge') },
    ...monitor,
    rules: eachOver(written['rules'], { severity: 'block' }),
    exceptions: written['exceptions'] ?? [],
  });
}

function withMonitor(written: JsonObject): JsonObject {
  return { ...written, ...missing(written, { min_observations: DEFAULT_MIN_OBSERVATIONS }) };
}

function withSeverities(contract: Contract): JsonObject {
  const groups: Record<string, JsonObject> = {};
  for (const [code, severity] of Object.entries(settledSeverities(contract))) {
    const [group, name] = splitCode(code);
    groups[group] = { ...groups[group], [name]: severity };
  }
  return groups;
}
