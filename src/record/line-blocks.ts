const NEWLINE = 10;
const NOTHING = new Uint8Array(0);

/** Whole lines, one after another; `null` in place of a line that is longer than is held. */
export type LineBlock = Uint8Array | null;

/** Cuts chunks of any size into blocks that end with a line; what is held between them is bounded. */
export class LineBlocks {
  readonly #most: number;
  /** The beginning of a line that is not whole yet. */
  #pieces: Uint8Array[] = [];
  #held = 0;
  /** Within a line that is too long. */
  #skipping = false;

  /** @param most bytes of one line */
  constructor(most: number) {
    this.#most = most;
  }

  push(chunk: Uint8Array): readonly LineBlock[] {
    const first = chunk.indexOf(NEWLINE);
    if (first === -1) return this.#hold(chunk);
    const last = chunk.lastIndexOf(NEWLINE);
    const blocks: LineBlock[] = [];
    const start = this.#endOfLine(chunk.subarray(0, first + 1), blocks);
    // The rest of the chunk up to its last line's end is whole lines: no bytes of it are copied.
    if (start === null) {
      if (last > first) blocks.push(chunk.subarray(first + 1, last + 1));
    } else {
      blocks.push(last > first ? joined([start, chunk.subarray(first + 1, last + 1)]) : start);
    }
    return [...blocks, ...this.#hold(chunk.subarray(last + 1))];
  }

  /** The last line, where no line's end follows it. */
  end(): LineBlock {
    const rest = joined(this.#pieces);
    this.#pieces = [];
    this.#held = 0;
    return rest;
  }

  /** The line that this piece ends; null where it was skipped, or told to be too long. */
  #endOfLine(piece: Uint8Array, blocks: LineBlock[]): Uint8Array | null {
    if (this.#skipping) {
      this.#skipping = false;
      return null;
    }
    if (this.#held + piece.length > this.#most + 1) {
      blocks.push(null);
      this.#pieces = [];
      this.#held = 0;
      return null;
    }
    const line = joined([...this.#pieces, piece]);
    this.#pieces = [];
    this.#held = 0;
    return line;
  }

  #hold(piece: Uint8Array): readonly LineBlock[] {
    if (this.#skipping || piece.length === 0) return [];
    this.#held += piece.length;
    if (this.#held > this.#most) {
      this.#skipping = true;
      this.#pieces = [];
      this.#held = 0;
      return [null];
    }
    // A copy: a reader may use its buffer again.
    this.#pieces.push(piece.slice());
    return [];
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length <= 1) return pieces[0] ?? NOTHING;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
