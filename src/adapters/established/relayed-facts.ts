import type { EstablishedEntry, RelayedFact } from '../../model/facts.js';
import type { EstablishedFact } from '../../model/payload.js';
import type { ReceivedFact, TransferContext } from '../../model/transfer-context.js';
import type { TransferScene } from '../scene.js';
import { sameValue } from './same-value.js';
import { sameReading } from './shows-value.js';

/** A fact as it was received, and how it is handed on. */
export interface Relay {
  readonly received: ReceivedFact;
  readonly relayed: RelayedFact;
}

/**
 * Finds the fact that the sender received among those that it was told: the one with the same evidence and source
 * before any other, then the one that came last and whose evidence does not hold another value. Another value under the same evidence is not this fact: it was altered.
 */
export function relayOf(
  { context, transfer }: TransferScene,
  fact: EstablishedFact,
  isRefuted: (received: EstablishedFact) => boolean,
): Relay | null {
  const all = context
    .receivedFacts(fact.key)
    .filter((one) => isSameFact(one.fact, fact) && hasGround(context, one.fact));
  const whole = all.find((one) => one.fact.evidence === fact.evidence && one.fact.source === fact.source);
  const received = whole ?? all.find((one) => !isRefuted(one.fact));
  if (received === undefined) return null;
  const relayed = {
    hop: received.hop,
    same_source: received.fact.source === fact.source,
    same_evidence: received.fact.evidence === fact.evidence,
    own_evidence: context.evidence(fact.evidence)?.agent === transfer.from,
  };
  return { received, relayed };
}

/** Its evidence is a record that did not fail, or a policy: else there was nothing to lose. */
function hasGround(context: TransferContext, { source, evidence }: EstablishedFact): boolean {
  return source === 'policy' || context.evidence(evidence)?.succeeded === true;
}

function isSameFact(held: EstablishedFact, sent: EstablishedFact): boolean {
  if (held.evidence === sent.evidence) return sameValue(held.value, sent.value);
  return sameReading(held.value, sent.value);
}

/** Does the fact stand on what it names now, and not on what it was received with. */
export function standsAnew(relayed: RelayedFact, shows: EstablishedEntry['shows']): boolean {
  return relayed.same_evidence || relayed.own_evidence || shows === true;
}
