import { digestValue } from '../../canonical/digest.js';
import type { JsonValue } from '../../canonical/json-value.js';
import { diffConfig } from '../../config/diff-config.js';
import { isReadingOf } from '../../config/is-reading-of.js';
import type { ConfigPlan } from '../../model/bundle.js';
import type { ConfigChange, ConfigReading, ConfigSeen } from '../../model/config.js';
import type { ConfigReadFact, ConfigSourceFact } from '../../model/facts.js';
import type { TransferScene } from '../scene.js';
import { COMPARISON_CODES } from './codes.js';

/** One source, read and compared with its baseline. */
export interface Comparison {
  readonly plan: ConfigPlan;
  readonly fact: ConfigSourceFact;
  /** Both documents; null where one of them could not be read. */
  readonly documents: { readonly before: Document; readonly now: Document } | null;
  readonly changes: readonly ConfigChange[];
  readonly omitted: number;
  /** The place in the run's file of what it is compared with, or -1. */
  readonly since: number;
}

type Document = JsonValue;

export function compareSource(scene: TransferScene, plan: ConfigPlan): Comparison {
  const recorded = scene.context.config(plan.source);
  const read = scene.readings.get(plan.source);
  const previous = plan.baseline === 'previous';
  const live = checkedReading(read?.live ?? recorded.sent, plan);
  const base = previous
    ? checkedReading(recorded.previous, plan)
    : checkedReading(read?.baseline ?? recorded.baseline, null);
  const comparable = live.document !== null && base.document !== null && sameKey(live.seen, base.seen);
  const baseFault = base.fault ?? (live.document !== null && !comparable ? 'config_source.other_key' : null);
  const fact = {
    ...{ source: plan.source, adapter: plan.adapter, location: shownLocation(plan) },
    ...readFact(live.reading, live.fault),
    baseline: { kind: plan.baseline, ...readFact(base.reading, baseFault) },
  };
  const since = previous ? recorded.since : -1;
  if (live.document === null || base.document === null || !comparable)
    return { plan, fact, documents: null, changes: [], omitted: 0, since };
  const documents = { before: base.document, now: live.document };
  const same = live.seen.digest === base.seen.digest;
  const { changes, omitted } = same ? NOTHING : diffConfig(documents.before, documents.now);
  return { plan, fact, documents, changes, omitted, since };
}

const NOTHING = { changes: [], omitted: 0 } as const;

export type Checked =
  | { readonly reading: ConfigReading | null; readonly fault: string; readonly document: null }
  | {
      readonly reading: ConfigSeen;
      readonly seen: ConfigSeen;
      readonly fault: null;
      readonly document: Document;
    };

/**
 * A reading of this very source, whose document is there and is the one that its digest names.
 *
 * @param plan Null for a baseline, which is read elsewhere.
 */
export function checkedReading(reading: ConfigReading | null, plan: ConfigPlan | null): Checked {
  if (reading === null) return { reading, fault: 'config_source.not_recorded', document: null };
  if ('error' in reading) return { reading, fault: reading.error.code, document: null };
  if (plan !== null && !isReadingOf(plan, reading))
    return { reading, fault: 'config_source.other_source', document: null };
  const { document, digest } = reading;
  if (document === undefined) return { reading, fault: 'config_source.document_missing', document: null };
  if (digestValue(document) !== digest)
    return { reading, fault: 'config_source.document_changed', document: null };
  return { reading, seen: reading, fault: null, document };
}

/** Digests of secrets by different keys differ though the secrets do not. */
function sameKey(a: ConfigSeen, b: ConfigSeen): boolean {
  return a.secrets_key === undefined || b.secrets_key === undefined || a.secrets_key === b.secrets_key;
}

function readFact(reading: ConfigReading | null, fault: string | null): ConfigReadFact {
  const seen = reading === null || 'error' in reading ? null : reading;
  return {
    read: fault === null,
    fault,
    why: whyOf(reading, fault),
    ref: seen?.ref ?? null,
    etag: seen?.etag ?? null,
    digest: seen?.digest ?? null,
    at: reading?.at ?? null,
  };
}

/** The reader's own words, else what the comparison has to say. */
function whyOf(reading: ConfigReading | null, fault: string | null): string | null {
  if (fault === null || reading === null) return null;
  if ('error' in reading) return reading.error.message;
  return COMPARISON_CODES.find(({ code }) => code === fault)?.title ?? null;
}

/** What follows `?` in a URL may be a key: facts, verdicts and reasons go into logs. */
function shownLocation({ adapter, location }: ConfigPlan): string {
  return adapter === 'http' ? location.replace(/\?.*$/su, '?…') : location;
}
