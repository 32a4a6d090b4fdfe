import type { Digest } from '../canonical/digest.js';
import { isJsonArray, type JsonValue } from '../canonical/json-value.js';
import { type JsonPointer, pointer } from '../canonical/pointer.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import type { RunRecord } from '../model/record.js';
import { recordDigest } from '../model/record-digest.js';
import { validateParsedRecord } from '../model/validate-record.js';
import type { RecordCode } from './codes.js';
import { invalidRecord } from './invalid-record.js';
import { MAX_BYTES, type Origin, parseStrictly, problem, readText, spanAt, tooLarge } from './read-json.js';

export interface ReadRecordsOptions {
  /** The name that diagnostics give. */
  readonly file: string;
  /** Not written: 8 MiB. */
  readonly maxBytes?: number;
}

export interface ReadRecord {
  readonly record: RunRecord;
  /** `recordDigest` of it. */
  readonly digest: Digest;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Where it is in a file that is one JSON array: `/0`, `/1`, … */
  readonly pointer?: JsonPointer;
}

export interface RecordsReading {
  /** The records that could be read, in file order. They are the run only where there are no diagnostics. */
  readonly records: readonly ReadRecord[];
  /** Everything that is wrong, at most 50 and then how many more. Never empty where there is no record. */
  readonly diagnostics: readonly Diagnostic[];
}

/** How many errors of one file are listed, and up to how many are counted. */
const LISTED = 50;
const COUNTED = 1000;
/** The same of a file in which no line is JSON: each line would only say that again. */
const LISTED_OF_NO_JSON = 3;

/**
 * Reads the records of a file: JSON Lines, or a JSON array of records, or one record. Never throws for what is in
 * the file. A file without any record is an error: nothing evaluated is not the same as nothing wrong.
 */
export function readRecords(input: Uint8Array | string, options: ReadRecordsOptions): RecordsReading {
  const origin: Origin = { file: options.file, line: 1, column: 1 };
  const reading = new Reading();
  const text = readText(input, origin, options.maxBytes ?? MAX_BYTES);
  if (typeof text !== 'string') {
    reading.refuse(text);
  } else if (/^[ \t\r\n]*\[/u.test(text)) {
    readArray(reading, text, origin);
  } else if (!readOneRecord(reading, text, origin)) {
    readLines(reading, text, origin);
  }
  return reading.end(options.file);
}

/**
 * Throws where a file of this size is not to be read: callers ask before they read it.
 *
 * @throws DiagnosticError `record.too_large`
 */
export function assertReadable(size: number, options: ReadRecordsOptions): void {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  if (size <= maxBytes) return;
  throw new DiagnosticError([tooLarge({ file: options.file, line: 1, column: 1 }, size, maxBytes)]);
}

const NO_JSON: ReadonlySet<string> = new Set([
  'record.syntax',
  'record.trailing_text',
  'record.truncated',
] satisfies RecordCode[]);

/** What was read so far, and what was wrong with it. */
class Reading {
  readonly #records: ReadRecord[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #errors = 0;
  #values = 0;
  /** The first line is no JSON: where no other is, either, this is no file of records. */
  #startsWithNoJson = false;

  /** True where so much is wrong that the rest is not looked at. */
  get hopeless(): boolean {
    return this.#errors >= COUNTED;
  }

  /** A line that cannot be read. */
  refuseLine(diagnostic: Diagnostic): void {
    const { code } = diagnostic;
    if (this.#errors === 0 && this.#values === 0)
      this.#startsWithNoJson = code === 'record.syntax' || code === 'record.trailing_text';
    // A line that was refused for what it holds is JSON.
    if (!NO_JSON.has(code)) this.#values++;
    this.refuse(diagnostic);
  }

  refuse(diagnostic: Diagnostic): void {
    this.#errors++;
    if (this.#errors <= LISTED) this.#diagnostics.push(diagnostic);
  }

  /** A value that should be a record; `text` is what it was read from. */
  take(value: JsonValue, text: string, origin: Origin, at: JsonPointer | undefined): void {
    this.#values++;
    const result = validateParsedRecord(value);
    if ('record' in result) {
      const place = at === undefined ? {} : { pointer: at };
      this.#records.push({
        record: result.record,
        digest: recordDigest(result.record),
        line: origin.line,
        ...place,
      });
      return;
    }
    const room = this.#errors < LISTED;
    for (const fault of invalidRecord(result.faults, text, origin, at, room)) this.refuse(fault);
  }

  end(file: string): RecordsReading {
    if (this.#records.length === 0 && this.#errors === 0) {
      const message = 'there is no record in this file: nothing was evaluated';
      this.refuse(problem('record.nothing', message, { span: { file, line: 1, column: 1 } }));
    }
    const noJson = this.#startsWithNoJson && this.#values === 0 && this.#errors > 1;
    if (noJson) this.#tellNoJson();
    const more = this.#errors - (noJson ? LISTED_OF_NO_JSON : LISTED);
    if (more > 0) {
      const count = this.hopeless ? `at least ${more}` : `${more}`;
      const message = `${count} more ${more === 1 ? 'error is' : 'errors are'} not listed`;
      this.#diagnostics.push(problem('record.more', message, { span: { file, line: 1, column: 1 } }));
    }
    return { records: this.#records, diagnostics: this.#diagnostics };
  }

  #tellNoJson(): void {
    this.#diagnostics.splice(LISTED_OF_NO_JSON);
    const [first] = this.#diagnostics;
    if (first === undefined) return;
    const message = `this is not JSON Lines: ${first.message}`;
    const help = 'name a file of records: JSON, one record on a line, or one JSON array of them';
    this.#diagnostics[0] = { ...first, message, help };
  }
}

function readArray(reading: Reading, text: string, origin: Origin): void {
  const parsed = parseStrictly(text, origin, { wantCommas: true });
  if ('code' in parsed) return void reading.refuse(parsed);
  if (!isJsonArray(parsed.value)) return;
  let start = text.indexOf('[') + 1;
  let here = { origin, at: 0 };
  for (const [i, value] of parsed.value.entries()) {
    const end = parsed.commas[i] ?? text.lastIndexOf(']');
    const element = text.slice(start, end);
    const lead = element.length - element.trimStart().length;
    // From the element before, not from the start: else a file of many records takes quadratic time.
    const span = spanAt(here.origin, text.slice(here.at, start + lead), start + lead - here.at);
    here = { origin: span, at: start + lead };
    reading.take(value, element.slice(lead), span, pointer(i));
    if (reading.hopeless) return;
    start = end + 1;
  }
}

/** A record that is written over several lines. False where the text is not that. */
function readOneRecord(reading: Reading, text: string, origin: Origin): boolean {
  // `{`, and on the next line a key: no line of JSON Lines begins like that.
  if (!/^[ \t\r\n]*\{[ \t\r]*\n[ \t\r\n]*"/u.test(text)) return false;
  const parsed = parseStrictly(text, origin);
  if ('code' in parsed) reading.refuse(parsed);
  else reading.take(parsed.value, text, origin, undefined);
  return true;
}

function readLines(reading: Reading, text: string, origin: Origin): void {
  let blank = 0;
  let line = origin.line;
  for (let start = 0; start < text.length && !reading.hopeless; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const here = { file: origin.file, line, column: 1 };
    if (isBlank(text, start, end)) {
      if (blank === 0) blank = line;
    } else {
      if (blank !== 0) refuseBlank(reading, { ...here, line: blank });
      blank = 0;
      readLine(reading, text.slice(start, end), here);
    }
    start = end + 1;
  }
}

function readLine(reading: Reading, text: string, origin: Origin): void {
  const parsed = parseStrictly(text, origin);
  if ('code' in parsed) reading.refuseLine(parsed);
  else reading.take(parsed.value, text, origin, undefined);
}

function refuseBlank(reading: Reading, origin: Origin): void {
  const message = 'this line is empty; blank lines are allowed at the end only';
  reading.refuse(
    problem('record.blank_line', message, {
      help: 'remove the line, or restore the record',
      span: { ...origin },
    }),
  );
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code !== 32 && code !== 9 && code !== 13) return false;
  }
  return true;
}
