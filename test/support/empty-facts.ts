import type { Facts } from '../../src/model/facts.js';

/** The facts of a second hop that carries nothing, and in which nothing is wrong: as `edge_contracts.testing` has them. */
export function emptyFacts(): Facts {
  return {
    schema: 'edge-contracts/facts/v1',
    subject: 'transfer',
    now: { date: '2030-01-15', seconds: 1894708800 },
    transfer: {
      ...{ run: 'run', hop: 2, attempt: 1, from: 'sender', to: 'receiver', edge: null },
      ...{ history: 'complete', order: [] },
    },
    present: {
      ...{ objective: true, remaining: true, constraints: true, discharged: true, established: true },
      ...{ confidence: true, stop_conditions: true, side_effects: true, sender_facts: true },
      ...{ sender_tool_calls: true, sender_constraints: true, sender_confidence: true },
      ...{ sender_stop_conditions: true, config: true },
    },
    payload: { errors: [], established: {}, fields: {} },
    constraints: { held: 0, carried: 0, intact: 0, unresolved: 0, pairs: [], unbound: [] },
    discharges: [],
    stop_conditions: { held: 0, carried: 0, lost: [], added: 0 },
    confidence: { sender: 0.9, sent: 0.9 },
    established: { held: 0, carried: 0, missing: [], altered: [], entries: [] },
    tool_results: { held: 0, carried: 0, missing: [] },
    side_effects: { observed: [], claimed: [] },
    config: { sources: [], changes: [], omitted: 0, claims: [] },
    effects: [],
    complete: true,
  };
}
