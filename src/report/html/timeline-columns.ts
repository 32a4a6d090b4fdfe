import type { CellMark, Slot, Tracks } from './timeline-cells.js';

/** A slot that is shown, or a stretch of hops at which nothing changed, or that there is no room for. */
export type Column =
  | { readonly kind: 'slot'; readonly index: number; readonly slot: Slot }
  | { readonly kind: 'gap'; readonly hops: number; readonly changes: number };

/** Columns of one timeline; of a longer run its beginning and its end are shown. */
const MOST_COLUMNS = 40;
/** A run of so few hops is shown whole. */
const SHORT = 12;

/** Where something changed, the first hop and the last; the hops between them as gaps that say how many they are. */
export function columnsOf({ lastHop, slots, tracks }: Tracks): readonly Column[] {
  const changed = new Set(
    tracks.flatMap(({ cells }) => [...cells].filter(([, marks]) => marks.some(isChange)).map(([at]) => at)),
  );
  const shown = shownSlots(slots, changed);
  const columns: Column[] = [];
  let [last, changes] = [0, 0];
  slots.forEach((slot, index) => {
    if (!shown.has(index)) {
      if (changed.has(index)) changes += 1;
      return;
    }
    const hops = hopsBetween(slots[last], slot, lastHop);
    if (hops > 0) columns.push({ kind: 'gap', hops, changes });
    columns.push({ kind: 'slot', index, slot });
    [last, changes] = [index, 0];
  });
  return columns;
}

function isChange({ mark, transition }: CellMark): boolean {
  return transition !== null || mark === 'unresolved' || mark === 'dropped' || mark === 'weakened';
}

function shownSlots(slots: readonly Slot[], changed: ReadonlySet<number>): ReadonlySet<number> {
  const transfers = slots.length - 2;
  const wanted = slots.flatMap(({ kind }, index) => {
    const edge = index === 1 || index === slots.length - 2;
    const show = kind === 'transfer' ? edge || changed.has(index) || transfers <= SHORT : changed.has(index);
    return show ? [index] : [];
  });
  if (wanted.length <= MOST_COLUMNS) return new Set(wanted);
  const ending = Math.floor(MOST_COLUMNS / 4);
  return new Set([...wanted.slice(0, MOST_COLUMNS - ending), ...wanted.slice(-ending)]);
}

/** By their numbers, so that transfers that a report leaves out are counted too. */
function hopsBetween(from: Slot | undefined, to: Slot, lastHop: number): number {
  if (to.kind === 'start') return 0;
  const left = from?.kind === 'transfer' ? from.hop : 0;
  const right = to.kind === 'transfer' ? to.hop : lastHop + 1;
  return Math.max(0, right - left - 1);
}
