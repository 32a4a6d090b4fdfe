import type { EffectRecord, TransferRecord } from '../model/record.js';
import type { HeldConstraint, StatedConstraint, TransferContext } from '../model/transfer-context.js';
import { bindingFor } from './binding-for.js';
import { newestWhile, oldestFirst } from './chain.js';
import { type Holding, type Holdings, hasLapsed, holdingsAt, originsOf } from './held-at.js';
import { historyOf } from './history-of.js';
import { orderFaults } from './order-faults.js';
import { groundOf } from './past-of.js';
import { receivedFacts } from './received-facts.js';
import { recordedConfig } from './recorded-config.js';
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

/** Each known constraint is in exactly one of `held`, `upstream`, `notReached`, `closed`, `lapsed`. */
function newContext(state: RunState, transfer: TransferRecord): TransferContext {
  const holdings = holdingsAt(state, transfer, groundOf(state, transfer));
  const { past, crossings } = holdings.ground;
  const upstream = once(() => upstreamOf(state, holdings));
  const notReached = once(() => notReachedOf(state, holdings));
  const closed = once(() =>
    listed<TransferContext['closed'][number]>(state, (known) => {
      const closedAt = past.closed.get(known.key);
      return closedAt && { ...known.first, closedAt };
    }),
  );
  const lapsed = once(() =>
    listed(state, (known) => {
      const elsewhere = past.closed.has(known.key) || holdings.held.has(known.key);
      return !elsewhere && hasLapsed(past, known.key) ? known.first : undefined;
    }),
  );
  const known = once(() => {
    const byId = new Map<string, StatedConstraint>();
    state.stated.forEach(({ first }) => {
      byId.set(first.constraint.id, first);
    });
    for (const { first } of holdings.fresh) byId.set(first.constraint.id, first);
    return byId;
  });
  const senderEffects = once(() => senderEffectsOf(state, transfer.from));
  const effects = once(() => oldestFirst(state.effects));
  const deliveries = once(() =>
    oldestFirst(state.crossings).map(({ record, payload, order }) => {
      return { hop: record.hop, from: record.from, payload, order };
    }),
  );
  const binding = once((): StatedConstraint[] => [
    ...bindingFor(state, transfer.from).map((each) => each.first),
    ...holdings.fresh.map((each) => each.first),
  ]);
  return {
    history: historyOf(state, transfer, past.gap),
    order: orderFaults(state, transfer),
    held: inOrder([...holdings.held.values()]).map(heldConstraint),
    received: crossings.map(({ record, payload }) => ({ hop: record.hop, from: record.from, payload })),
    get upstream() {
      return upstream();
    },
    get notReached() {
      return notReached();
    },
    get closed() {
      return closed();
    },
    get lapsed() {
      return lapsed();
    },
    get known() {
      return known();
    },
    get senderEffects() {
      return senderEffects();
    },
    get effects() {
      return effects();
    },
    get binding() {
      return binding();
    },
    get deliveries() {
      return deliveries();
    },
    evidence: (id) => evidenceOf(state, id),
    config: (source) => recordedConfig(state, transfer, source),
    receivedFacts: (key) => receivedFacts(state, transfer.from, key),
  };
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

function upstreamOf(state: RunState, { ground, held }: Holdings): TransferContext['upstream'] {
  const { past } = ground;
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

function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}
