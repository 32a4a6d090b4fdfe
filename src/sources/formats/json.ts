import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { JsonValue } from '../../canonical/json-value.js';
import type { SourceLimits } from '../limits.js';
import { faultAt, type Place, placeOf } from '../source-fault.js';
import { exactNumber } from './exact-number.js';
import type { Format } from './format.js';
import { Members } from './members.js';

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

function parseJson(text: string, limits: SourceLimits, comments: boolean): JsonValue {
  measure(text, limits);
  const errors: ParseError[] = [];
  const options = { disallowComments: !comments, allowTrailingComma: comments, allowEmptyContent: false };
  const root = parseTree(text, errors, options);
  const [error] = errors;
  if (error !== undefined || root === undefined)
    throw faultAt('config_source.syntax', 'this is not JSON', placeOf(text, error?.offset ?? 0));
  return valueOfNode(root, text);
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
const OPENS: ReadonlySet<number | undefined> = new Set([OPEN_BRACE, OPEN_BRACKET]);
const CLOSES: ReadonlySet<number | undefined> = new Set([CLOSE_BRACE, CLOSE_BRACKET]);
const MARKS: ReadonlySet<number | undefined> = new Set([...CLOSES, COMMA, COLON]);

function valueOfNode(node: Node, text: string): JsonValue {
  if (node.type === 'object') return objectOf(node, text);
  if (node.type === 'array') return (node.children ?? []).map((child) => valueOfNode(child, text));
  if (node.type === 'number') return exactNumber(text.slice(node.offset, node.offset + node.length));
  return node.value as JsonValue;
}

function objectOf(node: Node, text: string): JsonValue {
  const members = new Members();
  for (const { children = [] } of node.children ?? []) {
    const [key, value] = children;
    if (key === undefined || value === undefined) continue;
    members.add(key.value as string, valueOfNode(value, text), () => placeOf(text, key.offset));
  }
  return members.object();
}
