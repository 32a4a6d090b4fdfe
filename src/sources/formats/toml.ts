import { parse, TomlDate, TomlError } from 'smol-toml';
import type { JsonValue } from '../../canonical/json-value.js';
import type { SourceLimits } from '../limits.js';
import { faultAt, SourceFault } from '../source-fault.js';
import type { Format } from './format.js';
import { checkKey } from './members.js';
import { unmarked, written } from './written.js';

/** TOML 1.0. Its dates become RFC 3339, local ones without an offset, and marked: no text equals them. */
export const TOML: Format = { title: 'TOML', endings: ['.toml'], parse: parseToml };

function parseToml(text: string, { maxDepth }: SourceLimits): JsonValue {
  try {
    const options = { integersAsBigInt: 'asNeeded', maxDepth, unsafeKeyBehaviour: 'keep' } as const;
    return plain(parse(text, options), 0, maxDepth);
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    // The message quotes the line; which of the few kinds it is may be told by fixed words only.
    const { line, column, message } = thrown;
    if (/nested/i.test(message))
      throw faultAt('config_source.too_deep', `nested more than ${maxDepth} deep`, { line, column });
    if (/redefine|already defined|duplicate/i.test(message))
      throw faultAt('config_source.duplicate_key', 'this key is written before', { line, column });
    throw faultAt('config_source.syntax', 'this is not TOML', { line, column });
  }
}

function plain(value: unknown, depth: number, maxDepth: number): JsonValue {
  if (depth > maxDepth)
    throw new SourceFault('config_source.too_deep', `values are nested more than ${maxDepth} deep`);
  if (typeof value === 'bigint') return written('number', String(value));
  if (value instanceof TomlDate) return written('date', value.toISOString());
  if (typeof value === 'string') return unmarked(value, () => ({ line: 1 }));
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1, maxDepth));
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const members: { [key: string]: JsonValue } = {};
  for (const [key, member] of Object.entries(value)) {
    checkKey(key, () => ({ line: 1 }));
    members[key] = plain(member, depth + 1, maxDepth);
  }
  return members;
}
