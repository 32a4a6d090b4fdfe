import type { JsonObject } from '../../canonical/json-value.js';
import { Members } from '../formats/members.js';
import type { ReadContext } from '../read-context.js';
import { SourceFault } from '../source-fault.js';
import { matchesName } from './name-pattern.js';

/** The environment variables of a prefix (`APP_`) or a pattern (`APP_*_URL`), each as text. */
export function readVariables(location: string, { env, limits }: ReadContext): JsonObject {
  const pattern = patternOf(location);
  const members = new Members();
  let size = 0;
  for (const name of Object.keys(env).sort()) {
    const value = env[name];
    if (value === undefined || !matchesName(pattern, name)) continue;
    size += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (size > limits.maxBytes)
      throw new SourceFault('config_source.too_large', `the variables are over ${limits.maxBytes} bytes`);
    members.add(name, value, () => ({ line: 1 }));
  }
  return members.object();
}

/** A name without `*` is a prefix. One that is all `*` would show the whole environment. */
function patternOf(location: string): string {
  if (!/^[\w*.-]{1,200}$/.test(location) || /^[*]*$/.test(location))
    throw new SourceFault('config_source.location', 'this is no prefix of names and no pattern with `*`');
  return location.includes('*') ? location : `${location}*`;
}
