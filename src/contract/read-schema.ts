import type { JsonSchema } from '../canonical/json-value.js';
import { PAYLOAD_FIELDS } from '../model/payload.js';
import { readJsonSchema } from './check-json-schema.js';
import type { ContractSchema } from './contract.js';
import { FORMS } from './forms.js';
import type { LocatedEntry } from './located.js';
import { quote } from './quote.js';
import { complete, openMap, readAnyMap } from './read-map.js';
import { readWord } from './read-scalar.js';
import type { Read, Scope } from './scope.js';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** `schema`. */
export const readSchema: Read<ContractSchema> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['base', 'established', 'properties']);
  return (
    map &&
    complete({
      base: map.optional('base', readWord(['handoff/v1']), 'handoff/v1' as const),
      established: map.optional('established', readSchemas, noSchemas()),
      properties: map.optional('properties', readProperties, noSchemas()),
    })
  );
};

/** Without a prototype, so that no fact is found under `constructor` which nobody wrote. */
export function noSchemas(): Record<string, JsonSchema> {
  return Object.create(null) as Record<string, JsonSchema>;
}

const readSchemas: Read<Schemas> = (node, scope, name) => {
  const map = readAnyMap(node, scope, name);
  if (map === undefined) return undefined;
  const schemas = noSchemas();
  let whole = true;
  for (const entry of map.entries.values()) {
    const named = keyAllowed(entry, scope, name);
    const schema = readJsonSchema(entry.value, scope, `${name}.${entry.key}`);
    if (named && schema !== undefined) schemas[entry.key] = schema;
    else whole = false;
  }
  return whole ? schemas : undefined;
};

function keyAllowed({ key, keySpan }: LocatedEntry, scope: Scope, name: string): boolean {
  if (FORMS.line.test(key)) return true;
  const message = `\`${name}\`: expected a name on one line, not ${quote(key)}`;
  scope.findings.common('wrong_value', keySpan, message);
  return false;
}

const readProperties: Read<Schemas> = (node, scope, name) => {
  const taken: readonly string[] = PAYLOAD_FIELDS;
  const wrong = node.kind === 'map' ? [...node.entries.values()].filter((e) => taken.includes(e.key)) : [];
  for (const { key, keySpan } of wrong) {
    scope.findings.error('contract.field_taken', keySpan, `\`${key}\` is a field of handoff/v1 already`);
  }
  const schemas = readSchemas(node, scope, name);
  return wrong.length === 0 ? schemas : undefined;
};
