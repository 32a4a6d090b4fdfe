import type { RunScore, TransferScore } from '../../model/carry.js';
import type { ConstraintLife, LifeTransition } from '../../model/verdict.js';
import type { Mark } from './marks.js';

/** What happened to one constraint in one column. */
export interface CellMark {
  readonly mark: Mark;
  readonly transition: LifeTransition | null;
}

/** One constraint along the columns of its run: column 0 is before the first transfer, column i is transfer i. */
export interface Track {
  readonly life: ConstraintLife;
  readonly cells: ReadonlyMap<number, readonly CellMark[]>;
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

/** Every constraint of a run along its transfers. */
export function tracksOf(run: RunScore, lives: readonly ConstraintLife[]): readonly Track[] {
  const columns = columnsByHop(run.transfers);
  const outcomes = outcomesOf(run.transfers);
  return lives.map((life) => {
    const cells = new Map<number, CellMark[]>();
    for (const transition of life.transitions)
      put(cells, columnOf(transition, run, columns), { mark: MARK_OF[transition.to], transition });
    for (const { hop } of life.lost_upstream_at)
      putIfEmpty(cells, columns.get(hop), { mark: 'missing', transition: null });
    for (const [column, mark] of outcomes.get(life.constraint.id) ?? [])
      putIfEmpty(cells, column, { mark, transition: null });
    return { life, cells };
  });
}

/** The attempt of each hop that was delivered, else its last. */
function columnsByHop(transfers: readonly TransferScore[]): ReadonlyMap<number, number> {
  const columns = new Map<number, number>();
  const delivered = new Set<number>();
  transfers.forEach((transfer, index) => {
    if (delivered.has(transfer.hop)) return;
    columns.set(transfer.hop, index + 1);
    if (transfer.delivered) delivered.add(transfer.hop);
  });
  return columns;
}

/** By the constraint's id: how each transfer that answers for it carried it. */
function outcomesOf(transfers: readonly TransferScore[]): ReadonlyMap<string, (readonly [number, Mark])[]> {
  const outcomes = new Map<string, (readonly [number, Mark])[]>();
  transfers.forEach(({ constraints }, index) => {
    for (const { id, outcome, intact } of constraints) {
      const mark = outcome === 'carried' && !intact ? 'weakened' : outcome;
      const known = outcomes.get(id);
      if (known === undefined) outcomes.set(id, [[index + 1, mark]]);
      else known.push([index + 1, mark]);
    }
  });
  return outcomes;
}

/** By its hop, else by the hop after which it happened, else by its time; the end of the run is a column of its own. */
function columnOf(
  { hop, after_hop: after, at, by, to }: LifeTransition,
  { transfers }: RunScore,
  columns: ReadonlyMap<number, number>,
): number {
  const known = columns.get(hop ?? after ?? -1);
  if (known !== undefined) return known;
  if (to === 'lapsed' && by === 'run') return transfers.length + 1;
  const time = Date.parse(at);
  return transfers.findLastIndex((transfer) => Date.parse(transfer.at) <= time) + 1;
}

function put(cells: Map<number, CellMark[]>, column: number, mark: CellMark): void {
  const known = cells.get(column);
  if (known === undefined) cells.set(column, [mark]);
  else known.push(mark);
}

function putIfEmpty(cells: Map<number, CellMark[]>, column: number | undefined, mark: CellMark): void {
  if (column !== undefined && !cells.has(column)) cells.set(column, [mark]);
}

/** A column that is shown, or a stretch of transfers at which nothing changed, or that there is no room for. */
export type Column =
  | { readonly kind: 'start'; readonly index: number }
  | { readonly kind: 'end'; readonly index: number }
  | { readonly kind: 'transfer'; readonly index: number; readonly transfer: TransferScore }
  | { readonly kind: 'gap'; readonly count: number; readonly changes: number };

/** Columns of one timeline; of a longer run its beginning and its end are shown. */
const MOST_COLUMNS = 40;

export function columnsOf({ transfers }: RunScore, tracks: readonly Track[]): readonly Column[] {
  const changed = new Set(
    tracks.flatMap(({ cells }) => [...cells].filter(([, marks]) => marks.some(isChange)).map(([at]) => at)),
  );
  const wanted = (index: number): boolean =>
    changed.has(index) || index <= 1 || index === transfers.length || transfers.length <= 12;
  const shown = chosenColumns(transfers.length, wanted);
  const columns: Column[] = changed.has(0) ? [{ kind: 'start', index: 0 }] : [];
  transfers.forEach((transfer, at) => {
    const index = at + 1;
    const last = columns.at(-1);
    if (shown.has(index)) columns.push({ kind: 'transfer', index, transfer });
    else if (last?.kind === 'gap')
      columns[columns.length - 1] = {
        ...last,
        count: last.count + 1,
        changes: last.changes + Number(changed.has(index)),
      };
    else columns.push({ kind: 'gap', count: 1, changes: Number(changed.has(index)) });
  });
  if (changed.has(transfers.length + 1)) columns.push({ kind: 'end', index: transfers.length + 1 });
  return columns;
}

function isChange({ mark, transition }: CellMark): boolean {
  return transition !== null || mark === 'unresolved' || mark === 'dropped' || mark === 'weakened';
}

function chosenColumns(count: number, wanted: (index: number) => boolean): ReadonlySet<number> {
  const indexes = Array.from({ length: count }, (_, at) => at + 1).filter(wanted);
  if (indexes.length <= MOST_COLUMNS) return new Set(indexes);
  const ending = Math.floor(MOST_COLUMNS / 4);
  return new Set([...indexes.slice(0, MOST_COLUMNS - ending), ...indexes.slice(-ending)]);
}
