import assert from 'node:assert/strict';
import { createServer, type LookupFunction } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Client } from 'pg';
import type { ConfigReading } from '../../src/model/config.js';
import type { ConfigReaderOptions } from '../../src/sources/open-config-reader.js';
import { startPostgres } from '../support/postgres-server.js';
import { codeOf, documentOf, reader, source, tempFolder } from './support.js';

const server = startPostgres();
after(() => server?.stop());

const NOT_INSTALLED =
  'PostgreSQL is not installed: `apt-get install postgresql` (its tests are not skipped in CI)';
const skip = server === null && NOT_INSTALLED;

const PASSWORD = 'hush-pass-word-1';
server?.sql(`
  CREATE ROLE gate LOGIN PASSWORD '${PASSWORD}';
  CREATE TABLE flags (name text PRIMARY KEY, rollout int, owner_id bigint, price numeric, at timestamptz, doc jsonb);
  INSERT INTO flags VALUES
    ('checkout', 10, 9007199254740993, 0.10, '2026-11-30 10:14:00+01', '{"a": 9007199254740993, "b": [true]}'),
    ('fraud', NULL, 1, 12345678901234567890.5, '2026-11-30 09:14:00.25+00', 'null');
  CREATE FUNCTION sneak() RETURNS int LANGUAGE plpgsql AS
    'BEGIN PERFORM set_config(''transaction_read_only'', ''off'', true); INSERT INTO flags(name) VALUES (''sneaked''); RETURN 1; END';
  CREATE FUNCTION complain(said text) RETURNS int LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''%'', said; END';
  CREATE SEQUENCE counter;
  CREATE TABLE closed (x int);
  GRANT ALL ON flags, counter TO gate;
`);

function read(query: string | undefined, options: Partial<ConfigReaderOptions> = {}): Promise<ConfigReading> {
  const rows = {
    adapter: 'postgres',
    location: 'DATABASE_URL',
    ...(query === undefined ? {} : { query }),
  } as const;
  const env = { DATABASE_URL: server?.urlOf('gate', PASSWORD) };
  return reader('/', { env, allowPrivateAddresses: true, ...options }).live(source(rows));
}

describe('CI', () => {
  it('has a PostgreSQL to test against', { skip: process.env['CI'] === undefined && 'not in CI' }, () => {
    assert.notEqual(server, null, NOT_INSTALLED);
  });
});

describe('a query of PostgreSQL', { skip }, () => {
  it('gives rows by column, exactly', async () => {
    const reading = await read('SELECT * FROM flags ORDER BY name;');
    assert.deepEqual(documentOf(reading), [
      {
        name: 'checkout',
        rollout: 10,
        owner_id: '9007199254740993',
        price: '0.10',
        at: '2026-11-30T09:14:00Z',
        doc: { a: '!number 9007199254740993', b: [true] },
      },
      {
        name: 'fraud',
        rollout: null,
        owner_id: '1',
        price: '12345678901234567890.5',
        at: '2026-11-30T09:14:00.25Z',
        doc: null,
      },
    ]);
    assert.equal(reading.location, 'DATABASE_URL');
  });

  it('is keyed by a column', async () => {
    const flags = source({
      adapter: 'postgres',
      location: 'DATABASE_URL',
      query: 'SELECT name, rollout FROM flags',
      identity: { '': 'name' },
    });
    const env = { DATABASE_URL: server?.urlOf('gate', PASSWORD) };
    assert.deepEqual(documentOf(await reader('/', { env, allowPrivateAddresses: true }).live(flags)), {
      checkout: { name: 'checkout', rollout: 10 },
      fraud: { name: 'fraud', rollout: null },
    });
  });

  for (const [expression, value] of [
    ["'x'::text", 'x'],
    ['true', true],
    ['NULL', null],
    ['1::smallint', 1],
    ['1.5::float8', 1.5],
    ['1e300::float8', 1e300],
    ['0.1::float4', 0.1],
    ["'2026-11-30'::date", '2026-11-30'],
    ["'2026-11-30 09:14:00.5'::timestamp", '2026-11-30T09:14:00.5'],
    ["'infinity'::timestamptz", 'infinity'],
    ["'1 day 2 hours'::interval", 'P1DT2H'],
    ["'\\x6869'::bytea", '\\x6869'],
    ["ARRAY['a', 'b']", '{a,b}'],
    ['\'{"b": 1, "a": 2}\'::json', { b: 1, a: 2 }],
  ] as const) {
    it(`gives ${expression} as ${JSON.stringify(value)}`, async () => {
      assert.deepEqual(documentOf(await read(`SELECT ${expression} AS x`)), [{ x: value }]);
    });
  }

  for (const [query, code] of [
    ["INSERT INTO flags(name) VALUES ('x')", 'sql_writes'],
    ['UPDATE flags SET rollout = 100', 'sql_writes'],
    ['DELETE FROM flags', 'sql_writes'],
    ['DROP TABLE flags', 'sql_writes'],
    ['WITH gone AS (DELETE FROM flags RETURNING name) SELECT * FROM gone', 'sql_writes'],
    ['SELECT * INTO copy FROM flags', 'sql_writes'],
    ["SELECT nextval('counter')", 'sql_writes'],
    ['SELECT name FROM flags FOR UPDATE', 'sql_writes'],
    ['COMMIT', 'sql_writes'],
    ['ROLLBACK', 'sql_writes'],
    ['SET TRANSACTION READ WRITE', 'sql_writes'],
    ['DO $$ BEGIN DELETE FROM flags; END $$', 'sql_writes'],
    ["COPY flags TO '/tmp/flags'", 'sql_writes'],
    ['/* SELECT */ DELETE FROM flags', 'sql_writes'],
    ['EXPLAIN ANALYZE DELETE FROM flags', 'sql_writes'],
    ['', 'sql_writes'],
    ['SELECT sneak()', 'sql'],
    ['SELECT 1; DELETE FROM flags', 'sql'],
    ['SELECT 1; COMMIT; DELETE FROM flags', 'sql'],
    ['SELECT * FROM none_such', 'sql'],
    ["SELECT complain('hush')", 'sql'],
    ["SELECT 'hush'::int", 'sql'],
    ['SELECT $1::text', 'sql'],
    ['SELECT 1 / 0', 'sql'],
    ['SELECT * FROM closed', 'denied'],
    ['SELECT 1 AS a, 2 AS a', 'duplicate_key'],
    ['SELECT 1 AS "__proto__"', 'key_refused'],
    ["SELECT 'NaN'::float8", 'value_refused'],
    ["SELECT '!number 9007199254740993'", 'value_refused'],
    ['SELECT generate_series(1, 1000)', 'too_large'],
    ["SELECT repeat('x', 1000000)", 'too_large'],
    ["SELECT repeat('[', 100)::json", 'sql'],
    ['SELECT (\'{"a":1,"a":2}\')::json', 'duplicate_key'],
    ['SELECT pg_sleep(60)', 'timeout'],
    [undefined, 'location'],
  ] as const) {
    it(`is refused: ${query ?? 'none'}`, async () => {
      const limits = {
        maxRows: 100,
        maxBytes: 100_000,
        deadlineMs: query?.includes('sleep') === true ? 500 : 10_000,
      };
      const reading = await read(query, { limits });
      assert.equal(codeOf(reading), `config_source.${code}`, JSON.stringify(reading));
      assert.doesNotMatch(JSON.stringify(reading), /hush/);
    });
  }

  it('changed nothing by all that, and left no connection', async () => {
    const client = new Client({ connectionString: server?.url });
    await client.connect();
    const { rows } = await client.query('SELECT name, rollout FROM flags ORDER BY name');
    const left = await client.query(
      "SELECT state, query FROM pg_stat_activity WHERE usename = 'gate' AND state <> 'active'",
    );
    const counted = await client.query('SELECT is_called FROM counter');
    await client.end();
    assert.deepEqual(rows, [
      { name: 'checkout', rollout: 10 },
      { name: 'fraud', rollout: null },
    ]);
    assert.deepEqual(left.rows, []);
    assert.deepEqual(counted.rows, [{ is_called: false }]);
  });

  it('waits for no lock', async () => {
    const client = new Client({ connectionString: server?.url });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE flags IN ACCESS EXCLUSIVE MODE');
    const reading = await read('SELECT * FROM flags', { limits: { deadlineMs: 500 } });
    await client.end();
    assert.equal(codeOf(reading), 'config_source.timeout');
  });
});

describe('a connection to PostgreSQL', () => {
  for (const [name, env, code] of [
    ['without the variable', {}, 'variable'],
    ['to a port where nobody listens', { DATABASE_URL: 'postgres://gate:hush@127.0.0.1:1/x' }, 'unreachable'],
    [
      'to a folder without a socket',
      { DATABASE_URL: 'postgres://gate:hush@/x?host=/hush-none' },
      'unreachable',
    ],
    ['by what is no connection string', { DATABASE_URL: 'postgres://gate:hush@[/x' }, 'variable'],
  ] as const) {
    it(`is refused ${name}`, async () => {
      const reading = await read('SELECT 1', { env });
      assert.equal(codeOf(reading), `config_source.${code}`, JSON.stringify(reading));
      assert.doesNotMatch(JSON.stringify(reading), /hush/);
    });
  }

  const lookup: LookupFunction = (_name, { all }, callback) =>
    all === true ? callback(null, [{ address: '10.0.0.1', family: 4 }]) : callback(null, '10.0.0.1', 4);
  for (const [place, options, code] of [
    ['[::1]:1', {}, 'address_refused'],
    ['127.0.0.1:1', {}, 'address_refused'],
    ['127.1:1', {}, 'address_refused'],
    ['2130706433:1', {}, 'address_refused'],
    ['[::ffff:169.254.169.254]:1', {}, 'address_refused'],
    ['localhost:1', {}, 'address_refused'],
    ['db.example:1', { hooks: { lookup } }, 'address_refused'],
    ['%2Ftmp', {}, 'address_refused'],
    ['8.8.8.8:1', { allowedHosts: ['db.example'] }, 'host_refused'],
    ['db.example:1', { allowedHosts: ['db.example:5432'] }, 'host_refused'],
    ['db.example.net', { allowedHosts: ['db.example'] }, 'host_refused'],
    ['%2Ftmp', { allowedHosts: ['db.example'], allowPrivateAddresses: true }, 'host_refused'],
    ['127.0.0.1:1', { allowedHosts: ['127.0.0.1'] }, 'address_refused'],
    ['127.0.0.1:1', { allowedHosts: ['127.0.0.1:1'], allowPrivateAddresses: true }, 'unreachable'],
    ['[::1]:1', { allowedHosts: ['[::1]'], allowPrivateAddresses: true }, 'unreachable'],
    ['LOCALHOST:1', { allowedHosts: ['localhost'], allowPrivateAddresses: true }, 'unreachable'],
    ['%2Fhush-none', { allowedHosts: ['localhost'], allowPrivateAddresses: true }, 'unreachable'],
  ] as const) {
    it(`to ${place} with ${JSON.stringify(options)} is answered by ${code}`, async () => {
      const env = { DATABASE_URL: `postgres://gate:hush@${place}/x` };
      const reading = await read('SELECT 1', { allowPrivateAddresses: false, env, ...options });
      assert.equal(codeOf(reading), `config_source.${code}`, JSON.stringify(reading));
      assert.doesNotMatch(JSON.stringify(reading), /hush/);
    });
  }

  it('is named by a variable, not by what it holds', async () => {
    const location = 'postgres://gate:hush@db/x';
    const reading = await reader('/').live(source({ adapter: 'postgres', location, query: 'SELECT 1' }));
    assert.equal(codeOf(reading), 'config_source.location');
    assert.equal(reading.location, '(not a name)');
    assert.doesNotMatch(JSON.stringify(reading), /hush/);
  });

  it('is refused with a wrong password or role', { skip }, async () => {
    for (const url of [server?.urlOf('gate', 'hush'), server?.urlOf('hush', PASSWORD)]) {
      const reading = await read('SELECT 1', { env: { DATABASE_URL: url } });
      assert.equal(codeOf(reading), 'config_source.denied');
      assert.doesNotMatch(JSON.stringify(reading), /hush/);
    }
  });

  it('is left at the deadline where the server says nothing', async () => {
    const folder = tempFolder();
    const silent = createServer(() => undefined).listen(join(folder, '.s.PGSQL.5432'));
    await new Promise((resolve) => silent.once('listening', resolve));
    const env = { DATABASE_URL: `postgres://gate:hush@/x?host=${encodeURIComponent(folder)}` };
    const reading = await read('SELECT 1', { env, limits: { deadlineMs: 200 } });
    silent.close();
    assert.equal(codeOf(reading), 'config_source.timeout');
  });
});
