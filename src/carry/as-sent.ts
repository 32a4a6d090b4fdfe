import type { TransferScore } from '../model/carry.js';

/** The scores of what the sender sent: of a composed attempt not those of what the gate made of it. */
export function asSent(transfer: TransferScore): Pick<TransferScore, 'scores' | 'intact'> {
  if (!isComposed(transfer)) return transfer;
  let [carried, unresolved, intact] = [0, 0, 0];
  for (const { sent } of transfer.constraints) {
    if (sent?.outcome === 'carried') carried += 1;
    if (sent?.outcome === 'unresolved') unresolved += 1;
    if (sent?.intact === true) intact += 1;
  }
  const held = transfer.constraints.length;
  return { scores: { ...transfer.scores, constraints: [carried, held, unresolved] }, intact };
}

/** What crossed is not what the sender sent, but what the gate made of it. */
export function isComposed({ decided }: TransferScore): boolean {
  return decided?.composed_by !== undefined;
}
