import {
  type ClosedRecord,
  type EffectRecord,
  type MessageRecord,
  RECORD_SCHEMA,
  type RunRecord,
  type StatementRecord,
  type ToolCallRecord,
  type TransferRecord,
} from '../model/record.js';

type Content<Kind extends RunRecord> = Omit<Kind, 'schema' | 'kind' | 'run' | 'at' | 'seq' | 'simulated'>;

type IdOf = 'm' | 's' | 't' | 'e' | 'c';

const MINUTE = 60_000;

/**
 * Writes the records of one run: their order, their times, their ids. A literal for each kind: objects that are put
 * together from others cost several times as much, here and where they are written as JSON.
 */
export class RunWriter {
  readonly records: RunRecord[] = [];
  readonly run: string;
  #time: number;
  #at: string | null = null;
  #minute = { time: -1, text: '' };
  readonly #counts: Record<IdOf, number> = { m: 0, s: 0, t: 0, e: 0, c: 0 };

  /** @param start Milliseconds since 1970. */
  constructor(run: string, start: number) {
    this.run = run;
    this.#time = start;
  }

  /** The time of the next record, RFC 3339. */
  get at(): string {
    this.#at ??= this.#told();
    return this.#at;
  }

  wait(milliseconds: number): void {
    this.#time += milliseconds;
    this.#at = null;
  }

  /** A run takes minutes, and has a dozen records: the date is made once a minute. */
  #told(): string {
    const into = this.#time % MINUTE;
    if (this.#time - into !== this.#minute.time) {
      const time = this.#time - into;
      this.#minute = { time, text: new Date(time).toISOString().slice(0, 17) };
    }
    const seconds = Math.floor(into / 1000);
    return `${this.#minute.text}${padded(seconds, 2)}.${padded(into % 1000, 3)}Z`;
  }

  /** `m1`, `m2`, …: messages, statements, tool calls, effects, constraints. */
  id(of: IdOf): string {
    this.#counts[of] += 1;
    return `${of}${this.#counts[of]}`;
  }

  get #seq(): number {
    return this.records.length + 1;
  }

  message({ id, to, text, constraints = [], withdraws }: Content<MessageRecord>): void {
    const { run, at } = this;
    const record: MessageRecord = {
      schema: RECORD_SCHEMA,
      kind: 'message',
      run,
      at,
      seq: this.#seq,
      simulated: true,
      id,
      to,
      text,
      constraints,
    };
    this.records.push(withdraws === undefined ? record : { ...record, withdraws });
  }

  statement({ id, by, to, constraint }: Content<StatementRecord>): void {
    const { run, at } = this;
    this.records.push({
      schema: RECORD_SCHEMA,
      kind: 'statement',
      run,
      at,
      seq: this.#seq,
      simulated: true,
      id,
      by,
      to,
      constraint,
    });
  }

  toolCall({ id, by, tool, succeeded, result = null }: Content<ToolCallRecord>): void {
    const { run, at } = this;
    this.records.push({
      schema: RECORD_SCHEMA,
      kind: 'tool_call',
      run,
      at,
      seq: this.#seq,
      simulated: true,
      id,
      by,
      tool,
      succeeded,
      result,
    });
  }

  effect({ id, by, effect, evidence }: Content<EffectRecord>): void {
    const { run, at } = this;
    this.records.push({
      schema: RECORD_SCHEMA,
      kind: 'effect',
      run,
      at,
      seq: this.#seq,
      simulated: true,
      id,
      by,
      effect,
      evidence,
    });
  }

  transfer(content: Omit<Content<TransferRecord>, 'edge'>): void {
    const { run, at } = this;
    const { hop, attempt, after, from, to, sender, payload, delivered } = content;
    this.records.push({
      schema: RECORD_SCHEMA,
      kind: 'transfer',
      run,
      at,
      seq: this.#seq,
      simulated: true,
      hop,
      attempt,
      after,
      from,
      to,
      sender,
      payload,
      delivered,
    });
  }

  closed(): void {
    const { run, at } = this;
    const record: ClosedRecord = {
      schema: RECORD_SCHEMA,
      kind: 'closed',
      run,
      at,
      seq: this.#seq,
      simulated: true,
    };
    this.records.push(record);
  }
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
