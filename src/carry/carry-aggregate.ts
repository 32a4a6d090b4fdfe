import { asSent } from './as-sent.js';
import { ComposedCounts } from './composed-counts.js';
import type { EdgeManifest } from '../model/bundle.js';
import {
  type CarryReport,
  type EdgeReport,
  LOWER_BOUND,
  type RateOverTime,
  REPORT_SCHEMA,
  type ReportCounts,
  type RunScore,
  type Skipped,
  type TransferScore,
} from '../model/carry.js';
import { SCORE_CLASSES } from '../model/score.js';
import type { LifeState } from '../model/verdict.js';
import { canBeSaved, isViolated, violatedEdge } from './conservation.js';
import { DEFAULT_WINDOW, EdgeTally } from './edge-tally.js';
import { compareText, FaultCounts } from './fault-counts.js';
import { GroupTally, Tally } from './tally.js';
import { TimeSeries } from './time-series.js';
import { WorstRuns } from './worst-runs.js';

export interface AggregateOptions {
  /** `gate.manifest.edges`: who owns an edge, its mode, window and threshold; named even where nothing crossed them. */
  readonly edges?: readonly EdgeManifest[];
  /** How many runs the report lists; 100 unless given. */
  readonly runsShown?: number;
  /** How many edges are told one by one; 200 unless given. The others are one group, `OTHER_EDGES`. */
  readonly edgesShown?: number;
}

export interface ReportOptions {
  /** RFC 3339. */
  readonly generatedAt: string;
  /** What was asked for, RFC 3339; the report only repeats it. */
  readonly since?: string;
  readonly until?: string;
}

/** The edge's name under which those are told for which there was no room. */
export const OTHER_EDGES = '(other edges)';

const MOST_BUCKETS = 2048;
const MOST_SKIPPED = 100;

/**
 * Many runs in bounded memory: counts, the first transfers behind each, the worst runs. The order in which runs come
 * changes nothing, but which edges are told one by one where there are more than fit.
 */
export class CarryAggregate {
  readonly #edgesShown: number;
  readonly #tally = new Tally();
  readonly #edges = new Map<string, EdgeTally>();
  readonly #modality = new GroupTally(['prohibition', 'requirement', 'preference']);
  readonly #statedBy = new GroupTally(['customer', 'policy', 'agent']);
  readonly #hops = new GroupTally([]);
  readonly #faults = new FaultCounts();
  readonly #composed = new ComposedCounts();
  readonly #series = new TimeSeries(SCORE_CLASSES, MOST_BUCKETS);
  readonly #worst: WorstRuns;
  readonly #lives: Record<LifeState, number>;
  readonly #skipped = new Map<string, { readonly what: string; readonly why: string; count: number }>();
  readonly #counts: { -readonly [Key in keyof ReportCounts]: number };
  readonly #reported = { reported: 0, transfers: 0 };
  #simulated = 0;

  constructor({ edges = [], runsShown = 100, edgesShown = 200 }: AggregateOptions = {}) {
    this.#edgesShown = edgesShown;
    this.#worst = new WorstRuns(runsShown);
    this.#lives = { stated: 0, live: 0, dropped: 0, discharged: 0, lapsed: 0, violated: 0 };
    this.#counts = {
      ...{ runs: 0, closed: 0, transfers: 0, first_attempts: 0, delivered: 0 },
      ...{ incomplete_runs: 0, violated: 0, can_be_saved: 0 },
    };
    for (const edge of edges) {
      if (!edge.default) this.#edges.set(edge.name, new EdgeTally(edge.name, edge));
    }
  }

  /** Counts a run; nothing of it is kept but counts, unless it is among the worst. */
  add(run: RunScore): void {
    const counts = this.#counts;
    counts.runs += 1;
    if (run.closed) counts.closed += 1;
    if (run.simulated) this.#simulated += 1;
    if (run.history !== 'complete') counts.incomplete_runs += 1;
    if (isViolated(run)) counts.violated += 1;
    if (canBeSaved(run)) counts.can_be_saved += 1;
    for (const transfer of run.transfers) this.#transfer(transfer);
    this.#addLives(run);
    this.#worst.add(run);
  }

  /** What was left out before it came here: lines that could not be read, and the like. */
  skip({ what, why, count }: Skipped): void {
    if (count === 0) return;
    const known = this.#skipped.get(`${what} ${why}`);
    if (known !== undefined) known.count += count;
    else if (this.#skipped.size < MOST_SKIPPED) this.#skipped.set(`${what} ${why}`, { what, why, count });
    else this.#skipOther(count);
  }

  report({ generatedAt, since, until }: ReportOptions): CarryReport {
    return {
      schema: REPORT_SCHEMA,
      generated_at: generatedAt,
      note: LOWER_BOUND,
      simulated: this.#simulatedPart(),
      since: since ?? null,
      until: until ?? null,
      counts: { ...this.#counts },
      rates: this.#tally.rates(),
      confidence_reported: { ...this.#reported },
      edges: [...this.#edges.values()].map((edge) => edge.report()).sort(worstFirst),
      by_modality: this.#modality.rates(),
      by_stated_by: this.#statedBy.rates(),
      by_hops_since_stated: [...this.#hops.rates()].sort(byHops),
      over_time: [...this.#allOverTime(), ...this.#edgesOverTime()],
      faults: this.#faults.counts(),
      composed: this.#composed.counts(),
      lives: { ...this.#lives },
      runs: this.#worst.runs(),
      runs_omitted: this.#worst.omitted,
      skipped: [...this.#skipped.values()]
        .map((one) => ({ ...one }))
        .sort((a, b) => compareText(a.what, b.what) || compareText(a.why, b.why)),
    };
  }

  #transfer(transfer: TransferScore): void {
    const counts = this.#counts;
    counts.transfers += 1;
    if (transfer.attempt === 1) counts.first_attempts += 1;
    if (transfer.delivered) counts.delivered += 1;
    const edge = this.#edge(transfer.edge);
    edge.seen(transfer);
    this.#composed.add(transfer);
    const whole = transfer.history === 'complete';
    this.#addFaults(transfer, edge, whole);
    if (whole) this.#score(transfer, edge);
    else this.skip({ what: 'transfers', why: INCOMPLETE, count: 1 });
  }

  #score(transfer: TransferScore, edge: EdgeTally): void {
    const at = transfer.attempt === 1 ? Date.parse(transfer.at) : Number.NaN;
    this.#tally.add(transfer);
    edge.add(transfer, at);
    if (transfer.attempt === 1) this.#addFirst(transfer, at);
    for (const constraint of transfer.constraints) {
      this.#modality.add(constraint.modality, transfer, constraint);
      this.#statedBy.add(constraint.stated_by, transfer, constraint);
      this.#hops.add(hopGroup(constraint.hops_since_stated), transfer, constraint);
    }
  }

  #addFirst(transfer: TransferScore, at: number): void {
    this.#reported.transfers += 1;
    if (transfer.scores.confidence[1] > 0) this.#reported.reported += 1;
    if (Number.isNaN(at)) {
      this.skip({ what: 'transfers over time', why: 'their time is no instant', count: 1 });
      return;
    }
    this.#series.add(at, asSent(transfer));
  }

  /** Where the past is not whole, what was held is not known: then only that is told. */
  #addFaults(transfer: TransferScore, edge: EdgeTally, whole: boolean): void {
    for (const fault of transfer.faults) {
      if (!whole && !fault.code.startsWith('run.')) continue;
      this.#faults.add(fault, transfer);
      if (!fault.upstream) edge.faults.add(fault, transfer);
    }
    this.skip({ what: 'faults', why: TOO_MANY_FAULTS, count: transfer.omitted_faults ?? 0 });
  }

  #addLives({ lives, transfers }: RunScore): void {
    let edges: ReadonlyMap<number, string> | undefined;
    for (const life of lives) {
      this.#lives[life.state] += 1;
      if (life.state !== 'violated') continue;
      edges ??= new Map(transfers.map(({ hop, edge }) => [hop, edge]));
      const name = violatedEdge(life, edges);
      if (name !== null) this.#edge(name).violated += 1;
    }
  }

  #edge(name: string): EdgeTally {
    const known = this.#edges.get(name);
    if (known !== undefined) return known;
    if (this.#edges.size >= this.#edgesShown && name !== OTHER_EDGES) return this.#edge(OTHER_EDGES);
    const edge = new EdgeTally(name, null);
    this.#edges.set(name, edge);
    return edge;
  }

  #simulatedPart(): CarryReport['simulated'] {
    if (this.#simulated === 0) return 'none';
    return this.#simulated === this.#counts.runs ? 'all' : 'some';
  }

  #allOverTime(): RateOverTime[] {
    return SCORE_CLASSES.map((name) => {
      const { window, points } = this.#series.points(name, DEFAULT_WINDOW);
      return { edge: null, class: name, window, threshold: null, points };
    });
  }

  #edgesOverTime(): RateOverTime[] {
    return [...this.#edges.values()]
      .sort((a, b) => compareText(a.edge, b.edge))
      .flatMap((edge) => edge.overTime() ?? []);
  }

  #skipOther(count: number): void {
    const known = this.#skipped.get(OTHER_SKIPPED);
    if (known === undefined)
      this.#skipped.set(OTHER_SKIPPED, { what: 'other', why: 'for other reasons', count });
    else known.count += count;
  }
}

const OTHER_SKIPPED = 'other';
const INCOMPLETE =
  'an ancestor, a record or a look at a message is missing, or records contradict each other';
const TOO_MANY_FAULTS = 'one transfer has more than are listed';

/** One by one up to ten, then in groups: a run can have any number of hops. */
function hopGroup(hops: number): string {
  if (hops <= 10) return String(hops);
  if (hops <= 20) return '11 to 20';
  if (hops <= 50) return '21 to 50';
  return hops <= 100 ? '51 to 100' : 'over 100';
}

function byHops(a: { readonly group: string }, b: { readonly group: string }): number {
  return firstNumber(a.group) - firstNumber(b.group);
}

function firstNumber(group: string): number {
  return group.startsWith('over') ? 101 : Number.parseInt(group, 10);
}

/** By the upper end of the interval of the constraints' rate at attempt 1; one that held nothing comes last. */
function worstFirst(a: EdgeReport, b: EdgeReport): number {
  const [x, y] = [a.rates.attempt_1.constraints, b.rates.attempt_1.constraints];
  const upper = (x.interval?.[1] ?? 2) - (y.interval?.[1] ?? 2);
  return upper || y.held - x.held || compareText(a.edge, b.edge);
}
