import type { TransferRecord } from '../model/record.js';
import type { StatedConstraint } from '../model/transfer-context.js';
import { arrival, brokenAt } from './arrival.js';
import { bindingFor } from './binding-for.js';
import { agentOf, NEW_AGENT, type RunState } from './run-state.js';

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
  const binding = bindingFor(state, agent).map((each): BindingConstraint => {
    const arrived = arrival(state, agent, each);
    const { constraint, statedTo, at, record } = each.first;
    const whole = arrived.how === 'whole';
    return { constraint, statedTo, at, record, whole, arrived: arrived.how, brokenAt: brokenAt(arrived) };
  });
  return {
    agent,
    seen: known !== NEW_AGENT,
    binding,
    lastReceived: received?.record ?? null,
    lastEdge: received?.edge ?? null,
  };
}
