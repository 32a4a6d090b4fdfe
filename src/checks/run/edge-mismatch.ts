import type { Check } from '../check.js';
import { quote } from '../quote.js';

export const edgeMismatch: Check = {
  code: 'edge.mismatch',
  title: 'the record is of the edge that it is judged by',
  why: 'The host names the edge; a record that says otherwise would be judged by a contract that was not written for it.',
  fix: "Ask the gate about the edge that the handoff is on, or mend the record's `from`, `to` or `edge`.",
  default: 'block',
  needs: [],
  proofs: { transfer: { holds: 'transfer.on_edge', with: ['agents'] } },
  reason({ facts: { transfer }, edge }) {
    const named = transfer.edge === null ? '' : ` (${quote(transfer.edge)})`;
    return {
      data: '/from',
      message: `the record is from ${quote(transfer.from)} to ${quote(transfer.to)}${named}, and the contract ${edge.name} is from ${edge.from} to ${edge.to}`,
      values: { from: transfer.from, to: transfer.to, edge: transfer.edge },
    };
  },
};
