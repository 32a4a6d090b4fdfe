import { acceptedByRun } from '../constraint/judge-evidence.js';
import { pairKnown } from '../constraint/pair-constraints.js';
import type { Constraint } from '../model/constraint.js';
import type { TransferRecord } from '../model/record.js';
import type { PayloadView } from '../model/transfer-context.js';
import { hasLapsed, type Holdings, textGroups } from './held-at.js';
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
  const faults = new Map<number, readonly string[]>();
  for (const [known, entries] of sentFor(state, payload.constraints ?? [], holdings)) {
    if (closed.has(known.key)) continue;
    const wrong = carriageFaults(known.first.constraint, entries);
    faults.set(known.key, refused.has(known.key) ? [...wrong, 'constraint.discharge_refused'] : wrong);
  }
  return { faults, closed, refused };
}

/** Which entries stand for which live constraint. */
function sentFor(
  state: RunState,
  sent: readonly Constraint[],
  { ground, held }: Holdings,
): Map<Known, readonly Constraint[]> {
  const { past } = ground;
  const ids = { has: (id: string) => knownOf(state, id) !== undefined };
  const { pairs } = pairKnown(ids, textGroups(state, sent, past, held), sent);
  const entries = new Map<Known, readonly Constraint[]>();
  for (const [id, indexes] of pairs) {
    const known = knownOf(state, id);
    if (known === undefined) continue;
    const ended = past.closed.has(known.key) || hasLapsed(past, known.key);
    if (held.has(known.key) || !ended)
      entries.set(
        known,
        indexes.flatMap((index) => sent[index] ?? []),
      );
  }
  return entries;
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
    if (known === undefined || closed.has(known.key) || !canClose(known, { ground, held })) continue;
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
