import type { Facts } from '../model/facts.js';

type Something = (facts: Facts) => boolean;

const ALWAYS: Something = () => true;
const HELD: Something = ({ constraints }) => constraints.held > 0;
const SENT: Something = ({ constraints }) => constraints.carried > 0 || constraints.pairs.length > 0;
const DISCHARGES: Something = ({ discharges }) => discharges.length > 0;
const CONFIDENCE: Something = ({ confidence }) => confidence.sender !== null;
const FACTS_HELD: Something = ({ established }) => established.held > 0;
const FACTS_SENT: Something = ({ established }) => established.entries.length > 0;
const EFFECTS: Something = ({ effects, side_effects: { observed, claimed } }) =>
  effects.length + observed.length + claimed.length > 0;
const CONFIG_READ: Something = ({ config }) => config.sources.length > 0;
const CONFIG_CHANGED: Something = ({ config }) => config.changes.length + config.claims.length > 0;

/** By code; a group's name stands for those of its codes that have no row. */
const ROWS: Readonly<Record<string, Something>> = {
  payload: ALWAYS,
  run: ALWAYS,
  edge: ALWAYS,
  rule: ALWAYS,
  constraint: HELD,
  'constraint.discharge_refused': DISCHARGES,
  'constraint.discharged_and_carried': DISCHARGES,
  'constraint.invented': SENT,
  'constraint.duplicated': SENT,
  'constraint.stale': SENT,
  stop_condition: ({ stop_conditions: { held, added } }) => held + added > 0,
  confidence: CONFIDENCE,
  established: FACTS_HELD,
  'established.unsupported': FACTS_SENT,
  'established.expired': FACTS_SENT,
  tool_result: ({ tool_results: { held } }) => held > 0,
  side_effect: EFFECTS,
  config: CONFIG_CHANGED,
  'config.unreadable': CONFIG_READ,
};

/**
 * Is there anything in these facts that a check could have found fault with. Of an empty handoff everything is proven,
 * and a case of one tests nothing.
 */
export function somethingToCheck(code: string, facts: Facts): boolean {
  // Asked about an effect, there is the effect.
  if (facts.subject === 'effect') return true;
  const row = ROWS[code] ?? ROWS[code.slice(0, code.indexOf('.'))];
  return row?.(facts) ?? false;
}

/** Has a check a row, its own or its group's. */
export function hasRow(code: string): boolean {
  return ROWS[code] !== undefined || ROWS[code.slice(0, code.indexOf('.'))] !== undefined;
}
