import type { SourceCode } from './codes.js';

/**
 * Why a source cannot be read. The message is made of fixed words, numbers, and what the contract says; never of what
 * was read, and never of another error's message: both can quote a secret. So it keeps no `cause` either.
 */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  readonly code: SourceCode;

  constructor(code: SourceCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A place in a text: both count from 1. */
export interface Place {
  readonly line: number;
  readonly column?: number;
}

/** A fault of the text at a place. */
export function faultAt(code: SourceCode, what: string, { line, column }: Place): SourceFault {
  return new SourceFault(code, `line ${line}${column === undefined ? '' : `, column ${column}`}: ${what}`);
}

/** The place of an offset in a text. */
export function placeOf(text: string, offset: number): Place {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
