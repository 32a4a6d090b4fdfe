import { collectTransferFacts } from '../../src/adapters/collect-facts.js';
import type { LiveReading } from '../../src/adapters/scene.js';
import { digestValue } from '../../src/canonical/digest.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { ConfigPlan } from '../../src/model/bundle.js';
import type { ConfigChangeDetails, ConfigReading, ConfigSeen } from '../../src/model/config.js';
import type { ConfigFacts, Facts } from '../../src/model/facts.js';
import type { ClaimedEffect } from '../../src/model/payload.js';
import {
  type ConfigRecord,
  type EffectRecord,
  RECORD_SCHEMA,
  type RunRecord,
  type TransferRecord,
} from '../../src/model/record.js';
import { edgeOf } from '../adapters/context-builder.js';
import { contextAfter, hop } from '../run/build.js';

const AT = '2026-11-30T09:00:00.000Z';

export const PLAN: ConfigPlan = {
  source: 'flags',
  adapter: 'yaml',
  location: 'config/flags.yaml',
  baseline: 'previous',
  identity: {},
  secrets: [],
  file: 'contracts/a--b.yaml',
  line: 7,
};

export function reading(document: JsonValue, more: Partial<ConfigSeen> = {}): ConfigSeen {
  const { adapter, location } = PLAN;
  return { adapter, location, at: AT, digest: digestValue(document), document, ...more };
}

export function unread(code: string): ConfigReading {
  const { adapter, location } = PLAN;
  return { adapter, location, at: AT, error: { code, message: 'it could not be read' } };
}

type Place = Pick<ConfigRecord, 'hop' | 'moment'> & Partial<ConfigRecord>;

export function configRecord(place: Place, read: ConfigReading): ConfigRecord {
  return {
    schema: RECORD_SCHEMA,
    kind: 'config',
    run: 'r1',
    at: AT,
    source: 'flags',
    reading: read,
    ...place,
  };
}

/** What was there when the receiver of a hop got its task; hop 0: when the run began. */
export function received(
  number: number,
  document: JsonValue,
  more: Partial<ConfigRecord> = {},
): ConfigRecord {
  return configRecord({ hop: number, moment: 'received', ...more }, reading(document));
}

/** What was there when a hop was handed on. */
export function sent(number: number, document: JsonValue, more: Partial<ConfigRecord> = {}): ConfigRecord {
  return configRecord({ hop: number, moment: 'sent', ...more }, reading(document));
}

export function claim(target: string, details?: ConfigChangeDetails): ClaimedEffect {
  const said = details === undefined ? {} : { details };
  return { kind: 'config.change', target, evidence: 't1', ...said };
}

/** `a>b` at a hop, which claims these effects. */
export function handed(
  number: number,
  agents: string,
  claims: readonly ClaimedEffect[] = [],
  more: Parameters<typeof hop>[3] = {},
): TransferRecord {
  const plain = hop(number, agents, [], more);
  return {
    ...plain,
    payload: { ...(plain.payload as object), side_effects: claims } as unknown as JsonValue,
  };
}

export function seenBy(by: string, target: string, id: string): EffectRecord {
  const effect = { kind: 'config.change', target };
  return { schema: RECORD_SCHEMA, kind: 'effect', run: 'r1', at: AT, id, by, effect, evidence: 't1' };
}

/** The facts of the last record, a transfer, after the others. */
export function factsAfter(
  records: readonly RunRecord[],
  plans: readonly ConfigPlan[] = [PLAN],
  readings?: ReadonlyMap<string, LiveReading>,
): Facts {
  const transfer = records.at(-1);
  if (transfer?.kind !== 'transfer') throw new TypeError('the last record must be a transfer');
  return collectTransferFacts({
    context: contextAfter(records),
    transfer,
    edge: edgeOf({ config: plans, from: transfer.from, to: transfer.to }),
    now: new Date(AT),
    payloadErrors: [],
    ...(readings === undefined ? {} : { readings }),
  });
}

export function configAfter(...args: Parameters<typeof factsAfter>): ConfigFacts {
  return factsAfter(...args).config;
}
