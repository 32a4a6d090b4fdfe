import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { int16, int32, message, peer, type Reply } from '../support/postgres-peer.js';
import { readInChild } from './postgres-read-child.js';
import type { PostgresRead } from './postgres-reads.js';

const READY = message('Z', 'I');
const LOGIN = Buffer.concat([message('R', int32(0)), READY]);
const DONE = Buffer.concat([message('C', 'BEGIN\0'), READY]);
const FIELD = Buffer.concat([Buffer.from('x\0'), Buffer.alloc(6), int32(25), int16(-1), int32(-1), int16(0)]);
const BOUND = Buffer.concat([message('1'), message('2')]);
const ROWS = Buffer.concat([BOUND, message('T', int16(1), FIELD)]);
const END = Buffer.concat([message('C', 'SELECT 1\0'), READY]);
const row = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat([ROWS, message('D', int16(1), ...parts), END]);

/** Reads the same eight million bytes again and again in a parser that believes in lengths below zero. */
const BACKWARDS = ((): Buffer => {
  const size = 300_000;
  const body = Buffer.concat([int16(10_000), int32(size), Buffer.alloc(size), int32(-(size + 8))]);
  return Buffer.concat([ROWS, message('D', body), END]);
})();

/** Before the login is answered, or in place of the rows of the statement. */
const NONSENSE: readonly (readonly [string, 'login' | 'rows', Buffer, string])[] = [
  ['an unknown way to log in', 'login', message('R', int32(99)), 'unreachable'],
  ['a way to log in without a number', 'login', message('R'), 'unreachable'],
  ['a salt that is too short', 'login', message('R', int32(5), 'x'), 'unreachable'],
  ['mechanisms without an end', 'login', message('R', int32(10), 'SCRAM-SHA-256'), 'unreachable'],
  ['a mechanism that nobody knows', 'login', message('R', int32(10), 'HUSH\0\0'), 'unreachable'],
  ['the middle of a login', 'login', message('R', int32(11), 'hush'), 'unreachable'],
  ['the end of a login', 'login', message('R', int32(12), 'hush'), 'unreachable'],
  ['an error without an end', 'login', message('E', 'SFATAL\0Mhush'), 'unreachable'],
  ['an error without anything', 'login', message('E'), 'unreachable'],
  ['a notice without an end', 'login', message('N', 'Mhush\0'), 'unreachable'],
  ['an error of another version', 'login', message('E', 'FATAL: hush\n\0'), 'unreachable'],
  ['a setting without a value', 'login', message('S', 'hush'), 'unreachable'],
  ['a key that is too short', 'login', message('K', int16(1)), 'unreachable'],
  ['HTTP', 'login', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'unreachable'],
  ['SSH', 'login', Buffer.from('SSH-2.0-hush\r\n'), 'too_large'],
  ['zeroes', 'login', Buffer.alloc(4096), 'unreachable'],
  ['a length of nothing', 'login', Buffer.from('S\0\0\0\0'), 'unreachable'],
  ['a length without an end', 'login', Buffer.from([0x53, 255, 255, 255, 255]), 'too_large'],
  ['rows before a login', 'login', row(int32(1), 'x'), 'unreachable'],
  ['an end before a login', 'login', message('C', 'SELECT 1\0'), 'unreachable'],
  ['65535 columns', 'rows', Buffer.concat([BOUND, message('T', int16(0xffff))]), 'unreachable'],
  [
    'columns that are not there',
    'rows',
    Buffer.concat([BOUND, message('T', int16(9), FIELD)]),
    'unreachable',
  ],
  ['65535 values', 'rows', Buffer.concat([ROWS, message('D', int16(0xffff))]), 'unreachable'],
  ['a value longer than its row', 'rows', row(int32(1_000_000), 'x'), 'unreachable'],
  ['a value of a length below zero', 'rows', row(int32(-2), 'x'), 'unreachable'],
  ['values that go backwards', 'rows', BACKWARDS, 'unreachable'],
  ['a row that is not UTF-8', 'rows', row(int32(1), Buffer.from([0xe9])), 'not_text'],
  ['a row that goes on after its values', 'rows', row(int32(1), 'xhush'), 'unreachable'],
  ['parameters', 'rows', Buffer.concat([BOUND, message('t', int16(0xffff))]), 'unreachable'],
  ['to copy in', 'rows', Buffer.concat([BOUND, message('G', '\0', int16(0xffff))]), 'unreachable'],
  ['to copy out', 'rows', Buffer.concat([BOUND, message('H', '\0', int16(9))]), 'unreachable'],
  ['an unknown message', 'rows', message('~', 'hush'), 'unreachable'],
  ['the end of a page', 'rows', Buffer.concat([BOUND, message('s')]), 'unreachable'],
  ['an error without an end, for rows', 'rows', message('E', 'Chush'), 'unreachable'],
  ['noise', 'rows', Buffer.concat([Buffer.from([0x80]), randomBytes(4096)]), 'unreachable'],
  ['what it should', 'rows', row(int32(1), 'x'), 'read'],
];

const WAYS = [
  ['plainly', ''],
  ['within TLS', '?sslmode=verify-full'],
] as const;

function url(port: number, query = ''): string {
  return `postgres://gate:hush@localhost:${port}/x${query}`;
}

function script(phase: 'login' | 'rows', reply: Reply): readonly Reply[] {
  return phase === 'login' ? [reply] : [LOGIN, DONE, DONE, reply, DONE];
}

describe('a peer that is no PostgreSQL', async () => {
  for (const [way, query] of WAYS) {
    const reads: PostgresRead[] = [];
    for (const [name, phase, bytes] of NONSENSE)
      reads.push({ name, url: url(await peer(script(phase, bytes)), query), deadlineMs: 10_000 });
    const result = readInChild(reads);
    for (const [name, , , code] of NONSENSE) {
      it(`is told apart, ${way}: ${name}`, async () => {
        const { told, died } = await result;
        const reading = told.find((one) => one.name === name);
        assert.equal(
          reading?.code,
          code === 'read' ? code : `config_source.${code}`,
          `${died}${reading?.message}`,
        );
        if (code !== 'read') assert.doesNotMatch(JSON.stringify(reading), /hush/);
      });
    }
    it(`ends no process, ${way}`, async () => assert.equal((await result).died, ''));
  }
});

/** Sends without an end, and counts. */
function flood(part: Buffer, counted: (bytes: number) => void, first: Buffer = Buffer.alloc(0)): Reply {
  return (stream: Duplex) => {
    const write = (): void => {
      while (!stream.destroyed && stream.writable) {
        counted(part.length);
        if (!stream.write(part)) return;
      }
    };
    stream.on('drain', write);
    stream.write(first);
    write();
  };
}

describe('a peer that never stops', async () => {
  const HUGE = Buffer.concat([Buffer.from('S'), int32(0x7fffffff)]);
  const PART = Buffer.alloc(65_536, 0x78);
  for (const [name, phase, first, part] of [
    ['in one message before the login', 'login', HUGE, PART],
    ['in settings before the login', 'login', Buffer.alloc(0), message('S', PART, '\0\0')],
    ['in small notices before the login', 'login', Buffer.alloc(0), message('N', 'Mx\0\0')],
    ['in one row', 'rows', Buffer.concat([ROWS, Buffer.from('D'), int32(0x7fffffff)]), PART],
    ['in one error', 'rows', Buffer.concat([Buffer.from('E'), int32(0x7fffffff)]), PART],
  ] as const)
    for (const [way, query] of WAYS) {
      it(`is left early, ${way}: ${name}`, async () => {
        let sent = 0;
        const port = await peer(
          script(
            phase,
            flood(part, (bytes) => (sent += bytes), first),
          ),
        );
        const { told, died } = await readInChild([{ name, url: url(port, query) }]);
        assert.equal(died, '');
        assert.equal(told[0]?.code, 'config_source.too_large');
        // What lies in the buffers of two sockets.
        assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes`);
      });
    }
});

describe('a peer that is late', async () => {
  const late = (then: (stream: Duplex) => void): Reply => {
    return (stream) => void setTimeout(() => then(stream), 400);
  };
  for (const [name, phase, reply] of [
    ['with an unknown login', 'login', late((stream) => stream.write(message('R', int32(99))))],
    ['with nonsense for rows', 'rows', late((stream) => stream.write(message('T', int16(0xffff))))],
    ['with an error', 'rows', late((stream) => stream.write(message('E', 'SERROR\0Mx\0\0')))],
    ['with a broken connection', 'rows', late((stream) => stream.destroy(new Error('x')))],
  ] as const)
    for (const [way, query] of WAYS) {
      it(`harms nobody after the deadline, ${way}: ${name}`, async () => {
        const port = await peer(script(phase, reply));
        const { told, died } = await readInChild([
          { name, url: url(port, query), deadlineMs: 200, stayMs: 500 },
        ]);
        assert.equal(died, '');
        assert.equal(told[0]?.code, 'config_source.timeout');
      });
    }
});

describe('the environment of the process', () => {
  const ENV = {
    HOME: '/nowhere',
    USER: 'env-user',
    PGUSER: 'env-user',
    PGPASSWORD: 'env-password',
    PGDATABASE: 'env-database',
    PGHOST: '127.0.0.1',
    PGOPTIONS: '-c env=1',
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGAPPNAME: 'env-name',
    PGREPLICATION: 'env-replication',
    PGCLIENT_ENCODING: 'env-encoding',
    PGPORT: '1',
  };

  it('is not looked at for a connection', async () => {
    const heard: Buffer[] = [];
    const port = await peer([message('R', int32(3)), LOGIN, DONE, DONE, row(int32(1), 'x'), DONE], (part) =>
      heard.push(part),
    );
    const { told } = await readInChild([{ name: '', url: url(port) }], ENV);
    assert.equal(told[0]?.code, 'read', told[0]?.message);
    const text = Buffer.concat(heard).toString('latin1');
    assert.match(text, /user\0gate\0database\0x\0.*hush\0/s);
    assert.doesNotMatch(text, /env/);
  });

  it('gives no password where none is stated', async () => {
    const heard: Buffer[] = [];
    const port = await peer([message('R', int32(3)), LOGIN], (part) => heard.push(part));
    const { told } = await readInChild([{ name: '', url: `postgres://gate@127.0.0.1:${port}/x` }], ENV);
    assert.equal(told[0]?.code, 'config_source.denied');
    assert.doesNotMatch(Buffer.concat(heard).toString('latin1'), /env/);
  });

  it('gives no user, database or host', async () => {
    const reads = ['postgres://127.0.0.1:1/x', 'postgres://gate:hush@127.0.0.1:1', 'postgres://gate:hush@/x'];
    const { told } = await readInChild(
      reads.map((one) => ({ name: one, url: one })),
      ENV,
    );
    assert.deepEqual(
      told.map((one) => `${one.code}: ${one.message}`),
      ['user', 'database', 'host'].map(
        (what) => `config_source.variable: the connection string names no ${what}`,
      ),
    );
  });
});
