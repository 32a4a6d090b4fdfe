import { type Agent, agentOf, type Known, type RunState } from './run-state.js';

/** How a constraint arrived in what an agent last received. */
export type Arrival =
  | { readonly how: 'whole' }
  | { readonly how: 'weakened'; readonly hop: number }
  | { readonly how: 'lost'; readonly hop: number }
  | { readonly how: 'not_reached' };

/**
 * What an agent last received is the last transfer delivered to it, and what it was told after that. Any fault
 * in how the payload carries the constraint makes it less than whole.
 */
export function arrival(state: RunState, name: string, { key }: Known): Arrival {
  const agent = agentOf(state, name);
  if (toldSinceReceived(agent).has(key)) return { how: 'whole' };
  const past = agent.received?.past;
  const carried = past?.carried.get(key) ?? past?.attached.get(key);
  if (carried !== undefined)
    return carried.whole ? { how: 'whole' } : { how: 'weakened', hop: carried.since };
  const hop = past?.lost.get(key);
  return hop === undefined ? { how: 'not_reached' } : { how: 'lost', hop };
}

interface ToldKeys {
  readonly receivedAt: number;
  readonly keys: ReadonlySet<number>;
}

const NO_KEYS: ReadonlySet<number> = new Set();

/** By the newest link of what an agent was told: a link never changes, and thousands of constraints ask about it. */
const toldKeys = new WeakMap<NonNullable<Agent['told']>, ToldKeys>();

function toldSinceReceived({ told, received }: Agent): ReadonlySet<number> {
  const receivedAt = received?.order ?? -1;
  if (told === null || told.item.order <= receivedAt) return NO_KEYS;
  const last = toldKeys.get(told);
  if (last?.receivedAt === receivedAt) return last.keys;
  const keys = new Set<number>();
  for (let link: Agent['told'] = told; link !== null && link.item.order > receivedAt; link = link.rest) {
    keys.add(link.item.known.key);
  }
  toldKeys.set(told, { receivedAt, keys });
  return keys;
}

/** The hop at which it was lost or changed; null where it was not, or never was on the way. */
export function brokenAt(arrived: Arrival): number | null {
  return arrived.how === 'weakened' || arrived.how === 'lost' ? arrived.hop : null;
}

export function sayBroken(arrived: Arrival, agent: string): string {
  switch (arrived.how) {
    case 'whole':
      return `which had arrived whole at ${agent}`;
    case 'weakened':
      return `after it was weakened at hop ${arrived.hop}`;
    case 'lost':
      return `after it was dropped at hop ${arrived.hop}`;
    case 'not_reached':
      return `which never reached ${agent}`;
  }
}
