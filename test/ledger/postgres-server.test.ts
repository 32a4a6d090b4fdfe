import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from 'pg';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { openPostgresStore, type PostgresOptions } from '../../src/ledger/postgres/postgres-store.js';
import { tablesOf } from '../../src/ledger/postgres/tables.js';
import type { LedgerStore } from '../../src/ledger/store.js';
import { CERTIFICATE, int32, message, peer } from '../support/postgres-peer.js';
import { startPostgres } from '../support/postgres-server.js';
import { all, append, digest, entryAt, put } from './store-model.js';

const server = startPostgres({ durable: true });
after(() => server?.stop());

const skip = server === null && 'PostgreSQL is not installed';
const PASSWORD = 'hush-pass-word-1';
const connection = server?.url ?? '';

let places = 0;
function options(more: Partial<PostgresOptions> = {}): PostgresOptions {
  places += 1;
  return { connection, schema: `server_${places}`, ...more };
}

async function opened(
  settings: PostgresOptions,
  work: (store: LedgerStore, settings: PostgresOptions) => Promise<void>,
): Promise<void> {
  const store = await openPostgresStore(settings);
  try {
    await work(store, settings);
  } finally {
    await store.close();
  }
}

/** The code of what it is rejected with; nothing that the server, the driver or the URL says is in it. */
async function codeOf(rejected: Promise<unknown>): Promise<string> {
  try {
    await rejected;
  } catch (thrown) {
    assert.ok(thrown instanceof DiagnosticError, String(thrown));
    const told = JSON.stringify(thrown.diagnostics) + String(thrown.stack) + String(thrown.cause);
    assert.doesNotMatch(told, /hush|localhost|127\.0\.0\.1|ec-pg-/);
    return thrown.code;
  }
  return 'resolved';
}

async function asBoss<T>(work: (boss: Client) => Promise<T>): Promise<T> {
  const boss = new Client(connection);
  await boss.connect();
  try {
    return await work(boss);
  } finally {
    await boss.end();
  }
}

describe('the server of a ledger', { skip }, () => {
  it('takes a role that may read and write, and not make or change tables', async () => {
    const settings = options();
    await opened(settings, async (store) => void (await append(store, ['a'])));
    server?.sql(`CREATE ROLE worker LOGIN PASSWORD '${PASSWORD}';
      GRANT USAGE ON SCHEMA ${settings.schema} TO worker;
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA ${settings.schema} TO worker;
      GRANT DELETE ON ${settings.schema}.outbox TO worker;`);
    const worker = { ...settings, connection: server?.urlOf('worker', PASSWORD) ?? '' };
    await opened(worker, async (store) => {
      assert.deepEqual(await append(store, ['b']), [2]);
      await put(store, { erase: { what: 'entries', seqs: [1] }, sent: ['x'], blobs: [] });
    });
    assert.equal(await codeOf(openPostgresStore({ ...worker, schema: 'elsewhere' })), 'ledger.denied');
    server?.sql(`REVOKE INSERT ON ${settings.schema}.entries FROM worker`);
    await opened(worker, async (store) => {
      assert.equal(await codeOf(append(store, ['c'])), 'ledger.denied');
      assert.equal((await store.head()).seq, 2);
    });
  });

  it('is refused where it does not wait for the disk', async () => {
    const careless = startPostgres();
    try {
      assert.equal(await codeOf(openPostgresStore({ connection: careless?.url ?? '' })), 'ledger.durability');
    } finally {
      careless?.stop();
    }
  });

  it('has to wait for the disk whatever the role is set to', async () => {
    const settings = options();
    server?.sql(`CREATE ROLE hasty LOGIN SUPERUSER PASSWORD '${PASSWORD}'; ALTER ROLE hasty SET synchronous_commit = off;
      ALTER ROLE hasty SET default_transaction_isolation = 'serializable';
      ALTER ROLE hasty SET default_transaction_read_only = on;`);
    await opened({ ...settings, connection: server?.urlOf('hasty', PASSWORD) ?? '' }, async (store) => {
      // The first write looks for triggers.
      await append(store, ['first']);
      server?.sql(`CREATE FUNCTION ${settings.schema}.seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          NEW.body := current_setting('synchronous_commit') || ' ' || current_setting('transaction_isolation');
          RETURN NEW; END $$;
        CREATE TRIGGER seen BEFORE INSERT ON ${settings.schema}.entries
          FOR EACH ROW EXECUTE FUNCTION ${settings.schema}.seen();`);
      await append(store, ['a']);
      const entry = (await all(store.entries({}))).at(-1);
      assert.equal(entry?.body, 'on read committed');
    });
  });

  it('is refused where a table of the ledger would be empty after a crash', async () => {
    const settings = options();
    await opened(settings, async () => undefined);
    server?.sql(`ALTER TABLE ${settings.schema}.refusals SET UNLOGGED`);
    assert.equal(await codeOf(openPostgresStore(settings)), 'ledger.durability');
  });

  it('is refused where its database is not UTF-8', async () => {
    server?.sql("CREATE DATABASE ascii ENCODING SQL_ASCII TEMPLATE template0 LOCALE 'C'");
    const ascii = connection.replace('/postgres?', '/ascii?');
    assert.equal(await codeOf(openPostgresStore({ connection: ascii })), 'ledger.server');
  });

  it('is refused where its tables are of a later version, and is not touched', async () => {
    const settings = options();
    await opened(settings, async () => undefined);
    server?.sql(`UPDATE ${settings.schema}.version SET version = 99`);
    assert.equal(await codeOf(openPostgresStore(settings)), 'ledger.newer');
  });

  it('says that a table is gone', async () => {
    const settings = options();
    await opened(settings, async (store) => {
      server?.sql(`DROP TABLE ${settings.schema}.runs`);
      assert.equal(await codeOf(append(store, ['a'])), 'ledger.structure');
      assert.equal(await codeOf(all(store.runs({}))), 'ledger.damaged');
      assert.deepEqual(await all(store.entries({})), []);
    });
    server?.sql(`DELETE FROM ${settings.schema}.version`);
    assert.equal(await codeOf(openPostgresStore(settings)), 'ledger.damaged');
  });

  it('is migrated once where many open it at once', async () => {
    const settings = options();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore(settings)));
    const seqs = await Promise.all(stores.map((store, index) => append(store, [`k${index}`])));
    assert.deepEqual(seqs.flat().sort(), [1, 2, 3, 4, 5, 6, 7, 8]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('shows no policy’s part of the ledger as the whole', async () => {
    const settings = options();
    await opened(settings, async (store) => void (await append(store, ['a'])));
    server?.sql(`CREATE ROLE half LOGIN PASSWORD '${PASSWORD}';
      GRANT USAGE ON SCHEMA ${settings.schema} TO half;
      GRANT SELECT ON ALL TABLES IN SCHEMA ${settings.schema} TO half;
      ALTER TABLE ${settings.schema}.entries ENABLE ROW LEVEL SECURITY;`);
    await opened({ ...settings, connection: server?.urlOf('half', PASSWORD) ?? '' }, async (store) => {
      assert.equal(await codeOf(all(store.entries({}))), 'ledger.denied');
    });
  });

  it('writes names that no text of PostgreSQL holds', async () => {
    await opened(options(), async (store) => {
      const names = ['a\0b', 'a', '\ud800', '\udfff', '\ufffd', '\u007f0000'];
      const insert = names.map((one, index) =>
        entryAt(index + 1, { run: one, key: one, edge: one, body: one }),
      );
      await put(store, { insert });
      assert.deepEqual(await all(store.entries({})), insert);
      for (const [index, run] of names.entries())
        assert.deepEqual(await all(store.entries({ run, edge: run })), [insert[index]]);
    });
  });

  it('takes a batch of thousands', async () => {
    await opened(options(), async (store) => {
      const keys = Array.from({ length: 5000 }, (_, index) => `k${index}`);
      assert.equal((await append(store, keys)).length, 5000);
      assert.equal((await all(store.entries({}))).length, 5000);
    });
  });

  it('is not asked to keep what cannot be read again', async () => {
    await opened(options(), async (store) => {
      const body = 'x'.repeat(64 * 1024 * 1024 + 1);
      assert.equal(await codeOf(put(store, { insert: [entryAt(1, { body })] })), 'ledger.record');
      assert.deepEqual(await append(store, ['a']), [1]);
    });
  });

  it('that another writer holds is waited for, and not for ever', async () => {
    await opened(options({ timeoutMs: 1500 }), async (store, settings) => {
      await append(store, ['a']);
      await asBoss(async (boss) => {
        await boss.query('BEGIN');
        await boss.query('SELECT pg_advisory_xact_lock($1)', [tablesOf(settings.schema ?? '').lock]);
        assert.equal(await codeOf(append(store, ['b'])), 'ledger.locked');
        assert.equal((await store.head()).seq, 1);
        await boss.query(`LOCK TABLE ${settings.schema}.head IN ACCESS EXCLUSIVE MODE`);
        assert.equal(await codeOf(store.head()), 'ledger.locked');
        await boss.query('ROLLBACK');
      });
      assert.deepEqual(await append(store, ['b']), [2]);
    });
  });

  it('ends connections, and appends go on with others', async () => {
    await opened(options(), async (store) => {
      for (let time = 0; time < 5; time += 1) {
        assert.deepEqual(await append(store, [`k${time}`]), [time + 1]);
        await Promise.all([store.head(), store.head(), store.head(), store.head()]);
        server?.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'edge-contracts'",
        );
      }
    });
  });

  it('that goes away and comes back rejects meanwhile, and then takes the same again', async () => {
    await opened(options(), async (store) => {
      assert.deepEqual(await append(store, ['a']), [1]);
      const reading = store.entries({})[Symbol.asyncIterator]();
      await reading.next();
      await Promise.all([store.head(), store.head(), store.head()]);
      // Connections that nobody uses break as well. The runner of the tests hides what nobody catches.
      const uncaught: unknown[] = [];
      const note = (thrown: unknown): void => void uncaught.push(thrown);
      process.on('uncaughtException', note);
      server?.kill();
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
      const told = (help: RegExp) => (error: unknown) =>
        error instanceof DiagnosticError &&
        error.code === 'ledger.unavailable' &&
        help.test(error.diagnostics[0]?.help ?? '');
      await assert.rejects(append(store, ['b']), told(/nothing of it was written/));
      await assert.rejects(store.head(), told(/nothing was read/));
      assert.equal(await codeOf(store.outbox(1)), 'ledger.unavailable');
      assert.equal(await codeOf(all(store.entries({}))), 'ledger.unavailable');
      server?.start();
      assert.deepEqual(await append(store, ['b']), [2]);
      assert.equal((await store.head()).seq, 2);
      process.off('uncaughtException', note);
      assert.deepEqual(uncaught, []);
    });
  });
});

describe('a standby that the server waits for', { skip }, () => {
  for (const [what, meanwhile] of [
    ['does not answer', async () => undefined],
    // The server then says that it was committed, and warns that no standby may have it.
    ['is no longer waited for', () => asBoss(cancelWait)],
  ] as const) {
    it(`and that ${what}: it is not known whether it has the entry`, async () => {
      await opened(options({ timeoutMs: 1500 }), async (store) => {
        assert.equal(await appendOnce(store, 'a'), 1);
        server?.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        server?.sql('SELECT pg_reload_conf()');
        try {
          const code = codeOf(appendOnce(store, 'b'));
          await meanwhile();
          assert.equal(await code, 'ledger.outcome_unknown');
        } finally {
          server?.sql('ALTER SYSTEM RESET synchronous_standby_names');
          server?.sql('SELECT pg_reload_conf()');
        }
        assert.equal(await appendOnce(store, 'b'), 2);
      });
    });
  }
});

/** Asks until there is a wait to be cut short. */
async function cancelWait(boss: Client): Promise<void> {
  const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  while ((await boss.query(cancel)).rowCount === 0);
}

describe('what stands between a ledger and its server', { skip }, () => {
  it('that answers nothing is not waited for longer than the timeout', async () => {
    const port = await peer([]);
    const silent = `postgres://gate:hush@localhost:${port}/x`;
    assert.equal(await codeOf(openPostgresStore({ connection: silent, timeoutMs: 200 })), 'ledger.timeout');
    const login = Buffer.concat([message('R', int32(0)), message('Z', 'I')]);
    const later = `postgres://gate:hush@localhost:${await peer([login])}/x`;
    assert.equal(await codeOf(openPostgresStore({ connection: later, timeoutMs: 200 })), 'ledger.timeout');
  });

  it('that is no PostgreSQL is told as such', async () => {
    const port = await peer([Buffer.from('HTTP/1.1 400 hush\r\n\r\n')]);
    const http = `postgres://gate:hush@localhost:${port}/x`;
    assert.equal(await codeOf(openPostgresStore({ connection: http })), 'ledger.unavailable');
  });

  it('has to prove who it is where TLS is asked for', async () => {
    const tls = `postgres://gate:hush@localhost:${await peer([])}/x?sslmode=verify-full`;
    assert.equal(await codeOf(openPostgresStore({ connection: tls })), 'ledger.unavailable');
    // A trusted one is talked to, and says nothing.
    const trusted = { connection: tls, ca: CERTIFICATE, timeoutMs: 300 };
    assert.equal(await codeOf(openPostgresStore(trusted)), 'ledger.timeout');
  });

  for (const [what, url, code] of [
    ['nothing listens at', 'postgres://gate:hush@localhost:1/x', 'ledger.unavailable'],
    ['is no URL', 'hush', 'ledger.location'],
    ['names no user', 'postgres://localhost/x', 'ledger.location'],
    ['names no database', 'postgres://gate:hush@localhost', 'ledger.location'],
    ['has a wrong password', server?.urlOf('worker', 'hush') ?? '', 'ledger.denied'],
    ['has no password', server?.urlOf('worker', '') ?? '', 'ledger.denied'],
    ['names a database that is not there', connection.replace('/postgres?', '/hush?'), 'ledger.unavailable'],
  ] as const) {
    it(`is told by a code where the connection string ${what}`, async () => {
      assert.equal(await codeOf(openPostgresStore({ connection: url })), code);
    });
  }

  it('breaks during COMMIT: it is not known, and appending again is safe', async () => {
    for (const answered of [true, false]) {
      const cut = await cutter(answered);
      try {
        await opened(options({ connection: cut.url }), async (store) => {
          assert.deepEqual(await appendOnce(store, 'a'), 1);
          cut.arm();
          assert.equal(await codeOf(appendOnce(store, 'b')), 'ledger.outcome_unknown');
          cut.disarm();
          assert.equal(await appendOnce(store, 'b'), 2);
          const keys = (await all(store.entries({}))).map(({ key }) => key);
          assert.deepEqual(keys, ['a', 'b']);
        });
      } finally {
        cut.stop();
      }
    }
  });

  it('hangs during COMMIT: it is not known either', async () => {
    const cut = await cutter(false, 'hang');
    try {
      await opened(options({ connection: cut.url, timeoutMs: 1500 }), async (store) => {
        cut.arm();
        assert.equal(await codeOf(appendOnce(store, 'a')), 'ledger.outcome_unknown');
        cut.disarm();
        assert.equal(await appendOnce(store, 'a'), 1);
      });
    } finally {
      cut.stop();
    }
  });
});

/** As the ledger does it: what is there already is told by its number. */
function appendOnce(store: LedgerStore, key: string): Promise<number> {
  return store.write({
    keys: [{ run: 'r1', key }],
    build: ({ head, existing }) => {
      const [known] = existing.values();
      if (known !== undefined) return { changes: {}, result: known.seq };
      const entry = entryAt(head.seq + 1, { key });
      const changes = { insert: [entry], head: { seq: entry.seq, chain: digest(`chain ${entry.seq}`) } };
      return { changes, result: entry.seq };
    },
  });
}

interface Cutter {
  readonly url: string;
  /** From now on a COMMIT ends the connection, before it reaches the server or before its answer comes back. */
  arm(): void;
  disarm(): void;
  stop(): void;
}

/** A proxy before the server that looks for COMMIT on its way. */
async function cutter(answered: boolean, how: 'cut' | 'hang' = 'cut'): Promise<Cutter> {
  let armed = false;
  const sockets = new Set<Socket>();
  const folder = decodeURIComponent(/host=(.*)$/.exec(connection)?.[1] ?? '');
  const proxy: Server = createServer((client) => {
    const upstream = connect(`${folder}/.s.PGSQL.5432`);
    const both = [client, upstream];
    const end = (): void => both.forEach((socket) => void socket.destroy());
    let cut = false;
    for (const socket of both) sockets.add(socket.on('error', end).on('close', end));
    client.on('data', (part) => {
      cut ||= armed && part.includes('COMMIT\0');
      if (!cut) upstream.write(part);
      else if (answered) upstream.write(part);
      else if (how === 'cut') end();
    });
    upstream.on('data', (part) => {
      if (!cut) client.write(part);
      else if (how === 'cut') end();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };
  return {
    url: `postgres://boss@localhost:${port}/postgres`,
    arm: () => {
      armed = true;
    },
    disarm: () => {
      armed = false;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
