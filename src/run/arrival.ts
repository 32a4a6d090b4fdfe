import { agentOf, type Known, type RunState } from './run-state.js';

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
  const receivedAt = agent.received?.order ?? -1;
  for (let link = agent.told; link !== null && link.item.order > receivedAt; link = link.rest) {
    if (link.item.known.key === key) return { how: 'whole' };
  }
  const past = agent.received?.past;
  const carried = past?.carried.get(key) ?? past?.attached.get(key);
  if (carried !== undefined)
    return carried.whole ? { how: 'whole' } : { how: 'weakened', hop: carried.since };
  const hop = past?.lost.get(key);
  return hop === undefined ? { how: 'not_reached' } : { how: 'lost', hop };
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
