/** So many repetitions are written out at most. */
const MOST = 400;

/**
 * A text that a regular expression of the common kind matches: literals, classes, groups, alternatives, quantifiers. What
 * comes out is to be tried, not trusted; null where the expression has something else in it.
 */
export function textOfPattern(pattern: string): string | null {
  const reader = new PatternReader(pattern);
  try {
    const text = reader.alternatives();
    return reader.isAtEnd ? text : null;
  } catch (error) {
    if (error instanceof UnknownSyntax) return null;
    throw error;
  }
}

class UnknownSyntax extends Error {}

const ESCAPED: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  n: '\n',
  t: '\t',
};
/** Tried for a class that says what it is not. */
const OTHERS = 'a0A-_ .!%é';

class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** The first of the alternatives that is not empty, so that a text has something in it. */
  alternatives(): string {
    const texts = [this.#sequence()];
    while (this.#take('|')) texts.push(this.#sequence());
    return texts.find((text) => text !== '') ?? '';
  }

  #sequence(): string {
    let text = '';
    while (!this.isAtEnd && this.#next !== '|' && this.#next !== ')') text += this.#repeated(this.#atom());
    return text;
  }

  get #next(): string {
    return this.#pattern[this.#at] ?? '';
  }

  #take(expected: string): boolean {
    if (!this.#pattern.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  #atom(): string {
    const character = this.#next;
    this.#at += 1;
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'a';
    if (character === '[') return this.#class();
    if (character === '\\') return this.#escaped();
    if (character !== '(') return character;
    if (this.#take('?:') || !this.#take('?')) return this.#group();
    throw new UnknownSyntax();
  }

  #group(): string {
    const text = this.alternatives();
    if (!this.#take(')')) throw new UnknownSyntax();
    return text;
  }

  #escaped(): string {
    const character = this.#next;
    this.#at += 1;
    if (character === 'b' || character === 'A' || character === 'z') return '';
    if (/[a-zA-Z0-9]/.test(character) && !Object.hasOwn(ESCAPED, character)) throw new UnknownSyntax();
    return ESCAPED[character] ?? character;
  }

  #class(): string {
    const isNegated = this.#take('^');
    const start = this.#at;
    const first = this.#member();
    while (this.#next !== ']') this.#member();
    const inside = this.#pattern.slice(start, this.#at);
    this.#at += 1;
    if (!isNegated) return first;
    const expression = new RegExp(`[^${inside}]`, 'u');
    return [...OTHERS].find((other) => expression.test(other)) ?? '~';
  }

  #member(): string {
    if (this.isAtEnd) throw new UnknownSyntax();
    const character = this.#next;
    this.#at += 1;
    return character === '\\' ? this.#escaped() : character;
  }

  #repeated(text: string): string {
    const counted = /^\{(\d+)(,\d*)?\}/.exec(this.#pattern.slice(this.#at));
    if (counted !== null) {
      this.#at += counted[0].length;
      this.#take('?');
      return text.repeat(Math.min(MOST, Number(counted[1])));
    }
    if (!this.#take('*') && !this.#take('+') && !this.#take('?')) return text;
    this.#take('?');
    return text;
  }
}
