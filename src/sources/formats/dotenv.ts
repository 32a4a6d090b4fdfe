import { parse } from 'dotenv';
import type { JsonValue } from '../../canonical/json-value.js';
import { faultAt } from '../source-fault.js';
import type { Format } from './format.js';
import { checkKey } from './members.js';

/** Files of environment variables. Values are text; nothing in them is expanded. */
export const DOTENV: Format = { title: 'dotenv', endings: ['.env'], parse: parseDotenv };

/** The scanner of the library is linear; its regular expression is quadratic in blank lines. */
const LINEAR = { fast: true };

function parseDotenv(text: string): JsonValue {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  checkDuplicates(lines);
  return { ...parse(lines.join('\n'), LINEAR) };
}

/** A line that may set a variable: what is before the name, and the name. */
const MAY_SET = /^(\s*(?:export\s+)?)([\w.-]+)(?=\s*[=:])/;

/**
 * The library lets the last of two lines win and does not say so. Whether a line sets something, or is within a value
 * of several lines, only the library knows: so it is asked again, with a name for each line that names nothing else.
 */
function checkDuplicates(lines: readonly string[]): void {
  const names = lines.map((line) => MAY_SET.exec(line)?.[2]);
  const marked = lines.map((line, index) => line.replace(MAY_SET, `$1L${index}`));
  const set = parse(marked.join('\n'), LINEAR);
  const before = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name === undefined || !Object.hasOwn(set, `L${index}`)) continue;
    const place = { line: index + 1 };
    checkKey(name, () => place);
    if (before.has(name)) throw faultAt('config_source.duplicate_key', 'this variable is set before', place);
    before.add(name);
  }
}
