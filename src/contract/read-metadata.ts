import type { Contract, ContractMetadata } from './contract.js';
import { FORMS, readAgent, readLine, readSlug } from './forms.js';
import type { Located } from './located.js';
import { quote } from './quote.js';
import { complete, openMap } from './read-map.js';
import { readForm, readText } from './read-scalar.js';
import type { Read, Scope } from './scope.js';

export const DEFAULT_NAME = '_default';

const readName: Read<string> = (node, scope, name) =>
  node.kind === 'scalar' && node.value === DEFAULT_NAME ? DEFAULT_NAME : readSlug(node, scope, name);

const readRunbook: Read<string> = (node, scope, name) => {
  const text = readForm(FORMS.url, 'a URL with http or https')(node, scope, name);
  if (text === undefined || URL.canParse(text)) return text;
  scope.findings.common(
    'wrong_value',
    node.span,
    `\`${name}\`: expected a URL with http or https, not ${quote(text)}`,
  );
  return undefined;
};

/** `metadata`. */
export const readMetadata: Read<ContractMetadata> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['name', 'owner', 'description', 'runbook']);
  return (
    map &&
    complete({
      name: map.required('name', readName),
      owner: map.required('owner', readLine),
      description: map.optional('description', readText, null),
      runbook: map.optional('runbook', readRunbook, null),
    })
  );
};

const readEnd: Read<string> = (node, scope, name) =>
  node.kind === 'scalar' && node.value === '*' ? '*' : readAgent(node, scope, name);

/** `edge`. Whether `*` is allowed depends on the file, so that is checked where the file is known. */
export const readEdge: Read<Contract['edge']> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['from', 'to']);
  return map && complete({ from: map.required('from', readEnd), to: map.required('to', readEnd) });
};

/** Wildcards stand in `_default.yaml`, and there on both sides; its name is `_default`, and no other's is. */
export function checkWildcards(edge: Located, isDefault: boolean, scope: Scope): void {
  if (edge.kind !== 'map') return;
  for (const { key, value } of edge.entries.values()) {
    const wild = value.kind === 'scalar' && value.value === '*';
    if (wild === isDefault || value.kind !== 'scalar' || typeof value.value !== 'string') continue;
    const message = isDefault
      ? `\`edge.${key}\`: \`_default.yaml\` is for edges without a contract: expected "*", not ${quote(value.value)}`
      : `\`edge.${key}\`: \`*\` is allowed only in \`_default.yaml\``;
    scope.findings.error('contract.wildcard', value.span, message);
  }
}
