import type { JsonSchema, JsonValue } from '../canonical/json-value.js';
import type { EdgeManifest } from '../model/bundle.js';
import type { SchemaComparison } from '../model/policy-diff.js';
import type { CompiledSide } from './compiled-side.js';
import { isSame } from './detect/contract-pair.js';
import type { Detection } from './detect/detect-changes.js';
import { payloadMeaning } from './edge-terms.js';
import type { CompareSchemas } from './judge/rule.js';

/** Can payloads of one version be refused by the other: whole payloads, and each fact or field whose schema changed. */
export function schemaComparisons(
  base: CompiledSide,
  head: CompiledSide,
  { pairing, changes }: Detection,
  compare: CompareSchemas,
): readonly SchemaComparison[] {
  const [was, is] = [byName(base), byName(head)];
  const wholes = pairing.pairs.flatMap((pair) => {
    const edge = pair.head.metadata.name;
    const [before, after] = [was.get(pair.base.metadata.name), is.get(edge)].map(
      (one) => one && payloadMeaning(one),
    );
    if (before === undefined || after === undefined || isSame(before as JsonValue, after as JsonValue))
      return [];
    return [{ edge, what: 'payload', ...compare(before, after) }];
  });
  const parts = changes.flatMap(({ kind, edge, at, before, after }) =>
    edge !== null && ['factSchemaChanged', 'propertySchemaChanged'].includes(kind)
      ? [{ edge, what: at, ...compare(before as JsonSchema, after as JsonSchema) }]
      : [],
  );
  return [...wholes, ...parts].sort((a, b) => (a.edge < b.edge ? -1 : a.edge > b.edge ? 1 : 0));
}

function byName({ manifest }: CompiledSide): ReadonlyMap<string, EdgeManifest> {
  return new Map(manifest.edges.map((edge) => [edge.name, edge]));
}
