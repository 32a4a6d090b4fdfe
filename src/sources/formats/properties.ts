import { Properties } from 'properties-file/parser';
import type { JsonValue } from '../../canonical/json-value.js';
import type { Format } from './format.js';
import { Members } from './members.js';

/** Java's `.properties`. Keys stay flat (`a.b` is one key), values are text. */
export const PROPERTIES: Format = { title: 'properties', endings: ['.properties'], parse: parseProperties };

function parseProperties(text: string): JsonValue {
  const members = new Members();
  for (const { key, value, startingLineNumber } of new Properties(text).getProperties())
    members.add(key, value, () => ({ line: startingLineNumber }));
  return members.object();
}
