import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { openPostgresStore } from '../../src/ledger/postgres/postgres-store.js';
import { startPostgres } from '../support/postgres-server.js';
import { storeSuite } from './store-suite.js';

const server = startPostgres({ durable: true });
after(() => server?.stop());

const NOT_INSTALLED =
  'PostgreSQL is not installed: `apt-get install postgresql` (its tests are not skipped in CI)';
const skip = server === null && NOT_INSTALLED;
const connection = server?.url ?? '';

describe('CI', () => {
  it('has a PostgreSQL to test against', { skip: process.env['CI'] === undefined && 'not in CI' }, () => {
    assert.notEqual(server, null, NOT_INSTALLED);
  });
});

let places = 0;
storeSuite({
  name: 'postgres',
  skip,
  place: async () => {
    places += 1;
    const schema = `Place "${places}`;
    return { open: () => openPostgresStore({ connection, schema, page: { rows: 7, bytes: 1_000_000 } }) };
  },
});
