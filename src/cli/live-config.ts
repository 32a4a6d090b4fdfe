import type { FoundProject } from '../compile/find-project.js';
import { ConfigReadings } from '../evaluate/config-readings.js';
import type { RecordInput } from '../evaluate/evaluate-run.js';
import type { Gate } from '../evaluate/gate.js';
import type { ConfigRecord, TransferRecord } from '../model/record.js';
import type { Io } from './io.js';
import { projectReader } from './project-reader.js';

const DEADLINE_MS = 30_000;

/**
 * The records with live config read now for the last handoff of each run, put where a recorder would have put it: what
 * is there now says nothing of earlier handoffs. What is recorded stays.
 */
export async function withLiveConfig(
  gate: Gate,
  { place }: FoundProject,
  records: readonly RecordInput[],
  io: Io,
): Promise<readonly RecordInput[]> {
  const lasts = lastTransfers(records).filter((transfer) => gate.configOf(transfer).length > 0);
  if (lasts.length === 0) return records;
  const readings = new ConfigReadings(await projectReader(place, io), DEADLINE_MS, () => new Date());
  const there = new Set(
    records.flatMap(({ record }) => (record.kind === 'config' ? [momentOf(record)] : [])),
  );
  const read = new Map<TransferRecord, readonly ConfigRecord[]>();
  for (const transfer of lasts) {
    const all = await readings.sentFor(transfer, gate.configOf(transfer));
    read.set(
      transfer,
      all.filter((record) => !there.has(momentOf(record))),
    );
  }
  return records.flatMap((input) => {
    const { record } = input;
    const before = record.kind === 'transfer' ? (read.get(record) ?? []) : [];
    return [...before.map((config) => ({ record: config })), input];
  });
}

function lastTransfers(records: readonly RecordInput[]): readonly TransferRecord[] {
  const lasts = new Map<string, TransferRecord>();
  for (const { record } of records) if (record.kind === 'transfer') lasts.set(record.run, record);
  return [...lasts.values()];
}

function momentOf({ run, source, hop, moment, attempt = 1 }: ConfigRecord): string {
  return JSON.stringify([run, source, hop, moment, attempt]);
}
