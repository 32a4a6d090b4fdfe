import type { JsonValue } from '../../canonical/json-value.js';
import type { JsonPointer } from '../../canonical/pointer.js';
import { sameMeaning } from '../../config/meaning.js';
import type { ConfigChange } from '../../model/config.js';
import { CONFIG_CHANGE } from '../../model/config.js';
import type { ConfigChangeFact } from '../../model/facts.js';
import type { ClaimedEffect } from '../../model/payload.js';
import type { EffectRecord } from '../../model/record.js';
import type { Delivery } from '../../model/transfer-context.js';
import type { TransferScene } from '../scene.js';
import { type Comparison, checkedReading } from './compare-source.js';
import { saysValue } from './config-claims.js';
import { valueAt } from './value-at.js';

type Other = ConfigChangeFact['other'];

/**
 * Other agents of the run that answer for changes. One answers for what it told in a handoff that crossed since the
 * baseline, where the recorder looked at the source then and it was there already as it is now: so it was held against
 * the source on that agent's own edge, and what the sender changed after it is the sender's. Or it was seen to make
 * the change, and the sender was not, later.
 */
export class OtherAgents {
  readonly #scene: TransferScene;
  readonly #claims: ReadonlyMap<string, readonly Told[]>;
  readonly #effects: ReadonlyMap<string, readonly EffectRecord[]>;
  /** What a source held when a handoff was made; null: nobody can tell. */
  readonly #documents = new Map<string, JsonValue | null>();

  constructor(scene: TransferScene) {
    this.#scene = scene;
    const { context, transfer } = scene;
    const told = context.deliveries
      .filter(({ from }) => from !== transfer.from)
      .flatMap((delivery) => (delivery.payload.side_effects ?? []).map((claim) => ({ delivery, claim })));
    this.#claims = byTarget(told, ({ claim }) => claim);
    this.#effects = byTarget(context.effects, ({ effect }) => effect);
  }

  /** What is moved is gone at one path and there at another: both have to be answered for. */
  of(comparison: Comparison, { path, from }: Pick<ConfigChange, 'path' | 'from'>): Other {
    const there = this.#at(comparison, path);
    return there === null || from === undefined || this.#at(comparison, from) !== null ? there : null;
  }

  #at(comparison: Comparison, path: JsonPointer): Other {
    const target = `${comparison.plan.source}${path}`;
    const told = this.#claims.get(target)?.find((one) => this.#isSettled(comparison, path, one));
    if (told !== undefined) return { agent: told.delivery.from, hop: told.delivery.hop };
    const seen = this.#effects.get(target)?.filter(({ id }) => this.#orderOf(id) > comparison.since);
    const last = seen?.at(-1);
    return last === undefined || last.by === this.#scene.transfer.from ? null : { agent: last.by, hop: null };
  }

  /** Was it so already when it was told. */
  #isSettled(comparison: Comparison, path: JsonPointer, { delivery, claim }: Told): boolean {
    if (delivery.order <= comparison.since || comparison.documents === null) return false;
    const now = valueAt(comparison.documents.now, path);
    if (!saysValue(claim.details ?? {}, 'after', now)) return false;
    const then = this.#documentAt(comparison, delivery);
    if (then === null) return false;
    const value = valueAt(then, path);
    return value === undefined || now === undefined ? value === now : sameMeaning(value, now, 0);
  }

  #documentAt({ plan }: Comparison, delivery: Delivery): JsonValue | null {
    const key = `${delivery.hop} ${plan.source}`;
    const known = this.#documents.get(key);
    if (known !== undefined) return known;
    const { document } = checkedReading(delivery.config(plan.source), plan);
    this.#documents.set(key, document);
    return document;
  }

  #orderOf(id: string): number {
    return this.#scene.context.evidence(id)?.order ?? -1;
  }
}

interface Told {
  readonly delivery: Delivery;
  readonly claim: ClaimedEffect;
}

function byTarget<Item>(
  items: readonly Item[],
  effectOf: (item: Item) => { readonly kind: string; readonly target: string },
): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const { kind, target } = effectOf(item);
    if (kind !== CONFIG_CHANGE) continue;
    const same = found.get(target);
    if (same === undefined) found.set(target, [item]);
    else same.push(item);
  }
  return found;
}
