import type { OrderFault } from '../model/facts.js';
import type { TransferRecord } from '../model/record.js';
import { hopOf, type RunState } from './run-state.js';

/** What is wrong with a transfer's place among the hops so far. */
export function orderFaults(state: RunState, transfer: TransferRecord): OrderFault[] {
  const faults = attemptFaults(state, transfer);
  for (const hop of new Set(transfer.after)) {
    const fault = afterFault(state, transfer, hop);
    if (fault !== null) faults.push({ fault, hop });
  }
  return faults;
}

function attemptFaults(state: RunState, transfer: TransferRecord): OrderFault[] {
  const faults: OrderFault[] = [];
  const { hop, attempt } = transfer;
  const earlier = hopOf(state, hop);
  if (earlier === undefined) {
    if (hop <= state.highestHop) faults.push({ fault: 'hop_not_increasing', hop });
    if (attempt !== 1) faults.push({ fault: 'attempt_not_increasing', hop });
    return faults;
  }
  if (attempt !== earlier.lastAttempt + 1) faults.push({ fault: 'attempt_not_increasing', hop });
  if (earlier.crossing !== null) faults.push({ fault: 'hop_already_delivered', hop });
  const { from, to, edge } = earlier.first;
  if (from !== transfer.from || to !== transfer.to || edge !== transfer.edge) {
    faults.push({ fault: 'hop_changed_agents', hop });
  }
  return faults;
}

function afterFault(state: RunState, transfer: TransferRecord, hop: number): OrderFault['fault'] | null {
  if (hop >= transfer.hop) return 'after_not_earlier';
  const named = hopOf(state, hop);
  if (named === undefined) return 'after_unknown';
  if (named.crossing === null) return 'after_undelivered';
  return named.crossing.record.to === transfer.from ? null : 'after_not_to_sender';
}
