import { isPlain } from '../../../adapters/payload/plain-pattern.js';
import {
  ANYTHING,
  any,
  type CharRange,
  cat,
  catAll,
  chars,
  EMPTY,
  invertRanges,
  mergeRanges,
  type Regex,
  repeat,
} from './regex.js';

/**
 * The texts in which a pattern is found, or null for a form that is not read here: then nothing is claimed about it.
 * Read are literals, classes, groups, alternatives and counts; `^` and `$` only at the ends of an alternative.
 */
export function parsePattern(pattern: string): Regex | null {
  try {
    return new PatternReader(pattern).pattern();
  } catch (error) {
    if (error instanceof NotRead) return null;
    throw error;
  }
}

class NotRead extends Error {}

const DIGITS: readonly CharRange[] = codes('30-39');
const WORD: readonly CharRange[] = codes('30-39 41-5a 5f 61-7a');
/** What RE2 takes for white space, and what the built-in engine does. */
const RE2_SPACE: readonly CharRange[] = codes('9-a c-d 20');
const BUILTIN_SPACE: readonly CharRange[] = codes('9-d 20 a0 1680 2000-200a 2028-2029 202f 205f 3000 feff');
const RE2_BREAKS: readonly CharRange[] = codes('a');
const BUILTIN_BREAKS: readonly CharRange[] = codes('a d 2028-2029');
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11 };
const MOST_REPEATS = 1000;

class PatternReader {
  readonly #chars: readonly string[];
  readonly #space: readonly CharRange[];
  readonly #breaks: readonly CharRange[];
  #at = 0;

  constructor(pattern: string) {
    this.#chars = [...pattern];
    // The gate leaves plain patterns to the built-in engine, and the two differ here.
    const builtin = isPlain(pattern);
    this.#space = builtin ? BUILTIN_SPACE : RE2_SPACE;
    this.#breaks = builtin ? BUILTIN_BREAKS : RE2_BREAKS;
  }

  pattern(): Regex {
    const alternatives = [this.#anchored()];
    while (this.#take('|')) alternatives.push(this.#anchored());
    if (this.#at < this.#chars.length) throw new NotRead();
    return any(alternatives);
  }

  #anchored(): Regex {
    const start = this.#take('^') ? EMPTY : ANYTHING;
    const within = this.#sequence();
    const end = this.#take('$') ? EMPTY : ANYTHING;
    return cat(start, cat(within, end));
  }

  #sequence(): Regex {
    const parts: Regex[] = [];
    while (this.#at < this.#chars.length && !'|)$'.includes(this.#peek())) parts.push(this.#counted());
    return catAll(parts);
  }

  #counted(): Regex {
    const atom = this.#atom();
    const [least, most] = this.#count() ?? [1, 1];
    if (this.#count() !== null) throw new NotRead();
    return repeat(atom, least, most);
  }

  #count(): readonly [number, number] | null {
    const count = this.#bareCount();
    // Lazy or not, it finds the same texts.
    if (count !== null) this.#take('?');
    return count;
  }

  #bareCount(): readonly [number, number] | null {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    if (!this.#take('{')) return null;
    const least = this.#number();
    const most = this.#take(',') ? (this.#peek() === '}' ? Number.POSITIVE_INFINITY : this.#number()) : least;
    if (!this.#take('}') || most < least) throw new NotRead();
    return [least, most];
  }

  #number(): number {
    let digits = '';
    while (/^[0-9]$/.test(this.#peek())) digits += this.#next();
    const number = Number(digits);
    if (digits === '' || number > MOST_REPEATS) throw new NotRead();
    return number;
  }

  #atom(): Regex {
    const char = this.#next();
    if (char === '(') return this.#group();
    if (char === '[') return chars(this.#class());
    if (char === '.') return chars(invertRanges(this.#breaks));
    if (char === '\\') return chars(this.#escape());
    if ('^$*+?{})|]'.includes(char)) throw new NotRead();
    return chars([single(char)]);
  }

  #group(): Regex {
    if (this.#take('?') && !this.#take(':')) throw new NotRead();
    const alternatives = [this.#sequence()];
    while (this.#take('|')) alternatives.push(this.#sequence());
    if (!this.#take(')')) throw new NotRead();
    return any(alternatives);
  }

  #class(): readonly CharRange[] {
    const inverted = this.#take('^');
    const ranges: CharRange[] = [];
    while (!this.#take(']')) ranges.push(...this.#classPart());
    // The engines differ on `[]`.
    if (ranges.length === 0) throw new NotRead();
    return inverted ? invertRanges(ranges) : mergeRanges(ranges);
  }

  #classPart(): readonly CharRange[] {
    const from = this.#classChar();
    if (this.#peek() !== '-' || this.#chars[this.#at + 1] === ']') return from;
    this.#next();
    const to = this.#classChar();
    const [[start, startEnd] = [0, -1], [end, endEnd] = [0, -1]] = [from[0], to[0]];
    if (from.length > 1 || to.length > 1 || start !== startEnd || end !== endEnd || end < start)
      throw new NotRead();
    return [[start, end]];
  }

  #classChar(): readonly CharRange[] {
    const char = this.#next();
    // `[[:alpha:]]` is not read.
    if (char === '[') throw new NotRead();
    return char === '\\' ? this.#escape() : [single(char)];
  }

  #escape(): readonly CharRange[] {
    const char = this.#next();
    const control = CONTROLS[char];
    if (control !== undefined) return [[control, control]];
    if (char === 'd') return DIGITS;
    if (char === 'D') return invertRanges(DIGITS);
    if (char === 'w') return WORD;
    if (char === 'W') return invertRanges(WORD);
    if (char === 's') return this.#space;
    if (char === 'S') return invertRanges(this.#space);
    if (/^[A-Za-z0-9]$/.test(char)) throw new NotRead();
    return [single(char)];
  }

  #peek(): string {
    return this.#chars[this.#at] ?? '';
  }

  #next(): string {
    const char = this.#chars[this.#at];
    if (char === undefined) throw new NotRead();
    this.#at += 1;
    return char;
  }

  #take(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
}

function single(char: string): CharRange {
  const code = char.codePointAt(0) ?? 0;
  return [code, code];
}

/** Ranges of code points, in hexadecimal. */
function codes(text: string): readonly CharRange[] {
  return text.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
}
