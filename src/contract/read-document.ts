import { checkParts } from './check-parts.js';
import { checkSources } from './check-sources.js';
import type { Contract } from './contract.js';
import { FORMS } from './forms.js';
import { collectSpans, type LocatedMap, locate, toJsonObject } from './located.js';
import { quote } from './quote.js';
import { defaultEdgeCheck, readEdgeCheck } from './read-edge-check.js';
import { readEffects } from './read-effects.js';
import { complete, openMap } from './read-map.js';
import { checkWildcards, DEFAULT_NAME, readEdge, readMetadata } from './read-metadata.js';
import { readProvenance } from './read-provenance.js';
import { readWord } from './read-scalar.js';
import { noSchemas, readSchema } from './read-schema.js';
import type { Scope } from './scope.js';

export const API_VERSION = 'edge-contracts/v1';
export const PARTS = [
  'apiVersion',
  'kind',
  'metadata',
  'edge',
  'schema',
  'declared_side_effects',
  'provenance',
  'edge_check',
] as const;

/** A document after its fragments are merged in, as a contract; undefined where it has errors, which are reported. */
export function readDocument(root: LocatedMap, file: string, scope: Scope): Contract | undefined {
  const read = readParts(root, scope, 'EdgeContract', []);
  checkParts(root, scope);
  const isDefault = /(?:^|\/)_default\.ya?ml$/.test(file);
  const edge = locate(root, 'edge');
  if (edge !== undefined) checkWildcards(edge, isDefault, scope);
  checkName(root, file, scope);
  if (read === undefined || scope.findings.hasErrors) return undefined;
  checkSources(root, read, scope);
  if (scope.findings.hasErrors) return undefined;
  if (!isDefault) checkDischarge(root, read, scope);
  return {
    ...read,
    effectKinds: null,
    file,
    default: isDefault,
    spans: collectSpans(root),
    resolved: toJsonObject(root),
  };
}

/** All parts, of a contract or a fragment. */
export function readParts(
  root: LocatedMap,
  scope: Scope,
  kind: 'EdgeContract' | 'EdgeContractFragment',
  further: readonly string[],
): Omit<Contract, 'file' | 'default' | 'spans' | 'resolved' | 'effectKinds'> | undefined {
  const map = openMap(root, scope, '', [...PARTS, ...further]);
  if (map === undefined) return undefined;
  map.required('apiVersion', readWord([API_VERSION]));
  map.required('kind', readWord([kind]));
  return complete({
    metadata: map.required('metadata', readMetadata),
    edge: map.required('edge', readEdge),
    schema: map.optional('schema', readSchema, emptySchema()),
    declaredSideEffects: map.optional('declared_side_effects', readEffects, null),
    provenance: map.optional('provenance', readProvenance, NO_PROVENANCE),
    edgeCheck: map.optional('edge_check', readEdgeCheck, defaultEdgeCheck()),
  });
}

const NO_PROVENANCE: Contract['provenance'] = {
  established: null,
  statedBy: null,
  policies: [],
  standing: [],
  config: null,
};

function emptySchema(): Contract['schema'] {
  return { base: 'handoff/v1', established: noSchemas(), properties: noSchemas() };
}

function checkName(root: LocatedMap, file: string, scope: Scope): void {
  const name = locate(root, 'metadata', 'name');
  if (name?.kind !== 'scalar' || typeof name.value !== 'string') return;
  const expected = file.slice(file.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '');
  if (name.value === expected || !(FORMS.slug.test(name.value) || name.value === DEFAULT_NAME)) return;
  const message =
    name.value === DEFAULT_NAME
      ? '`metadata.name`: `_default` is the name of `_default.yaml` alone'
      : `\`metadata.name\`: the file is named ${quote(expected)}, the contract ${quote(name.value)}`;
  scope.findings.error(
    'contract.name_mismatch',
    name.span,
    message,
    `rename the file, or write \`${expected}\``,
  );
}

/** A discharge names the sender itself: where a list does not have the sender, nobody may. */
function checkDischarge(
  root: LocatedMap,
  { edge, edgeCheck }: Pick<Contract, 'edge' | 'edgeCheck'>,
  scope: Scope,
): void {
  for (const [how, agents] of Object.entries(edgeCheck.discharge)) {
    const written = locate(root, 'edge_check', 'discharge', how);
    if (written === undefined || agents.length === 0 || agents.includes(edge.from)) continue;
    const message = `\`edge_check.discharge.${how}\` does not list ${quote(edge.from)}, so that nobody may`;
    scope.findings.warning(
      'contract.no_effect',
      written.span,
      message,
      'a discharge is made by the sender of the edge',
    );
  }
}
