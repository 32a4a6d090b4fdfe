import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import Database from 'libsql';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import type { LedgerCode } from '../../src/ledger/codes.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { openPostgresLedger } from '../../src/ledger/open-postgres-ledger.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import type { LedgerRecord } from '../../src/model/ledger.js';
import { records } from '../model/samples.js';
import { startPostgres } from '../support/postgres-server.js';
import { notes } from './samples.js';
import { all, withFolder } from './support.js';

/** Two runs, a note of each kind that counts, and one refusal. */
async function fill(ledger: Ledger): Promise<void> {
  const both = ['r1', 'r2'].flatMap((run): LedgerRecord[] => [
    { ...records.message, run },
    { ...records.transfer, run, hop: 1, after: [] },
  ]);
  const item = {
    id: 'a1',
    to: 'pager',
    body: '{}',
    created_at: records.message.at,
    next_at: records.message.at,
  };
  await ledger.append([...both, notes.verdict, notes.override], { send: [item] });
  await ledger.append([{ ...records.message, run: 'r1', text: 'another' }]);
}

/** What appending tells: `appended`, `refused` or the code of an error. */
async function append(ledger: Ledger, record: LedgerRecord): Promise<string> {
  try {
    return (await ledger.append([record]))[0]?.outcome ?? 'nothing';
  } catch (error) {
    assert.ok(error instanceof DiagnosticError, String(error));
    return error.code;
  }
}

async function codes(ledger: Ledger): Promise<LedgerCode[]> {
  const { findings, sound } = await ledger.verify();
  assert.equal(sound, findings.length === 0);
  return [...new Set(findings.map(({ code }) => code))];
}

/** The last: what an append of another record under a key that is taken tells, where that is the matter. */
type Tampering = readonly [does: string, sql: string, found: readonly LedgerCode[], append?: string];

const DAMAGED = 'ledger.damaged';
const HID_ENTRY: readonly LedgerCode[] = [DAMAGED, 'ledger.tail_cut'];
const HID_FIRST: readonly LedgerCode[] = [DAMAGED, 'ledger.missing', 'ledger.run_head'];
const HID_RUN: readonly LedgerCode[] = [DAMAGED, 'ledger.run_vanished'];
const BACKWARDS: readonly LedgerCode[] = [DAMAGED, 'ledger.run_head'];

const NUL = "char(0) || 'x'";
const FF = "CAST(x'ff' AS TEXT)";
const BY_KEY = "CREATE UNIQUE INDEX entries_by_key ON entries (ifnull(run, ''), key)";

/** Rows where no cursor begins; `@` stands for the prefix of the tables, `#` for what an engine does to a refusal. */
const HIDDEN: readonly Tampering[] = [
  ['hides an entry under a number below 1', 'UPDATE @entries SET seq = -1 WHERE seq = 6', HID_ENTRY, DAMAGED],
  ['hides the first entry as entry 0', 'UPDATE @entries SET seq = 0 WHERE seq = 1', HID_FIRST, DAMAGED],
  ['hides a run under a number below 1', "UPDATE @runs SET first_seq = 0 WHERE run = 'r2'", HID_RUN, DAMAGED],
  ['ends a run before it begins', "UPDATE @runs SET last_seq = 0 WHERE run = 'r1'", BACKWARDS, DAMAGED],
  ['hides a refusal under a number below 1', '#', [DAMAGED], DAMAGED],
];

function hidden(prefix: string, refusal: string): readonly Tampering[] {
  return HIDDEN.map(([does, sql, ...rest]) => [
    does,
    sql.replace('@', prefix).replace('#', refusal),
    ...rest,
  ]);
}

const SQLITE: readonly Tampering[] = [
  ['nothing', 'SELECT 1', []],
  ['ANALYZE', 'ANALYZE', [], 'refused'],
  ...['key', 'kind', 'edge', 'at', 'recorded_at', 'body'].map(
    (column): Tampering => [
      `hides text of \`${column}\` behind U+0000`,
      `UPDATE entries SET ${column} = ${column} || ${NUL} WHERE seq = 2`,
      ['ledger.changed'],
    ],
  ),
  [
    'hides text of `content` behind U+0000',
    `UPDATE entries SET content = content || ${NUL} WHERE seq = 1`,
    ['ledger.changed'],
  ],
  [
    'hides an override',
    `UPDATE entries SET kind = kind || ${NUL} WHERE kind = 'override'`,
    ['ledger.changed'],
  ],
  [
    'hides a run',
    `UPDATE runs SET run = run || ${NUL} WHERE run = 'r1'`,
    ['ledger.run_vanished', 'ledger.run_head'],
  ],
  ...['key', 'kind', 'body', 'content', 'leaf', 'salt'].map(
    (column): Tampering => [
      `puts a byte that is no UTF-8 into \`${column}\``,
      `UPDATE entries SET ${column} = ${column} || ${FF} WHERE seq = 1`,
      ['ledger.damaged'],
    ],
  ),
  [
    'hides a text in `content` under a name that is there twice',
    `UPDATE entries SET content = '{"/text":"hidden",' || substr(content, 2) WHERE seq = 1`,
    ['ledger.content_changed'],
  ],
  [
    'keeps a text among the sources of contracts',
    "INSERT INTO blobs VALUES ('sha256:' || hex(zeroblob(32)), CAST('hidden' AS BLOB))",
    ['ledger.changed'],
  ],
  ['puts such a byte into a refusal', `UPDATE refusals SET body = body || ${FF}`, ['ledger.damaged']],
  ['puts such a byte into the outbox', `UPDATE outbox SET body = body || ${FF}`, ['ledger.damaged']],
  ['puts such a byte into a run', `UPDATE runs SET chain = chain || ${FF}`, ['ledger.damaged']],
  ['makes a run neither open nor closed', 'UPDATE runs SET closed = 2', ['ledger.damaged']],
  ['drops the index of keys', 'DROP INDEX entries_by_key', ['ledger.structure'], 'ledger.structure'],
  [
    'makes the index of keys anew, without some',
    `DROP INDEX entries_by_key; ${BY_KEY} WHERE seq <> 1`,
    ['ledger.structure'],
    'ledger.structure',
  ],
  [
    'does that and says that it did not',
    `DROP INDEX entries_by_key; ${BY_KEY} WHERE seq <> 1; PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = '${BY_KEY.replaceAll("'", "''")}' WHERE name = 'entries_by_key'; PRAGMA writable_schema = RESET`,
    ['ledger.damaged'],
  ],
  [
    'drops the index of keys, and puts a second entry under one',
    `DROP INDEX entries_by_key; UPDATE entries SET run = 'r1', key = (SELECT key FROM entries WHERE seq = 1) WHERE seq = 3`,
    [
      'ledger.structure',
      'ledger.twice',
      'ledger.chain',
      'ledger.changed',
      'ledger.missing',
      'ledger.run_head',
    ],
    'ledger.structure',
  ],
  [
    'adds a trigger',
    'CREATE TRIGGER x AFTER INSERT ON refusals BEGIN DELETE FROM refusals WHERE id = NEW.id; END',
    ['ledger.structure'],
    'ledger.structure',
  ],
  ...[1, 9].map(
    (number): Tampering => [
      `gives a trigger the name of statistics, number ${number}`,
      `PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_stat${number}', 'refusals', 0,
         'CREATE TRIGGER sqlite_stat${number} BEFORE INSERT ON refusals BEGIN SELECT RAISE(IGNORE); END'); PRAGMA writable_schema = RESET`,
      ['ledger.structure'],
      'ledger.structure',
    ],
  ),
  [
    'keeps a text among the statistics',
    "ANALYZE; INSERT INTO sqlite_stat1 SELECT 'entries', NULL, content FROM entries",
    ['ledger.damaged'],
    'ledger.damaged',
  ],
  ['adds a view', 'CREATE VIEW x AS SELECT * FROM entries', ['ledger.structure'], 'ledger.structure'],
  ['adds a table', 'CREATE TABLE stash (c)', ['ledger.structure'], 'ledger.structure'],
  ['drops refusals', 'DROP TABLE refusals', ['ledger.structure'], 'ledger.structure'],
  ['drops the outbox', 'DROP TABLE outbox', ['ledger.structure'], 'ledger.structure'],
  [
    'takes a run off the list',
    "DELETE FROM runs WHERE run = 'r1'",
    ['ledger.run_vanished'],
    'ledger.damaged',
  ],
  ...hidden('', 'UPDATE refusals SET id = -1'),
];

describe('what somebody does to the tables of SQLite', () => {
  for (const [does, sql, found, told] of SQLITE)
    it(`who ${does}`, () =>
      withFolder(async (folder) => {
        const path = join(folder, 'ledger.db');
        const whole = await openSqliteLedger(path);
        await fill(whole);
        await whole.close();
        const copy = join(folder, 'copy.db');
        copyFileSync(path, copy);
        const raw = new Database(copy);
        raw.exec(sql);
        raw.close();
        const ledger = await openSqliteLedger(copy);
        assert.deepEqual(await codes(ledger), found);
        if (told !== undefined)
          assert.equal(await append(ledger, { ...records.message, run: 'r1', text: 'third' }), told);
        await ledger.close();
      }));

  it('does not end the process that reads a byte that is no UTF-8', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'ledger.db');
      const ledger = await openSqliteLedger(path);
      await fill(ledger);
      const raw = new Database(path);
      raw.exec(`UPDATE entries SET body = body || ${FF}`);
      raw.close();
      await assert.rejects(all(ledger.entries()), { code: 'ledger.damaged' });
      await ledger.close();
    }));
});

const server = startPostgres({ durable: true });
after(() => server?.stop());

const ESCAPED = (column: string): string =>
  `${column} = chr(127) || lpad(to_hex(ascii(${column})), 4, '0') || substr(${column}, 2)`;

/** `@` stands for the schema. */
const POSTGRES: readonly Tampering[] = [
  ['nothing', 'SELECT 1', [], 'refused'],
  ...['run', 'kind', 'key', 'edge', 'at', 'recorded_at', 'leaf', 'body', 'content', 'salt'].map(
    (column): Tampering => [
      `writes \`${column}\` as the ledger does not`,
      `UPDATE @.entries SET ${ESCAPED(column)}`,
      ['ledger.damaged'],
    ],
  ),
  ['does so to a run', `UPDATE @.runs SET ${ESCAPED('last_at')}`, ['ledger.damaged']],
  ['does so to a refusal', `UPDATE @.refusals SET ${ESCAPED('run')}`, ['ledger.damaged']],
  ['does so to the outbox', `UPDATE @.outbox SET ${ESCAPED('body')}`, ['ledger.damaged']],
  [
    'hides a text in `content` under a name that is there twice',
    `UPDATE @.entries SET content = '{"/text":"hidden",' || substr(content, 2) WHERE seq = 1`,
    ['ledger.content_changed'],
  ],
  [
    'keeps a text among the sources of contracts',
    "INSERT INTO @.blobs VALUES ('sha256:' || repeat('0', 64), 'hidden')",
    ['ledger.changed'],
  ],
  [
    'moves what a key is found by',
    'UPDATE @.entries SET key_digest = sha256(key_digest) WHERE seq = 1',
    ['ledger.damaged'],
  ],
  [
    'moves what a run is found by',
    'UPDATE @.runs SET run_digest = sha256(run_digest)',
    ['ledger.run_vanished', 'ledger.damaged'],
  ],
  [
    'moves what a message is found by',
    'UPDATE @.outbox SET id_digest = sha256(id_digest)',
    ['ledger.damaged'],
  ],
  [
    'drops what keeps keys unique',
    'ALTER TABLE @.entries DROP CONSTRAINT entries_key_digest_key',
    ['ledger.structure'],
    'ledger.structure',
  ],
  [
    'lets it look at some rows only',
    `ALTER TABLE @.entries DROP CONSTRAINT entries_key_digest_key; CREATE UNIQUE INDEX ON @.entries (key_digest) WHERE seq <> 1`,
    ['ledger.structure'],
    'ledger.structure',
  ],
  [
    'drops it, and puts an entry in twice',
    `ALTER TABLE @.entries DROP CONSTRAINT entries_key_digest_key;
     UPDATE @.entries AS a SET key = b.key, run = b.run, key_digest = b.key_digest FROM @.entries AS b WHERE a.seq = 3 AND b.seq = 1`,
    [
      'ledger.structure',
      'ledger.twice',
      'ledger.chain',
      'ledger.changed',
      'ledger.missing',
      'ledger.run_head',
    ],
    'ledger.structure',
  ],
  ['drops an index', 'DROP INDEX @.entries_kind_seq_idx', ['ledger.structure'], 'ledger.structure'],
  [
    'adds a trigger',
    `CREATE FUNCTION @.nope() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER n BEFORE INSERT ON @.refusals FOR EACH ROW EXECUTE FUNCTION @.nope()`,
    ['ledger.structure'],
    'ledger.structure',
  ],
  [
    'adds a rule',
    'CREATE RULE n AS ON INSERT TO @.refusals DO INSTEAD NOTHING',
    ['ledger.structure'],
    'ledger.structure',
  ],
  ['adds a policy', 'CREATE POLICY n ON @.entries USING (seq > 1)', ['ledger.structure'], 'ledger.structure'],
  ['adds a child', 'CREATE TABLE @.more () INHERITS (@.entries)', ['ledger.structure'], 'ledger.structure'],
  ['adds a column', 'ALTER TABLE @.entries ADD COLUMN x text', ['ledger.structure'], 'ledger.structure'],
  ['drops refusals', 'DROP TABLE @.refusals', ['ledger.structure', 'ledger.damaged'], 'ledger.structure'],
  ['takes a run off the list', "DELETE FROM @.runs WHERE run = 'r1'", ['ledger.run_vanished']],
  ...hidden(
    '@.',
    'ALTER TABLE @.refusals ALTER COLUMN place SET GENERATED BY DEFAULT; UPDATE @.refusals SET place = -1',
  ),
];

describe('what somebody does to the tables of PostgreSQL', {
  skip: server === null && 'not installed',
}, () => {
  POSTGRES.forEach(([does, sql, found, told], index) => {
    it(`who ${does}`, async () => {
      const settings = { connection: server?.url ?? '', schema: `tampered_${index}` };
      const whole = await openPostgresLedger(settings);
      await fill(whole);
      await whole.close();
      server?.sql(sql.replaceAll('@', settings.schema));
      const ledger = await openPostgresLedger(settings);
      assert.deepEqual(await codes(ledger), found);
      if (told !== undefined)
        assert.equal(await append(ledger, { ...records.message, run: 'r1', text: 'third' }), told);
      await ledger.close();
    });
  });
});
