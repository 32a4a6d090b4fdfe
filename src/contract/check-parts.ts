import type { Span } from '../diagnostics/diagnostic.js';
import { CHECK_GROUPS, checkRow } from './check-codes.js';
import { type LocatedMap, locate } from './located.js';
import type { Scope } from './scope.js';

/** A check that is set, or excepted, needs the part of the contract that it checks against. */
export function checkParts(root: LocatedMap, scope: Scope): void {
  for (const [code, span] of writtenCodes(root)) {
    const { part, missing } = checkRow(code) ?? {};
    if (part === undefined || missing !== undefined) continue;
    if (locate(root, ...part.split('.')) !== undefined) continue;
    const message = `\`${code}\` is checked against \`${part}\`, which this contract does not have`;
    scope.findings.error('contract.part_missing', span, message, `write \`${part}\`, or delete it here`);
  }
}

function* writtenCodes(root: LocatedMap): Generator<[code: string, span: Span]> {
  for (const group of CHECK_GROUPS.keys()) {
    const map = locate(root, 'edge_check', group);
    if (map?.kind !== 'map') continue;
    for (const { key, keySpan } of map.entries.values()) yield [`${group}.${key}`, keySpan];
  }
  const exceptions = locate(root, 'edge_check', 'exceptions');
  for (const entry of exceptions?.kind === 'list' ? exceptions.items : []) {
    const code = locate(entry, 'code');
    if (code?.kind === 'scalar' && typeof code.value === 'string') yield [code.value, code.span];
  }
}
