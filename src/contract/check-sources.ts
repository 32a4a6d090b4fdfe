import { nearest } from '../diagnostics/nearest.js';
import type { Contract } from './contract.js';
import { type LocatedMap, locate } from './located.js';
import { quote } from './quote.js';
import type { Scope } from './scope.js';

/** What a sender may change is compared with what is read: so its source has to be one that is read. */
export function checkSources(
  root: LocatedMap,
  { declaredSideEffects, provenance }: Pick<Contract, 'declaredSideEffects' | 'provenance'>,
  scope: Scope,
): void {
  const read = (provenance.config ?? []).map(({ source }) => source);
  for (const [index, { by, change }] of (declaredSideEffects ?? []).entries()) {
    if (change === undefined || by !== 'sender' || read.includes(change.source)) continue;
    const at = locate(root, 'declared_side_effects', index, 'source') ?? root;
    const near = nearest(change.source, read);
    const message = `\`provenance.config\` reads no source ${quote(change.source)}, so that its changes would not be seen`;
    const help = near === undefined ? 'add it to `provenance.config`' : `did you mean \`${near}\`?`;
    scope.findings.error('contract.unknown_source', at.span, message, help);
  }
}
