import { openConfigReader } from '../../src/sources/open-config-reader.js';
import { KEY, source } from './support.js';

/**
 * Run as a process of its own, so that an exception that nobody catches is seen: reads each of the connection strings
 * that its argument lists, one after the other, and writes a line for each.
 */
export interface PostgresRead {
  readonly name: string;
  readonly url: string;
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
  /** How long to stay alive after the reading, for what may come late. */
  readonly stayMs?: number;
}

const { reads, ca } = JSON.parse(process.argv[2] ?? '{}') as { reads: PostgresRead[]; ca: string };

for (const { name, url, deadlineMs = 5000, maxBytes = 1_000_000, stayMs = 0 } of reads) {
  const reading = await openConfigReader({
    root: '/',
    env: { DATABASE_URL: url },
    secretsKey: KEY,
    clock: () => new Date(0),
    allowPrivateAddresses: true,
    limits: { deadlineMs, maxBytes },
    hooks: { ca },
  }).live(source({ adapter: 'postgres', location: 'DATABASE_URL', query: 'SELECT 1' }));
  await new Promise((resolve) => setTimeout(resolve, stayMs));
  const told = 'error' in reading ? reading.error : { code: 'read', message: JSON.stringify(reading) };
  console.log(JSON.stringify({ name, ...told }));
}
