const START = 16 * 1024;
/** What is kept for the next value: one that was larger than this is rare. */
const MOST_KEPT = 1024 * 1024;

const QUOTE = 34;
const BACKSLASH = 92;
const SPACE = 32;

const encoder = new TextEncoder();

/** UTF-8 that is written from front to back, in one buffer that grows. */
export class JsonBytes {
  #bytes = new Uint8Array(START);
  #at = 0;
  /** Told by the writer: how many members the objects have that were written. */
  members = 0;

  get length(): number {
    return this.#at;
  }

  /** Takes back what was written after this length. */
  cut(length: number): void {
    this.#at = length;
  }

  /** What was written, where it lies. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  /** Starts over; false where the buffer has grown too large to be kept. */
  reset(): boolean {
    this.#at = 0;
    this.members = 0;
    return this.#bytes.length <= MOST_KEPT;
  }

  byte(byte: number): void {
    if (this.#at === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#at] = byte;
    this.#at += 1;
  }

  bytes(more: Uint8Array): void {
    this.#grow(more.length);
    const bytes = this.#bytes;
    let at = this.#at;
    // These are short: a loop is faster than `set`.
    for (let index = 0; index < more.length; index += 1) bytes[at++] = more[index] as number;
    this.#at = at;
  }

  /** Text of which every character is ASCII. */
  ascii(text: string): void {
    this.#grow(text.length);
    for (let index = 0; index < text.length; index += 1) this.#bytes[this.#at++] = text.charCodeAt(index);
  }

  /** A JSON string: quoted, and escaped where JSON has to. */
  text(text: string): void {
    this.#grow(text.length * 3 + 2);
    const end = writePlain(this.#bytes, this.#at, text);
    if (end === -1) this.#escaped(text);
    else this.#at = end;
  }

  #escaped(text: string): void {
    const quoted = JSON.stringify(text);
    this.#grow(quoted.length * 3);
    this.#at += encoder.encodeInto(quoted, this.#bytes.subarray(this.#at)).written;
  }

  /** Makes room for so many bytes. */
  #grow(more: number): void {
    const needed = this.#at + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.written());
    this.#bytes = larger;
  }
}

/** Writes a quoted text; -1 for one that needs an escape, or has characters that are pairs. */
function writePlain(bytes: Uint8Array, start: number, text: string): number {
  let at = start;
  bytes[at++] = QUOTE;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) {
      if (code < SPACE || code === QUOTE || code === BACKSLASH) return -1;
      bytes[at++] = code;
    } else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else if (code < 0xd800 || code > 0xdfff) {
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else return -1;
  }
  bytes[at++] = QUOTE;
  return at;
}
