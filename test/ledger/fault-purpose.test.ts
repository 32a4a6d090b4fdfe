import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatabaseError } from 'pg';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { openPostgresStore } from '../../src/ledger/postgres/postgres-store.js';
import { databaseFault, tooLate } from '../../src/ledger/postgres/faults.js';
import { sqliteFault } from '../../src/ledger/sqlite/sqlite-fault.js';
import { openSqliteStore } from '../../src/ledger/sqlite/sqlite-store.js';
import { all } from './support.js';

type Fault = (purpose: 'read' | 'write') => unknown;

const SQLITE = Array.from({ length: 40 }, (_, code): [string, Fault] => [
  `SQLite ${code}`,
  (purpose) =>
    sqliteFault(Object.assign(new Error('x'), { name: 'SqliteError', rawCode: code + 1 }), purpose),
]);
const STATES = ['55P03', '57014', '25P03', '28P01', '42501', '25006', '53100', '08006', '57P01', '40001'];
const POSTGRES = STATES.map((state): [string, Fault] => [
  `SQLSTATE ${state}`,
  (purpose) => databaseFault(Object.assign(new DatabaseError('x', 1, 'error'), { code: state }), purpose),
]);
const AWAY: readonly [string, Fault][] = [
  ['a connection that broke', (purpose) => databaseFault(new Error('x'), purpose)],
  ['a server that says nothing', (purpose) => tooLate('the answer', 1, purpose)],
];

describe('what the ledger cannot do is told by what was asked of it', () => {
  for (const [what, fault] of [...SQLITE, ...POSTGRES, ...AWAY]) {
    it(`${what}: who only read is not told to append again`, () => {
      const [read, write] = [fault('read'), fault('write')];
      assert.ok(read instanceof DiagnosticError && write instanceof DiagnosticError);
      assert.equal(read.code, write.code);
      assert.doesNotMatch(helpOf(read), /append|written/);
    });
  }

  for (const [what, fault] of [...POSTGRES, ...AWAY]) {
    it(`${what}: who wrote is told that nothing was written`, () => {
      assert.match(helpOf(fault('write')), /nothing of it was written; append it again/);
    });
  }

  it('a ledger that was closed', async () => {
    const store = await openSqliteStore(':memory:');
    await store.close();
    const write = { keys: [], build: () => ({ changes: {}, result: null }) };
    const [read, written] = await Promise.all([thrown(all(store.entries({}))), thrown(store.write(write))]);
    assert.deepEqual(
      [helpOf(read), helpOf(written)],
      ['open it again', 'open it again, and append the same again'],
    );
  });

  it('a server that is away when the ledger is opened: nothing was written yet', async () => {
    const fault = await thrown(openPostgresStore({ connection: 'postgres://gate:hush@localhost:1/x' }));
    assert.match(helpOf(fault), /^nothing was read; ask again/);
  });
});

function helpOf(fault: unknown): string {
  return fault instanceof DiagnosticError ? (fault.diagnostics[0]?.help ?? '') : '';
}

async function thrown(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return assert.fail('it was to be refused');
}
