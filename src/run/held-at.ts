import { pairKnown } from '../constraint/pair-constraints.js';
import type { Constraint, KnownConstraint } from '../model/constraint.js';
import type { Origin } from '../model/facts.js';
import type { TransferRecord } from '../model/record.js';
import type { EdgeTerms } from '../model/transfer-context.js';
import type { Ground } from './past-of.js';
import { agentOf, type Known, knownOf, ORIGIN, type Past, type RunState } from './run-state.js';
import { trustIn } from './statement-faults.js';

/** A constraint that a transfer's edge answers for, and how its sender came to hold it. */
export interface Holding {
  readonly known: Known;
  /** A sum of `ORIGIN`s. */
  origins: number;
}

/** The list of origins for every sum of bits. Shared, so that holding a constraint makes no list of its own. */
const ORIGIN_LISTS: readonly (readonly Origin[])[] = Array.from({ length: 16 }, (_, sum) =>
  Object.freeze((Object.keys(ORIGIN) as Origin[]).filter((origin) => (ORIGIN[origin] & sum) !== 0)),
);

export function originsOf({ origins }: Holding): readonly Origin[] {
  return ORIGIN_LISTS[origins] ?? [];
}

/** What a transfer stands on and what its sender holds. */
export interface Holdings {
  readonly ground: Ground;
  readonly terms: EdgeTerms | null;
  /** held(t), by key. */
  readonly held: ReadonlyMap<number, Readonly<Holding>>;
  /** Standing constraints of this edge that the run did not know before. */
  readonly fresh: readonly Known[];
}

/**
 * held(t): received, stated to the sender, standing, what the sender owes from other paths, and the sender's own
 * where the run knows them.
 */
export function holdingsAt(state: RunState, transfer: TransferRecord, ground: Ground): Holdings {
  const terms = state.terms.edgeOf(transfer);
  const fresh = freshStanding(state, transfer, terms);
  const { past } = ground;
  const held = new Map<number, Holding>();
  const hold = (known: Known, origin: number): void => {
    const holding = held.get(known.key);
    if (holding !== undefined) holding.origins |= origin;
    else if (!past.closed.has(known.key)) held.set(known.key, { known, origins: origin });
  };
  past.carried.forEach((_, key) => {
    const known = state.known.get(key);
    if (known !== undefined) hold(known, ORIGIN.received);
  });
  for (const known of toldSince(state, transfer.from, past)) hold(known, ORIGIN.stated);
  for (const known of fresh) hold(known, ORIGIN.standing);
  for (const constraint of terms?.standing ?? []) {
    const known = knownOf(state, constraint.id);
    if (known !== undefined) hold(known, ORIGIN.standing);
  }
  // Whatever `after` names: an agent does not forget by leaving out the hop that told it. What it had handed on
  // along this path is in the path's own account: carried, lost or closed.
  const since = lastSend(state, transfer.from, past);
  agentOf(state, transfer.from).owes.forEach((order, key) => {
    const known = order <= since || held.has(key) ? undefined : state.known.get(key);
    if (known !== undefined) hold(known, ORIGIN.received);
  });
  for (const known of ownOf(state, transfer.sender.constraints ?? [], past, held, fresh)) {
    if (held.has(known.key) || !hasLapsed(past, known.key)) hold(known, ORIGIN.sender);
  }
  return { ground, terms, held, fresh };
}

/** Task scope, and on this path its receiver hands on, or has handed on before. */
export function hasLapsed(past: Past, key: number): boolean {
  return past.attached.has(key) || past.lapsed.has(key);
}

/** The order of the last transfer from this agent that this one comes after, or -1. */
function lastSend(state: RunState, agent: string, past: Past): number {
  return past.sends.get(state.names.agents.find(agent)) ?? -1;
}

/**
 * Stated to the sender since the last transfer from it that this one comes after, else since the run began.
 * The last one on this path, not in the file: a sender that hands to two agents owes both what it was told.
 */
function toldSince(state: RunState, sender: string, past: Past): Known[] {
  const since = lastSend(state, sender, past);
  const told: Known[] = [];
  for (let link = agentOf(state, sender).told; link !== null; link = link.rest) {
    if (link.item.order <= since) break;
    told.push(state.known.get(link.item.known.key) ?? link.item.known);
  }
  return told.reverse();
}

/** The sender's own list, as far as the run knows it: by id, else by text among what is live here. */
function ownOf(
  state: RunState,
  own: readonly Constraint[],
  past: Past,
  held: ReadonlyMap<number, Holding>,
  fresh: readonly Known[],
): Known[] {
  const known = (id: string): Known | undefined =>
    knownOf(state, id) ?? fresh.find((each) => each.first.constraint.id === id);
  const found: Known[] = [];
  const add = (constraint: Known | undefined): void => {
    if (constraint !== undefined) found.push(constraint);
  };
  const groups = textGroups(state, own, past, held);
  if (groups.length === 0) for (const { id } of own) add(known(id ?? ''));
  else {
    const { pairs } = pairKnown({ has: (id) => known(id) !== undefined }, groups, own);
    for (const id of pairs.keys()) add(known(id));
  }
  return found;
}

/**
 * What an entry without an id can stand for: what is held before what is live elsewhere. What has ended is not
 * among it: nothing comes alive by being written again. Empty where every entry has an id.
 */
export function textGroups(
  state: RunState,
  entries: readonly Constraint[],
  past: Past,
  held: ReadonlyMap<number, Holding>,
): KnownConstraint[][] {
  if (entries.every(({ id }) => id !== undefined)) return [];
  const mine = [...held.values()].map(({ known }) => known).sort((a, b) => a.serial - b.serial);
  const others: Known[] = [];
  state.stated.forEach((known) => {
    if (!held.has(known.key) && !past.closed.has(known.key) && !hasLapsed(past, known.key))
      others.push(known);
  });
  return [mine, others].map((group) => group.map(({ first }) => first.constraint));
}

function freshStanding(state: RunState, transfer: TransferRecord, terms: EdgeTerms | null): Known[] {
  const fresh: Known[] = [];
  for (const constraint of terms?.standing ?? []) {
    if (knownOf(state, constraint.id) !== undefined) continue;
    if (fresh.some((known) => known.first.constraint.id === constraint.id)) continue;
    fresh.push({
      key: state.names.constraints.of(constraint.id),
      serial: state.knownCount + fresh.length,
      order: state.length,
      first: { constraint, statedTo: transfer.from, at: transfer.at, record: null },
      trust: trustIn(constraint.stated_by, null),
    });
  }
  return fresh;
}
