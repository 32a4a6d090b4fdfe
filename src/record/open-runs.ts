import { DiagnosticError } from '../diagnostics/diagnostic.js';
import type { RunInput } from '../model/carry.js';
import type { RunRecord } from '../model/record.js';
import { type Origin, problem } from './read-json.js';
import { SeenIds } from './seen-ids.js';

interface OpenRun {
  readonly run: string;
  readonly serial: number;
  readonly records: RunRecord[];
  bytes: number;
  /** Lines of it that could not be read. */
  refused: number;
  /** How many runs had begun, and how many bytes had been read, at its last record. */
  begunThen: number;
  readThen: number;
}

export interface OpenRunsLimits {
  readonly runs: number;
  /** Of the lines that are held. */
  readonly bytes: number;
}

/** From this share of what may be held, runs that have been silent for long are given on. */
const ROOMY = 0.25;

/**
 * The runs that began and have not ended, within bounds. Runs that nobody closes must not fill them: where a quarter is
 * full, the one that has been silent for longest is given on as it is, if that is long: since then half as much was
 * read, or half as many runs began, as may be held.
 */
export class OpenRuns {
  readonly #limits: OpenRunsLimits;
  /** The one that has been silent for longest comes first. */
  readonly #open = new Map<string, OpenRun>();
  readonly #ended = new SeenIds();
  #bytes = 0;
  #read = 0;
  #begun = 0;
  /** A line was refused that names no run: it may have been the first of the run that begins next. */
  #doubt = false;

  constructor(limits: OpenRunsLimits) {
    this.#limits = limits;
  }

  /**
   * The runs that are to be given now: the one that this record ends, those that there is no room for. `ended`: its
   * own run was given before.
   *
   * @throws DiagnosticError `record.too_many_open`
   */
  take(record: RunRecord, bytes: number, origin: Origin): readonly RunInput[] | 'ended' {
    this.#read += bytes;
    const open = this.#open.get(record.run) ?? this.#begin(record.run);
    if (open === null) return 'ended';
    if (this.#doubt && open.records.length === 0) {
      this.#doubt = false;
      open.refused += 1;
    }
    open.records.push(record);
    open.bytes += bytes;
    this.#bytes += bytes;
    if (record.kind === 'closed') return [this.#end(open)];
    open.begunThen = this.#begun;
    open.readThen = this.#read;
    this.#open.delete(open.run);
    this.#open.set(open.run, open);
    return this.#isAbove(ROOMY) ? this.#silent(origin) : NONE;
  }

  /** Above this share of what may be held. */
  #isAbove(share: number): boolean {
    return this.#bytes > share * this.#limits.bytes || this.#open.size > share * this.#limits.runs;
  }

  #silent(origin: Origin): RunInput[] {
    const { runs, bytes } = this.#limits;
    const given: RunInput[] = [];
    for (const open of this.#open.values()) {
      if (!this.#isAbove(ROOMY)) break;
      const isLong = this.#read - open.readThen >= bytes / 2 || this.#begun - open.begunThen >= runs / 2;
      if (!isLong && this.#isAbove(1)) this.#refuseMore(origin);
      if (!isLong) break;
      const input = this.#end(open);
      if (open.records.length > 0) given.push(input);
    }
    return given;
  }

  /** A line could not be read: the run that it belonged to, or any that it may have belonged to, is not whole. */
  refused(run: string | null): void {
    const open = run === null ? undefined : (this.#open.get(run) ?? this.#begin(run));
    if (open !== undefined) {
      if (open !== null) open.refused += 1;
      return;
    }
    for (const each of this.#open.values()) each.refused += 1;
    this.#doubt = true;
  }

  /** At the end of the file, those that never closed, in the order in which they began. */
  rest(): RunInput[] {
    const open = [...this.#open.values()].filter(({ records }) => records.length > 0);
    return open.sort((a, b) => a.serial - b.serial).map(inputOf);
  }

  #begin(run: string): OpenRun | null {
    if (this.#ended.has(run)) return null;
    const [begunThen, readThen] = [this.#begun, this.#read];
    const open = { run, serial: this.#begun, records: [], bytes: 0, refused: 0, begunThen, readThen };
    this.#begun += 1;
    this.#open.set(run, open);
    return open;
  }

  #end(open: OpenRun): RunInput {
    this.#open.delete(open.run);
    this.#ended.add(open.run);
    this.#bytes -= open.bytes;
    return inputOf(open);
  }

  #refuseMore(origin: Origin): never {
    const { runs, bytes } = this.#limits;
    const message = `${this.#open.size} runs of ${this.#bytes} bytes are open at once; at most ${runs} runs of ${bytes} bytes are held`;
    const help = 'append the file to a ledger, which reads by run: `edge-contracts ledger append FILE`';
    throw new DiagnosticError([problem('record.too_many_open', message, { help, span: { ...origin } })]);
  }
}

const NONE: readonly RunInput[] = Object.freeze([]);

function inputOf({ run, records, refused }: OpenRun): RunInput {
  if (refused === 0) return { run, records };
  return { run, records, health: { missing: [], late: 0, refused, erased: 0, pruned: 0 } };
}
