import type { ConfigReading } from '../model/config.js';
import type { TransferRecord } from '../model/record.js';
import type { RecordedConfig } from '../model/transfer-context.js';
import { newestWhile } from './chain.js';
import { configSeen } from './fold-config.js';
import { agentOf, type Crossing, type RunState, type SeenConfig } from './run-state.js';

/** What the run's records hold of a source of live config for one transfer attempt. */
export function recordedConfig(state: RunState, transfer: TransferRecord, source: string): RecordedConfig {
  const sent = seenWhenSent(state, transfer, source);
  const last = lastFrom(state, transfer.from);
  const previous = later(
    whenReceived(state, transfer, source),
    last === null ? undefined : seenWhenSent(state, last.record, source),
  );
  return {
    previous: previous?.record.reading ?? null,
    since: previous?.order ?? -1,
    sent: sent?.record.reading ?? null,
    baseline: sent?.record.baseline ?? null,
  };
}

/** What was seen of a source when this attempt was handed on. */
export function sentConfig(state: RunState, transfer: TransferRecord, source: string): ConfigReading | null {
  return seenWhenSent(state, transfer, source)?.record.reading ?? null;
}

function seenWhenSent(
  state: RunState,
  { hop, attempt }: TransferRecord,
  source: string,
): SeenConfig | undefined {
  return configSeen(state, { source, hop, attempt, moment: 'sent' });
}

/**
 * With several tasks, what the first of them found. One of `after` that nobody looked at leaves it unknown. Tasks that
 * it has not handed on from count as well: else what it changed for one would be gone from the baseline of the next.
 */
function whenReceived(
  state: RunState,
  { from, after }: TransferRecord,
  source: string,
): SeenConfig | undefined {
  const seen = (hop: number): SeenConfig | undefined =>
    configSeen(state, { source, hop, moment: 'received' });
  const tasks = (after.length === 0 ? [0] : after).map(seen);
  if (tasks.includes(undefined)) return undefined;
  const open = newestWhile(agentOf(state, from).inbox, () => true).map(({ record }) => seen(record.hop));
  return [...tasks, ...open].reduce((first, each) =>
    first === undefined || (each !== undefined && each.order < first.order) ? each : first,
  );
}

function lastFrom(state: RunState, agent: string): Crossing | null {
  for (let link = state.crossings; link !== null; link = link.rest) {
    if (link.item.record.from === agent) return link.item;
  }
  return null;
}

/** The later one; what the sender handed on stands only beside a task that was looked at. */
function later(received: SeenConfig | undefined, sent: SeenConfig | undefined): SeenConfig | undefined {
  if (received === undefined || sent === undefined) return received;
  return sent.order > received.order ? sent : received;
}
