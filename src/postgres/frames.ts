import { isUtf8 } from 'node:buffer';
import { PostgresFault } from './postgres-fault.js';

/** Everything that a server may say before there are rows: who it is, its settings, notices. */
const MOST_BEFORE_ROWS = 64 * 1024;
const HEADER = 5;
/** A login takes four; each can set off a costly derivation of a key. */
const MOST_AUTHENTICATIONS = 8;

/**
 * Cuts what a server sends into whole messages of its protocol and lets none through that is not formed as it must
 * be: the library's parser throws at some, reads past the end of others, and never comes back from an error without an
 * end. A message that is too large ends at its header, before anything is kept for it.
 */
export class Frames {
  #left: number = MOST_BEFORE_ROWS;
  #tooLarge = `the server sends over ${MOST_BEFORE_ROWS} bytes before any rows`;
  #frame: Buffer = Buffer.alloc(HEADER);
  #filled = 0;
  #authentications = 0;

  /** From here on the server sends rows: those of one statement, or of the next one. */
  expectRows(maxBytes: number): void {
    this.#left = maxBytes;
    this.#tooLarge = `the rows are over ${maxBytes} bytes`;
  }

  *take(part: Buffer): Generator<Buffer> {
    let at = 0;
    while (at < part.length) {
      const count = part.copy(this.#frame, this.#filled, at);
      at += count;
      this.#filled += count;
      if (this.#filled === HEADER) this.#open();
      if (this.#filled === this.#frame.length) yield this.#whole();
    }
  }

  #open(): void {
    const length = 1 + this.#frame.readUInt32BE(1);
    if (length < HEADER || shapeOf(this.#frame) === undefined) throw nonsense();
    this.#left -= length;
    if (this.#left < 0) throw new PostgresFault('too_large', this.#tooLarge);
    const frame = Buffer.allocUnsafe(length);
    this.#frame.copy(frame);
    this.#frame = frame;
  }

  #whole(): Buffer {
    const frame = this.#frame;
    this.#frame = Buffer.alloc(HEADER);
    this.#filled = 0;
    if (frame[0] === 0x52 && ++this.#authentications > MOST_AUTHENTICATIONS) throw nonsense();
    const body = new Body(frame);
    shapeOf(frame)?.(body);
    body.end();
    return frame;
  }
}

function nonsense(): PostgresFault {
  return new PostgresFault('unreachable', 'what answers does not speak the protocol of PostgreSQL');
}

/** The body of a message, read once from its beginning to its end. */
class Body {
  readonly #bytes: Buffer;
  #at = HEADER;

  constructor(frame: Buffer) {
    this.#bytes = frame;
  }

  take(count: number): Buffer {
    const start = this.#at;
    if (count < 0 || start + count > this.#bytes.length) throw nonsense();
    this.#at += count;
    return this.#bytes.subarray(start, this.#at);
  }

  int32(): number {
    return this.take(4).readInt32BE();
  }

  count(): number {
    const count = this.take(2).readInt16BE();
    if (count < 0) throw nonsense();
    return count;
  }

  /** Up to a zero byte, which is passed over. */
  string(): Buffer {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw nonsense();
    const text = this.take(end - this.#at);
    this.#at += 1;
    return text;
  }

  rest(): void {
    this.#at = this.#bytes.length;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw nonsense();
  }
}

type Shape = (body: Body) => void;

function shapeOf(frame: Buffer): Shape | undefined {
  return SHAPES.get(String.fromCharCode(frame[0] ?? 0));
}

/** What can answer a login, a transaction and one statement of the extended protocol; nothing is copied. */
const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['R', authentication],
  ['S', (body) => void [body.string(), body.string()]],
  ['K', (body) => void [body.int32(), body.int32()]],
  ['Z', (body) => void body.take(1)],
  ['E', fields],
  ['N', fields],
  ['A', (body) => void [body.int32(), body.string(), body.string()]],
  ['1', () => undefined],
  ['2', () => undefined],
  ['3', () => undefined],
  ['n', () => undefined],
  ['I', () => undefined],
  ['T', columns],
  ['D', row],
  ['C', (body) => void body.string()],
]);

function authentication(body: Body): void {
  const kind = body.int32();
  if (kind === 5) body.take(4);
  else if (kind === 10) while (body.string().length > 0);
  else if (kind === 11 || kind === 12) body.rest();
  else if (kind !== 0 && kind !== 3) throw nonsense();
}

function fields(body: Body): void {
  while (body.take(1)[0] !== 0) body.string();
}

function columns(body: Body): void {
  for (let left = body.count(); left > 0; left -= 1) {
    checkText(body.string());
    body.take(18);
  }
}

function row(body: Body): void {
  for (let left = body.count(); left > 0; left -= 1) {
    const length = body.int32();
    if (length !== -1) checkText(body.take(length));
  }
}

/** Two texts that are not UTF-8 would be read as the same one. */
function checkText(text: Buffer): void {
  if (!isUtf8(text)) throw new PostgresFault('not_text', 'the rows are not UTF-8');
}
