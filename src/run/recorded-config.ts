import type { TransferRecord } from '../model/record.js';
import type { RecordedConfig } from '../model/transfer-context.js';
import { configSeen } from './fold-config.js';
import type { Crossing, RunState, SeenConfig } from './run-state.js';

/** What the run's records hold of a source of live config for one transfer attempt. */
export function recordedConfig(state: RunState, transfer: TransferRecord, source: string): RecordedConfig {
  const { hop, attempt } = transfer;
  const sent = configSeen(state, { source, hop, attempt, moment: 'sent' });
  const previous = later(whenReceived(state, transfer, source), whenLastSent(state, transfer, source));
  return {
    previous: previous?.record.reading ?? null,
    since: previous?.order ?? -1,
    sent: sent?.record.reading ?? null,
    baseline: sent?.record.baseline ?? null,
  };
}

/** With several tasks, what the first of them found. One that nobody looked at leaves it unknown. */
function whenReceived(state: RunState, { after }: TransferRecord, source: string): SeenConfig | undefined {
  const hops = after.length === 0 ? [0] : after;
  const seen = hops.map((hop) => configSeen(state, { source, hop, moment: 'received' }));
  if (seen.includes(undefined)) return undefined;
  return seen.reduce((first, each) =>
    first !== undefined && each !== undefined && each.order < first.order ? each : first,
  );
}

/** What it did before its last handoff was judged there. */
function whenLastSent(state: RunState, { from }: TransferRecord, source: string): SeenConfig | undefined {
  const last = lastFrom(state, from);
  if (last === null) return undefined;
  const { hop, attempt } = last.record;
  return configSeen(state, { source, hop, attempt, moment: 'sent' });
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
