import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.js';
import { Campaign, KILLS, run } from './campaign.js';

const server = startPostgres({ durable: true });
after(() => server?.stop());

describe(`a ledger whose server is killed ${KILLS} times`, { skip: server === null }, () => {
  it('has all that was acknowledged, once; its writers go on by themselves', async (t) => {
    assert.ok(server !== null);
    const place = { engine: 'postgres', connection: server.url, schema: 'server' } as const;
    const campaign = new Campaign('PostgreSQL, kill -9 of the server', place);
    t.diagnostic(await run(campaign, (one) => killServer(one, server)));
    const { writers } = campaign;
    const rejected = writers.flatMap((writer) => [...writer.rejected.keys()]);
    assert.ok(rejected.length > 0, 'the writers noticed');
    for (const code of rejected) assert.match(code, /^ledger\.(?:unavailable|outcome_unknown|timeout)$/);
  });
});

/** The writers live on, each with the ledger that it opened. */
async function killServer(campaign: Campaign, server: PostgresServer): Promise<void> {
  const { writers, random } = campaign;
  for (const writer of writers) writer.start();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await Promise.all(writers.map((writer) => writer.further(1 + Math.floor(random() * 5))));
    await campaign.moment(100);
    server.kill();
    server.start();
    await campaign.check(true);
  }
  await Promise.all(writers.map((writer) => writer.further(1)));
}
