import type { EdgeManifest } from '../model/bundle.js';
import type { SchemaComparison } from '../model/policy-diff.js';
import type { CompiledSide } from './compiled-side.js';
import type { Detection } from './detect/detect-changes.js';
import { comparePayloads } from './schemas/compare-payloads.js';

/** Can payloads of one version be refused by the other, for each edge that is in both. */
export function schemaComparisons(
  base: CompiledSide,
  head: CompiledSide,
  { pairing }: Detection,
): readonly SchemaComparison[] {
  const [was, is] = [byName(base), byName(head)];
  return pairing.pairs.flatMap((pair) => {
    const edge = pair.head.metadata.name;
    const before = was.get(pair.base.metadata.name)?.payload_schema;
    const after = is.get(edge)?.payload_schema;
    // The compiler writes objects; `true` and `false` are schemas too, and no payload's.
    return typeof before === 'object' && typeof after === 'object'
      ? comparePayloads(edge, before, after)
      : [];
  });
}

function byName({ manifest }: CompiledSide): ReadonlyMap<string, EdgeManifest> {
  return new Map(manifest.edges.map((edge) => [edge.name, edge]));
}
