import { CHECKS } from '../checks/index.js';
import { emitCheck, isContractBound, librariesOf } from './emit-check.js';
import { lines, metadata, paragraphs, type Rego, reference, rego } from './rego/rego.js';

/** Where it stands among the outputs. */
export const COMMON_POLICY = 'edge_contracts/checks.rego';

/** The proofs that name no value of a contract: the same for every edge, and so compiled once. */
export function emitCommonPolicy(): Rego {
  const checks = CHECKS.filter((check) => !isContractBound(check));
  const libraries = [...new Set(checks.flatMap(librariesOf))].sort();
  return rego`${paragraphs([
    lines(
      metadata({
        title: 'Checks that are the same for every edge',
        description:
          'Written by edge-contracts from its table of checks. What an edge adds is in its own policy.',
        scope: 'package',
        schemas: [{ input: 'schema.facts' }],
      }),
      rego`package edge_contracts.checks`,
      rego``,
      ...libraries.map((library) => rego`import data.edge_contracts.${reference(library)}`),
    ),
    ...checks.flatMap(emitCheck),
  ])}
`;
}
