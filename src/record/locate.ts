import { createRequire } from 'node:module';
import type { JSONVisitor, ParseErrorCode, ParseOptions } from 'jsonc-parser';
import { type JsonPointer, pointer, pointerSegments } from '../canonical/pointer.js';

type Visit = (text: string, visitor: JSONVisitor, options?: ParseOptions) => unknown;

let visitJson: Visit | undefined;

/** Loaded at the first fault: it takes 20 ms, and a gate that reads sound records never needs it. */
function visit(text: string, visitor: JSONVisitor): void {
  visitJson ??= (createRequire(import.meta.url)('jsonc-parser') as { visit: Visit }).visit;
  try {
    visitJson(text, visitor, { disallowComments: true, allowTrailingComma: false });
  } catch (stop) {
    if (stop !== STOP) throw stop;
  }
}

/** Thrown by a visitor that has seen enough. */
const STOP = Symbol('stop');

/** Where a text stops to be JSON. */
export interface SyntaxFault {
  readonly offset: number;
  /** What was expected there, or what is strange there; lower case. */
  readonly problem: string;
  readonly kind: 'syntax' | 'truncated' | 'trailing';
}

const PROBLEMS: Readonly<Record<number, string>> = {
  1: 'this is not a JSON value',
  2: 'this is not a number as JSON writes them',
  3: 'expected a key in double quotes',
  4: 'expected a value',
  5: 'expected a colon after the key',
  6: 'expected a comma',
  7: 'expected `}`',
  8: 'expected `]`',
  9: 'expected nothing after the value',
  10: 'comments are no JSON',
  11: 'this comment has no end',
  12: 'this text has no closing quote',
  13: 'this number has no end',
  14: 'this `\\u` escape has not four hexadecimal digits',
  15: 'this escape is not known to JSON',
  16: 'this control character must be written as an escape',
};
const END_OF_FILE_EXPECTED = 9;
/** Said of an object or a list right after it was told to have ended. */
const CLOSING_EXPECTED: ReadonlySet<number> = new Set([7, 8]);

/** The first place at which a text that `JSON.parse` refuses is not JSON. Undefined where none was found. */
export function firstSyntaxFault(text: string): SyntaxFault | undefined {
  let fault: SyntaxFault | undefined;
  const end = text.trimEnd().length;
  let depth = 0;
  let whole = false; // was the outermost value read to its end
  const shallower = (): void => {
    whole = --depth === 0;
  };
  const deeper = (): void => {
    // The text is not JSON, so that no bound on its depth is known: the visitor must not run out of stack.
    if (++depth > 200) throw STOP;
  };
  visit(text, {
    onObjectBegin: deeper,
    onArrayBegin: deeper,
    onObjectEnd: shallower,
    onArrayEnd: shallower,
    onError: (error: ParseErrorCode, offset: number, length: number) => {
      const cut = offset >= end || (offset + length >= end && isCut(error, text.slice(offset, offset + 5)));
      const trailing = error === END_OF_FILE_EXPECTED || (whole && !CLOSING_EXPECTED.has(error));
      fault = {
        offset: Math.min(offset, end),
        problem: PROBLEMS[error] ?? 'this is not JSON',
        kind: trailing ? 'trailing' : cut ? 'truncated' : 'syntax',
      };
      throw STOP;
    },
  });
  return fault;
}

/** Does an error in the last token of a text come from the text ending too early. */
function isCut(error: ParseErrorCode, token: string): boolean {
  const unfinished = error === 12 || error === 13 || error === 14;
  return unfinished || /^(?:-|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/u.test(token.trimEnd());
}

/** A place in a text, and the pointer to it. */
export interface Place {
  readonly offset: number;
  readonly pointer: JsonPointer;
}

/** The first key that its object already has. The text is JSON. */
export function firstDuplicateKey(text: string): (Place & { readonly key: string }) | undefined {
  let duplicate: (Place & { readonly key: string }) | undefined;
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (key, offset, _length, _line, _column, path) => {
      const seen = open.at(-1);
      if (seen?.has(key)) {
        duplicate = { key, offset, pointer: pointer(...path(), key) };
        throw STOP;
      }
      seen?.add(key);
    },
  });
  return duplicate;
}

/** The first text (key or value) for which `test` holds. The text is JSON. */
export function firstText(text: string, test: (value: string) => boolean): Place | undefined {
  let place: Place | undefined;
  const check = (value: unknown, offset: number, path: () => (string | number)[]): void => {
    if (typeof value !== 'string' || !test(value)) return;
    place = { offset, pointer: pointer(...path()) };
    throw STOP;
  };
  visit(text, {
    onObjectProperty: (key, offset, _length, _line, _column, path) => check(key, offset, path),
    onLiteralValue: (value, offset, _length, _line, _column, path) => check(value, offset, path),
  });
  return place;
}

/** The pointer to the value that is written at an offset. The text is JSON. */
export function pointerAt(text: string, wanted: number): JsonPointer {
  let at = '';
  visit(text, {
    onLiteralValue: (_value, offset, _length, _line, _column, path) => {
      if (offset !== wanted) return;
      at = pointer(...path());
      throw STOP;
    },
  });
  return at;
}

/**
 * Where the values that these pointers name are written, in one pass; for a member the offset of its key, which
 * is where an editor should go. Pointers to nothing are left out. The text is JSON.
 */
export function offsetsOf(text: string, pointers: Iterable<JsonPointer>): Map<JsonPointer, number> {
  const wanted = new Set(pointers);
  const depths = [...wanted].map((at) => pointerSegments(at).length);
  const deepest = Math.max(0, ...depths);
  const offsets = new Map<JsonPointer, number>();
  const consider = (path: readonly (string | number)[], offset: number): void => {
    if (path.length > deepest) return;
    const at = pointer(...path);
    if (wanted.delete(at)) offsets.set(at, offset);
    if (wanted.size === 0) throw STOP;
  };
  visit(text, {
    onObjectBegin: (offset, _length, _line, _column, path) => consider(path(), offset),
    onArrayBegin: (offset, _length, _line, _column, path) => consider(path(), offset),
    onObjectProperty: (key, offset, _length, _line, _column, path) => consider([...path(), key], offset),
    onLiteralValue: (_value, offset, _length, _line, _column, path) => consider(path(), offset),
  });
  return offsets;
}
