import type { TransferRecord } from '../model/record.js';
import type { StatedConstraint } from '../model/transfer-context.js';
import { arrival, brokenAt } from './arrival.js';
import { bindingFor } from './binding-for.js';
import { type Agent, agentOf, type Crossing, type Known, NEW_AGENT, type RunState } from './run-state.js';

/** A live constraint that binds an agent, and how it arrived in what the agent last received. */
export interface BindingConstraint extends StatedConstraint {
  /** Without any fault. */
  readonly whole: boolean;
  /** `lost` and `weakened`: on the way. `not_reached`: it was stated elsewhere and never came here. */
  readonly arrived: 'whole' | 'weakened' | 'lost' | 'not_reached';
  /** The hop at which it was lost or changed. */
  readonly brokenAt: number | null;
}

/** One agent at this moment of the run: what the guard asks before an effect. */
export interface AgentState {
  readonly agent: string;
  /** Something was stated or delivered to it, or it handed on, or had an effect. */
  readonly seen: boolean;
  /** In the order of their first statements; also those that its payload lost, and those that never reached it. */
  readonly binding: readonly BindingConstraint[];
  /** The last transfer delivered to it; null where there was none. */
  readonly lastReceived: TransferRecord | null;
  /** The name of that transfer's edge; null where it has none. */
  readonly lastEdge: string | null;
}

/** What binds an agent, and what it last received. An agent that the run never saw is bound all the same. */
export function agentState(state: RunState, agent: string): AgentState {
  const known = agentOf(state, agent);
  const { received } = known;
  const binding = arrivedBinding(state, agent, known);
  return {
    agent,
    seen: known !== NEW_AGENT,
    binding,
    lastReceived: received?.record ?? null,
    lastEdge: received?.edge ?? null,
  };
}

/** How each of a list arrived, by the list: the last answer, with what it depends on. */
const arrivals = new WeakMap<
  readonly Known[],
  readonly [told: Agent['told'], received: Crossing | null, binding: readonly BindingConstraint[]]
>();

/** The same list for as long as nothing was stated or delivered, so that an effect does not cost one of its own. */
function arrivedBinding(state: RunState, name: string, agent: Agent): readonly BindingConstraint[] {
  const bound = bindingFor(state, name);
  const last = arrivals.get(bound);
  if (last !== undefined && last[0] === agent.told && last[1] === agent.received) return last[2];
  const binding = Object.freeze(bound.map((known) => bindingConstraint(state, name, known)));
  arrivals.set(bound, [agent.told, agent.received, binding]);
  return binding;
}

function bindingConstraint(state: RunState, agent: string, known: Known): BindingConstraint {
  const how = arrival(state, agent, known);
  const { constraint, statedTo, at, record } = known.first;
  const whole = how.how === 'whole';
  const arrived = how.how;
  return Object.freeze({ constraint, statedTo, at, record, whole, arrived, brokenAt: brokenAt(how) });
}
