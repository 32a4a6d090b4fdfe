import type { ProjectPlace } from '../compile/find-project.js';
import { failure } from '../diagnostics/diagnostic.js';
import type { ConfigReader, ConfigReading } from '../model/config.js';
import type { Io } from './io.js';

/**
 * The reader of a project's live config, as `adapters` of the project file says. Loaded when it is asked for: it brings
 * parsers and a database client.
 *
 * @throws DiagnosticError `input.secrets_key` where the variable that is to hold the key is not set, or too short.
 */
export async function projectReader({ root, project }: ProjectPlace, io: Io): Promise<ConfigReader> {
  const { openConfigReader } = await import('../sources/open-config-reader.js');
  const { roots, hosts, privateAddresses, secretsKey } = project.adapters;
  return openConfigReader({
    root,
    allowedRoots: roots,
    ...(hosts === null ? {} : { allowedHosts: hosts }),
    allowPrivateAddresses: privateAddresses,
    env: io.env,
    secretsKey: secretsKey === null ? null : keyFrom(secretsKey, io),
    clock: () => new Date(),
  });
}

/** In bytes; shorter keys can be guessed. */
const SHORTEST_KEY = 16;

function keyFrom(name: string, { env }: Io): Uint8Array {
  const key = new TextEncoder().encode(env[name] ?? '');
  if (key.length >= SHORTEST_KEY) return key;
  const found = key.length === 0 ? 'is not set' : `holds less than ${SHORTEST_KEY} bytes`;
  const help = 'set it to a long random text, the same wherever the same runs are judged';
  throw failure(
    'input.secrets_key',
    `the environment variable ${name}, which is to hold the key of secrets, ${found}`,
    {
      help,
    },
  );
}

/** Says on the side where a reading can be compared with no other process's: its secrets have digests of a key that is gone. */
export function warnOfLostKey({ project }: ProjectPlace, readings: readonly ConfigReading[], io: Io): void {
  const secret = readings.some((reading) => 'secrets_key' in reading && reading.secrets_key !== undefined);
  if (!secret || project.adapters.secretsKey !== null) return;
  io.err(
    'warning: what was read holds secrets, digested with a key of this process alone; no other reading can be compared\n  help: name a variable with a key in the project file: `adapters: { secrets_key: VARIABLE }`\n',
  );
}
