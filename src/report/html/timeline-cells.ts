import type { RunScore, TransferScore } from '../../model/carry.js';
import type { ConstraintLife, LifeTransition } from '../../model/verdict.js';
import type { Mark } from './marks.js';

/** What happened to one constraint in one column. */
export interface CellMark {
  readonly mark: Mark;
  readonly transition: LifeTransition | null;
}

/** One column: before the first transfer, one attempt at one hop, or the end of the run. */
export type Slot =
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'transfer'; readonly hop: number; readonly transfer: TransferScore | null };

/** One constraint along the slots of its run. */
export interface Track {
  readonly life: ConstraintLife;
  /** By the slot's index. */
  readonly cells: ReadonlyMap<number, readonly CellMark[]>;
}

export interface Tracks {
  /** The run's last hop, as far as it can be told where transfers are left out. */
  readonly lastHop: number;
  readonly slots: readonly Slot[];
  readonly tracks: readonly Track[];
}

const MARK_OF: Readonly<Record<LifeTransition['to'], Mark>> = {
  stated: 'stated',
  live: 'carried',
  dropped: 'dropped',
  weakened: 'weakened',
  restored: 'restored',
  discharged: 'discharged',
  lapsed: 'lapsed',
  violated: 'violated',
};

/** These constraints of a run along its transfers. */
export function tracksOf(run: RunScore, lives: readonly ConstraintLife[]): Tracks {
  const slots = slotsOf(run, lives);
  const byHop = slotsByHop(slots);
  const outcomes = outcomesOf(slots);
  const tracks = lives.map((life) => {
    const cells = new Map<number, CellMark[]>();
    for (const transition of life.transitions)
      put(cells, slotOf(transition, slots, byHop), { mark: MARK_OF[transition.to], transition });
    for (const { hop } of life.lost_upstream_at)
      putIfEmpty(cells, byHop.get(hop), { mark: 'missing', transition: null });
    for (const [slot, mark] of outcomes.get(life.constraint.id) ?? [])
      putIfEmpty(cells, slot, { mark, transition: null });
    return { life, cells };
  });
  return { lastHop: lastHopOf(run, slots), slots, tracks };
}

function lastHopOf({ transfers, omitted_transfers: omitted = 0 }: RunScore, slots: readonly Slot[]): number {
  const known = slots.reduce((last, slot) => Math.max(last, hopOf(slot)), 0);
  const first = transfers.filter(({ attempt }) => attempt === 1).length;
  return omitted === 0 ? known : Math.max(known, first + omitted);
}

/** A report leaves out transfers of a long run; hops at which a life changed are there all the same. */
function slotsOf(
  { transfers, omitted_transfers: omitted = 0 }: RunScore,
  lives: readonly ConstraintLife[],
): readonly Slot[] {
  const known: Slot[] = transfers.map((transfer) => ({ kind: 'transfer', hop: transfer.hop, transfer }));
  const slots = omitted === 0 ? known : withChangedHops(known, lives);
  return [{ kind: 'start' }, ...slots, { kind: 'end' }];
}

function withChangedHops(known: readonly Slot[], lives: readonly ConstraintLife[]): readonly Slot[] {
  const there = new Set(known.map(hopOf));
  const changed = lives.flatMap(({ transitions }) =>
    transitions.map(({ hop, after_hop: after }) => hop ?? after ?? 0),
  );
  const added = [...new Set(changed)].filter((hop) => hop > 0 && !there.has(hop));
  const more: Slot[] = added.map((hop) => ({ kind: 'transfer', hop, transfer: null }));
  return [...known, ...more].sort((a, b) => hopOf(a) - hopOf(b));
}

function hopOf(slot: Slot): number {
  return slot.kind === 'transfer' ? slot.hop : 0;
}

/** The attempt of each hop that was delivered, else its last. */
function slotsByHop(slots: readonly Slot[]): ReadonlyMap<number, number> {
  const byHop = new Map<number, number>();
  const delivered = new Set<number>();
  slots.forEach((slot, index) => {
    if (slot.kind !== 'transfer' || delivered.has(slot.hop)) return;
    byHop.set(slot.hop, index);
    if (slot.transfer?.delivered !== false) delivered.add(slot.hop);
  });
  return byHop;
}

/** By the constraint's id: how each transfer that answers for it carried it. */
function outcomesOf(slots: readonly Slot[]): ReadonlyMap<string, (readonly [number, Mark])[]> {
  const outcomes = new Map<string, (readonly [number, Mark])[]>();
  slots.forEach((slot, index) => {
    if (slot.kind !== 'transfer') return;
    for (const { id, outcome, intact } of slot.transfer?.constraints ?? []) {
      const mark = outcome === 'carried' && !intact ? 'weakened' : outcome;
      const known = outcomes.get(id);
      if (known === undefined) outcomes.set(id, [[index, mark]]);
      else known.push([index, mark]);
    }
  });
  return outcomes;
}

/** By its hop, else by the hop after which it happened, else by its time. */
function slotOf(
  { hop, after_hop: after, at, by, to }: LifeTransition,
  slots: readonly Slot[],
  byHop: ReadonlyMap<number, number>,
): number {
  const known = byHop.get(hop ?? after ?? -1);
  if (known !== undefined) return known;
  if (to === 'lapsed' && by === 'run') return slots.length - 1;
  const time = Date.parse(at);
  const before = (slot: Slot): boolean =>
    slot.kind === 'transfer' && slot.transfer !== null && Date.parse(slot.transfer.at) <= time;
  return Math.max(0, slots.findLastIndex(before));
}

function put(cells: Map<number, CellMark[]>, slot: number, mark: CellMark): void {
  const known = cells.get(slot);
  if (known === undefined) cells.set(slot, [mark]);
  else known.push(mark);
}

function putIfEmpty(cells: Map<number, CellMark[]>, slot: number | undefined, mark: CellMark): void {
  if (slot !== undefined && !cells.has(slot)) cells.set(slot, [mark]);
}
