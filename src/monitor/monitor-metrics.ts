import { asSent } from '../carry/as-sent.js';
import { Counter, Gauge, Registry } from 'prom-client';
import { ageMs, rateState } from '../carry/alert-rules.js';
import { countsOf } from '../carry/edge-window.js';
import type { AlertKind } from '../model/alert.js';
import type { TransferScore } from '../model/carry.js';
import { SCORE_CLASSES } from '../model/score.js';
import type { EdgeWatch } from './edge-watch.js';

/** Edges beyond these are one, `other`: agents can have any number of names, and each is a series for ever. */
const EDGES = 500;
const OTHER = 'other';
const KINDS: readonly AlertKind[] = ['carry_rate', 'violated', 'no_records', 'held_fell'];

/** What a monitor says of itself to Prometheus. Counts are of what arrived since it started. */
export class MonitorMetrics {
  readonly registry: Registry = new Registry();
  readonly #names: Set<string>;
  readonly #transfers: Counter<'edge' | 'attempt' | 'delivered' | 'simulated'>;
  readonly #held: Counter<'edge' | 'class' | 'simulated'>;
  readonly #carried: Counter<'edge' | 'class' | 'simulated'>;
  readonly #alerts: Counter<'edge' | 'kind' | 'state'>;
  readonly #outages: Counter;
  readonly #webhooks: Counter<'webhook' | 'outcome'>;
  readonly #rate: Gauge<'edge' | 'class'>;
  readonly #observed: Gauge<'edge' | 'class'>;
  readonly #threshold: Gauge<'edge' | 'class'>;
  readonly #tooFew: Gauge<'edge'>;
  readonly #firing: Gauge<'edge' | 'kind'>;
  readonly #madeUp: Gauge<'edge'>;
  readonly #age: Gauge<'edge'>;
  readonly #waiting: Gauge;
  readonly #skipped: Gauge;
  readonly #position: Gauge;
  readonly #lastRound: Gauge;
  readonly #ready: Gauge;
  #isReady = false;

  /** @param edges those of the contracts: they always have a label of their own */
  constructor(edges: readonly string[]) {
    this.#names = new Set(edges.slice(0, EDGES));
    const registers = [this.registry];
    const counter = <L extends string>(name: string, help: string, labelNames: L[] = []): Counter<L> =>
      new Counter({ name: `edge_contracts_${name}`, help, labelNames, registers });
    const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []): Gauge<L> =>
      new Gauge({ name: `edge_contracts_${name}`, help, labelNames, registers });
    this.#transfers = counter('transfers_total', 'Attempts at handoffs.', [
      'edge',
      'attempt',
      'delivered',
      'simulated',
    ]);
    this.#held = counter('held_total', 'What senders held, of first attempts.', [
      'edge',
      'class',
      'simulated',
    ]);
    this.#carried = counter('carried_total', 'What of it was carried.', ['edge', 'class', 'simulated']);
    this.#alerts = counter('alerts_total', 'Alerts that were told.', ['edge', 'kind', 'state']);
    this.#outages = counter(
      'ledger_outages_total',
      'Rounds in which the ledger could not be read or written.',
    );
    this.#webhooks = counter('webhook_posts_total', 'Tries to send an alert.', ['webhook', 'outcome']);
    this.#rate = gauge('carry_ratio', 'Carried of held in the window; absent where nothing was held.', [
      'edge',
      'class',
    ]);
    this.#observed = gauge('window_held', 'How many were held in the window.', ['edge', 'class']);
    this.#threshold = gauge('carry_threshold_ratio', 'Below this it fires.', ['edge', 'class']);
    this.#tooFew = gauge('too_few', '1 where too few were held in the window to tell a rate.', ['edge']);
    this.#firing = gauge('alert_firing', '1 while an alert of this kind fires.', ['edge', 'kind']);
    this.#madeUp = gauge('window_simulated', '1 where the window is of simulations: nothing real is known.', [
      'edge',
    ]);
    this.#age = gauge('last_record_age_seconds', 'Since the last handoff arrived in the ledger.', ['edge']);
    this.#waiting = gauge('outbox_waiting', 'Alerts that wait to be acknowledged by a webhook.');
    this.#skipped = gauge('skipped_runs', 'Runs that could not be scored.');
    this.#position = gauge('ledger_position', 'The last entry that was read.');
    this.#ready = gauge('ready', '0 until what the ledger held at the start was read.');
    this.#ready.set(0);
    this.#lastRound = gauge('last_round_timestamp_seconds', 'When the ledger was last read, Unix time.');
  }

  /** @param made a simulation made its run up */
  transfer(score: TransferScore, made = false): void {
    const simulated = String(made);
    const edge = this.#label(score.edge);
    const attempt = score.attempt === 1 ? 'first' : 'repeated';
    this.#transfers.inc({ edge, attempt, delivered: String(score.delivered), simulated });
    if (score.attempt !== 1 || score.history !== 'complete') return;
    const { scores } = asSent(score);
    for (const name of SCORE_CLASSES) {
      const [carried, held] = scores[name];
      this.#held.inc({ edge, class: name, simulated }, held);
      this.#carried.inc({ edge, class: name, simulated }, carried);
    }
  }

  alert(edge: string, kind: AlertKind, state: string): void {
    this.#alerts.inc({ edge: this.#label(edge), kind, state });
  }

  posted(webhook: string, sent: boolean): void {
    this.#webhooks.inc({ webhook, outcome: sent ? 'sent' : 'failed' });
  }

  outage(): void {
    this.#outages.inc();
  }

  /** Was a first round made: until then there are no numbers of edges. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** How the edges stand after a round. */
  round(watch: EdgeWatch, waiting: number, now: Date): void {
    for (const name of watch.names) this.#edge(watch, name, now);
    this.#waiting.set(waiting);
    this.#skipped.set([...watch.skipped.values()].reduce((sum, count) => sum + count, 0));
    this.#position.set(watch.position);
    this.#lastRound.set(now.getTime() / 1000);
    this.#isReady = true;
    this.#ready.set(1);
  }

  #edge(watch: EdgeWatch, name: string, now: Date): void {
    const edge = this.#label(name);
    // Of edges that share a label no rate can be told.
    if (edge === OTHER) return;
    const { setting, watched } = watch.edgeOf(name);
    const window = watch.windowOf(name);
    const labels = { edge, class: setting.class };
    this.#madeUp.set({ edge }, window.kept.length > 0 && !window.isReal ? 1 : 0);
    const { carried, held } = countsOf(window.last, setting.class);
    if (held > 0) this.#rate.set(labels, carried / held);
    else this.#rate.remove(labels);
    this.#observed.set(labels, held);
    if (watched) this.#threshold.set(labels, setting.below);
    this.#tooFew.set({ edge }, rateState(window, setting) === 'too_few' ? 1 : 0);
    for (const kind of KINDS)
      this.#firing.set({ edge, kind }, watch.told.of(name).get(kind)?.state === 'firing' ? 1 : 0);
    const age = ageMs(window, now);
    if (Number.isFinite(age)) this.#age.set({ edge }, age / 1000);
  }

  #label(edge: string): string {
    if (this.#names.has(edge)) return edge;
    if (this.#names.size >= EDGES) return OTHER;
    this.#names.add(edge);
    return edge;
  }
}
