import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startPostgres } from '../../support/postgres-server.js';
import { Campaign, KILLS, killWriters, run } from './campaign.js';

const folder = mkdtempSync(join(tmpdir(), 'ec-crash-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const server = startPostgres({ durable: true });
after(() => server?.stop());

describe(`a ledger whose writers are killed ${KILLS} times`, () => {
  it('has all that SQLite acknowledged, once', async (t) => {
    const place = { engine: 'sqlite', path: join(folder, 'ledger.db') } as const;
    t.diagnostic(await run(new Campaign('SQLite, kill -9 of writers', place), killWriters));
  });

  it('has all that PostgreSQL acknowledged, once', { skip: server === null }, async (t) => {
    const place = { engine: 'postgres', connection: server?.url ?? '', schema: 'writers' } as const;
    t.diagnostic(await run(new Campaign('PostgreSQL, kill -9 of writers', place), killWriters));
  });
});
