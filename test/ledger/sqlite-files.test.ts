import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { LEDGER_CODES } from '../../src/ledger/codes.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import { openDatabase, pragma } from '../../src/ledger/sqlite/open-database.js';
import { records } from '../model/samples.js';
import { all, withFolder } from './support.js';

const CHILD = fileURLToPath(new URL('append-child.js', import.meta.url));
const SECRET = 'not in any message';

/** A ledger of 200 entries in a file. */
async function write(path: string): Promise<void> {
  const ledger = await openSqliteLedger(path);
  await ledger.append(
    Array.from({ length: 200 }, (_, id) => ({ ...records.message, id: `m${id}`, text: SECRET.repeat(20) })),
  );
  await ledger.close();
}

/** Opens, reads all and appends; the code of what goes wrong. */
async function use(path: string): Promise<string> {
  let ledger: Awaited<ReturnType<typeof openSqliteLedger>> | undefined;
  try {
    ledger = await openSqliteLedger(path, { timeoutMs: 50 });
    await all(ledger.entries());
    await ledger.append([records.closed]);
    return 'fine';
  } catch (error) {
    assert.ok(error instanceof DiagnosticError, String(error));
    assert.ok(
      LEDGER_CODES.some(({ code }) => code === error.code),
      error.code,
    );
    assert.ok(!error.message.includes(SECRET) && !error.message.includes(path), error.message);
    return error.code;
  } finally {
    await ledger?.close().catch(() => {});
  }
}

/** Another file in its place: the driver keeps the old one open for a while. */
function replace(path: string, text: string): void {
  rmSync(path);
  writeFileSync(path, text);
}

type Spoiled = readonly [does: string, (path: string) => void, code: string];

const BAD_FILES: readonly Spoiled[] = [
  ['is as it was', () => {}, 'fine'],
  ['is empty', (path) => replace(path, ''), 'fine'],
  ['holds something else', (path) => writeFileSync(path, SECRET.repeat(1000)), 'ledger.not_a_database'],
  ['is shorter than a header', (path) => replace(path, SECRET), 'ledger.not_a_database'],
  ['lost its end', (path) => truncateSync(path, 4096 * 3), 'ledger.damaged'],
  [
    'was written to in the middle',
    (path) => {
      const bytes = readFileSync(path);
      bytes.fill(0xff, 4096 * 2, bytes.length - 4096);
      writeFileSync(path, bytes);
    },
    'ledger.damaged',
  ],
  [
    'is a database of another program',
    (path) => {
      rmSync(path);
      const other = new Database(path);
      other.exec('CREATE TABLE customers (id INTEGER)');
      other.close();
    },
    'ledger.not_a_database',
  ],
  [
    'was written by a later version',
    (path) => {
      const raw = new Database(path);
      raw.exec('PRAGMA user_version = 99');
      raw.close();
    },
    'ledger.newer',
  ],
  ...[0, -1].map(
    (version) =>
      [
        `has the version ${version}`,
        (path: string): void => {
          const raw = new Database(path);
          raw.exec(`PRAGMA user_version = ${version}`);
          raw.close();
        },
        'ledger.damaged',
      ] as const,
  ),
  [
    'has lost its head',
    (path) => {
      const raw = new Database(path);
      raw.exec('DELETE FROM head');
      raw.close();
    },
    'ledger.damaged',
  ],
  [
    'is a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    'ledger.location',
  ],
  [
    'is a device',
    (path) => {
      rmSync(path);
      symlinkSync('/dev/null', path);
    },
    'ledger.location',
  ],
  ...['-wal', '-shm'].map(
    (ending): Spoiled => [
      `has a pipe as its ${ending}`,
      (path) => {
        rmSync(`${path}${ending}`, { force: true });
        spawnSync('mkfifo', [`${path}${ending}`]);
      },
      'ledger.location',
    ],
  ),
  [
    'leads nowhere',
    (path) => {
      rmSync(path);
      symlinkSync('nowhere/at/all', path);
    },
    'ledger.location',
  ],
];

describe('a file that', () => {
  for (const [does, change, code] of BAD_FILES) {
    it(`${does}: ${code}`, () =>
      withFolder(async (folder) => {
        const path = join(folder, 'ledger.db');
        await write(path);
        change(path);
        assert.equal(await use(path), code);
      }));
  }

  it('is in a folder that is not there: ledger.location', () =>
    withFolder(async (folder) => {
      assert.equal(await use(join(folder, 'no', 'ledger.db')), 'ledger.location');
    }));

  it('garbage was appended to its log: nothing that was acknowledged is lost', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'ledger.db');
      const ledger = await openSqliteLedger(path);
      await ledger.append([records.message, records.closed]);
      copyFileSync(path, join(folder, 'copy.db'));
      copyFileSync(`${path}-wal`, join(folder, 'copy.db-wal'));
      await ledger.close();
      appendFileSync(join(folder, 'copy.db-wal'), Buffer.alloc(5000, 7));
      const copy = await openSqliteLedger(join(folder, 'copy.db'));
      assert.equal((await all(copy.entries())).length, 2);
      assert.deepEqual((await copy.verify()).findings, []);
      await copy.close();
    }));
});

describe('an open ledger', () => {
  it('is for its owner alone, and so are the files beside it', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'ledger.db');
      const ledger = await openSqliteLedger(path);
      await ledger.append([records.closed]);
      for (const name of [path, `${path}-wal`, `${path}-shm`])
        assert.equal(statSync(name).mode & 0o777, 0o600, name);
      await ledger.close();
    }));

  it('waits for the disk at every commit', () =>
    withFolder(async (folder) => {
      const database = openDatabase(join(folder, 'ledger.db'));
      const found = ['journal_mode', 'synchronous', 'secure_delete'].map((name) => pragma(database, name));
      assert.deepEqual(found, ['wal', 2, 1]);
      database.close();
    }));

  for (const [does, change] of [
    ['removed', (path: string) => rmSync(path)],
    ['renamed', (path: string) => renameSync(path, `${path}.old`)],
    [
      'replaced',
      (path: string) => {
        renameSync(path, `${path}.old`);
        copyFileSync(`${path}.old`, path);
      },
    ],
    ['robbed of its log', (path: string) => rmSync(`${path}-wal`)],
  ] as const) {
    it(`acknowledges nothing once its file was ${does}`, () =>
      withFolder(async (folder) => {
        const path = join(folder, 'ledger.db');
        const ledger = await openSqliteLedger(path);
        await ledger.append([records.message]);
        change(path);
        await assert.rejects(ledger.append([records.closed]), { code: 'ledger.gone' });
        await ledger.close();
      }));
  }

  it('says that it was closed', () =>
    withFolder(async (folder) => {
      const ledger = await openSqliteLedger(join(folder, 'ledger.db'));
      await ledger.close();
      await ledger.close();
      await assert.rejects(ledger.append([records.closed]), { code: 'ledger.closed' });
      await assert.rejects(all(ledger.entries()), { code: 'ledger.closed' });
    }));

  it('waits for another writer, and says when it waited long enough', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'ledger.db');
      const ledger = await openSqliteLedger(path, { timeoutMs: 120 });
      const other = new Database(path);
      other.exec('BEGIN IMMEDIATE');
      await assert.rejects(ledger.append([records.message]), { code: 'ledger.locked' });
      const patient = await openSqliteLedger(path, { timeoutMs: 60_000 });
      const waiting = patient.append([records.message]);
      other.exec('ROLLBACK');
      assert.equal((await waiting)[0]?.outcome, 'appended');
      assert.equal((await ledger.append([records.closed]))[0]?.outcome, 'appended');
      other.close();
      await patient.close();
      await ledger.close();
    }));

  it('writes what was asked for at the same time in the order in which it was asked', () =>
    withFolder(async (folder) => {
      const ledger = await openSqliteLedger(join(folder, 'ledger.db'));
      const asked = Array.from({ length: 20 }, (_, id) =>
        ledger.append([{ ...records.message, id: `m${id}` }]),
      );
      const seqs = (await Promise.all(asked)).map(([outcome]) => outcome?.seq);
      assert.deepEqual(
        seqs,
        seqs.map((_, index) => index + 1),
      );
      await ledger.close();
    }));

  const root = process.getuid?.() === 0;
  it(
    'of a folder that may not be written to: a clear code',
    { skip: root && 'root may write anywhere' },
    () =>
      withFolder(async (folder) => {
        const path = join(folder, 'ledger.db');
        await write(path);
        chmodSync(path, 0o400);
        chmodSync(folder, 0o500);
        assert.match(await use(path), /^ledger\.(denied|read_only|location)$/);
        chmodSync(folder, 0o700);
      }),
  );
});

/** What a child that appends told: by id the number under which it was acknowledged, and how it ended. */
function appendInChild(
  path: string,
  name: string,
  batches: number,
  size: number,
  limit?: number,
): Promise<{
  readonly told: ReadonlyMap<string, number>;
  readonly ended: string;
}> {
  const node = [process.execPath, CHILD, path, name, String(batches), String(size)];
  // The signal of a file that grew too large would end it; ignored, writing fails as on a full disk.
  const [command = '', ...args] =
    limit === undefined ? node : ['sh', '-c', `trap '' XFSZ; ulimit -f ${limit}; exec "$@"`, 'sh', ...node];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => {
      const lines = out.split('\n').filter((line) => line !== '');
      const told = new Map(lines.filter((line) => !line.startsWith('error')).map(asPair));
      resolve({ told, ended: lines.find((line) => line.startsWith('error')) ?? String(signal ?? code) });
    });
  });
}

function asPair(line: string): [string, number] {
  const [id = '', seq = ''] = line.split(' ');
  return [id, Number(seq)];
}

async function idsIn(path: string): Promise<ReadonlyMap<string, number>> {
  const ledger = await openSqliteLedger(path);
  const found = await ledger.verify();
  assert.deepEqual(found.findings, []);
  const entries = await all(ledger.entries());
  await ledger.close();
  return new Map(entries.map(({ record, seq }) => [record?.kind === 'tool_call' ? record.id : '', seq]));
}

describe('writers in processes of their own', () => {
  it('lose nothing, double nothing and keep one chain, on one run', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'ledger.db');
      const [one, two] = await Promise.all([
        appendInChild(path, 'a', 30, 3),
        appendInChild(path, 'b', 30, 3),
      ]);
      assert.deepEqual([one?.ended, two?.ended], ['0', '0']);
      const told = new Map([...(one?.told ?? []), ...(two?.told ?? [])]);
      assert.equal(told.size, 180);
      assert.deepEqual(new Map([...(await idsIn(path))].sort()), new Map([...told].sort()));
    }));

  const FULL = 'say that there is no room, and lose nothing that they acknowledged';

  it(`${FULL}: a file that may not grow`, { skip: process.platform === 'win32' }, () =>
    withFolder(async (folder) => {
      const path = join(folder, 'ledger.db');
      const { told, ended } = await appendInChild(path, 'a', 2000, 5, 2048);
      assert.match(ended, /^error ledger\.(full|unavailable)$/);
      await assertThere(path, told);
    }),
  );

  it(`${FULL}: a disk that is full`, async (test) => {
    await withFolder(async (folder) => {
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
      if (mounted.status !== 0) return test.skip('no file system of its own can be had here');
      try {
        const path = join(folder, 'ledger.db');
        const { told, ended } = await appendInChild(path, 'a', 2000, 5);
        assert.equal(ended, 'error ledger.full');
        await assertThere(path, told);
      } finally {
        spawnSync('umount', ['-l', folder]);
      }
    });
  });
});

async function assertThere(path: string, told: ReadonlyMap<string, number>): Promise<void> {
  assert.ok(told.size >= 20, String(told.size));
  const there = await idsIn(path);
  for (const [id, seq] of told) assert.equal(there.get(id), seq);
}
