import { alertOf } from '../carry/alert-of.js';
import { type Change, changesOf, type Told } from '../carry/alert-rules.js';
import { type EdgeView, edgeNow } from '../carry/edge-now.js';
import { type Arrival, EdgeWindow, handoffsOf } from '../carry/edge-window.js';
import { acknowledgedBy, isSilenced } from '../carry/override-words.js';
import { runInputOf } from '../carry/run-input.js';
import { type RunScorer, runScorer } from '../carry/score-run.js';
import { type EdgeViolation, violationKey, violationsOf } from '../carry/violations-of.js';
import { type WatchedEdge, watchedEdge } from '../carry/watched-edge.js';
import { DiagnosticError } from '../diagnostics/diagnostic.js';
import { overridesAt } from '../evaluate/overrides.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Alert } from '../model/alert.js';
import type { Manifest } from '../model/bundle.js';
import type { RunScore, TransferScore } from '../model/carry.js';
import type { LedgerEntry } from '../model/ledger.js';
import type { RunTerms } from '../model/transfer-context.js';
import { ToldAlerts } from './told-alerts.js';

/** What a watch goes by: a gate has both. */
export interface WatchTerms {
  readonly manifest: Pick<Manifest, 'edges'>;
  readonly terms: RunTerms;
}

export interface WatchOptions extends WatchTerms {
  readonly ledger: Ledger;
  readonly clock: () => Date;
  /** Silence of less than this is never told, in milliseconds. */
  readonly quietFloorMs?: number;
  /** Only this edge. */
  readonly only?: string;
  /** Called with each attempt that arrived while the ledger was followed. */
  readonly onTransfer?: (transfer: TransferScore, simulated: boolean) => void;
}

/** Something to be told, with the document that tells it. */
export interface Due {
  readonly change: Change;
  readonly alert: Alert;
  /** What was told of it before; null where it begins. */
  readonly told: Told | null;
  readonly silenced: boolean;
  /** Somebody looks at it already. */
  readonly acknowledged: boolean;
}

/** How many violations one alert tells of. */
const VIOLATIONS_TOLD = 100;

/** What is known of the edges of a ledger, from its entries alone. */
export class EdgeWatch {
  readonly #options: WatchOptions;
  readonly #score: RunScorer;
  readonly #windows = new Map<string, EdgeWindow>();
  readonly #edges = new Map<string, WatchedEdge>();
  readonly #untold = new Map<string, Map<string, EdgeViolation>>();
  /** Runs that could not be scored, by code. */
  readonly #skipped = new Map<string, Set<string>>();
  readonly told: ToldAlerts = new ToldAlerts();
  /** The last entry that was read. */
  position = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    const { manifest, terms } = options;
    this.#score = runScorer({ terms, edges: manifest.edges });
  }

  /** Names of the edges that are known, each with a window. */
  get names(): readonly string[] {
    return [...this.#windows.keys()].sort();
  }

  /** How many runs could not be scored, by code. */
  get skipped(): ReadonlyMap<string, number> {
    return new Map([...this.#skipped].map(([code, runs]) => [code, runs.size]));
  }

  windowOf(name: string): EdgeWindow {
    const known = this.#windows.get(name);
    if (known !== undefined) return known;
    const window = new EdgeWindow(this.edgeOf(name).setting.window);
    this.#windows.set(name, window);
    return window;
  }

  edgeOf(name: string): WatchedEdge {
    const known = this.#edges.get(name) ?? watchedEdge(name, this.#options.manifest.edges);
    this.#edges.set(name, known);
    return known;
  }

  /** Takes in what one entry says beside the run that it belongs to. */
  seeNote({ record, seq }: LedgerEntry): void {
    if (record?.kind === 'alert' || record?.kind === 'override') this.told.see(record, seq);
  }

  /**
   * Scores a run as the ledger has it now.
   *
   * @param news is what was violated in it to be told, where nobody was told of it
   * @param arrived attempts of it that arrived just now, as `hop/attempt`
   */
  async see(run: string, news: boolean, arrived: ReadonlySet<string> = NONE): Promise<void> {
    const score = await this.#scored(run);
    if (score === null) return;
    const arrivals = await this.#arrivals(run);
    for (const handoff of handoffsOf(score, (hop) => arrivals.get(hop))) {
      if (this.#wants(handoff.first.edge)) this.windowOf(handoff.first.edge).put(handoff);
    }
    if (news) for (const violation of violationsOf(score)) this.expect(violation);
    for (const transfer of score.transfers) {
      if (arrived.has(`${transfer.hop}/${transfer.attempt}`))
        this.#options.onTransfer?.(transfer, score.simulated);
    }
  }

  /** A violation is to be told, unless somebody was told of it. */
  expect(violation: EdgeViolation): void {
    const { edge } = violation;
    if (!this.#wants(edge) || this.told.knows(violation)) return;
    // An edge that has no handoff has a window all the same, or nobody would look at it.
    this.windowOf(edge);
    const known = this.#untold.get(edge) ?? new Map<string, EdgeViolation>();
    this.#untold.set(edge, known.set(violationKey(violation), violation));
  }

  /** What has to be told of an edge now. */
  dueOf(name: string): readonly Due[] {
    const view = this.viewOf(name);
    const told = this.told.of(name);
    const silenced = isSilenced(view.active);
    const changes = changesOf({
      window: view.window,
      setting: view.edge.setting,
      watched: view.edge.watched,
      told,
      untold: this.#untoldOf(name).slice(0, VIOLATIONS_TOLD),
      silenced,
      now: view.now,
      ...(this.#options.quietFloorMs === undefined ? {} : { quietFloorMs: this.#options.quietFloorMs }),
    });
    return changes.map((change): Due => {
      const before = told.get(change.kind) ?? null;
      const alert = alertOf(view, change, before);
      const acknowledged = acknowledgedBy(view.active, alert.id) !== null;
      return { change, alert, told: change.why === 'begins' ? null : before, silenced, acknowledged };
    });
  }

  viewOf(name: string): EdgeView {
    const now = this.#options.clock();
    const edge = this.edgeOf(name);
    // What is set on the default contract holds for each pair of agents that it covers; the pair's own goes before.
    const names = [...new Set([edge.contract ?? name, name])];
    const overrides = names.flatMap((one) => this.told.overrides(one));
    return {
      edge,
      window: this.windowOf(name),
      overrides,
      active: names.flatMap((one) => overridesAt(overrides, one, now)),
      skipped: [...this.#skipped.values()].reduce((sum, runs) => sum + runs.size, 0),
      now,
    };
  }

  /** What an alert of the edge would say now. */
  nowOf(name: string): ReturnType<typeof edgeNow> {
    return edgeNow(this.viewOf(name));
  }

  #untoldOf(name: string): readonly EdgeViolation[] {
    const known = this.#untold.get(name);
    if (known === undefined) return [];
    const { isReal } = this.windowOf(name);
    for (const [key, violation] of known)
      if (this.told.knows(violation) || (isReal && violation.simulated)) known.delete(key);
    return [...known.values()];
  }

  #wants(edge: string): boolean {
    return this.#options.only === undefined || this.#options.only === edge;
  }

  /** One run that cannot be read must not blind the others; that there is one is counted, and told with each alert. */
  async #scored(run: string): Promise<RunScore | null> {
    try {
      const found = await this.#options.ledger.run(run);
      return found === null ? null : this.#score(runInputOf(found));
    } catch (error) {
      if (isOutage(error)) throw error;
      const code = error instanceof DiagnosticError ? error.code : 'engine.internal';
      const runs = this.#skipped.get(code) ?? new Set<string>();
      this.#skipped.set(code, runs.add(run));
      return null;
    }
  }

  /** Where the first attempts of a run stand. */
  async #arrivals(run: string): Promise<ReadonlyMap<number, Arrival>> {
    const arrivals = new Map<number, Arrival>();
    const transfers = this.#options.ledger.entries({ run, kinds: ['transfer'] });
    for await (const { record, seq, recorded_at } of transfers) {
      if (record?.kind === 'transfer' && record.attempt === 1)
        arrivals.set(record.hop, { place: seq, recorded_at });
    }
    return arrivals;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The ledger is away: what it has is not known, and no run is to blame. */
export function isOutage(error: unknown): boolean {
  return error instanceof DiagnosticError && OUTAGES.has(error.code);
}

const OUTAGES: ReadonlySet<string> = new Set([
  'ledger.unavailable',
  'ledger.locked',
  'ledger.closed',
  'ledger.gone',
  'ledger.denied',
  'ledger.full',
]);
