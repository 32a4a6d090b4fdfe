import { type Agent, agentOf, type Known, type RunState } from './run-state.js';

const NONE: readonly Known[] = Object.freeze([]);

/** What a list of binding constraints depends on, besides the constraints that the run knows. */
type Asked = Pick<Agent, 'told' | 'inbox' | 'sentAt' | 'closed'>;

/** The last list for each set of known constraints: effects, of which there can be thousands, change none of it. */
const bindings = new WeakMap<RunState['stated'], readonly [Asked, readonly Known[]]>();

/**
 * Live constraints that bind an agent at this moment, in the order of their statements. Run scope binds every
 * agent, also one that it never reached, until the agent has met a discharge. Task scope binds who was told it
 * or received a hop that it is attached to, until that agent hands on.
 */
export function bindingFor(state: RunState, agent: string): readonly Known[] {
  if (state.knownCount === 0) return NONE;
  const asked = agentOf(state, agent);
  const last = bindings.get(state.stated);
  if (last !== undefined && isSame(last[0], asked)) return last[1];
  const binding = newBinding(state, asked);
  bindings.set(state.stated, [asked, binding]);
  return binding;
}

function isSame(a: Asked, b: Asked): boolean {
  return a.told === b.told && a.inbox === b.inbox && a.sentAt === b.sentAt && a.closed === b.closed;
}

function newBinding({ stated }: RunState, agent: Asked): readonly Known[] {
  const task = taskKeys(agent);
  const binding: Known[] = [];
  stated.forEach((known) => {
    if (agent.closed.has(known.key)) return;
    if (known.first.constraint.scope !== 'task' || task.has(known.key)) binding.push(known);
  });
  return Object.freeze(binding);
}

function taskKeys({ told, inbox, sentAt }: Asked): ReadonlySet<number> {
  const keys = new Set<number>();
  for (let link = told; link !== null && link.item.order > sentAt; link = link.rest) {
    keys.add(link.item.known.key);
  }
  for (let link = inbox; link !== null; link = link.rest) {
    link.item.past.attached.forEach((_, key) => {
      keys.add(key);
    });
  }
  return keys;
}
