import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import { decodeUtf8 } from '../../record/decode-utf8.js';
import type { SourceLimits } from '../limits.js';
import { faultAt, placeOf, SourceFault } from '../source-fault.js';
import type { Format } from './format.js';
import { conflictOffset, templateLine } from './templates.js';

/** Bytes to a document: what holds for every format before and after it parses. */
export function readText(bytes: Uint8Array, format: Format, limits: SourceLimits): JsonValue {
  const text = textOf(bytes);
  const conflict = conflictOffset(text);
  if (conflict !== undefined) {
    const { line } = placeOf(text, conflict);
    throw faultAt('config_source.conflict_markers', 'a marker of a merge conflict', { line });
  }
  const document = parsed(text, format, limits);
  checkDocument(document, limits);
  return document;
}

/** UTF-8 without NUL; a byte order mark at its start is dropped. */
function textOf(bytes: Uint8Array): string {
  const nul = bytes.indexOf(0);
  if (nul >= 0) throw new SourceFault('config_source.not_text', `a NUL at byte ${nul}: this is binary`);
  const text = decodeUtf8(bytes);
  if (typeof text === 'number')
    throw new SourceFault('config_source.not_text', `the bytes from ${text} on are not UTF-8`);
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A template is rarely in the format that it becomes: where it is why, that is what is told. */
function parsed(text: string, format: Format, limits: SourceLimits): JsonValue {
  try {
    const document = format.parse(text, limits);
    if (LINES.has(format.title)) throwTemplate(text);
    return document;
  } catch (thrown) {
    if (thrown instanceof SourceFault && MAY_BE_TEMPLATE.has(thrown.code)) throwTemplate(text);
    throw thrown;
  }
}

/** Formats that take any line: there, nothing else notices a template. */
const LINES: ReadonlySet<string> = new Set(['INI', 'properties', 'dotenv']);
const MAY_BE_TEMPLATE: ReadonlySet<string> = new Set(['config_source.syntax', 'config_source.key_refused']);

function throwTemplate(text: string): void {
  const place = templateLine(text);
  if (place !== undefined) throw faultAt('config_source.template', 'an unrendered template', place);
}

interface Step {
  readonly value: JsonValue | undefined;
  readonly depth: number;
}

/** What every document must be, whichever library made it. Without recursion. */
export function checkDocument(document: JsonValue, { maxDepth, maxValues }: SourceLimits): void {
  const stack: Step[] = [{ value: document, depth: 0 }];
  let count = 0;
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { value, depth } = step;
    if (depth > maxDepth)
      throw new SourceFault('config_source.too_deep', `nested more than ${maxDepth} deep`);
    count += 1;
    if (count > maxValues)
      throw new SourceFault(
        'config_source.too_many_values',
        `the document holds more than ${maxValues} values`,
      );
    checkScalar(value);
    for (const child of childrenOf(value)) stack.push({ value: child, depth: depth + 1 });
  }
}

function childrenOf(value: JsonValue | undefined): readonly (JsonValue | undefined)[] {
  if (isJsonArray(value)) return value;
  if (!isJsonObject(value)) return [];
  for (const key of Object.keys(value)) {
    if (key === '__proto__')
      throw new SourceFault('config_source.key_refused', '`__proto__` cannot be a key');
    checkScalar(key);
  }
  return Object.values(value);
}

const HALF = /\p{Cs}/u;

function checkScalar(value: JsonValue | undefined): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new SourceFault('config_source.value_refused', 'infinity and NaN are no values of JSON');
  if (typeof value === 'string' && HALF.test(value))
    throw new SourceFault('config_source.value_refused', 'a text holds half of a character');
}
