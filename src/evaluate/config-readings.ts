import { type LiveReading, NO_READINGS } from '../adapters/scene.js';
import { isReadingOf } from '../config/is-reading-of.js';
import type { ConfigPlan, EdgeManifest } from '../model/bundle.js';
import type { ConfigReader, ConfigReading } from '../model/config.js';
import { type ConfigRecord, RECORD_SCHEMA, type TransferRecord } from '../model/record.js';
import { validateRecord } from '../model/validate-record.js';
import { recordedConfig } from '../run/recorded-config.js';
import type { RunState } from '../run/run-state.js';

/**
 * Reads the sources of config that edges name. A reader that hangs or throws gives a reading that says so: the handoff
 * is then judged without it, and blocks.
 */
export class ConfigReadings {
  readonly #reader: ConfigReader;
  readonly #deadlineMs: number;
  readonly #clock: () => Date;

  constructor(reader: ConfigReader, deadlineMs: number, clock: () => Date) {
    this.#reader = reader;
    this.#deadlineMs = deadlineMs;
    this.#clock = clock;
  }

  /** What the run's records do not hold for this attempt, by source. */
  async forTransfer(
    run: RunState,
    transfer: TransferRecord,
    edge: EdgeManifest,
  ): Promise<ReadonlyMap<string, LiveReading>> {
    const plans = unrecorded(run, transfer, edge);
    return plans.length === 0 ? NO_READINGS : this.#all(plans);
  }

  /** The same as records, to be folded and kept before the attempt is decided. */
  async sent(run: RunState, transfer: TransferRecord, edge: EdgeManifest): Promise<ConfigRecord[]> {
    return this.sentFor(transfer, unrecorded(run, transfer, edge));
  }

  /** Records of these sources for one attempt (`moment: sent`). */
  async sentFor(
    { run, hop, attempt }: Pick<TransferRecord, 'run' | 'hop' | 'attempt'>,
    plans: readonly ConfigPlan[],
  ): Promise<ConfigRecord[]> {
    const readings = await this.#all(plans);
    return [...readings].map(([source, { live, baseline }]) => ({
      ...recordHead(run, source, live),
      ...{ hop, attempt, moment: 'sent', reading: live },
      ...(baseline === undefined ? {} : { baseline }),
    }));
  }

  /** The baseline `previous` of these sources, when an agent received hop `hop`; 0: when the run began. */
  async received(run: string, hop: number, plans: readonly ConfigPlan[]): Promise<ConfigRecord[]> {
    return Promise.all(
      plans.map(async (plan): Promise<ConfigRecord> => {
        const reading = await this.#live(plan);
        return { ...recordHead(run, plan.source, reading), hop, moment: 'received', reading };
      }),
    );
  }

  async #all(plans: readonly ConfigPlan[]): Promise<ReadonlyMap<string, LiveReading>> {
    return new Map(await Promise.all(plans.map((plan) => this.#whole(plan))));
  }

  async #whole(plan: ConfigPlan): Promise<[string, LiveReading]> {
    const live = await this.#live(plan);
    if (plan.baseline === 'previous') return [plan.source, { live }];
    const baseline = await this.#read(plan, () => this.#reader.baseline(plan));
    return [plan.source, { live, baseline }];
  }

  /** The source itself, and not another one in its place. */
  async #live(plan: ConfigPlan): Promise<ConfigReading> {
    const reading = await this.#read(plan, () => this.#reader.live(plan));
    return isReadingOf(plan, reading) ? reading : this.#failed(plan, 'other_source', OTHER);
  }

  async #read(plan: ConfigPlan, read: () => Promise<ConfigReading>): Promise<ConfigReading> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<ConfigReading>((resolve) => {
      timer = setTimeout(() => resolve(this.#failed(plan, 'timeout', LATE)), this.#deadlineMs);
    });
    try {
      const reading = await Promise.race([read(), late]);
      return isReading(reading) ? reading : this.#failed(plan, 'wrong_answer', NO_READING);
    } catch {
      // What it threw may quote what it read.
      return this.#failed(plan, 'failed', 'the reader failed');
    } finally {
      clearTimeout(timer);
    }
  }

  #failed({ adapter, location }: ConfigPlan, code: string, message: string): ConfigReading {
    const at = this.#clock().toISOString();
    return { adapter, location, at, error: { code: `config_source.${code}`, message } };
  }
}

const LATE = 'the reader did not answer in time';
const OTHER = 'the reader answered with another source';
const NO_READING = 'the reader answered with what is no reading';

/** Can it stand in a record: readers are the host's, and may answer anything. */
function isReading(answer: unknown): boolean {
  const head = { schema: RECORD_SCHEMA, kind: 'config', run: 'r', at: '2026-11-30T00:00:00Z', source: 's' };
  return 'record' in validateRecord({ ...head, hop: 0, moment: 'received', reading: answer });
}

function recordHead(
  run: string,
  source: string,
  { at }: ConfigReading,
): Pick<ConfigRecord, 'schema' | 'kind' | 'run' | 'at' | 'source'> {
  return { schema: RECORD_SCHEMA, kind: 'config', run, at, source };
}

function unrecorded(run: RunState, transfer: TransferRecord, edge: EdgeManifest): readonly ConfigPlan[] {
  return edge.config.filter(({ source }) => recordedConfig(run, transfer, source).sent === null);
}
