import { RECORD_SCHEMA, type RunRecord } from '../model/record.js';

type Content<Kind extends RunRecord['kind']> = Omit<
  Extract<RunRecord, { kind: Kind }>,
  'schema' | 'kind' | 'run' | 'at' | 'seq' | 'simulated'
>;

/** Writes the records of one run: their order, their times, their ids. */
export class RunWriter {
  readonly records: RunRecord[] = [];
  readonly run: string;
  #time: number;
  readonly #counts: Record<'m' | 't' | 'e' | 'c', number> = { m: 0, t: 0, e: 0, c: 0 };

  /** @param start Milliseconds since 1970. */
  constructor(run: string, start: number) {
    this.run = run;
    this.#time = start;
  }

  /** The time of the next record, RFC 3339. */
  get at(): string {
    return new Date(this.#time).toISOString();
  }

  wait(milliseconds: number): void {
    this.#time += milliseconds;
  }

  /** `m1`, `m2`, …: messages, tool calls, effects, constraints. */
  id(of: 'm' | 't' | 'e' | 'c'): string {
    this.#counts[of] += 1;
    return `${of}${this.#counts[of]}`;
  }

  write<Kind extends RunRecord['kind']>(kind: Kind, content: Content<Kind>): void {
    const { run, at } = this;
    const seq = this.records.length + 1;
    const base = { schema: RECORD_SCHEMA, kind, run, at, seq, simulated: true as const };
    this.records.push({ ...base, ...content } as unknown as RunRecord);
  }
}
