import type { EdgeManifest } from '../model/bundle.js';
import type { EdgeReport, RateOverTime, TransferScore } from '../model/carry.js';
import type { ScoreClass } from '../model/score.js';
import { asSent } from './as-sent.js';
import { FaultCounts } from './fault-counts.js';
import { Tally } from './tally.js';
import { TimeSeries } from './time-series.js';

/** Transfers in a window where no contract says how many. */
export const DEFAULT_WINDOW = 50;
const MOST_BUCKETS = 512;

/** All that a report says of one edge. */
export class EdgeTally {
  readonly edge: string;
  readonly faults: FaultCounts = new FaultCounts();
  violated = 0;
  readonly #manifest: EdgeManifest | null;
  readonly #tally = new Tally();
  readonly #series: TimeSeries;
  readonly #class: ScoreClass;
  #from: string | null;
  #to: string | null;
  #transfers = 0;

  constructor(edge: string, manifest: EdgeManifest | null) {
    this.edge = edge;
    this.#manifest = manifest;
    this.#class = manifest?.monitor?.class ?? 'constraints';
    this.#series = new TimeSeries([this.#class], MOST_BUCKETS);
    this.#from = manifest?.from ?? null;
    this.#to = manifest?.to ?? null;
  }

  /** Every attempt, also one that is in no rate. */
  seen({ from, to }: TransferScore): void {
    this.#transfers += 1;
    this.#from = sameOrAny(this.#from, from);
    this.#to = sameOrAny(this.#to, to);
  }

  /** One whose past is whole; `at`: a first attempt's time in milliseconds since 1970, else no number. */
  add(transfer: TransferScore, at: number): void {
    this.#tally.add(transfer);
    if (!Number.isNaN(at)) this.#series.add(at, asSent(transfer));
  }

  report(): EdgeReport {
    const { owner, mode, monitor } = this.#manifest ?? {};
    const known = owner !== undefined && mode !== undefined;
    return {
      edge: this.edge,
      from: this.#from ?? '*',
      to: this.#to ?? '*',
      contract: known ? { owner, mode, threshold: monitor?.below ?? null } : null,
      transfers: this.#transfers,
      rates: this.#tally.rates(),
      faults: this.faults.counts(),
      violated: this.violated,
    };
  }

  /** Null where no first attempt counted. */
  overTime(): RateOverTime | null {
    if (this.#series.transfers === 0) return null;
    const monitor = this.#manifest?.monitor ?? null;
    const { window, points } = this.#series.points(this.#class, monitor?.window ?? DEFAULT_WINDOW);
    return { edge: this.edge, class: this.#class, window, threshold: monitor?.below ?? null, points };
  }
}

/** Several agents under one edge's name: any. */
function sameOrAny(known: string | null, name: string): string {
  return known === null || known === name ? name : '*';
}
