import { readPayload } from '../model/read-payload.js';
import type { TransferRecord } from '../model/record.js';
import type { PayloadView } from '../model/transfer-context.js';
import { type Carriage, carriageOf } from './carriage.js';
import { chained } from './chain.js';
import { told, withKnown } from './fold-statement.js';
import { type Holdings, holdingsAt } from './held-at.js';
import { historyOf, worseHistory } from './history-of.js';
import { lifeAtCrossing } from './life-at-crossing.js';
import { earlier, groundOf } from './past-of.js';
import { withFacts } from './received-facts.js';
import {
  agentOf,
  type Carried,
  changedAgents,
  changedState,
  type Crossing,
  hopName,
  hopOf,
  NEW_AGENT,
  NO_PAST,
  type Past,
  type RunState,
  WHOLE,
} from './run-state.js';
import { withTransition } from './with-transition.js';

/** One attempt at a handoff. Only one that crosses makes anything live, lost or closed, and only once a hop. */
export function foldTransfer(state: RunState, record: TransferRecord, holdings?: Holdings): RunState {
  const ground = holdings?.ground ?? groundOf(state, record);
  const seen = hopOf(state, record.hop);
  const history = worseHistory(state.history, historyOf(state, record, ground.past.gap));
  if (!record.delivered || seen?.crossing) return attempted(changedState(state, { history }), record, null);
  const before = history === state.history ? state : changedState(state, { history });
  return crossed(before, record, holdings ?? holdingsAt(before, record, ground));
}

function attempted(
  state: RunState,
  record: TransferRecord,
  crossing: Crossing | null,
  everClosed: RunState['everClosed'] = state.everClosed,
): RunState {
  const seen = hopOf(state, record.hop);
  const hop = {
    first: seen?.first ?? record,
    attempts: (seen?.attempts ?? 0) + 1,
    lastAttempt: record.attempt,
    crossing: seen?.crossing ?? crossing,
  };
  return changedState(state, {
    hops: state.hops.set(state.names.records.of(hopName(record.hop)), hop),
    highestHop: Math.max(state.highestHop, record.hop),
    everClosed,
  });
}

function crossed(before: RunState, record: TransferRecord, holdings: Holdings): RunState {
  const state = withStanding(before, record, holdings);
  const payload = readPayload(record.payload);
  const carriage = carriageOf(state, record, payload, holdings);
  const crossing = crossingOf(state, record, payload, holdings, carriage);
  const next = withLives(state, lifeAtCrossing(state, crossing, holdings, carriage));
  const everClosed = before.everClosed.merge(crossing.past.closed, earlier);
  return withCrossing(attempted(next, record, crossing, everClosed), crossing);
}

/** A standing constraint is stated to the sender of its edge by the first transfer that crosses it. */
function withStanding(state: RunState, record: TransferRecord, { fresh }: Holdings): RunState {
  return fresh.reduce((next, known) => {
    const { stated_by, stated_in } = known.first.constraint;
    return withTransition(told(withKnown(next, known), record.from, known), known.key, {
      to: 'stated',
      by: stated_by,
      evidence: stated_in,
      at: record.at,
    });
  }, state);
}

function crossingOf(
  state: RunState,
  record: TransferRecord,
  payload: PayloadView,
  holdings: Holdings,
  carriage: Carriage,
): Crossing {
  const { past, lostAgain } = pastAfter(state, record, holdings, carriage);
  const edge = holdings.terms?.name ?? record.edge ?? null;
  return { record, payload, order: state.length, terms: holdings.terms, edge, past, lostAgain };
}

/** What the receiver stands on: the sender's past, changed by what the payload carries, leaves out and closes. */
function pastAfter(
  state: RunState,
  { hop, from }: TransferRecord,
  { ground, held }: Holdings,
  carriage: Carriage,
): Pick<Crossing, 'past' | 'lostAgain'> {
  const before = ground.past;
  const { closed, faults } = carriage;
  let { carried, lost, lapsed } = before;
  let attached: Past['attached'] = NO_PAST.attached;
  let lostAgain: Crossing['lostAgain'] = NO_PAST.lapsed;
  before.carried.forEach((_, key) => {
    if (!faults.has(key)) carried = carried.delete(key);
  });
  for (const [key, { known }] of held) {
    if (closed.has(key) || faults.has(key)) continue;
    if (known.first.constraint.scope === 'task')
      attached = attached.set(key, { whole: false, since: hop, lost: true });
    else if (before.carried.has(key) || !before.lost.has(key)) lost = lost.set(key, hop);
    else lostAgain = lostAgain.set(key, true);
  }
  for (const [key, wrong] of faults) {
    const how: Carried = wrong.length === 0 ? WHOLE : sinceWhen(before.carried.get(key), hop);
    if (state.known.get(key)?.first.constraint.scope === 'task') {
      attached = attached.set(key, how);
      continue;
    }
    carried = carried.set(key, how);
    lost = lost.delete(key);
  }
  before.attached.forEach((_, key) => {
    if (!attached.has(key) && !closed.has(key)) lapsed = lapsed.set(key, true);
  });
  for (const key of closed.keys()) lost = lost.delete(key);
  let after = before.closed;
  for (const [key, { hop, agent }] of closed) after = after.set(key, { hop, agent });
  const sends = before.sends.set(state.names.agents.of(from), state.length);
  return { past: { carried, lost, closed: after, attached, lapsed, sends, gap: before.gap }, lostAgain };
}

/** Carried with a fault since this hop, unless it came that way already. */
function sinceWhen(before: Carried | undefined, hop: number): Carried {
  return before !== undefined && !before.whole ? before : { whole: false, since: hop, lost: false };
}

function withLives(state: RunState, steps: ReturnType<typeof lifeAtCrossing>): RunState {
  if (steps.length === 0) return state;
  let { everLive, everLapsed } = state;
  let next = state;
  for (const { key, transition } of steps) {
    if (transition.to === 'live' || transition.to === 'restored') everLive = everLive.set(key, true);
    if (transition.to === 'lapsed') everLapsed = everLapsed.set(key, true);
    next = withTransition(next, key, transition);
  }
  return changedState(next, { everLive, everLapsed });
}

function withCrossing(state: RunState, crossing: Crossing): RunState {
  const { from, to } = crossing.record;
  const { closed } = crossing.past;
  const sent = changedAgents(state, state.agents, from, {
    sentAt: crossing.order,
    inbox: null,
    closed: agentOf(state, from).closed.merge(closed, earlier),
  });
  // An agent can hand on to itself: the receiver is looked for among what was just changed.
  const receiver = sent.get(state.names.agents.find(to)) ?? NEW_AGENT;
  const agents = changedAgents(state, sent, to, {
    received: crossing,
    inbox: chained(receiver.inbox, crossing),
    closed: receiver.closed.merge(closed, earlier),
    facts: withFacts(state, receiver.facts, crossing),
  });
  return changedState(state, { agents, crossings: chained(state.crossings, crossing) });
}
