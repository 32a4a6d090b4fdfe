import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { JsonValue } from '../../canonical/json-value.js';
import type { SourceLimits } from '../limits.js';
import { faultAt, type Place, placeOf } from '../source-fault.js';
import type { Format } from './format.js';
import { Members } from './members.js';
import { STRAY_BREAK, strayBreak } from './stray-break.js';
import { exactNumber, unmarked } from './written.js';

/** JSON with comments and trailing commas, as editors write their settings. */
export const JSON_WITH_COMMENTS: Format = {
  title: 'JSON',
  endings: ['.json', '.jsonc'],
  parse: (text, limits) => parseJson(text, limits, true),
};

/** JSON as servers send it: RFC 8259 and no more. */
export const STRICT_JSON: Format = {
  title: 'JSON',
  endings: [],
  parse: (text, limits) => parseJson(text, limits, false),
};

/** What a snapshot keeps of a reading: its document holds the marks that other texts must not. */
export const KEPT_JSON: Format = {
  title: 'JSON',
  endings: [],
  parse: (text, limits) => parseJson(text, limits, false, (kept) => kept),
};

/** What becomes of a text. */
type TextOf = (text: string, place: () => Place) => string;

function parseJson(
  text: string,
  limits: SourceLimits,
  comments: boolean,
  textOf: TextOf = unmarked,
): JsonValue {
  measure(text, limits);
  if (comments) checkComments(text);
  const errors: ParseError[] = [];
  const options = { disallowComments: !comments, allowTrailingComma: comments, allowEmptyContent: false };
  const root = parseTree(text, errors, options);
  const [error] = errors;
  if (error !== undefined || root === undefined)
    throw faultAt('config_source.syntax', 'this is not JSON', placeOf(text, error?.offset ?? 0));
  return valueOfNode(root, text, textOf);
}

/** A comment must end where every reader ends it. */
function checkComments(text: string): void {
  if (strayBreak(text) < 0) return;
  const scanner = createScanner(text, false);
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (kind !== LINE_COMMENT && kind !== BLOCK_COMMENT) continue;
    const start = scanner.getTokenOffset();
    // Together with what ended it, which may be a CR alone.
    const stray = strayBreak(text.slice(start, start + scanner.getTokenLength() + 2));
    if (stray >= 0 && stray <= scanner.getTokenLength())
      throw faultAt('config_source.syntax', STRAY_BREAK, { line: placeOf(text, start).line });
  }
}

/** Before it is parsed, which recurses: brackets nested too deep, and more values than are read. */
function measure(text: string, { maxDepth, maxValues }: SourceLimits): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  let values = 0;
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (OPENS.has(kind)) depth += 1;
    else if (CLOSES.has(kind)) depth -= 1;
    if (!MARKS.has(kind)) values += 1;
    const place = (): Place => placeOf(text, scanner.getTokenOffset());
    if (depth > maxDepth)
      throw faultAt('config_source.too_deep', `nested more than ${maxDepth} deep`, place());
    if (values > 2 * maxValues)
      throw faultAt('config_source.too_many_values', `more than ${maxValues} values`, place());
  }
}

/** The library's `SyntaxKind`, whose members a module compiled by itself cannot name. */
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COMMA, COLON, END] = [1, 2, 3, 4, 5, 6, 17];
const [LINE_COMMENT, BLOCK_COMMENT] = [12, 13];
const OPENS: ReadonlySet<number | undefined> = new Set([OPEN_BRACE, OPEN_BRACKET]);
const CLOSES: ReadonlySet<number | undefined> = new Set([CLOSE_BRACE, CLOSE_BRACKET]);
const MARKS: ReadonlySet<number | undefined> = new Set([...CLOSES, COMMA, COLON]);

function valueOfNode(node: Node, text: string, textOf: TextOf): JsonValue {
  if (node.type === 'object') return objectOf(node, text, textOf);
  if (node.type === 'array') return (node.children ?? []).map((child) => valueOfNode(child, text, textOf));
  if (node.type === 'number') return exactNumber(text.slice(node.offset, node.offset + node.length));
  if (node.type === 'string') return textOf(node.value as string, () => placeOf(text, node.offset));
  return node.value as JsonValue;
}

function objectOf(node: Node, text: string, textOf: TextOf): JsonValue {
  const members = new Members();
  for (const { children = [] } of node.children ?? []) {
    const [key, value] = children;
    if (key === undefined || value === undefined) continue;
    members.add(key.value as string, valueOfNode(value, text, textOf), () => placeOf(text, key.offset));
  }
  return members.object();
}
