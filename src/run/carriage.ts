import { acceptedByRun } from '../constraint/judge-evidence.js';
import { pairKnown } from '../constraint/pair-constraints.js';
import type { Constraint } from '../model/constraint.js';
import type { TransferRecord } from '../model/record.js';
import type { PayloadView } from '../model/transfer-context.js';
import { type Holdings, hasLapsed, textGroups } from './held-at.js';
import { type Closed, evidenceOf, type Known, knownOf, type RunState } from './run-state.js';
import { carriageFaults } from './statement-faults.js';

/** What a payload does with the constraints that are live where its sender stands. */
export interface Carriage {
  /** Carried, by key, with the codes of what is wrong with each; none: whole. */
  readonly faults: ReadonlyMap<number, readonly string[]>;
  /** Closed by a discharge that the run accepts, with its evidence. */
  readonly closed: ReadonlyMap<number, Closed & { readonly evidence: string; readonly why: string }>;
  /** Named by discharges none of which the run accepts. */
  readonly refused: ReadonlySet<number>;
}

export function carriageOf(
  state: RunState,
  record: TransferRecord,
  payload: PayloadView,
  holdings: Holdings,
): Carriage {
  const { closed, refused } = dischargesIn(state, record, payload, holdings);
  const faults = sentFaults(state, payload.constraints ?? [], holdings);
  for (const key of closed.keys()) faults.delete(key);
  for (const key of refused) {
    const wrong = faults.get(key);
    if (wrong !== undefined) faults.set(key, [...wrong, 'constraint.discharge_refused']);
  }
  return { faults, closed, refused };
}

/** For every live constraint that is sent, what is wrong with it. */
function sentFaults(
  state: RunState,
  sent: readonly Constraint[],
  { ground, held }: Holdings,
): Map<number, readonly string[]> {
  const { past } = ground;
  const faults = new Map<number, readonly string[]>();
  const add = (known: Known, entry: Constraint): void => {
    if (!held.has(known.key) && (past.closed.has(known.key) || hasLapsed(past, known.key))) return;
    const others = faults.get(known.key);
    const wrong = carriageFaults(known.first.constraint, entry);
    faults.set(known.key, others === undefined ? wrong : twice(others, wrong));
  };
  const groups = textGroups(state, sent, past, held);
  if (groups.length === 0) {
    for (const entry of sent) {
      const known = knownOf(state, entry.id ?? '');
      if (known !== undefined) add(known, entry);
    }
    return faults;
  }
  const { pairs } = pairKnown({ has: (id) => knownOf(state, id) !== undefined }, groups, sent);
  for (const [id, indexes] of pairs) {
    const known = knownOf(state, id);
    for (const entry of indexes.flatMap((index) => sent[index] ?? [])) {
      if (known !== undefined) add(known, entry);
    }
  }
  return faults;
}

function twice(before: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...before, ...more, 'constraint.duplicated'])];
}

function dischargesIn(
  state: RunState,
  record: TransferRecord,
  payload: PayloadView,
  { ground, held, terms }: Holdings,
): Pick<Carriage, 'closed' | 'refused'> {
  const closed = new Map<number, Closed & { evidence: string; why: string }>();
  const refused = new Set<number>();
  for (const discharge of payload.discharged ?? []) {
    const known = knownOf(state, discharge.constraint);
    if (known === undefined || closed.has(known.key)) continue;
    if (!canClose(known, { ground, held })) {
      refused.add(known.key);
      continue;
    }
    const evidence = evidenceOf(state, discharge.evidence);
    const statement = known.first.record === null ? null : evidenceOf(state, known.first.record);
    const { from, hop } = record;
    const policies = terms?.policies ?? [];
    if (acceptedByRun(known.first, discharge, evidence, policies, from, hop, statement)) {
      const { how, reason } = discharge;
      const why = reason === '' ? how : `${how}: ${reason}`;
      closed.set(known.key, { hop, agent: from, evidence: discharge.evidence, why });
    } else refused.add(known.key);
  }
  for (const key of closed.keys()) refused.delete(key);
  return { closed, refused };
}

/**
 * A sender can close what it holds, what an ancestor lost on the way to it, and a task's constraint that lapses
 * as it hands on. Not what was stated to another branch only: it has nothing to say about that.
 */
function canClose({ key }: Known, { ground, held }: Pick<Holdings, 'ground' | 'held'>): boolean {
  const { past } = ground;
  return !past.closed.has(key) && (held.has(key) || past.lost.has(key) || hasLapsed(past, key));
}
