import type { ConfigRecord } from '../model/record.js';
import { withFault } from './run-fault.js';
import { changedState, type RunState, type SeenConfig } from './run-state.js';

/**
 * What the recorder saw of live config. The first record of a moment stays: else a baseline could be written again
 * after the change that it is to show. To have seen the same once more says nothing new: two agents that a run begins
 * with may read one source.
 */
export function foldConfig(state: RunState, record: ConfigRecord): RunState {
  const key = state.names.records.of(configKey(record));
  const first = state.config.get(key);
  if (first !== undefined) {
    if (isSame(first.record, record)) return state;
    const message = `\`${record.source}\` is recorded twice for hop ${record.hop} (${record.moment})`;
    return withFault(state, 'run.config_repeated', message, { pointer: '/source' });
  }
  return changedState(state, { config: state.config.set(key, { record, order: state.length }) });
}

/** A baseline beside it is another thing to have seen. */
function isSame(a: ConfigRecord, b: ConfigRecord): boolean {
  const [one, other] = [a.reading, b.reading];
  if ('error' in one || 'error' in other || a.baseline !== undefined || b.baseline !== undefined)
    return false;
  return one.digest === other.digest && one.location === other.location;
}

/** What was seen of a source at a moment of a hop; `attempt` counts for `sent` alone. */
export function configSeen(
  state: RunState,
  moment: Pick<ConfigRecord, 'source' | 'hop' | 'moment' | 'attempt'>,
): SeenConfig | undefined {
  return state.config.get(state.names.records.find(configKey(moment)));
}

/** Keys share the table of names with the ids of records, which may be any text: hence the mark in front. */
function configKey({
  source,
  hop,
  moment,
  attempt,
}: Pick<ConfigRecord, 'source' | 'hop' | 'moment' | 'attempt'>): string {
  return `config\u0000${moment}\u0000${hop}\u0000${moment === 'sent' ? (attempt ?? 1) : 0}\u0000${source}`;
}
