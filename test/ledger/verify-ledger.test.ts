import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Database from 'libsql';
import { EMPTY_CHAIN, leafOf, nextChain, nextRunChain } from '../../src/ledger/chain.js';
import { signCheckpoint } from '../../src/ledger/checkpoint.js';
import type { LedgerCode } from '../../src/ledger/codes.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import { entryOf, type Row } from '../../src/ledger/sqlite/rows.js';
import { openSqliteStore } from '../../src/ledger/sqlite/sqlite-store.js';
import type { LedgerStore, RunQuery, StoredRun } from '../../src/ledger/store.js';
import {
  type LedgerVerification,
  type VerifyLedgerOptions,
  verifyLedger,
} from '../../src/ledger/verify-ledger.js';
import type { CheckpointNote, LedgerRecord } from '../../src/model/ledger.js';
import { records } from '../model/samples.js';
import { notes } from './samples.js';
import { newKeys, withFolder } from './support.js';

const keys = newKeys();

/** Two runs, interleaved, then notes: entries 1 to 13; a checkpoint of 13 as entry 14; three more entries. */
const WRITTEN: readonly LedgerRecord[] = [
  ...['r1', 'r2'].flatMap((run): LedgerRecord[] => [
    { ...records.message, run },
    { ...records.tool_call, run },
  ]),
  ...[1, 2, 3].flatMap((hop) =>
    ['r1', 'r2'].map((run): LedgerRecord => ({ ...records.transfer, run, hop, after: [] })),
  ),
  { ...notes.verdict, verdict: { ...notes.verdict.verdict } },
  notes.override,
  { ...records.closed, run: 'r1' },
];

interface Tampering {
  readonly does: string;
  readonly sql?: readonly string[];
  readonly change?: (database: Database.Database) => void;
  /** What has to be found, each with its number; a finding more is a failure too. */
  readonly found: readonly (readonly [code: LedgerCode, seq: number | null])[];
  /** Nothing shows without the checkpoint that was kept outside. */
  readonly onlyOutside?: boolean;
}

const TAMPERINGS: readonly Tampering[] = [
  { does: 'nothing', found: [] },
  {
    does: 'changes a field of the skeleton',
    sql: [`UPDATE entries SET body = replace(body, '"delivered":true', '"delivered":false') WHERE seq = 5`],
    found: [['ledger.changed', 5]],
  },
  ...['edge', 'at', 'recorded_at', 'key', 'kind'].map(
    (column): Tampering => ({
      does: `changes the column ${column}`,
      sql: [`UPDATE entries SET ${column} = ${column} || 'x' WHERE seq = 7`],
      found: [['ledger.changed', 7]],
    }),
  ),
  {
    does: 'changes the recorder’s count',
    sql: ['UPDATE entries SET place = 9 WHERE seq = 7'],
    found: [['ledger.changed', 7]],
  },
  {
    does: 'changes what a copy is known by',
    sql: [`UPDATE entries SET commitment = '${EMPTY_CHAIN}' WHERE seq = 3`],
    found: [['ledger.changed', 3]],
  },
  {
    does: 'moves an entry to another run',
    sql: [`UPDATE entries SET run = 'r2' WHERE seq = 13`],
    found: [
      ['ledger.chain', 13],
      ['ledger.changed', 13],
      ['ledger.missing', 15],
      ['ledger.run_head', 17],
      ['ledger.missing', 13],
      ['ledger.run_head', 10],
      ['ledger.run_head', 13],
    ],
  },
  {
    does: 'changes personal content',
    sql: [`UPDATE entries SET content = replace(content, 'refund', 'reward') WHERE seq = 1`],
    found: [['ledger.content_changed', 1]],
  },
  {
    does: 'adds personal content',
    sql: [`UPDATE entries SET content = '{"/x":1}' WHERE seq = 13`],
    found: [['ledger.content_changed', 13]],
  },
  {
    does: 'makes personal content unreadable',
    sql: [`UPDATE entries SET content = '{' WHERE seq = 1`],
    found: [['ledger.changed', 1]],
  },
  {
    does: 'takes personal content out, and leaves the salt',
    sql: ['UPDATE entries SET content = NULL WHERE seq = 1'],
    found: [['ledger.content_missing', 1]],
  },
  {
    does: 'takes personal content out as an erasure does, without its note',
    sql: ['UPDATE entries SET content = NULL, salt = NULL WHERE seq = 1'],
    found: [['ledger.content_missing', 1]],
  },
  {
    does: 'takes only the salt',
    sql: ['UPDATE entries SET salt = NULL WHERE seq = 1'],
    found: [
      ['ledger.content_changed', 1],
      ['ledger.content_missing', 1],
    ],
  },
  {
    does: 'prunes an entry without a note',
    sql: ['UPDATE entries SET content = NULL, salt = NULL, body = NULL, edge = NULL WHERE seq = 6'],
    found: [['ledger.content_missing', 6]],
  },
  {
    does: 'removes an entry',
    sql: ['DELETE FROM entries WHERE seq = 6'],
    found: [
      ['ledger.missing', 6],
      ['ledger.missing', 8],
    ],
  },
  {
    does: 'removes the first entry',
    sql: ['DELETE FROM entries WHERE seq = 1'],
    found: [
      ['ledger.missing', 1],
      ['ledger.missing', 2],
      ['ledger.run_head', 17],
    ],
  },
  {
    does: 'swaps two entries of one run, rows and all',
    change: (database) => swap(database, 5, 7, 'seq'),
    found: [
      ['ledger.chain', 5],
      ['ledger.chain', 6],
      ['ledger.chain', 7],
      ['ledger.chain', 8],
      ['ledger.swapped', 5],
      ['ledger.swapped', 7],
      ['ledger.missing', 5],
      ['ledger.missing', 7],
      ['ledger.missing', 9],
    ],
  },
  {
    does: 'swaps what two entries hold',
    change: (database) => {
      for (const column of ['body', 'content', 'salt', 'commitment', 'kind', 'edge', 'at', 'place', 'key'])
        swap(database, 5, 7, column);
    },
    found: [
      ['ledger.swapped', 5],
      ['ledger.swapped', 7],
    ],
  },
  {
    does: 'changes a leaf and nothing else',
    sql: [`UPDATE entries SET leaf = '${EMPTY_CHAIN}' WHERE seq = 12`],
    found: [
      ['ledger.chain', 12],
      ['ledger.changed', 12],
    ],
  },
  {
    does: 'changes a chain value',
    sql: [`UPDATE entries SET chain = '${EMPTY_CHAIN}' WHERE seq = 9`],
    found: [
      ['ledger.chain', 9],
      ['ledger.chain', 10],
    ],
  },
  {
    does: 'cuts the tail, and forgets the head',
    sql: ['DELETE FROM entries WHERE seq > 15'],
    found: [
      ['ledger.tail_cut', 16],
      ['ledger.run_head', 17],
    ],
  },
  {
    does: 'puts an entry in after the head',
    sql: [
      `INSERT INTO entries SELECT 18, run, run_seq, kind, key || 'x', edge, at, recorded_at, place, leaf, run_chain, chain, body, content, salt, commitment FROM entries WHERE seq = 12`,
    ],
    found: [['ledger.chain', 18]],
  },
  {
    does: 'takes a run off the list of runs',
    sql: [`DELETE FROM runs WHERE run = 'r1'`],
    found: [
      ['ledger.run_vanished', 1],
      ['ledger.run_vanished', 13],
    ],
  },
  ...[
    'entries = entries + 1',
    `chain = '${EMPTY_CHAIN}'`,
    'closed = 0',
    `last_at = 'x'`,
    'first_at = last_at || 1',
    'last_seq = 99',
  ].map(
    (set): Tampering => ({
      does: `changes a run’s head: ${set}`,
      sql: [`UPDATE runs SET ${set} WHERE run = 'r1'`],
      found: [['ledger.run_head', set.startsWith('last_seq') ? 99 : 17]],
    }),
  ),
  {
    does: 'changes the head',
    sql: [`UPDATE head SET chain = '${EMPTY_CHAIN}'`],
    found: [['ledger.chain', 17]],
  },
  {
    does: 'changes a record and computes everything anew, but for the checkpoint that it cannot sign',
    change: (database) => {
      database.exec(
        `UPDATE entries SET body = replace(body, '"delivered":true', '"delivered":false') WHERE seq = 5`,
      );
      chainAnew(database);
    },
    // The commitment is of the record as it came, and its salt cannot be had for another.
    found: [
      ['ledger.changed', 5],
      ['ledger.rewritten', 13],
      ['ledger.run_head', 13],
    ],
  },
  {
    does: 'removes a whole run and computes everything anew',
    change: (database) => {
      database.exec(`DELETE FROM entries WHERE run = 'r2'; DELETE FROM runs WHERE run = 'r2'`);
      database.exec(`DELETE FROM entries WHERE kind = 'checkpoint'`);
      chainAnew(database);
    },
    found: [['ledger.tail_cut', 12]],
    onlyOutside: true,
  },
  {
    does: 'cuts the tail cleanly, the last checkpoint included',
    change: (database) => {
      database.exec('DELETE FROM entries WHERE seq > 11');
      chainAnew(database);
    },
    found: [['ledger.tail_cut', 12]],
    onlyOutside: true,
  },
  {
    does: 'replaces the last entries by others',
    change: (database) => {
      database.exec(`UPDATE entries SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 12`);
      database.exec(`UPDATE entries SET kind = 'override', key = 'override/x' WHERE seq = 14`);
      chainAnew(database);
    },
    found: [['ledger.rewritten', 13]],
    onlyOutside: true,
  },
];

/** Exchanges one column of two entries; `seq` exchanges the rows. */
function swap(database: Database.Database, a: number, b: number, column: string): void {
  if (column === 'seq') {
    for (const [from, to] of [
      [a, 1000],
      [b, a],
      [1000, b],
    ] as const)
      database.exec(`UPDATE entries SET seq = ${to} WHERE seq = ${from}`);
    return;
  }
  const [first, second] = [a, b].map(
    (seq) =>
      (database.prepare(`SELECT ${column} AS value FROM entries WHERE seq = ?`).get([seq]) as Row)['value'],
  );
  const set = database.prepare(`UPDATE entries SET ${column} = ? WHERE seq = ?`);
  set.run([column === 'key' ? 'in between' : (second as string), a]);
  set.run([first as string, b]);
  set.run([second as string, a]);
}

/** What somebody does who can write to the database and knows how it is made: numbers, leaves, chains and heads. */
function chainAnew(database: Database.Database): void {
  const rows = database.prepare('SELECT * FROM entries ORDER BY seq').all([]) as Row[];
  const heads = new Map<
    string,
    { chain: typeof EMPTY_CHAIN; entries: number; last: number; first: number }
  >();
  let chain = EMPTY_CHAIN;
  database.exec('DELETE FROM runs');
  rows.map(entryOf).forEach((entry, index) => {
    const seq = index + 1;
    const head = entry.run === null ? undefined : heads.get(entry.run);
    const run_seq = entry.run === null ? null : (head?.entries ?? 0) + 1;
    const leaf = leafOf({ ...entry, seq, run_seq });
    const run_chain = entry.run === null ? null : nextRunChain(head?.chain ?? EMPTY_CHAIN, leaf);
    chain = nextChain(chain, { run: entry.run, run_chain, leaf });
    database
      .prepare('UPDATE entries SET seq = ?, run_seq = ?, leaf = ?, run_chain = ?, chain = ? WHERE seq = ?')
      .run([seq, run_seq, leaf, run_chain, chain, entry.seq]);
    if (entry.run === null || run_chain === null) return;
    heads.set(entry.run, { chain: run_chain, entries: run_seq ?? 0, last: seq, first: head?.first ?? seq });
  });
  for (const [run, head] of heads) {
    database
      .prepare(
        `INSERT INTO runs SELECT ?, ?, ?, ?, min(recorded_at), max(recorded_at), ?, max(kind = 'closed') FROM entries WHERE run = ?`,
      )
      .run([run, head.entries, head.first, head.last, head.chain, run]);
  }
  database.prepare('UPDATE head SET seq = ?, chain = ?').run([rows.length, chain]);
}

describe('verifying a ledger finds what somebody does', () => {
  let folder = '';
  let release: () => void = () => {};
  let done: Promise<void>;
  let checkpoint: CheckpointNote;
  let count = 0;

  before(async () => {
    const opened = new Promise<void>((ready) => {
      done = withFolder(async (path) => {
        folder = path;
        ready();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      });
    });
    await opened;
    const ledger = await openSqliteLedger(join(folder, 'sound.db'));
    await ledger.append(WRITTEN);
    checkpoint = await ledger.checkpoint(keys.signing);
    await ledger.append([notes.judgement, notes.alert, { ...records.effect, run: 'r1' }]);
    await ledger.close();
  });

  after(async () => {
    release();
    await done;
  });

  async function verifyAfter(
    tampering: Pick<Tampering, 'sql' | 'change'>,
    options: VerifyLedgerOptions,
  ): Promise<LedgerVerification> {
    count += 1;
    const path = join(folder, `copy-${count}.db`);
    copyFileSync(join(folder, 'sound.db'), path);
    const database = new Database(path);
    for (const sql of tampering.sql ?? []) database.exec(sql);
    tampering.change?.(database);
    database.close();
    const ledger = await openSqliteLedger(path);
    try {
      return await ledger.verify(options);
    } finally {
      await ledger.close();
    }
  }

  const told = ({ findings }: LedgerVerification): unknown => findings.map(({ code, seq }) => [code, seq]);

  for (const tampering of TAMPERINGS) {
    it(`who ${tampering.does}`, async () => {
      const options = { checkpoint, keys: [keys.verification] };
      const found = await verifyAfter(tampering, options);
      assert.deepEqual(told(found), tampering.found);
      assert.equal(found.sound, tampering.found.length === 0);
      assert.equal(found.proven_until, tampering.found.length === 0 ? 13 : null);
      if (tampering.onlyOutside === true) {
        assert.deepEqual(told(await verifyAfter(tampering, {})), []);
      }
    });
  }

  it('tells a checkpoint that was changed, and one of another key', async () => {
    const other = newKeys();
    const changed = { ...checkpoint, head: { ...checkpoint.head, seq: 12 } };
    assert.deepEqual(told(await verifyAfter({}, { checkpoint: changed, keys: [keys.verification] })), [
      ['ledger.signature', null],
    ]);
    assert.deepEqual(told(await verifyAfter({}, { checkpoint, keys: [other.verification] })), [
      ['ledger.unknown_key', null],
      ['ledger.unknown_key', 14],
    ]);
  });

  it('proves nothing by a checkpoint whose signature was not looked at', async () => {
    const found = await verifyAfter({}, { checkpoint });
    assert.equal(found.sound, true);
    assert.equal(found.proven_until, null);
  });

  it('verifies one run alone', async () => {
    const sound = await verifyAfter({}, { run: 'r1' });
    assert.deepEqual([sound.sound, sound.entries, sound.runs], [true, 9, 1]);
    const changed = { sql: [`UPDATE entries SET at = 'x' WHERE seq IN (5, 6)`] };
    assert.deepEqual(told(await verifyAfter(changed, { run: 'r1' })), [['ledger.changed', 5]]);
    assert.deepEqual(told(await verifyAfter({ sql: [`DELETE FROM runs`] }, { run: 'r1' })), [
      ['ledger.run_vanished', 1],
    ]);
  });
});

describe('refused records', () => {
  for (const [does, sql, found] of [
    ['does nothing', 'SELECT 1', []],
    ['removes one', 'DELETE FROM refusals WHERE id = 1', ['ledger.rewritten', 'ledger.rewritten']],
    ['changes one', `UPDATE refusals SET key = 'message/x'`, ['ledger.rewritten', 'ledger.rewritten']],
    ['removes one that came since', 'DELETE FROM refusals WHERE id = 2', []],
  ] as const) {
    it(`are in checkpoints: who ${does}`, () =>
      withFolder(async (folder) => {
        const path = join(folder, 'ledger.db');
        const ledger = await openSqliteLedger(path);
        const refuse = (text: string): Promise<unknown> => ledger.append([{ ...records.message, text }]);
        await refuse('first');
        await refuse('another');
        const checkpoint = await ledger.checkpoint(keys.signing);
        await refuse('since');
        await ledger.erase({ what: 'content', run: 'r1', by: 'privacy', reason: 'request 71' });
        const raw = new Database(path);
        raw.exec(sql);
        raw.close();
        const { findings } = await ledger.verify({ checkpoint, keys: [keys.verification] });
        assert.deepEqual(
          findings.map(({ code }) => code),
          found,
        );
        await ledger.close();
      }));
  }

  it('are not looked at by checkpoints of earlier versions, which hold', () =>
    withFolder(async (folder) => {
      const ledger = await openSqliteLedger(join(folder, 'ledger.db'));
      await ledger.append([records.message]);
      const { head, runs } = await ledger.checkpoint(keys.signing);
      const checkpoint = signCheckpoint({ head, runs }, keys.signing, records.message.at);
      const { findings, proven_until } = await ledger.verify({ checkpoint, keys: [keys.verification] });
      assert.deepEqual([findings, proven_until], [[], 1]);
      await ledger.close();
    }));
});

it('a run that is found by its name and is not in the list is noticed', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'ledger.db');
    const ledger = await openSqliteLedger(path);
    await ledger.append(WRITTEN);
    await ledger.close();
    const store = await openSqliteStore(path);
    try {
      assert.deepEqual((await verifyLedger(store)).findings, []);
      const { findings } = await verifyLedger(withoutInList(store, 'r2'));
      assert.deepEqual(
        findings.map(({ code, message }) => [code, message]),
        [['ledger.run_vanished', '5 entries are of runs that the list of runs does not have']],
      );
    } finally {
      await store.close();
    }
  }));

/** As if a cursor jumped over it. */
function withoutInList(store: LedgerStore, run: string): LedgerStore {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name === 'runs')
        return async function* (query: RunQuery): AsyncIterable<StoredRun> {
          for await (const one of target.runs(query))
            if (query.run !== undefined || one.run !== run) yield one;
        };
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
