import type { EffectPattern } from '../model/constraint.js';
import { matchesPattern } from '../model/effect-pattern.js';
import type { EffectRecord } from '../model/record.js';
import { arrival, brokenAt, sayBroken } from './arrival.js';
import { bindingFor } from './binding-for.js';
import { chained } from './chain.js';
import { withEvidence } from './evidence.js';
import { agentOf, changedState, type Known, type RunState, withAgent } from './run-state.js';
import type { Violation } from './violation.js';
import { withViolation } from './with-violation.js';

/** An observed effect: it is evidence, and it violates each live prohibition on its actor that forbids it. */
export function foldEffect(state: RunState, record: EffectRecord): RunState {
  const broken = forbidding(bindingFor(state, record.by), record);
  const observed = withEvidence(withObserved(state, record), record);
  return broken.reduce(
    (next, known) => withViolation(next, known, violationBy(state, known, record)),
    observed,
  );
}

/** Prohibitions by the effects that they forbid; those with a star in a pattern must each be matched. */
interface Prohibitions {
  readonly exact: ReadonlyMap<string, readonly Known[]>;
  readonly starred: readonly Known[];
}

const prohibitions = new WeakMap<readonly Known[], Prohibitions>();

/** Those of a list that forbid an effect, in the order of their statements. */
function forbidding(binding: readonly Known[], { effect }: EffectRecord): Known[] {
  if (binding.length === 0) return [];
  const { exact, starred } = prohibitionsIn(binding);
  const found = new Set(exact.get(effectKey(effect)));
  for (const known of starred) {
    if (known.first.constraint.forbids?.some((pattern) => matchesPattern(pattern, effect))) found.add(known);
  }
  return [...found].sort((a, b) => a.serial - b.serial);
}

function prohibitionsIn(binding: readonly Known[]): Prohibitions {
  const last = prohibitions.get(binding);
  if (last !== undefined) return last;
  const exact = new Map<string, Known[]>();
  const starred: Known[] = [];
  for (const known of binding) {
    const { modality, forbids = [] } = known.first.constraint;
    if (modality !== 'prohibition') continue;
    if (forbids.some(hasStar)) starred.push(known);
    for (const pattern of forbids) {
      if (hasStar(pattern)) continue;
      const key = effectKey(pattern);
      const list = exact.get(key);
      if (list === undefined) exact.set(key, [known]);
      else list.push(known);
    }
  }
  const found = { exact, starred };
  prohibitions.set(binding, found);
  return found;
}

/** A name for a kind and a target together: patterns without a star are looked up by it. */
export function effectKey({ kind, target }: EffectPattern): string {
  return JSON.stringify([kind, target]);
}

export function hasStar({ kind, target }: EffectPattern): boolean {
  return kind.includes('*') || target.includes('*');
}

function withObserved(state: RunState, record: EffectRecord): RunState {
  const { effects } = agentOf(state, record.by);
  const item = { record, order: state.length };
  const next = withAgent(state, record.by, { effects: chained(effects, item) });
  return changedState(next, { effects: chained(next.effects, record) });
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
