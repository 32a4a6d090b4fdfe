import type { JsonValue } from '../canonical/json-value.js';
import { type Diagnostic, type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import type { Appended, LedgerRecord } from '../model/ledger.js';
import { invalidRecord } from '../record/invalid-record.js';
import type { ReadLine } from '../record/line-reader.js';
import { nameFault, recordFaults } from './check-record.js';
import type { Ledger } from './ledger.js';
import { keyOf, runOf } from './record-key.js';

/** A record that another one stands in the way of. */
export interface RefusedLine {
  readonly file: string;
  readonly line: number;
  readonly run: string | null;
  readonly kind: LedgerRecord['kind'];
  readonly key: string;
  /** The entry that has the key. */
  readonly seq: number;
  readonly code: 'ledger.conflict' | 'ledger.erased';
}

/** What came of files of records that were appended. */
export class AppendTally {
  appended = 0;
  already_there = 0;
  refused = 0;
  /** Lines that are no record. */
  bad_lines = 0;
  /** The first hundred of each. */
  readonly refusals: RefusedLine[] = [];
  readonly diagnostics: Diagnostic[] = [];

  /** Records that were read. */
  get records(): number {
    return this.appended + this.already_there + this.refused;
  }

  refuse(refused: RefusedLine): void {
    this.refused += 1;
    if (this.refusals.length < LISTED) this.refusals.push(refused);
  }

  bad(count: number, diagnostics: readonly Diagnostic[]): void {
    this.bad_lines += count;
    for (const diagnostic of diagnostics)
      if (this.diagnostics.length < LISTED) this.diagnostics.push(diagnostic);
  }
}

const LISTED = 100;
/** Lines, where none before was a record. */
const HOPELESS = 1000;

function hopeless(file: string): DiagnosticError {
  const message = `none of the first ${HOPELESS} lines is a record: the rest of the file was not read`;
  return failure('record.more', message, { span: { file, line: 1, column: 1 } });
}

/** The first thousand lines are told of by `hopeless`. */
function noRecord(file: string, lines: number): readonly Diagnostic[] {
  if (lines >= HOPELESS) return [];
  const message = `none of the ${lines} lines is a record: this is the fault of the first`;
  const span = { file, line: 1, column: 1 };
  const help = 'give what a recorder wrote, JSON Lines';
  return failure('record.nothing', message, { span, help }).diagnostics;
}

/** In one transaction. */
const MOST_RECORDS = 500;
const MOST_CHARACTERS = 2 * 1024 * 1024;

export interface AppendLinesOptions {
  readonly file: string;
  readonly tally: AppendTally;
  readonly onProgress?: () => void;
}

/**
 * Appends the records of one file, batch by batch. A line that is no record is told and left out; the rest is appended:
 * once it is put right, the same file can be appended again.
 *
 * @throws DiagnosticError `record.more` for a file that is none of records; `ledger.*`; what the tally says was appended before is durable
 */
export async function appendLines(
  ledger: Ledger,
  lines: AsyncIterable<ReadLine>,
  options: AppendLinesOptions,
): Promise<void> {
  const batch = new Batch(ledger, options);
  for await (const line of lines) {
    batch.add(line);
    if (batch.isHopeless) {
      batch.tellFaults();
      throw hopeless(options.file);
    }
    if (batch.isFull) await batch.append();
  }
  await batch.append();
  batch.tellFaults();
}

class Batch {
  readonly #ledger: Ledger;
  readonly #options: AppendLinesOptions;
  #records: { readonly line: number; readonly record: LedgerRecord }[] = [];
  #characters = 0;
  #good = 0;
  #bad = 0;
  /** What is wrong with the lines before the first record. */
  readonly #held: Diagnostic[] = [];
  /** How much of that is about the first of them. */
  #ofFirst = 0;

  constructor(ledger: Ledger, options: AppendLinesOptions) {
    this.#ledger = ledger;
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#records.length >= MOST_RECORDS || this.#characters >= MOST_CHARACTERS;
  }

  /** So much of it is no record that the rest would only say that again. */
  get isHopeless(): boolean {
    return this.#good === 0 && this.#bad >= HOPELESS;
  }

  add(read: ReadLine): void {
    const { file, tally } = this.#options;
    const faults =
      'fault' in read
        ? [read.fault]
        : lineFaults(read.value, read.text, { file, line: read.line, column: 1 });
    if ('fault' in read || faults.length > 0) {
      this.#bad += 1;
      if (this.#good > 0) tally.bad(1, faults);
      else if (this.#held.length < LISTED) this.#held.push(...faults);
      if (this.#bad === 1) this.#ofFirst = faults.length;
      return;
    }
    if (this.#good === 0) tally.bad(this.#bad, this.#held);
    this.#good += 1;
    this.#records.push({ line: read.line, record: read.value as unknown as LedgerRecord });
    this.#characters += read.text.length;
  }

  /** At the end of a file, or where it is given up: one in which no line is a record is another file, and told of once. */
  tellFaults(): void {
    const { file, tally } = this.#options;
    if (this.#good > 0) return;
    if (this.#bad < 2) tally.bad(this.#bad, this.#held);
    else tally.bad(this.#bad, [...noRecord(file, this.#bad), ...this.#held.slice(0, this.#ofFirst)]);
  }

  async append(): Promise<void> {
    const records = this.#records;
    if (records.length === 0) return;
    const outcomes = await this.#ledger.append(records.map(({ record }) => record));
    for (const [index, outcome] of outcomes.entries()) this.#tell(records[index], outcome);
    this.#records = [];
    this.#characters = 0;
    this.#options.onProgress?.();
  }

  #tell(
    appended: { readonly line: number; readonly record: LedgerRecord } | undefined,
    outcome: Appended,
  ): void {
    const { file, tally } = this.#options;
    if (outcome.outcome !== 'refused') tally[outcome.outcome] += 1;
    else if (appended !== undefined) {
      const { line, record } = appended;
      const { seq, code } = outcome;
      tally.refuse({ file, line, run: runOf(record), kind: record.kind, key: keyOf(record), seq, code });
    }
  }
}

type Origin = { readonly file: string; readonly line: number; readonly column: number };

function lineFaults(value: JsonValue, text: string, origin: Origin): readonly Diagnostic[] {
  const faults = recordFaults(value);
  if (faults.length > 0) return invalidRecord(faults, text === '' ? '{}' : text, origin, undefined, true);
  const record = value as unknown as LedgerRecord;
  const maker = MADE_BY[record.kind];
  if (maker !== undefined) return [ownNote(record.kind, maker, origin)];
  const name = nameFault(record);
  return name === null ? [] : [{ code: 'ledger.name', severity: 'error', message: name, span: origin }];
}

/** One from elsewhere would vouch for what is not there, cover what somebody took out, loosen an edge, or keep a page back. */
const MADE_BY: Partial<Readonly<Record<LedgerRecord['kind'], string>>> = {
  checkpoint: 'the ledger itself',
  erasure: 'the ledger itself',
  alert: '`monitor`',
  override: '`override`',
};

function ownNote(kind: string, maker: string, span: Origin): Diagnostic {
  const message = `a note of the kind \`${kind}\` is made by ${maker}, and is not taken from a file`;
  return { code: 'ledger.record', severity: 'error', message, span };
}
