import { validateHeaderName, validateHeaderValue } from 'node:http';
import { SourceFault } from '../source-fault.js';
import { variable } from './variable.js';

/** What says how the message is carried, and to whom: not for a contract to set. */
const OURS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'accept-encoding',
  'if-none-match',
]);

/** The request's headers: each value out of the environment variable that the contract names. */
export function requestHeaders(
  named: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'edge-contracts',
  };
  for (const [name, from] of Object.entries(named)) {
    const key = name.toLowerCase();
    const value = variable(from, env);
    // What node says of a wrong value quotes it.
    if (OURS.has(key) || !isValid(key, value))
      throw new SourceFault('config_source.location', 'a header cannot be sent as it is given');
    headers[key] = value;
  }
  return headers;
}

function isValid(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
