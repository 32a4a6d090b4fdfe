import type { Digest } from '../canonical/digest.js';
import { isJsonArray, type JsonValue } from '../canonical/json-value.js';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';
import { InternalError } from '../diagnostics/failures.js';
import { isWellFormed, MAX_DEPTH } from '../model/not-json.js';
import { countedDigest } from '../model/record-digest.js';
import type { RecordCode } from './codes.js';
import { decodeUtf8 } from './decode-utf8.js';
import { firstDuplicateKey, firstSyntaxFault, firstText, type Place, pointerAt } from './locate.js';
import { scanJson } from './scan-json.js';

/** What is read at once, in bytes, unless the caller says otherwise: 8 MiB. */
export const MAX_BYTES: number = 8 * 1024 * 1024;

export interface ReadJsonOptions {
  /** The name that diagnostics give. */
  readonly file?: string;
  readonly maxBytes?: number;
}

export interface JsonReading {
  readonly value: JsonValue;
  /** The digest that it has as a record. */
  readonly digest: Digest;
}

/**
 * Reads one JSON text strictly: what two readers could read differently is refused. Duplicate keys, numbers that
 * a 64-bit float changes, halves of characters, byte order marks, and nesting that could exhaust a stack. Keys
 * such as `__proto__` are plain data, as `JSON.parse` makes them.
 */
export function readJson(
  input: Uint8Array | string,
  options: ReadJsonOptions = {},
): JsonReading | Diagnostic {
  const origin: Origin = { file: options.file ?? '<input>', line: 1, column: 1 };
  const text = readText(input, origin, options.maxBytes ?? MAX_BYTES);
  if (typeof text !== 'string') return text;
  let digest: Digest | undefined;
  const parsed = parseStrictly(text, origin, {
    count: (value) => {
      const counted = countedDigest(value);
      digest = counted.digest;
      return counted.members;
    },
  });
  if ('code' in parsed) return parsed;
  if (digest === undefined) throw new InternalError('a value was read whose members nobody counted');
  return { value: parsed.value, digest };
}

/** Where a text begins in its file; lines and columns count from 1. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The place of an offset of a text that begins at `origin`. */
export function spanAt(origin: Origin, text: string, offset: number): Span {
  let line = origin.line;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return { file: origin.file, line, column: offset - start + (start === 0 ? origin.column : 1) };
}

/** The text of the input, or why it is none: too large, not UTF-8, a byte order mark, NUL, halves of characters. */
export function readText(input: Uint8Array | string, origin: Origin, maxBytes: number): string | Diagnostic {
  if (input.length > maxBytes) return tooLarge(origin, input.length, maxBytes);
  const text = typeof input === 'string' ? input : decodeUtf8(input);
  if (typeof text === 'number') return notUtf8(origin, input as Uint8Array, text);
  if (text.startsWith('\ufeff')) {
    return problem('record.bom', 'the text starts with a byte order mark, which JSON must not have', {
      help: 'write the file as UTF-8 without a byte order mark (in Python: `utf-8`, not `utf-8-sig`)',
      span: { ...origin },
    });
  }
  const nul = text.indexOf('\0');
  if (nul !== -1) {
    return problem('record.nul', 'the text holds a NUL character, which JSON does not allow', {
      help: 'write the file again; it was cut by a crash, or it is UTF-16',
      span: spanAt(origin, text, nul),
    });
  }
  if (typeof input === 'string' && !isWellFormed(text)) {
    return problem(
      'record.lone_surrogate',
      'the text holds half of a surrogate pair, which is no character',
      {
        help: 'cut texts between characters',
        span: spanAt(origin, text, text.search(/\p{Cs}/u)),
      },
    );
  }
  return text;
}

/** A diagnostic for a file that is over the limit; it is not read at all. */
export function tooLarge(origin: Origin, size: number, maxBytes: number): Diagnostic {
  return problem('record.too_large', `expected at most ${maxBytes} bytes, found ${size}; nothing was read`, {
    help: 'split the file into runs, or raise the limit',
    span: { ...origin },
  });
}

function notUtf8(origin: Origin, bytes: Uint8Array, at: number): Diagnostic {
  const [first, second] = bytes;
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const hex = `0x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`;
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, at));
  return problem(
    'record.not_utf8',
    `byte ${at} (${hex}) is not UTF-8${utf16 ? '; the file looks like UTF-16' : ''}`,
    {
      help: 'write the file as UTF-8',
      span: spanAt(origin, before, before.length),
    },
  );
}

/** A value, and where the commas between its outermost entries are. */
export interface ParsedJson {
  readonly value: JsonValue;
  readonly commas: readonly number[];
}

export interface ParseOptions {
  readonly wantCommas?: boolean;
  /** How many members a value's objects have; for a caller that walks the value anyway. */
  readonly count?: (value: JsonValue) => number;
}

/**
 * `JSON.parse`, with everything refused that it would silently change. One pass over the text counts its members,
 * looks at its numbers and bounds its depth; that an object has as many members as are written shows that no key
 * is there twice. Only where something is wrong is the text walked by a parser that knows positions.
 */
export function parseStrictly(
  text: string,
  origin: Origin,
  { wantCommas = false, count = countMembers }: ParseOptions = {},
): ParsedJson | Diagnostic {
  const scan = scanJson(text, MAX_DEPTH, wantCommas);
  if (scan.tooDeepAt !== -1) {
    return problem('record.too_deep', `expected at most ${MAX_DEPTH} levels of nesting, found more`, {
      help: 'flatten the value',
      span: spanAt(origin, text, scan.tooDeepAt),
    });
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return syntaxProblem(text, origin);
  }
  if (scan.lossyAt !== -1) return lossyProblem(text, origin, scan.lossyAt);
  if (count(value) !== scan.members) return duplicateProblem(text, origin);
  if (SURROGATE_ESCAPE.test(text) && hasLoneSurrogate(value)) return surrogateProblem(text, origin);
  return { value, commas: scan.commas };
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/u;

function countMembers(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (isJsonArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countMembers(item);
    return count;
  }
  const keys = Object.keys(value);
  count = keys.length;
  for (const key of keys) {
    const member = value[key];
    if (typeof member === 'object') count += countMembers(member);
  }
  return count;
}

function hasLoneSurrogate(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return !isWellFormed(value);
  if (typeof value !== 'object' || value === null) return false;
  if (isJsonArray(value)) return value.some(hasLoneSurrogate);
  return Object.keys(value).some((key) => !isWellFormed(key) || hasLoneSurrogate(value[key]));
}

function syntaxProblem(text: string, origin: Origin): Diagnostic {
  if (text.trim() === '') {
    return problem('record.nothing', 'there is nothing here, expected a JSON value', { span: { ...origin } });
  }
  const fault = firstSyntaxFault(text);
  if (fault === undefined) {
    return problem('record.syntax', 'this is not JSON', { span: { ...origin } });
  }
  const span = spanAt(origin, text, fault.offset);
  if (fault.kind === 'truncated') {
    return problem('record.truncated', `the text ends in the middle of a value: ${fault.problem}`, {
      help: 'the writer was interrupted, or the copy was cut: write the record again',
      span,
    });
  }
  if (fault.kind === 'trailing') {
    return problem('record.trailing_text', 'something follows after the end of the JSON value', {
      help: 'put every record on a line of its own',
      span,
    });
  }
  return problem('record.syntax', fault.problem, { help: 'write records with a JSON library', span });
}

function lossyProblem(text: string, origin: Origin, offset: number): Diagnostic {
  const token = /^[-+.\deE]*/u.exec(text.slice(offset, offset + 400))?.[0] ?? '';
  const read = String(Number(token));
  const became =
    read === token ? 'its neighbours would be read as the same number' : `it would be read as ${read}`;
  return problem(
    'record.lossy_number',
    `the number ${short(token)} has more digits than are kept: ${became}`,
    {
      help: `write it as text: \`"${short(token)}"\``,
      span: spanAt(origin, text, offset),
      pointer: pointerAt(text, offset),
    },
  );
}

function duplicateProblem(text: string, origin: Origin): Diagnostic {
  const place = firstDuplicateKey(text);
  if (place === undefined)
    throw new InternalError('a text has more members than its value, and no key twice');
  return problem(
    'record.duplicate_key',
    `the key \`${short(printable(place.key))}\` is written twice in one object`,
    {
      help: 'write it once: readers disagree on which of the two counts',
      ...placed(place, text, origin),
    },
  );
}

function surrogateProblem(text: string, origin: Origin): Diagnostic {
  const place = firstText(text, (value) => !isWellFormed(value));
  if (place === undefined)
    throw new InternalError('a value has half of a surrogate pair that its text has not');
  return problem('record.lone_surrogate', 'this text holds half of a surrogate pair, which is no character', {
    help: 'cut texts between characters',
    ...placed(place, text, origin),
  });
}

function placed(place: Place, text: string, origin: Origin): { span: Span; pointer: string } {
  return { span: spanAt(origin, text, place.offset), pointer: place.pointer };
}

/** A diagnostic with a code of this folder. */
export function problem(
  code: RecordCode,
  message: string,
  rest: Omit<Diagnostic, 'code' | 'severity' | 'message'>,
): Diagnostic {
  return { code, severity: 'error', message, ...rest };
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function printable(text: string): string {
  return text.slice(0, 100).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029`]/gu, '\ufffd');
}
