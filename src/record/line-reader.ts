import type { JsonValue } from '../canonical/json-value.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { type LineBlock, LineBlocks } from './line-blocks.js';
import { MAX_BYTES, type Origin, parseStrictly, problem, readText, tooLarge } from './read-json.js';
import { readRecords } from './read-records.js';

export interface LineReaderOptions {
  /** The name that diagnostics give. */
  readonly file: string;
  /** Of one line; 8 MiB unless given. */
  readonly maxLineBytes?: number;
}

/** One line that is not empty: a JSON value, or why it is none. */
export type ReadLine =
  | { readonly line: number; readonly value: JsonValue; readonly text: string }
  | { readonly line: number; readonly fault: Diagnostic };

/** What is decoded at once. */
const BLOCK = 256 * 1024;

/** So many bytes say whether it is JSON Lines. */
const HEAD = 1000;
/** `[`, or `{` and a key on the next line: no line of JSON Lines begins like that. */
const ONE_VALUE = /^[ \t\r\n]*(?:\[|\{[ \t\r]*\n[ \t\r\n]*")/u;

/**
 * Reads JSON Lines from chunks, each line by itself and as strictly as `readRecords`: a line that cannot be read is told,
 * and the rest is read on. What is held is one line at most. A JSON array of records, or one record over several lines,
 * is read as well, up to 8 MiB and all or nothing.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: LineReaderOptions,
): AsyncGenerator<ReadLine, void, undefined> {
  const reader = new LineReader(options);
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (head !== null) head = Buffer.concat([head, chunk]);
    if (head !== null && head.length < HEAD) continue;
    if (head !== null) reader.begin(head);
    yield* reader.push(head ?? chunk);
    head = null;
  }
  if (head !== null) reader.begin(head);
  yield* reader.push(head ?? new Uint8Array(0));
  yield* reader.end();
}

class LineReader {
  readonly #file: string;
  readonly #most: number;
  readonly #blocks: LineBlocks;
  #line = 0;
  /** The first of the empty lines just before. */
  #blank = 0;
  /** All of it, where it is one value; `over`: more than is held. */
  #whole: Uint8Array[] | 'over' | null = null;
  #size = 0;

  constructor({ file, maxLineBytes = MAX_BYTES }: LineReaderOptions) {
    this.#file = file;
    this.#most = maxLineBytes;
    this.#blocks = new LineBlocks(maxLineBytes);
  }

  /** Decides by the first bytes what this is. */
  begin(head: Uint8Array): void {
    if (ONE_VALUE.test(new TextDecoder().decode(head.subarray(0, HEAD)))) this.#whole = [];
  }

  *push(chunk: Uint8Array): Generator<ReadLine, void, undefined> {
    if (this.#whole !== null) {
      this.#hold(chunk);
      return;
    }
    for (let start = 0; start < chunk.length; start += BLOCK) {
      for (const block of this.#blocks.push(chunk.subarray(start, start + BLOCK))) yield* this.#block(block);
    }
  }

  #hold(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size > MAX_BYTES) this.#whole = 'over';
    // A copy: a reader may use its buffer again.
    else if (this.#whole !== 'over') this.#whole?.push(chunk.slice());
  }

  *end(): Generator<ReadLine, void, undefined> {
    if (this.#whole !== null) {
      yield* this.#readWhole(this.#whole);
      return;
    }
    const last = this.#blocks.end();
    if (last !== null && last.length > 0) yield* this.#block(last);
  }

  *#readWhole(whole: Uint8Array[] | 'over'): Generator<ReadLine, void, undefined> {
    if (whole === 'over') {
      const origin = { file: this.#file, line: 1, column: 1 };
      yield { line: 1, fault: tooLarge(origin, this.#size, MAX_BYTES) };
      return;
    }
    const { records, diagnostics } = readRecords(Buffer.concat(whole), { file: this.#file });
    for (const fault of diagnostics) yield { line: fault.span?.line ?? 1, fault };
    if (diagnostics.length > 0) return;
    for (const { record, line } of records) yield { line, value: record as unknown as JsonValue, text: '' };
  }

  *#block(block: LineBlock): Generator<ReadLine, void, undefined> {
    if (block === null) {
      const origin = this.#next();
      yield { line: origin.line, fault: tooLarge(origin, this.#most + 1, this.#most) };
      return;
    }
    for (const bytes of linesOf(block)) yield* this.#read(bytes);
  }

  *#read(bytes: Uint8Array): Generator<ReadLine, void, undefined> {
    const origin = this.#next();
    const text = readText(bytes, origin, bytes.length);
    if (typeof text !== 'string') {
      yield { line: origin.line, fault: text };
    } else if (isBlank(text)) {
      if (this.#blank === 0) this.#blank = origin.line;
    } else {
      yield* this.#blankBefore();
      const parsed = parseStrictly(text, origin);
      yield 'code' in parsed
        ? { line: origin.line, fault: parsed }
        : { line: origin.line, value: parsed.value, text };
    }
  }

  *#blankBefore(): Generator<ReadLine, void, undefined> {
    if (this.#blank === 0) return;
    const line = this.#blank;
    this.#blank = 0;
    const span = { file: this.#file, line, column: 1 };
    const help = 'remove the line, or restore the record';
    const message = 'this line is empty; blank lines are allowed at the end only';
    yield { line, fault: problem('record.blank_line', message, { help, span }) };
  }

  #next(): Origin {
    this.#line += 1;
    return { file: this.#file, line: this.#line, column: 1 };
  }
}

function* linesOf(block: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start < block.length; ) {
    const newline = block.indexOf(10, start);
    const end = newline === -1 ? block.length : newline;
    yield block.subarray(start, end);
    start = end + 1;
  }
}

function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 32) && /^[ \t\r]*$/u.test(text);
}
