import type { Constraint } from '../model/constraint.js';
import type { TransferRecord } from '../model/record.js';
import type { PayloadView } from '../model/transfer-context.js';
import { acceptedByRun } from './accepted-by-run.js';
import { byText, type Holdings, hasLapsed, liveIn } from './held-at.js';
import { judgeEvidence } from './judge-evidence.js';
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

/** Which entries stand for which live constraint: by id, and those without one by text. */
function sentFor(
  state: RunState,
  sent: readonly Constraint[],
  { ground, held }: Holdings,
): Map<Known, readonly Constraint[]> {
  const entries = new Map<Known, Constraint[]>();
  const nameless: Constraint[] = [];
  const add = (known: Known, entry: Constraint): void => {
    const others = entries.get(known);
    if (others === undefined) entries.set(known, [entry]);
    else others.push(entry);
  };
  const live = ({ key }: Known): boolean =>
    held.has(key) || !(ground.past.closed.has(key) || hasLapsed(ground.past, key));
  for (const entry of sent) {
    if (entry.id === undefined) nameless.push(entry);
    else {
      const known = knownOf(state, entry.id);
      if (known !== undefined && live(known)) add(known, entry);
    }
  }
  if (nameless.length === 0) return entries;
  for (const [known, indexes] of byText(heldFirst(state, held, ground), nameless)) {
    for (const index of indexes) {
      const entry = nameless[index];
      if (entry !== undefined) add(known, entry);
    }
  }
  return entries;
}

/** Where two constraints read alike, an entry without an id stands for the one that the edge answers for. */
function heldFirst(state: RunState, held: Holdings['held'], ground: Holdings['ground']): Known[] {
  const mine = [...held.values()].map(({ known }) => known).sort((a, b) => a.serial - b.serial);
  return [...mine, ...liveIn(state, ground.past, []).filter(({ key }) => !held.has(key))];
}

function dischargesIn(
  state: RunState,
  record: TransferRecord,
  payload: PayloadView,
  { ground, held, terms }: Holdings,
): Pick<Carriage, 'closed' | 'refused'> {
  const closed = new Map<number, Closed & { evidence: string; why: string }>();
  const refused = new Set<number>();
  const book = { evidence: (id: string) => evidenceOf(state, id) };
  for (const discharge of payload.discharged ?? []) {
    const known = knownOf(state, discharge.constraint);
    if (known === undefined || ground.past.closed.has(known.key)) continue;
    if (ground.past.lapsed.has(known.key) && !held.has(known.key)) continue;
    const evidence = judgeEvidence(book, known.first, discharge);
    if (acceptedByRun(discharge, known.first, evidence, record, terms)) {
      const { how, reason } = discharge;
      const why = reason === '' ? how : `${how}: ${reason}`;
      if (closed.has(known.key)) continue;
      closed.set(known.key, { hop: record.hop, agent: record.from, evidence: evidence.id, why });
    } else refused.add(known.key);
  }
  for (const key of closed.keys()) refused.delete(key);
  return { closed, refused };
}
