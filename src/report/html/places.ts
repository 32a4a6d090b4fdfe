import type { CarryReport, RunScore, TransferRef, TransferScore } from '../../model/carry.js';

/** Transfers of one run that are listed; a run of 10,000 hops still is a page. */
const MOST_TRANSFERS = 200;
/** The same of all runs together. */
const MOST_TOGETHER = 5000;

/** One run on the page, and which of its transfers are listed. */
export interface RunPlace {
  readonly run: RunScore;
  readonly anchor: string;
  /** In the run's order. */
  readonly listed: readonly ListedTransfer[];
  readonly unlisted: number;
}

export interface ListedTransfer {
  readonly transfer: TransferScore;
  readonly anchor: string;
}

/** Where on the page each run and each transfer is. No name of a run goes into an anchor. */
export class Places {
  readonly runs: readonly RunPlace[];
  readonly #anchors: ReadonlyMap<string, string>;

  constructor(report: CarryReport) {
    let room = MOST_TOGETHER;
    this.runs = report.runs.map((run, index) => {
      const place = placeOf(run, `r${index + 1}`, Math.min(MOST_TRANSFERS, room));
      room -= place.listed.length;
      return place;
    });
    this.#anchors = new Map(this.runs.flatMap(anchorsOf));
  }

  /** The transfer's anchor, else its run's; null where neither is on the page. */
  find({ run, hop, attempt }: TransferRef): string | null {
    return this.#anchors.get(keyOf(run, hop, attempt)) ?? this.#anchors.get(keyOf(run)) ?? null;
  }

  findRun(run: string): string | null {
    return this.#anchors.get(keyOf(run)) ?? null;
  }
}

function placeOf(run: RunScore, anchor: string, room: number): RunPlace {
  const chosen = chooseTransfers(run.transfers, room);
  const listed = [...chosen].map((index) => ({
    transfer: run.transfers[index] as TransferScore,
    anchor: `${anchor}-${index + 1}`,
  }));
  return {
    run,
    anchor,
    listed,
    unlisted: run.transfers.length - listed.length + (run.omitted_transfers ?? 0),
  };
}

/** All where there is room; else those with a fault first, and then as many of the others as fit. */
function chooseTransfers(transfers: readonly TransferScore[], room: number): ReadonlySet<number> {
  const indexes = transfers.map((_, index) => index);
  if (transfers.length <= room) return new Set(indexes);
  const faulty = indexes.filter((index) => (transfers[index]?.faults.length ?? 0) > 0);
  const chosen = new Set([...faulty, ...indexes]);
  return new Set([...chosen].slice(0, room).sort((a, b) => a - b));
}

function anchorsOf({ run, anchor, listed }: RunPlace): (readonly [string, string])[] {
  const transfers = listed.map(
    (item) => [keyOf(run.run, item.transfer.hop, item.transfer.attempt), item.anchor] as const,
  );
  return [[keyOf(run.run), anchor], ...transfers];
}

function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
