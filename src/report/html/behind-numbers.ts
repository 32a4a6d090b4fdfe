import type { CarryReport, RunScore, TransferRef, TransferScore } from '../../model/carry.js';
import { SCORE_CLASSES, type ScoreClass } from '../../model/score.js';

export const SIDES = ['attempt_1', 'delivered'] as const;
export type Side = (typeof SIDES)[number];

export const SIDE_NAMES: Readonly<Record<Side, string>> = { attempt_1: 'attempt 1', delivered: 'delivered' };

/** Transfers that one sheet lists of each sort. */
const MOST_LISTED = 20;

/** The transfers behind one number, as far as their runs are on the page. */
export interface Behind {
  readonly lost: Listing;
  readonly whole: Listing;
}

export interface Listing {
  readonly shown: readonly TransferRef[];
  readonly count: number;
}

/** Ids of sheets, one for each number that is a link. */
export const sheetId = {
  rate: (score: ScoreClass, side: Side): string => `b-rate-${score}-${side}`,
  edge: (index: number, side: Side): string => `b-edge-${index}-${side}`,
  group: (kind: GroupKind, index: number, side: Side): string => `b-${kind}-${index}-${side}`,
  edgeFault: (row: number, index: number): string => `b-ef-${row}-${index}`,
  fault: (index: number): string => `b-fault-${index}`,
  life: (state: string): string => `b-life-${state}`,
  runs: (which: string): string => `b-runs-${which}`,
} as const;

export type GroupKind = 'modality' | 'stated-by' | 'hops';

class Sheet {
  readonly lost: TransferRef[] = [];
  readonly whole: TransferRef[] = [];
  readonly counts: { lost: number; whole: number } = { lost: 0, whole: 0 };

  add(ref: TransferRef, sort: 'lost' | 'whole'): void {
    this.counts[sort] += 1;
    if (this[sort].length < MOST_LISTED) this[sort].push(ref);
  }

  done(): Behind {
    const { lost, whole, counts } = this;
    return {
      lost: { shown: lost, count: counts.lost },
      whole: { shown: whole, count: counts.whole },
    };
  }
}

/** What to add a transfer to: the sheet, and how much of what it counts was carried and held there. */
interface Share {
  readonly id: string;
  readonly carried: number;
  readonly held: number;
}

/** Goes through all transfers once, and notes which numbers each is part of. */
export function behindNumbers(report: CarryReport): ReadonlyMap<string, Behind> {
  const sheets = new Map<string, Sheet>();
  const groups = groupIndexes(report);
  const edges = new Map(report.edges.map(({ edge }, index) => [edge, index]));
  for (const run of report.runs) {
    for (const transfer of run.transfers) {
      if (transfer.history !== 'complete') continue;
      for (const side of sidesOf(transfer)) {
        for (const share of [
          ...classShares(transfer, side),
          ...edgeShares(transfer, side, edges),
          ...groupShares(transfer, side, groups),
        ])
          addShare(sheets, share, refOf(run, transfer));
      }
    }
  }
  return new Map([...sheets].map(([id, sheet]) => [id, sheet.done()]));
}

function addShare(sheets: Map<string, Sheet>, { id, carried, held }: Share, ref: TransferRef): void {
  if (held === 0) return;
  let sheet = sheets.get(id);
  if (sheet === undefined) {
    sheet = new Sheet();
    sheets.set(id, sheet);
  }
  sheet.add(ref, carried < held ? 'lost' : 'whole');
}

function refOf({ run }: RunScore, { hop, attempt }: TransferScore): TransferRef {
  return { run, hop, attempt };
}

function sidesOf({ attempt, delivered }: TransferScore): readonly Side[] {
  return SIDES.filter((side) => (side === 'attempt_1' ? attempt === 1 : delivered));
}

function classShares({ scores }: TransferScore, side: Side): Share[] {
  return SCORE_CLASSES.map((score) => {
    const [carried, held] = scores[score];
    return { id: sheetId.rate(score, side), carried, held };
  });
}

function edgeShares(
  { edge, scores }: TransferScore,
  side: Side,
  edges: ReadonlyMap<string, number>,
): Share[] {
  const index = edges.get(edge);
  if (index === undefined) return [];
  const [carried, held] = scores.constraints;
  return [{ id: sheetId.edge(index, side), carried, held }];
}

/** Which of its groups a name or a number of hops belongs to. */
type GroupIndexes = Readonly<Record<GroupKind, (name: string) => number | undefined>>;

function groupIndexes(report: CarryReport): GroupIndexes {
  const indexes = (groups: CarryReport['by_modality']): ((name: string) => number | undefined) => {
    const known = new Map(groups.map(({ group }, index) => [group, index]));
    return (name) => known.get(name);
  };
  const ranges = report.by_hops_since_stated.map(({ group }) => rangeOf(group));
  return {
    modality: indexes(report.by_modality),
    'stated-by': indexes(report.by_stated_by),
    hops: (name) => {
      const found = ranges.findIndex(([least, most]) => Number(name) >= least && Number(name) <= most);
      return found === -1 ? undefined : found;
    },
  };
}

/** `3`, `11 to 20`, `over 100`. */
function rangeOf(group: string): readonly [least: number, most: number] {
  const [least = 0, most = least] = (group.match(/\d+/g) ?? []).map(Number);
  return group.startsWith('over') ? [least + 1, Number.POSITIVE_INFINITY] : [least, most];
}

/** One share for each group that any constraint of the transfer belongs to. */
function groupShares({ constraints }: TransferScore, side: Side, indexes: GroupIndexes): Share[] {
  const shares = new Map<string, { id: string; carried: number; held: number }>();
  for (const { modality, stated_by, hops_since_stated: hops, outcome } of constraints) {
    const names: readonly (readonly [GroupKind, string])[] = [
      ['modality', modality],
      ['stated-by', stated_by],
      ['hops', String(hops)],
    ];
    for (const [kind, name] of names) {
      const index = indexes[kind](name);
      if (index === undefined) continue;
      const id = sheetId.group(kind, index, side);
      const share = shares.get(id) ?? { id, carried: 0, held: 0 };
      share.held += 1;
      if (outcome === 'carried') share.carried += 1;
      shares.set(id, share);
    }
  }
  return [...shares.values()];
}
