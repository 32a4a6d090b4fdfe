import type { EffectRecord, TransferRecord } from '../model/record.js';
import type {
  Delivery,
  Evidence,
  HeldConstraint,
  RecordedConfig,
  StatedConstraint,
  TransferContext,
} from '../model/transfer-context.js';
import { bindingFor } from './binding-for.js';
import { newestWhile, oldestFirst } from './chain.js';
import { foldHeld } from './fold-record.js';
import { type Holding, type Holdings, hasLapsed, holdingsAt, originsOf } from './held-at.js';
import { historyOf } from './history-of.js';
import { orderFaults } from './order-faults.js';
import { groundOf } from './past-of.js';
import { receivedFacts } from './received-facts.js';
import { recordedConfig, sentConfig } from './recorded-config.js';
import { agentOf, evidenceOf, hopOf, type Known, type RunState } from './run-state.js';

/** The last context asked of each state: a state and a record never change, so neither does that. */
const contexts = new WeakMap<RunState, readonly [TransferRecord, TransferContext]>();

/**
 * All that the run knows at the moment of a transfer attempt, before that attempt is folded in. What is asked
 * seldom (everything known, closed, elsewhere) is computed when it is first asked for.
 */
export function contextOf(state: RunState, transfer: TransferRecord): TransferContext {
  const last = contexts.get(state);
  if (last?.[0] === transfer) return last[1];
  const context = newContext(state, transfer);
  contexts.set(state, [transfer, context]);
  return context;
}

function newContext(state: RunState, transfer: TransferRecord): TransferContext {
  return new Context(state, transfer, holdingsAt(state, transfer, groundOf(state, transfer)));
}

/** `contextOf` and `foldRecord` of one transfer together, where both are wanted: what it stands on is found once. */
export function contextAndNext(
  state: RunState,
  transfer: TransferRecord,
): { readonly context: TransferContext; readonly next: RunState } {
  const holdings = holdingsAt(state, transfer, groundOf(state, transfer));
  return { context: new Context(state, transfer, holdings), next: foldHeld(state, transfer, holdings) };
}

/**
 * Each known constraint is in exactly one of `held`, `upstream`, `notReached`, `closed`, `lapsed`. A class, since the
 * getters of a literal are made anew with every one.
 */
class Context implements TransferContext {
  readonly history: TransferContext['history'];
  readonly order: TransferContext['order'];
  readonly held: TransferContext['held'];
  readonly received: TransferContext['received'];
  readonly #state: RunState;
  readonly #transfer: TransferRecord;
  readonly #holdings: Holdings;
  #upstream: TransferContext['upstream'] | undefined;
  #notReached: TransferContext['notReached'] | undefined;
  #closed: TransferContext['closed'] | undefined;
  #lapsed: TransferContext['lapsed'] | undefined;
  #known: TransferContext['known'] | undefined;
  #senderEffects: TransferContext['senderEffects'] | undefined;
  #effects: TransferContext['effects'] | undefined;
  #binding: TransferContext['binding'] | undefined;
  #deliveries: TransferContext['deliveries'] | undefined;

  constructor(state: RunState, transfer: TransferRecord, holdings: Holdings) {
    const { past, crossings } = holdings.ground;
    this.history = historyOf(state, transfer, past.gap);
    this.order = orderFaults(state, transfer);
    this.held = inOrder([...holdings.held.values()]).map(heldConstraint);
    this.received = crossings.map(({ record, payload }) => ({ hop: record.hop, from: record.from, payload }));
    this.#state = state;
    this.#transfer = transfer;
    this.#holdings = holdings;
  }

  get upstream(): TransferContext['upstream'] {
    this.#upstream ??= upstreamOf(this.#state, this.#holdings);
    return this.#upstream;
  }

  get notReached(): TransferContext['notReached'] {
    this.#notReached ??= notReachedOf(this.#state, this.#holdings);
    return this.#notReached;
  }

  get closed(): TransferContext['closed'] {
    this.#closed ??= closedOf(this.#state, this.#holdings);
    return this.#closed;
  }

  get lapsed(): TransferContext['lapsed'] {
    this.#lapsed ??= lapsedOf(this.#state, this.#holdings);
    return this.#lapsed;
  }

  get known(): TransferContext['known'] {
    this.#known ??= knownById(this.#state, this.#holdings);
    return this.#known;
  }

  get senderEffects(): TransferContext['senderEffects'] {
    this.#senderEffects ??= senderEffectsOf(this.#state, this.#transfer.from);
    return this.#senderEffects;
  }

  get effects(): TransferContext['effects'] {
    this.#effects ??= oldestFirst(this.#state.effects);
    return this.#effects;
  }

  get binding(): TransferContext['binding'] {
    this.#binding ??= [...bindingFor(this.#state, this.#transfer.from), ...this.#holdings.fresh].map(
      ({ first }) => first,
    );
    return this.#binding;
  }

  get deliveries(): TransferContext['deliveries'] {
    this.#deliveries ??= deliveriesOf(this.#state);
    return this.#deliveries;
  }

  config(source: string): RecordedConfig {
    return recordedConfig(this.#state, this.#transfer, source);
  }

  receivedFacts(key: string): ReturnType<TransferContext['receivedFacts']> {
    return receivedFacts(this.#state, this.#transfer.from, key);
  }

  evidence(id: string): Evidence | null {
    return evidenceOf(this.#state, id);
  }
}

function deliveriesOf(state: RunState): Delivery[] {
  return oldestFirst(state.crossings).map(({ record, payload, order }) => {
    const config: Delivery['config'] = (source) => sentConfig(state, record, source);
    return { hop: record.hop, from: record.from, payload, order, config };
  });
}

function closedOf(state: RunState, { ground }: Holdings): TransferContext['closed'] {
  return listed<TransferContext['closed'][number]>(state, (known) => {
    const closedAt = ground.past.closed.get(known.key);
    return closedAt && { ...known.first, closedAt };
  });
}

function lapsedOf(state: RunState, { ground: { past }, held }: Holdings): TransferContext['lapsed'] {
  return listed(state, (known) => {
    const elsewhere = past.closed.has(known.key) || held.has(known.key);
    return !elsewhere && hasLapsed(past, known.key) ? known.first : undefined;
  });
}

function knownById(state: RunState, { fresh }: Holdings): TransferContext['known'] {
  const byId = new Map<string, StatedConstraint>();
  state.stated.forEach(({ first }) => {
    byId.set(first.constraint.id, first);
  });
  for (const { first } of fresh) byId.set(first.constraint.id, first);
  return byId;
}

/** In the order of their first statements, which they mostly have already. */
function inOrder(holdings: Holding[]): Holding[] {
  const sorted = holdings.every((each, at) => each.known.serial > (holdings[at - 1]?.known.serial ?? -1));
  return sorted ? holdings : holdings.sort((a, b) => a.known.serial - b.known.serial);
}

/** Member by member: a spread costs ten times as much, and a gate asks this of every held constraint. */
function heldConstraint(holding: Holding): HeldConstraint {
  const { constraint, statedTo, at, record } = holding.known.first;
  return { constraint, statedTo, at, record, origins: originsOf(holding) };
}

const NOTHING_LOST: TransferContext['upstream'] = Object.freeze([]);

function upstreamOf(state: RunState, { ground, held }: Holdings): TransferContext['upstream'] {
  const { past } = ground;
  if (past.lost.isEmpty()) return NOTHING_LOST;
  const lost: [Known, number][] = [];
  past.lost.forEach((hop, key) => {
    const known = state.known.get(key);
    if (known === undefined || held.has(key) || past.closed.has(key) || past.carried.has(key)) return;
    lost.push([known, hop]);
  });
  return lost
    .sort(([a], [b]) => a.serial - b.serial)
    .map(([known, hop]) => {
      const { constraint, statedTo, at, record } = known.first;
      const lostAt = { hop, edge: hopOf(state, hop)?.crossing?.edge ?? null };
      return { constraint, statedTo, at, record, lostAt };
    });
}

function notReachedOf(state: RunState, { ground, held }: Holdings): StatedConstraint[] {
  const { past } = ground;
  return listed(state, ({ key, first }) => {
    const here = held.has(key) || past.carried.has(key) || past.lost.has(key);
    return here || past.closed.has(key) || hasLapsed(past, key) ? undefined : first;
  });
}

/** What `pick` makes of each known constraint, in the order of their statements, where it makes anything. */
function listed<T>(state: RunState, pick: (known: Known) => T | undefined): T[] {
  const items: T[] = [];
  state.stated.forEach((known) => {
    const item = pick(known);
    if (item !== undefined) items.push(item);
  });
  return items;
}

function senderEffectsOf(state: RunState, sender: string): EffectRecord[] {
  const { effects, sentAt } = agentOf(state, sender);
  return newestWhile(effects, ({ order }) => order > sentAt)
    .map(({ record }) => record)
    .reverse();
}
