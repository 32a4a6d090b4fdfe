import type { JsonSchema } from '../../canonical/json-value.js';
import { pointer } from '../../canonical/pointer.js';
import type { Change, ChangeKind } from '../../model/policy-diff.js';
import { asJson } from './added-removed.js';
import { type ContractPair, changeOf, isSame } from './contract-pair.js';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Kinds = { readonly added: ChangeKind; readonly removed: ChangeKind; readonly changed: ChangeKind };

/** Facts that a payload must carry, and its further fields. */
export function payloadSchemaChanges(pair: ContractPair): readonly Change[] {
  const { base, head } = pair;
  const facts: Kinds = { added: 'factAdded', removed: 'factRemoved', changed: 'factSchemaChanged' };
  const fields: Kinds = {
    ...{ added: 'propertyAdded', removed: 'propertyRemoved', changed: 'propertySchemaChanged' },
  };
  return [
    ...byKey(pair, '/schema/established', base.schema.established, head.schema.established, facts),
    ...byKey(pair, '/schema/properties', base.schema.properties, head.schema.properties, fields),
  ];
}

function byKey(
  pair: ContractPair,
  at: string,
  before: Schemas,
  after: Schemas,
  kinds: Kinds,
): readonly Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((subject) => {
    const [was, is] = [own(before, subject), own(after, subject)];
    if (isSame(asJson(was), asJson(is))) return [];
    const kind = was === undefined ? kinds.added : is === undefined ? kinds.removed : kinds.changed;
    const values = {
      ...(was === undefined ? {} : { before: asJson(was) }),
      ...(is === undefined ? {} : { after: asJson(is) }),
    };
    return [changeOf(pair, { kind, subject, at: at + pointer(subject), ...values })];
  });
}

/** A key may be called `toString`. */
function own(schemas: Schemas, key: string): JsonSchema | undefined {
  return Object.hasOwn(schemas, key) ? schemas[key] : undefined;
}
