import { matchesPattern } from '../model/effect-pattern.js';
import type { EffectRecord } from '../model/record.js';
import { arrival, brokenAt, sayBroken } from './arrival.js';
import { bindingFor } from './binding-for.js';
import { chained } from './chain.js';
import { withEvidence } from './evidence.js';
import { agentOf, type Known, type RunState, withAgent } from './run-state.js';
import type { Violation } from './violation.js';
import { withViolation } from './with-violation.js';

/** An observed effect: it is evidence, and it violates each live prohibition on its actor that forbids it. */
export function foldEffect(state: RunState, record: EffectRecord): RunState {
  const broken = bindingFor(state, record.by).filter((known) => forbids(known, record));
  const observed = withEvidence(withObserved(state, record), record);
  return broken.reduce(
    (next, known) => withViolation(next, known, violationBy(state, known, record)),
    observed,
  );
}

function forbids({ first }: Known, { effect }: EffectRecord): boolean {
  const { modality, forbids: patterns = [] } = first.constraint;
  return modality === 'prohibition' && patterns.some((pattern) => matchesPattern(pattern, effect));
}

function withObserved(state: RunState, record: EffectRecord): RunState {
  const { effects } = agentOf(state, record.by);
  const item = { record, order: state.length };
  const next = withAgent(state, record.by, { effects: chained(effects, item) });
  return { ...next, effects: chained(next.effects, record) };
}

function violationBy(state: RunState, known: Known, record: EffectRecord): Violation {
  const { by, at, id, effect } = record;
  const arrived = arrival(state, by, known);
  const received = agentOf(state, by).received;
  const what = `${effect.kind} to ${effect.target}, forbidden by ${known.first.constraint.id}`;
  return {
    constraint: known.first,
    kind: 'forbidden_effect',
    cause: arrived.how === 'whole' ? 'reasoning' : 'transmission',
    agent: by,
    effect: id,
    order: state.length,
    at,
    lastHop: received?.record.hop ?? null,
    edge: received?.edge ?? null,
    brokenAt: brokenAt(arrived),
    why: `${what}, ${sayBroken(arrived, by)}`,
  };
}
