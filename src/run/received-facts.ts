import type { ReceivedFact } from '../model/transfer-context.js';
import { type Agent, agentOf, type Crossing, type FactChain, type RunState } from './run-state.js';

/** What the receiver of a crossing was told so far, by key, with what this one tells it. */
export function withFacts(
  state: RunState,
  told: Agent['facts'],
  { payload, record }: Crossing,
): Agent['facts'] {
  let facts = told;
  for (const fact of payload.established ?? []) {
    const key = state.names.facts.of(fact.key);
    const before = facts.get(key) ?? null;
    if (!isTheSame(before, fact)) facts = facts.set(key, { item: { hop: record.hop, fact }, rest: before });
  }
  return facts;
}

/** Told again as it was told last: the first time stands, and a fact that goes round and round costs nothing. */
function isTheSame(before: FactChain | null, { source, evidence, value }: ReceivedFact['fact']): boolean {
  const last = before?.item.fact;
  return last?.source === source && last.evidence === evidence && last.value === value;
}

/** So many are looked at, so that a hostile run cannot hang the gate. */
const MOST = 100;

/** The facts of one key that were ever delivered to an agent, newest first. */
export function receivedFacts(state: RunState, agent: string, key: string): readonly ReceivedFact[] {
  const found: ReceivedFact[] = [];
  let link = agentOf(state, agent).facts.get(state.names.facts.find(key)) ?? null;
  for (; link !== null && found.length < MOST; link = link.rest) found.push(link.item);
  return found;
}
