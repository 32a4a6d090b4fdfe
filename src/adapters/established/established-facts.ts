import type { AlteredFact, EstablishedEntry, EstablishedFacts } from '../../model/facts.js';
import type { EstablishedFact } from '../../model/payload.js';
import type { TransferScene } from '../scene.js';
import { Effort } from './effort.js';
import { relayOf, standsAnew } from './relayed-facts.js';
import { sameValue } from './same-value.js';
import { type Shown, shownBy } from './shows-value.js';

/** The facts that the sender holds against those that it sends, and where each of these comes from. */
export function establishedFacts(scene: TransferScene): EstablishedFacts {
  const sent = scene.payload.established ?? NO_FACTS;
  return { ...heldFacts(scene), entries: entriesOf(scene, sent) };
}

/** The same without where they come from, which costs most: a score needs only this. */
export function heldFacts(scene: TransferScene): Omit<EstablishedFacts, 'entries'> {
  const sent = scene.payload.established ?? NO_FACTS;
  const { held, missing } = missingOf(scene.transfer.sender.facts ?? NO_FACTS, sent);
  return { held, carried: held - missing.length, missing, altered: alteredFacts(scene, sent) };
}

/** So few facts are looked through one by one, which is quicker than to make an index of them. */
const FEW = 16;

function missingOf(
  facts: readonly EstablishedFact[],
  sent: readonly EstablishedFact[],
): { readonly held: number; readonly missing: readonly { readonly key: string }[] } {
  const isSent = hasKey(sent);
  const first = facts.length <= FEW ? null : new Set<string>();
  const missing: { readonly key: string }[] = [];
  let held = 0;
  for (const [index, { key }] of facts.entries()) {
    if (first === null ? facts.findIndex((fact) => fact.key === key) < index : first.has(key)) continue;
    first?.add(key);
    held += 1;
    if (!isSent(key)) missing.push({ key });
  }
  return { held, missing };
}

function hasKey(facts: readonly EstablishedFact[]): (key: string) => boolean {
  if (facts.length <= FEW) return (key) => facts.some((fact) => fact.key === key);
  const keys = new Set(facts.map(({ key }) => key));
  return (key) => keys.has(key);
}

const NO_FACTS: readonly EstablishedFact[] = [];

type FactLists = readonly (readonly EstablishedFact[] | undefined)[];

function alteredFacts(scene: TransferScene, sent: readonly EstablishedFact[]): AlteredFact[] {
  const altered: AlteredFact[] = [];
  if (sent.length === 0) return altered;
  const againstSender = alteredAmong([scene.transfer.sender.facts]);
  const againstReceived = alteredAmong(scene.context.received.map((one) => one.payload.established));
  for (let index = 0; index < sent.length; index += 1) {
    const fact = sent[index];
    if (fact === undefined) continue;
    if (againstSender(fact)) altered.push({ key: fact.key, index, against: 'sender' });
    if (againstReceived(fact)) altered.push({ key: fact.key, index, against: 'received' });
  }
  return altered;
}

/** Have these lists the fact, by its key and evidence, and none of them with this value. */
function alteredAmong(lists: FactLists): (fact: EstablishedFact) => boolean {
  const count = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  if (count <= FEW) return (fact) => isAlteredIn(lists, fact);
  const facts = byOrigin(lists);
  return (fact) => isAltered(fact, facts.get(originOf(fact)));
}

function isAlteredIn(lists: FactLists, fact: EstablishedFact): boolean {
  let there = false;
  for (const list of lists) {
    if (list === undefined) continue;
    for (const other of list) {
      if (other.key !== fact.key || other.evidence !== fact.evidence) continue;
      if (sameValue(other.value, fact.value)) return false;
      there = true;
    }
  }
  return there;
}

/** Key and evidence in one text; with the key's length, so that no two pairs look alike. */
function originOf({ key, evidence }: EstablishedFact): string {
  return `${key.length} ${key}${evidence}`;
}

function byOrigin(lists: FactLists): Map<string, EstablishedFact[]> {
  const facts = new Map<string, EstablishedFact[]>();
  for (const list of lists) {
    for (const fact of list ?? NO_FACTS) {
      const origin = originOf(fact);
      const same = facts.get(origin);
      if (same === undefined) facts.set(origin, [fact]);
      else if (same.length < MOST_VALUES) same.push(fact);
    }
  }
  return facts;
}

/** So many values of one key by one evidence are looked at, so that a hostile state cannot hang the gate. */
const MOST_VALUES = 100;

/**
 * Others have it by the same key and evidence, and none with this value. Where two branches disagree, the one
 * that altered it was told on its own edge: to send either of them on is not to alter it.
 */
function isAltered(fact: EstablishedFact, others: readonly EstablishedFact[] | undefined): boolean {
  return others !== undefined && !others.some((other) => sameValue(other.value, fact.value));
}

function entriesOf(scene: TransferScene, sent: readonly EstablishedFact[]): EstablishedEntry[] {
  if (sent.length === 0) return [];
  const records = new Records(scene);
  return sent.map((fact, index) => {
    const { key, source, evidence } = fact;
    const { found, succeeded, age_seconds, shown } = records.of(evidence);
    const shows = shown?.shows(fact) ?? null;
    const relay = relayOf(scene, fact, (held) => records.of(held.evidence).shown?.shows(held) === false);
    const own = relay === null || standsAnew(relay.relayed, shows);
    return {
      ...{ index, key, source, evidence, found, succeeded, shows },
      relayed: relay?.relayed ?? null,
      age_seconds: own ? age_seconds : records.of(relay.received.fact.evidence).age_seconds,
    };
  });
}

type Provenance = Pick<EstablishedEntry, 'found' | 'succeeded' | 'age_seconds'> & {
  readonly shown: Shown | null;
};

const NOT_FOUND: Provenance = { found: null, succeeded: false, age_seconds: null, shown: null };

/** What the records say of each evidence, looked up once. */
class Records {
  readonly #scene: TransferScene;
  readonly #at: number;
  readonly #effort = new Effort();
  readonly #known = new Map<string, Provenance>();

  constructor(scene: TransferScene) {
    this.#scene = scene;
    this.#at = Date.parse(scene.transfer.at);
  }

  of(id: string): Provenance {
    let known = this.#known.get(id);
    if (known === undefined) {
      known = this.#provenanceOf(id);
      this.#known.set(id, known);
    }
    return known;
  }

  /**
   * Evidence that is dated after the transfer, or has no date that can be read, counts as not found: an age below
   * nought would pass every limit.
   */
  #provenanceOf(id: string): Provenance {
    const evidence = this.#scene.context.evidence(id);
    if (evidence === null) return NOT_FOUND;
    const age = (this.#at - Date.parse(evidence.at)) / 1000;
    if (!(age >= 0)) return NOT_FOUND;
    const succeeded = evidence.kind !== 'tool_call' || evidence.succeeded;
    return { found: evidence.kind, succeeded, age_seconds: age, shown: shownBy(evidence, this.#effort) };
  }
}
