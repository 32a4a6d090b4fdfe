import { agentOf, type Known, type RunState } from './run-state.js';

/**
 * Live constraints that bind an agent at this moment, in the order of their statements. Run scope binds every
 * agent, also one that it never reached, until the agent has met a discharge. Task scope binds who was told it
 * or received a hop that it is attached to, until that agent hands on.
 */
export function bindingFor(state: RunState, agent: string): Known[] {
  const { closed } = agentOf(state, agent);
  const task = taskKeys(state, agent);
  const binding: Known[] = [];
  state.stated.forEach((known) => {
    if (closed.has(known.key)) return;
    if (known.first.constraint.scope !== 'task' || task.has(known.key)) binding.push(known);
  });
  return binding;
}

function taskKeys(state: RunState, name: string): ReadonlySet<number> {
  const agent = agentOf(state, name);
  const keys = new Set<number>();
  for (let link = agent.told; link !== null && link.item.order > agent.sentAt; link = link.rest) {
    keys.add(link.item.known.key);
  }
  for (let link = agent.inbox; link !== null; link = link.rest) {
    link.item.past.attached.forEach((_, key) => {
      keys.add(key);
    });
  }
  return keys;
}
