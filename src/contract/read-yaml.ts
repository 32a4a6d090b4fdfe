import {
  Composer,
  CST,
  type Document,
  type DocumentOptions,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Pair,
  type ParseOptions,
  Parser,
  type Scalar,
  type SchemaOptions,
  type YAMLError,
  type Node as YamlNode,
} from 'yaml';
import type { Span } from '../diagnostics/diagnostic.js';
import type { CommonProblem } from './codes.js';
import type { Findings } from './findings.js';
import type { Located, LocatedEntry, LocatedMap, LocatedScalar } from './located.js';
import { codePoint, quote } from './quote.js';
import { readNumber } from './read-number.js';
import { syntaxHelp } from './syntax-help.js';

/** The caps of the profile. */
export const LARGEST_FILE: number = 1024 * 1024;
export const MOST_VALUES = 20_000;
/** Of the lexer's: blanks, marks and line ends count too. */
const MOST_WORDS = 5 * MOST_VALUES;
export const DEEPEST = 64;

/** YAML 1.2 core and nothing else; keys are compared here, so that a message can name the first one's line. */
const PROFILE: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.2',
  schema: 'core',
  strict: true,
  merge: false,
  uniqueKeys: false,
  resolveKnownTags: false,
};

/**
 * Reads one file of the strict profile: one document, a map, of text, numbers, booleans, null, lists and maps with
 * text keys. Everything else is an error with a place. Null where there is no document to go on with; a document
 * that comes with errors is read on, so that all of them are told at once.
 */
export function readYaml(text: string, file: string, findings: Findings): LocatedMap | null {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const start: Span = { file, line: 1, column: 1 };
  if (Buffer.byteLength(body) > LARGEST_FILE) {
    findings.common('too_large', start, 'the file is over 1 MiB');
    return null;
  }
  const lines = new LineCounter();
  const reading = new YamlReading(body, file, lines, findings);
  if (!reading.charactersAllowed()) return null;
  const tokens = reading.tokens();
  return tokens === null ? null : reading.document(tokens);
}

/** One file on its way from text to located values. */
class YamlReading {
  readonly #text: string;
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #findings: Findings;

  constructor(text: string, file: string, lines: LineCounter, findings: Findings) {
    this.#text = text;
    this.#file = file;
    this.#lines = lines;
    this.#findings = findings;
    lines.lineStarts.push(0);
  }

  /** Before anything else reads the text: what cannot be seen in a review is refused. */
  charactersAllowed(): boolean {
    let allowed = true;
    for (const match of this.#text.matchAll(REFUSED)) {
      if (allowed) this.#countLines();
      allowed = false;
      const [what] = match;
      const say =
        what === '\r' ? 'a carriage return without a line feed' : `the character ${codePoint(what)}`;
      this.#error('character', match.index, match.index + what.length, `${say} is not allowed`);
    }
    return allowed;
  }

  #countLines(): void {
    for (let at = this.#text.indexOf('\n'); at >= 0; at = this.#text.indexOf('\n', at + 1)) {
      this.#lines.addNewLine(at + 1);
    }
  }

  /** The concrete syntax, checked for depth and count before it is composed, which recurses. */
  tokens(): CST.Token[] | null {
    if (this.#hasTooManyWords()) return null;
    const tokens: CST.Token[] = [];
    this.#lines.lineStarts.length = 0;
    for (const token of new Parser(this.#lines.addNewLine).parse(this.#text)) tokens.push(token);
    const problem = measure(tokens);
    if (problem === null) return tokens;
    const [code, offset, message] = problem;
    this.#error(code, offset, offset + 1, message);
    return null;
  }

  /** Before the parser, whose time grows faster than its input. */
  #hasTooManyWords(): boolean {
    let count = 0;
    for (const _ of new Lexer().lex(this.#text)) if (++count > MOST_WORDS) break;
    if (count <= MOST_WORDS) return false;
    const start: Span = { file: this.#file, line: 1, column: 1 };
    this.#findings.common('too_large', start, `the file holds more than ${MOST_VALUES} values`);
    return true;
  }

  document(tokens: readonly CST.Token[]): LocatedMap | null {
    const documents = [...new Composer(PROFILE).compose(tokens, true, this.#text.length)];
    const [first, second] = documents;
    if (second !== undefined) this.#manyDocuments(second);
    if (first === undefined) return null;
    this.#directives(first, tokens);
    // One mistake makes the parser stumble over everything behind it: only the first place tells something.
    const [error] = [...first.errors].sort((a, b) => a.pos[0] - b.pos[0]);
    if (error !== undefined) this.#syntax(error);
    // What is not well-formed has another structure than its author means: to read on would only mislead.
    return first.errors.length > 0 ? null : this.#root(first);
  }

  #manyDocuments(second: Document.Parsed): void {
    const [start] = second.range;
    this.#error('many_documents', start, start + 3, 'a second document begins here: a file holds one');
  }

  #directives(document: Document.Parsed, tokens: readonly CST.Token[]): void {
    const first = tokens.find((token) => token.type === 'directive');
    if (first === undefined) return;
    const end = first.offset + ('source' in first ? first.source.length : 1);
    this.#error('directive', first.offset, end, 'directives are not allowed: files are read as YAML 1.2');
    document.warnings.length = 0;
  }

  #syntax(error: YAMLError): void {
    const [start, end] = error.pos;
    const tab = error.code === 'TAB_AS_INDENT' ? start : this.#indentingTab(start);
    if (tab < 0) this.#error('syntax', start, end, proseOf(error), syntaxHelp(error, this.#text));
    else this.#error('tab', tab, tab + 1, 'a tab indents this line: use spaces');
  }

  /** In flow values, the library reports a tab as bad indentation of what follows it. */
  #indentingTab(offset: number): number {
    const from = this.#text.lastIndexOf('\n', offset - 1) + 1;
    const indentation = this.#text.slice(from, offset + 1).match(/^[ \t]*/)?.[0] ?? '';
    const tab = indentation.indexOf('\t');
    return tab < 0 || from + indentation.length < offset ? -1 : from + tab;
  }

  #root(document: Document.Parsed): LocatedMap | null {
    const root = document.contents;
    const start: Span = { file: this.#file, line: 1, column: 1 };
    if (root === null || (isScalar(root) && root.value === null && root.source === '')) {
      this.#findings.common('empty', start, 'the file holds no document');
      return null;
    }
    const located = this.#node(root);
    if (located?.kind === 'map') return located;
    if (located !== undefined)
      this.#findings.common('not_a_map', located.span, 'expected a map of named parts');
    return null;
  }

  /** Undefined where it was refused; the error is then reported. */
  #node(node: YamlNode | null | undefined): Located | undefined {
    if (node === null || node === undefined) return undefined;
    if (!this.#plainNode(node)) return undefined;
    if (isScalar(node)) return this.#scalar(node);
    if (isSeq(node)) {
      const items = (node.items as YamlNode[])
        .map((item) => this.#node(item))
        .filter((item) => item !== undefined);
      return { kind: 'list', items, span: this.#span(node) };
    }
    return isMap(node) ? this.#map(node.items as Pair[], this.#span(node)) : undefined;
  }

  #plainNode(node: YamlNode): boolean {
    const [start, end] = rangeOf(node);
    if (isAlias(node)) {
      this.#error(
        'alias',
        start,
        end,
        `the alias ${quote(`*${node.source}`)} is not allowed: write the value`,
      );
      return false;
    }
    if ('anchor' in node && node.anchor !== undefined) {
      const at = this.#text.lastIndexOf(`&${node.anchor}`, start);
      const message = `the anchor ${quote(`&${node.anchor}`)} is not allowed`;
      this.#error('alias', at, at + node.anchor.length + 1, message);
    }
    if (node.tag !== undefined) this.#tag(start);
    return true;
  }

  /** A tag lies before its value, and the library keeps it resolved only. */
  #tag(value: number): void {
    const mark = this.#text.lastIndexOf('!', value);
    const before = this.#text.slice(0, mark).match(/[^\s,[\]{}:]*$/)?.[0] ?? '';
    const [tag = '!'] = this.#text.slice(mark - before.length).match(/^[^\s,[\]{}]+/) ?? [];
    const at = mark - before.length;
    this.#error('tag', at, at + tag.length, `the tag ${quote(tag)} is not allowed`);
  }

  #map(pairs: readonly Pair[], span: Span): LocatedMap {
    const entries = new Map<string, LocatedEntry>();
    const refused = new Set<string>();
    for (const pair of pairs) {
      const key = this.#key(pair.key as YamlNode | null);
      const value = this.#valueOf(pair);
      if (key === undefined || this.#isTaken(entries, key)) continue;
      if (value === undefined) refused.add(key.source);
      else entries.set(key.source, { key: key.source, keySpan: key.span, value });
    }
    return { kind: 'map', entries, refused, span };
  }

  #valueOf(pair: Pair): Located | undefined {
    if (pair.value !== null) return this.#node(pair.value as YamlNode);
    const key = pair.key as YamlNode | null;
    if (key === null) return undefined;
    return { kind: 'scalar', value: null, source: '', plain: true, span: this.#span(key) };
  }

  #isTaken(entries: ReadonlyMap<string, LocatedEntry>, key: LocatedScalar): boolean {
    const before = entries.get(key.source);
    if (before === undefined) return false;
    const message = `${quote(key.source)} is already written in line ${before.keySpan.line}`;
    this.#findings.common('duplicate_key', key.span, message);
    return true;
  }

  /** A key as a scalar whose `source` is its text. */
  #key(node: YamlNode | null): LocatedScalar | undefined {
    if (node === null || !this.#plainNode(node)) return undefined;
    const span = this.#span(node);
    if (!isScalar(node) || typeof node.value !== 'string') {
      const shown = isScalar(node) ? quote(node.source ?? String(node.value)) : 'that is a list or map';
      this.#findings.common('key_not_text', span, `the key ${shown} is not text`, 'quote it');
      return undefined;
    }
    if (!this.#keyAllowed(node.value, span, node.type === 'PLAIN')) return undefined;
    return { kind: 'scalar', value: node.value, source: node.value, plain: node.type === 'PLAIN', span };
  }

  #keyAllowed(key: string, span: Span, plain: boolean): boolean {
    if (key === '<<' && plain) {
      this.#findings.common('merge_key', span, 'merge keys are not part of YAML 1.2', 'use `extends`');
      return false;
    }
    if (key === '__proto__') {
      this.#findings.common('key_refused', span, '`__proto__` cannot be a key');
      return false;
    }
    return this.#textAllowed(key, span);
  }

  #scalar(node: Scalar): LocatedScalar | undefined {
    const span = this.#span(node);
    const source = node.source ?? '';
    const plain = node.type === 'PLAIN';
    const { value } = node;
    if (typeof value === 'string')
      return this.#textAllowed(value, span) ? { kind: 'scalar', value, source, plain, span } : undefined;
    if (typeof value === 'boolean' || value === null) return { kind: 'scalar', value, source, plain, span };
    const number = readNumber(source, value);
    if (typeof number === 'number') return { kind: 'scalar', value: number, source, plain, span };
    this.#findings.common('number', span, number.message, number.help);
    return undefined;
  }

  /** Escapes in quoted text can make what the text of the file may not hold. */
  #textAllowed(text: string, span: Span): boolean {
    const [found] = text.replaceAll('\r\n', '\n').match(REFUSED) ?? [];
    if (found === undefined) return true;
    this.#findings.common('character', span, `the text holds ${codePoint(found)}, which is not allowed`);
    return false;
  }

  #span(node: YamlNode): Span {
    const [start, end] = rangeOf(node);
    return this.#between(start, end);
  }

  #between(start: number, end: number): Span {
    const from = this.#lines.linePos(start);
    const to = this.#lines.linePos(Math.max(start, end));
    return {
      file: this.#file,
      line: Math.max(1, from.line),
      column: Math.max(1, from.col),
      endLine: Math.max(1, to.line),
      endColumn: Math.max(1, to.col),
    };
  }

  #error(problem: CommonProblem, start: number, end: number, message: string, help?: string): void {
    this.#findings.common(problem, this.#between(start, end), message, help);
  }
}

/** C0 but tab and line feed, a lone carriage return, DEL, C1 but NEL, lone surrogates, BOM, non-characters. */
const REFUSED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: to find them is what this is for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFEFF\uFFFE\uFFFF\p{Cs}]|\r(?!\n)/gu;

function rangeOf(node: YamlNode): readonly [number, number] {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}

function proseOf(error: YAMLError): string {
  const [line = ''] = error.message.split('\n');
  return `${line.charAt(0).toLowerCase()}${line.slice(1)}`;
}

type Problem = readonly [CommonProblem, number, string];

/** The first place where the syntax is nested too deep, or the place where it holds too many values. */
function measure(tokens: readonly CST.Token[]): Problem | null {
  const stack = tokens.map((token) => ({ token, depth: 0 })).reverse();
  let count = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { token, depth } = next;
    if (depth > DEEPEST) return ['too_deep', token.offset, `values are nested more than ${DEEPEST} deep`];
    if (++count > MOST_VALUES)
      return ['too_large', token.offset, `the file holds more than ${MOST_VALUES} values`];
    for (const child of childTokens(token).reverse()) stack.push({ token: child, depth: depth + 1 });
  }
  return null;
}

function childTokens(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!CST.isCollection(token)) return [];
  return token.items.flatMap((item) => [item.key, item.value]).filter((t) => t !== undefined && t !== null);
}
