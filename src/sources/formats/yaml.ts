import {
  type Alias,
  Composer,
  CST,
  type DocumentOptions,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  type ParseOptions,
  Parser,
  type Scalar,
  type SchemaOptions,
  type Node as YamlNode,
} from 'yaml';
import type { JsonObject, JsonValue } from '../../canonical/json-value.js';
import type { SourceLimits } from '../limits.js';
import { faultAt, type Place, placeOf, SourceFault } from '../source-fault.js';
import type { Format } from './format.js';
import { Members } from './members.js';
import { STRAY_BREAK, strayBreak } from './stray-break.js';
import { holdsTemplate } from './templates.js';
import { exactNumber, unmarked, written } from './written.js';
import { isOtherInYaml11 } from './yaml-1.1.js';

/**
 * YAML 1.2 core, one document. Aliases are written out, within the cap of values; `<<` is a key like any other, since
 * YAML 1.2 has no merge keys: what it says is compared all the same, and in quotes it is refused. What YAML 1.1 takes for
 * something else (`no`, `010`, a date) is kept as it is written, and marked.
 */
export const YAML: Format = { title: 'YAML', endings: ['.yaml', '.yml'], parse: parseYaml };

const PROFILE: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.2',
  schema: 'core',
  strict: true,
  merge: false,
  uniqueKeys: false,
};

/** Of the lexer's words to a value: blanks, marks and line ends count too. `key: value` is seven of them. */
const WORDS_A_VALUE = 4;

function parseYaml(text: string, limits: SourceLimits): JsonValue {
  checkWords(text, limits);
  const tokens = [...new Parser().parse(text)];
  checkDepth(tokens, text, limits);
  const documents = firstErrorOnly(text).compose(tokens, true, text.length);
  const [first, second] = [documents.next().value, documents.next().value];
  if (second !== undefined)
    throw faultAt('config_source.many_documents', 'a second document begins', placeOf(text, second.range[0]));
  if (first === undefined) return null;
  const [error] = first.errors;
  if (error !== undefined) throw syntaxFault(error.code, error.pos[0], text);
  return new YamlValues(text, limits).value(first.contents, 0);
}

/** The library's message quotes the text; its code is one of a few fixed words. */
function syntaxFault(code: string, offset: number, text: string): SourceFault {
  return faultAt('config_source.syntax', `this is not YAML (${code})`, placeOf(text, offset));
}

/**
 * A composer that stops where something is wrong. By itself it goes on, and of a text that is all wrong it keeps an
 * error for every word, which takes minutes. Were its hook named otherwise, the errors would be found at the end.
 */
function firstErrorOnly(text: string): Composer {
  const composer = new Composer(PROFILE);
  let first: SourceFault | undefined;
  const hook: OnError = (source, code, _message, warning) => {
    if (warning === true) return;
    // What is thrown here, the library may catch and report again.
    first ??= syntaxFault(code, offsetOf(source), text);
    throw first;
  };
  return Object.assign(composer, { onError: hook });
}

type ErrorSource = number | readonly number[] | { readonly offset: number };
type OnError = (source: ErrorSource, code: string, message: string, warning?: boolean) => void;

function offsetOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : (source[0] ?? 0);
}

/** The lexer is a loop; everything behind it keeps an object for each word, and recurses. */
function checkWords(text: string, { maxValues, maxDepth }: SourceLimits): void {
  let count = 0;
  let depth = 0;
  let before = '';
  let offset = 0;
  const mayStray = strayBreak(text) >= 0;
  for (const word of new Lexer().lex(text)) {
    if (mayStray && (before === SCALAR || !word.startsWith('"'))) checkBreaks(word, offset, text);
    if (++count > WORDS_A_VALUE * maxValues) throw tooMany(maxValues);
    if (before !== SCALAR && (word === '[' || word === '{')) depth += 1;
    else if (before !== SCALAR && (word === ']' || word === '}')) depth -= 1;
    if (depth > maxDepth)
      throw faultAt('config_source.too_deep', `nested more than ${maxDepth} deep`, placeOf(text, offset));
    before = word;
    if (!MARKS.has(word)) offset += word.length;
  }
}

/** Some readers take a comment to end where this one does not; in double quotes, all see one character. */
function checkBreaks(word: string, offset: number, text: string): void {
  const stray = strayBreak(word);
  const isLineEnd = word === '\r' && text[offset + 1] === '\n';
  if (stray < 0 || isLineEnd) return;
  throw faultAt('config_source.syntax', STRAY_BREAK, { line: placeOf(text, offset + stray).line });
}

/** What the lexer puts before a plain word, and its other words that do not stand in the text. */
const SCALAR = '\x1f';
const MARKS: ReadonlySet<string> = new Set(['\x02', '\x18', SCALAR]);

function tooMany(maxValues: number): SourceFault {
  return new SourceFault(
    'config_source.too_many_values',
    `the document holds more than ${maxValues} values, aliases written out`,
  );
}

/** Before it is composed, which recurses. */
function checkDepth(tokens: readonly CST.Token[], text: string, { maxDepth }: SourceLimits): void {
  const stack = tokens.map((token) => ({ token, depth: 0 })).reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth + 1)
      throw faultAt(
        'config_source.too_deep',
        `nested more than ${maxDepth} deep`,
        placeOf(text, token.offset),
      );
    for (const child of childTokens(token)) stack.push({ token: child, depth: depth + 1 });
  }
}

function childTokens(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!CST.isCollection(token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((one) => one != null));
}

/** A composed document on its way to plain values. */
class YamlValues {
  readonly #anchors: Map<string, YamlNode> = new Map();
  readonly #text: string;
  readonly #limits: SourceLimits;
  #count = 0;
  #expanding = 0;

  constructor(text: string, limits: SourceLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  value(node: unknown, depth: number): JsonValue {
    if (node === null || node === undefined) return null;
    this.#count += 1;
    const { maxDepth, maxValues } = this.#limits;
    if (this.#count > maxValues) throw tooMany(maxValues);
    // An alias within its own anchor has no end.
    if (depth > maxDepth)
      throw faultAt('config_source.too_deep', `nested more than ${maxDepth} deep`, this.#place(node));
    if (isAlias(node)) return this.#aliased(node, depth);
    this.#open(node as YamlNode);
    if (isScalar(node)) return this.#scalar(node);
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1));
    return isMap(node) ? this.#map(node.items, depth) : null;
  }

  /** The library looks through the whole document for each alias; here, anchors are known as they are passed. */
  #aliased(alias: Alias, depth: number): JsonValue {
    const node = this.#anchors.get(alias.source);
    if (node === undefined)
      throw faultAt('config_source.syntax', 'this alias has no anchor before it', this.#place(alias));
    this.#expanding += 1;
    const value = this.value(node, depth + 1);
    this.#expanding -= 1;
    return value;
  }

  /** What is written out again opens no anchors again. */
  #open(node: YamlNode): void {
    this.#checkTag(node);
    if (this.#expanding === 0 && 'anchor' in node && node.anchor !== undefined)
      this.#anchors.set(node.anchor, node);
  }

  #map(pairs: readonly Pair[], depth: number): JsonObject {
    const members = new Members();
    for (const { key, value } of pairs)
      members.add(this.#key(key), this.value(value, depth + 1), () => this.#place(key));
    return members.object();
  }

  /** `200:` and `true:` are keys by their text. */
  #key(node: unknown): string {
    if (isScalar(node)) {
      this.#open(node);
      this.#checkPlain(node);
      if (node.value === '<<' && node.type !== 'PLAIN')
        throw faultAt(
          'config_source.key_refused',
          '`<<` in quotes merges nothing, and without them it may',
          this.#place(node),
        );
      return typeof node.value === 'string' ? node.value : (node.source ?? '');
    }
    if (this.#isTemplate(node)) throw faultAt('config_source.template', TEMPLATE, this.#place(node));
    throw faultAt('config_source.key_refused', 'this key is a list, a map or an alias', this.#place(node));
  }

  #scalar(node: Scalar): JsonValue {
    const { value, source = '' } = node;
    if (typeof value === 'number') return this.#number(node, value, source);
    this.#checkPlain(node);
    if (typeof value === 'string') return this.#textOf(node, value, source);
    return typeof value === 'boolean' ? value : null;
  }

  #textOf(node: Scalar, value: string, source: string): string {
    if (node.type === 'PLAIN' && node.tag === undefined && isOtherInYaml11(source))
      return written('plain', source);
    if (node.tag !== undefined && node.tag !== TEXT_TAG)
      throw faultAt('config_source.value_refused', 'the tag does not fit the value', this.#place(node));
    return unmarked(value, () => this.#place(node));
  }

  /** `010` is ten here and eight in YAML 1.1, and `1e3` is text there: they stay as they are written. */
  #number(node: Scalar, value: number, source: string): JsonValue {
    if (!Number.isFinite(value)) {
      if (/\d/.test(source)) return written('number', source);
      throw faultAt(
        'config_source.value_refused',
        'infinity and NaN are no values of JSON',
        this.#place(node),
      );
    }
    if (isOtherInYaml11(source)) return written('plain', source);
    if (/^[-+]?0x/i.test(source)) return Number.isSafeInteger(value) ? value : written('number', source);
    return exactNumber(source);
  }

  #checkPlain(node: Scalar): void {
    if (node.type === 'PLAIN' && typeof node.value === 'string' && holdsTemplate(node.value))
      throw faultAt('config_source.template', TEMPLATE, this.#place(node));
  }

  /** `{{ x }}` without quotes is a map whose key is a map. */
  #isTemplate(node: unknown): boolean {
    const [start = 0] = rangeOf(node);
    return this.#text.slice(start - 1, start + 1) === '{{';
  }

  #checkTag(node: YamlNode): void {
    if ('tag' in node && node.tag !== undefined && !KNOWN_TAG.test(node.tag))
      throw faultAt('config_source.value_refused', 'a tag changes what this value is', this.#place(node));
  }

  #place(node: unknown): Place {
    return placeOf(this.#text, rangeOf(node)[0] ?? 0);
  }
}

const TEMPLATE = 'an unrendered template';
const TEXT_TAG = 'tag:yaml.org,2002:str';
const KNOWN_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;

function rangeOf(node: unknown): readonly number[] {
  const { range } = (node ?? {}) as { range?: readonly number[] | null };
  return range ?? [];
}
