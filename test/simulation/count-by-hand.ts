import type { Payload } from '../../src/model/payload.js';
import type { RunRecord, TransferRecord } from '../../src/model/record.js';

export interface HandCount {
  runs: number;
  open: number;
  /** First attempts. */
  hops: number;
  attempts: number;
  held: number;
  carried: number;
  dropped: number;
  weakened: number;
  narrowed: number;
  droppedBy: Record<string, number>;
  stops: { held: number; carried: number };
  confidence: { held: number; carried: number };
}

/** What a person would count, from the sender's list and the payload alone: no fold, no scene, no score. */
export function countByHand(runs: Iterable<readonly RunRecord[]>): HandCount {
  const count: HandCount = {
    ...{ runs: 0, open: 0, hops: 0, attempts: 0 },
    ...{ held: 0, carried: 0, dropped: 0, weakened: 0, narrowed: 0, droppedBy: {} },
    stops: { held: 0, carried: 0 },
    confidence: { held: 0, carried: 0 },
  };
  for (const records of runs) {
    count.runs += 1;
    if (records.at(-1)?.kind !== 'closed') count.open += 1;
    for (const record of records) {
      if (record.kind !== 'transfer') continue;
      count.attempts += 1;
      if (record.attempt !== 1) continue;
      count.hops += 1;
      countConstraints(count, record, records);
      countOthers(count, record);
    }
  }
  return count;
}

function countConstraints(count: HandCount, transfer: TransferRecord, records: readonly RunRecord[]): void {
  const payload = transfer.payload as unknown as Payload;
  const messages = records.flatMap((record) => (record.kind === 'message' ? record : []));
  const stated = messages.flatMap(({ constraints }) => constraints ?? []);
  for (const { id } of transfer.sender.constraints ?? []) {
    if (payload.discharged.some(({ constraint }) => constraint === id)) continue;
    count.held += 1;
    const sent = payload.constraints.find((entry) => entry.id === id);
    if (sent === undefined) {
      const edge = `${transfer.from}--${transfer.to}`;
      count.droppedBy[edge] = (count.droppedBy[edge] ?? 0) + 1;
      count.dropped += 1;
      continue;
    }
    count.carried += 1;
    if (sent.modality !== stated.find((one) => one.id === id)?.modality) count.weakened += 1;
    if (sent.scope === 'task') count.narrowed += 1;
  }
}

function countOthers(count: HandCount, { sender, ...transfer }: TransferRecord): void {
  const payload = transfer.payload as unknown as Payload;
  const stops = sender.stop_conditions ?? [];
  count.stops.held += stops.length;
  count.stops.carried += stops.filter((one) => payload.stop_conditions.includes(one)).length;
  if (typeof sender.confidence !== 'number') return;
  count.confidence.held += 1;
  if (payload.confidence !== null) count.confidence.carried += 1;
}
