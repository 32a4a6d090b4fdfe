import type { JsonPointer } from '../canonical/pointer.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Contract } from './contract.js';

/** Where a value of the contract was written; for one that is not written, its nearest ancestor's place. */
export function spanOf(contract: Pick<Contract, 'spans' | 'file'>, pointer: JsonPointer): Span {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const span = contract.spans.get(at);
    if (span !== undefined) return span;
    if (!at.includes('/')) return { file: contract.file, line: 1, column: 1 };
  }
}
