import { isJsonObject, type JsonValue } from '../canonical/json-value.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import type { RunInput } from '../model/carry.js';
import type { RunRecord } from '../model/record.js';
import { validateParsedRecord } from '../model/validate-record.js';
import { decodeUtf8 } from './decode-utf8.js';
import { invalidRecord } from './invalid-record.js';
import { type LineBlock, LineBlocks } from './line-blocks.js';
import { OpenRuns } from './open-runs.js';
import { MAX_BYTES, type Origin, parseStrictly, problem, readText, tooLarge } from './read-json.js';
import { readRecords } from './read-records.js';

export interface StreamOptions {
  /** The name that diagnostics give. */
  readonly file: string;
  /**
   * Told of each line that is left out; the rest is read on, and runs that it belonged to, or may have, are given with
   * `health.refused`. Not given: the first such line ends the reading.
   */
  readonly onFault?: (fault: LineFault) => void;
  /** Told after each chunk how much was read. */
  readonly onProgress?: (read: { readonly bytes: number; readonly records: number }) => void;
  /** Of one line; 8 MiB unless given. */
  readonly maxLineBytes?: number;
  /** How many runs are held at once; 100,000 unless given. */
  readonly maxOpenRuns?: number;
  /** How many bytes of lines of open runs are held; 32 MiB unless given. From a quarter of it, runs that were silent for long are given on. */
  readonly maxOpenBytes?: number;
}

/** A line that is no record, or one that is left out. */
export interface LineFault {
  readonly line: number;
  /** Null where it cannot be told. */
  readonly run: string | null;
  /** At least one. */
  readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]];
}

const MAX_OPEN_RUNS = 100_000;
const MAX_OPEN_BYTES = 32 * 1024 * 1024;
/** So many bytes say whether it is JSON Lines. */
const HEAD = 1000;
/** What is decoded at once. */
const BLOCK = 256 * 1024;

/**
 * Reads the runs of a file of records, JSON Lines, from its chunks, each run once: when its `closed` record came, else
 * at the end of the file, or when it has been silent for long and there is no more room. What is held does not grow with
 * the file. As strict as `readRecords`, but no digest is
 * made of a record.
 *
 * A JSON array of records, or one record over several lines, is read as well, up to 8 MiB.
 *
 * @throws DiagnosticError `record.*` for a line that cannot be read, where there is no `onFault`; `record.nothing` for a
 *   file without a record; `record.run_ended` for a record of a run that was given before; `record.too_many_open` where
 *   more runs are written at once than are held
 */
export async function* streamRuns(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: StreamOptions,
): AsyncGenerator<RunInput, void, undefined> {
  const reader = new RunReader(options);
  for await (const chunk of chunks) for (const run of reader.push(chunk)) yield run;
  for (const run of reader.end()) yield run;
}

/** The same by hand: what `streamRuns` does with each chunk. */
export class RunReader {
  readonly #options: StreamOptions;
  readonly #mostOfLine: number;
  readonly #blocks: LineBlocks;
  readonly #open: OpenRuns;
  /** The whole text so far, where it is not JSON Lines. */
  #whole: Uint8Array[] | null = null;
  /** The first bytes, until there are enough of them to see what this is. */
  #head: readonly Uint8Array[] | null = [];
  #line = 1;
  /** The first of the empty lines just before. */
  #blank = 0;
  #bytes = 0;
  #records = 0;
  /** Runs that ended, and were not asked for yet. */
  #ended: RunInput[] = [];

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#mostOfLine = options.maxLineBytes ?? MAX_BYTES;
    this.#blocks = new LineBlocks(this.#mostOfLine);
    const { maxOpenRuns: runs = MAX_OPEN_RUNS, maxOpenBytes: bytes = MAX_OPEN_BYTES } = options;
    this.#open = new OpenRuns({ runs, bytes });
  }

  /** The runs that ended within this chunk. */
  push(chunk: Uint8Array): readonly RunInput[] {
    this.#bytes += chunk.length;
    if (this.#head === null) this.#read(chunk);
    else this.#begin(chunk);
    this.#options.onProgress?.({ bytes: this.#bytes, records: this.#records });
    return this.#given();
  }

  /** The last line, and the runs that never closed. */
  end(): Iterable<RunInput> {
    if (this.#head !== null) this.#begin(null);
    if (this.#whole !== null) this.#readWhole(this.#whole);
    else {
      const last = this.#blocks.end();
      if (last === null || last.length > 0) this.#block(last);
    }
    if (this.#records > 0) return [...this.#given(), ...this.#open.rest()];
    const message = 'there is no record in this file: nothing was evaluated';
    throw new DiagnosticError([problem('record.nothing', message, { span: this.#here(1) })]);
  }

  /** Decided by the first bytes: `[`, or `{` and a key on the next line, is no line of JSON Lines. */
  #begin(chunk: Uint8Array | null): void {
    const head = Buffer.concat([...(this.#head ?? []), ...(chunk === null ? [] : [chunk])]);
    if (chunk !== null && head.length < HEAD) {
      this.#head = [head];
      return;
    }
    this.#head = null;
    const start = new TextDecoder().decode(head.subarray(0, HEAD));
    if (/^[ \t\r\n]*(?:\[|\{[ \t\r]*\n[ \t\r\n]*")/u.test(start)) this.#whole = [];
    this.#read(head);
  }

  #read(chunk: Uint8Array): void {
    if (this.#whole !== null) {
      if (this.#bytes > MAX_BYTES)
        throw new DiagnosticError([tooLarge(this.#here(1), this.#bytes, MAX_BYTES)]);
      this.#whole.push(chunk.slice());
      return;
    }
    for (let start = 0; start < chunk.length; start += BLOCK) {
      for (const block of this.#blocks.push(chunk.subarray(start, start + BLOCK))) this.#block(block);
    }
  }

  /** All or nothing: of a text that is one value, no part can be left out. */
  #readWhole(chunks: readonly Uint8Array[]): void {
    const { records, diagnostics } = readRecords(Buffer.concat(chunks), { file: this.#options.file });
    const [first, ...more] = diagnostics;
    if (first !== undefined) throw new DiagnosticError([first, ...more]);
    for (const { record, line } of records) this.#take(record, 0, this.#here(line));
  }

  #block(block: LineBlock): void {
    if (block === null) {
      this.#refuseLong();
      return;
    }
    // The whole block at once; one by one only where something is wrong with a character in it.
    const text = decodeUtf8(block);
    const plain = typeof text === 'string' && !text.includes('\0') && !(this.#line === 1 && hasMark(text));
    if (plain) this.#lines(text);
    else for (const line of linesOf(block)) this.#readBytes(line);
  }

  #lines(text: string): void {
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf('\n', start);
      const end = newline === -1 ? text.length : newline;
      this.#readText(text.slice(start, end));
      start = end + 1;
    }
  }

  #readBytes(bytes: Uint8Array): void {
    const here: Origin = this.#here(this.#line);
    const text = readText(bytes, here, bytes.length);
    if (typeof text === 'string') this.#readText(text);
    else this.#refuse({ line: this.#nextLine().line, run: null, diagnostics: [text] });
  }

  #readText(text: string): void {
    if (text.length > this.#mostOfLine) {
      this.#refuseLong();
      return;
    }
    const here = this.#nextLine();
    if (isBlank(text)) {
      if (this.#blank === 0) this.#blank = here.line;
      return;
    }
    this.#refuseBlank();
    const parsed = parseStrictly(text, here);
    if ('code' in parsed) {
      this.#refuse({ line: here.line, run: runIn(text), diagnostics: [parsed] });
      return;
    }
    const result = validateParsedRecord(parsed.value);
    if ('record' in result) {
      this.#take(result.record, text.length, here);
      return;
    }
    const [first, ...more] = invalidRecord(result.faults, text, here, undefined, true);
    const told = first ?? problem('record.invalid', 'this is no record', { span: { ...here } });
    this.#refuse({ line: here.line, run: runOf(parsed.value), diagnostics: [told, ...more] });
  }

  #take(record: RunRecord, bytes: number, here: Origin): void {
    this.#records += 1;
    const ended = this.#open.take(record, bytes, here);
    if (ended !== 'ended') {
      for (const run of ended) this.#ended.push(run);
      return;
    }
    const message = 'this record belongs to a run that ended, or had fallen silent, earlier in the file';
    const help = 'append the file to a ledger, which reads by run: `edge-contracts ledger append FILE`';
    const fault = problem('record.run_ended', message, { help, span: { ...here } });
    this.#tell({ line: here.line, run: record.run, diagnostics: [fault] });
  }

  #given(): RunInput[] {
    const given = this.#ended;
    this.#ended = [];
    return given;
  }

  #refuseLong(): void {
    const here = this.#nextLine();
    const fault = tooLarge(here, this.#mostOfLine + 1, this.#mostOfLine);
    this.#refuse({ line: here.line, run: null, diagnostics: [fault] });
  }

  #refuseBlank(): void {
    if (this.#blank === 0) return;
    const here = this.#here(this.#blank);
    this.#blank = 0;
    const message = 'this line is empty; blank lines are allowed at the end only';
    const help = 'remove the line, or restore the record';
    const fault = problem('record.blank_line', message, { help, span: { ...here } });
    this.#refuse({ line: here.line, run: null, diagnostics: [fault] });
  }

  /** A line that is left out, and with it a part of a run. */
  #refuse(fault: LineFault): void {
    this.#tell(fault);
    this.#open.refused(fault.run);
  }

  #tell(fault: LineFault): void {
    const { onFault } = this.#options;
    if (onFault === undefined) throw new DiagnosticError(fault.diagnostics);
    onFault(fault);
  }

  #here(line: number): Origin {
    return { file: this.#options.file, line, column: 1 };
  }

  #nextLine(): Origin {
    const here = this.#here(this.#line);
    this.#line += 1;
    return here;
  }
}

function hasMark(text: string): boolean {
  return text.startsWith('\ufeff');
}

function linesOf(block: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < block.length; ) {
    const newline = block.indexOf(10, start);
    const end = newline === -1 ? block.length : newline;
    lines.push(block.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 32) && /^[ \t\r]*$/u.test(text);
}

function runOf(value: JsonValue): string | null {
  const run = isJsonObject(value) ? value['run'] : undefined;
  return typeof run === 'string' ? run : null;
}

/** The run that a broken line speaks of, where it still can be read. */
function runIn(text: string): string | null {
  const written = /"run"\s*:\s*("(?:[^"\\]|\\.){1,300}")/u.exec(text.slice(0, 2000))?.[1];
  try {
    return written === undefined ? null : (JSON.parse(written) as string);
  } catch {
    return null;
  }
}
