import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'libsql';
import { notes } from '../ledger/samples.js';
import { emptyFolder, INCIDENT, incidentRecords, jsonLines } from './cli.js';
import { type InProcessOptions, inProcess } from './in-process.js';

interface Appended {
  readonly appended: number;
  readonly already_there: number;
  readonly bad_lines: number;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly span?: { readonly line: number; readonly column: number };
  }[];
}

async function append(
  cwd: string,
  input: InProcessOptions['input'],
): Promise<Appended & { readonly code: number | null }> {
  const { code, out } = await inProcess(['ledger', 'append', '-', '--json'], {
    cwd,
    ...(input === undefined ? {} : { input }),
  });
  return { ...(JSON.parse(out) as Appended), code };
}
const places = ({ diagnostics }: Appended): string[] =>
  diagnostics.map(({ code, span }) => `${code} ${span?.line}:${span?.column}`);

const INCIDENT_TEXT = readFileSync(INCIDENT, 'utf8');

describe('lines that are no records', () => {
  it('a last line that was cut is said to be that, and appended once it is whole', async () => {
    const cwd = emptyFolder();
    const cut = await append(cwd, INCIDENT_TEXT.slice(0, INCIDENT_TEXT.indexOf('"closed"')));
    assert.deepEqual([cut.code, cut.appended, cut.bad_lines], [3, 10, 1]);
    assert.match(places(cut)[0] ?? '', /^record\.truncated 11:\d+$/);
    const whole = await append(cwd, INCIDENT_TEXT);
    assert.deepEqual([whole.code, whole.appended, whole.already_there], [0, 1, 10]);
  });

  const good = JSON.stringify(incidentRecords()[0]);
  const LINES: readonly (readonly [what: string, line: string | Uint8Array, place: RegExp])[] = [
    ['no JSON', 'hello', /^record\.syntax 2:1$/],
    ['two on a line', `${good}${good}`, /^record\.trailing_text 2:/],
    ['a key twice', '{"a":1,"a":2}', /^record\.duplicate_key 2:8$/],
    ['another object', '{"a":1}', /^record\.invalid 2:/],
    ['a number', '7', /^record\.invalid 2:1$/],
    ['a member too many', good.replace('{', '{"more":1,'), /^record\.invalid 2:2$/],
    ['an empty line', '', /^record\.blank_line 2:1$/],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), /^record\.not_utf8 2:2$/],
    ['a NUL', '"\0"', /^record\.nul 2:2$/],
    ['a NUL in a name', good.replace('refund-41182', 'a\\u0000b'), /^ledger\.name 2:1$/],
    ['a note of no kind', '{"schema":"edge-contracts/ledger-note/v1","kind":"x"}', /^record\.invalid 2:/],
    ['a checkpoint', checkpoint(), /^ledger\.record 2:1$/],
    ['an erasure', erasure(), /^ledger\.record 2:1$/],
    ['an alert', JSON.stringify(notes.alert), /^ledger\.record 2:1$/],
    ['an override', JSON.stringify(notes.override), /^ledger\.record 2:1$/],
  ];
  for (const [what, line, place] of LINES) {
    it(`${what}: told with its place, and the rest is appended`, async () => {
      const [first = '', ...rest] = INCIDENT_TEXT.trimEnd().split('\n');
      const input = Buffer.concat([
        Buffer.from(`${first}\n`),
        Buffer.from(line),
        Buffer.from(`\n${rest.join('\n')}\n`),
      ]);
      const found = await append(emptyFolder(), input);
      assert.deepEqual([found.code, found.appended, found.bad_lines], [3, 11, 1]);
      assert.match(places(found)[0] ?? '', place);
    });
  }

  it('a JSON array of records is read, all or nothing', async () => {
    const cwd = emptyFolder();
    const records = incidentRecords();
    const wrong = await append(cwd, JSON.stringify([...records, {}], null, 2));
    assert.deepEqual([wrong.code, wrong.appended], [3, 0]);
    assert.equal((await append(cwd, JSON.stringify(records, null, 2))).appended, 11);
  });

  it('a file without a record is none', async () => {
    for (const input of ['', '\n \n']) {
      const found = await append(emptyFolder(), input);
      assert.deepEqual(
        [found.code, found.diagnostics[0]?.code],
        [3, 'record.nothing'],
        JSON.stringify(input),
      );
    }
  });

  it('a file in which no line is a record is told of once, and with the fault of its first line', async () => {
    const good = INCIDENT_TEXT.split('\n')[0];
    const cases: readonly (readonly [text: string, bad: number, codes: readonly string[]])[] = [
      ['a: 1\nb: 2\nc: 3\n', 3, ['record.nothing', 'record.syntax']],
      ['a: 1\n', 1, ['record.syntax']],
      [`a: 1\nb: 2\n${good}\nc: 3\n`, 3, ['record.syntax', 'record.syntax', 'record.syntax']],
    ];
    for (const [text, bad, codes] of cases) {
      const found = await append(emptyFolder(), text);
      assert.deepEqual(
        [found.code, found.bad_lines, found.diagnostics.map(({ code }) => code)],
        [3, bad, codes],
      );
    }
  });

  it('chunks may end anywhere, also within a character', async () => {
    const text = INCIDENT_TEXT.replaceAll('email the customer', 'email the cüstömer😀');
    async function* bytes(): AsyncIterable<Uint8Array> {
      const all = Buffer.from(text);
      for (let at = 0; at < all.length; at += 7) yield all.subarray(at, at + 7);
    }
    const found = await append(emptyFolder(), bytes());
    assert.deepEqual([found.code, found.appended], [0, 11]);
  });

  const MEGABYTE = 1024 * 1024;
  const GARBAGE: readonly (readonly [what: string, chunk: Buffer, bad: number])[] = [
    ['one line without an end', Buffer.alloc(MEGABYTE, 'x'), 1],
    ['lines without end', Buffer.alloc(MEGABYTE, '}{[]\n'), 1000],
  ];
  for (const [what, chunk, bad] of GARBAGE) {
    it(`garbage without end takes no memory: ${what}`, async () => {
      let most = 0;
      const times = 160;
      async function* garbage(): AsyncIterable<Uint8Array> {
        for (let index = 0; index < times; index += 1) {
          most = Math.max(most, process.memoryUsage.rss());
          yield chunk;
        }
      }
      const before = process.memoryUsage.rss();
      const found = await append(emptyFolder(), garbage());
      assert.equal(found.code, 3);
      assert.equal(found.bad_lines, bad);
      assert.equal(found.diagnostics.at(-1)?.code, bad === 1 ? 'record.too_large' : 'record.more');
      assert.ok(found.diagnostics.length <= 101);
      assert.ok(most - before < 100 * MEGABYTE, `${Math.round((most - before) / MEGABYTE)} MB`);
    });
  }
});

const NO_DATABASE = /^ledger\.not_a_database$/;

describe('places that are no ledger', () => {
  type Place = readonly [what: string, path: string, make: (path: string) => void, code: RegExp];
  const nothing = (): void => undefined;
  const PLACES: readonly Place[] = [
    ['a folder', 'x', (path) => mkdirSync(path), /^ledger\.location$/],
    ['in a folder that is not there', 'no/such/ledger.db', nothing, /^ledger\.location$/],
    ['below a file', `${INCIDENT}/ledger.db`, nothing, /^ledger\.location$/],
    ['a text', 'x', (path) => writeFileSync(path, 'no database at all, '.repeat(200)), NO_DATABASE],
    ['a database of another program', 'x', foreign, NO_DATABASE],
    ['where nobody may write', '/proc/ledger.db', nothing, /^ledger\.(?:location|denied|read_only)$/],
  ];
  for (const [what, path, make, code] of PLACES) {
    it(`${what}: a code, and nothing is touched`, async () => {
      const cwd = emptyFolder();
      make(join(cwd, path));
      const { code: ended, out } = await inProcess(
        ['ledger', 'append', INCIDENT, '--ledger', path, '--json'],
        { cwd },
      );
      const { diagnostics, appended } = JSON.parse(out) as Appended;
      assert.match(diagnostics[0]?.code ?? '', code);
      assert.equal(appended, 0);
      assert.ok(ended === 3 || (ended === 1 && path.startsWith('/proc')));
    });
  }

  it('a file in the place of the project’s folder for it', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, '.edge-contracts'), '');
    const found = await append(cwd, INCIDENT_TEXT);
    assert.deepEqual([found.code, found.diagnostics[0]?.code], [3, 'input.unwritable']);
  });

  it('a file of records that is not there, or a folder', async () => {
    const cwd = emptyFolder();
    for (const [name, code] of [
      ['none.jsonl', 'input.missing'],
      ['.', 'input.directory'],
    ] as const) {
      const { code: ended, out } = await inProcess(['ledger', 'append', name, '--json'], { cwd });
      assert.equal((JSON.parse(out) as Appended).diagnostics[0]?.code, code);
      assert.equal(ended, 3);
    }
  });
});

describe('names that are hostile', () => {
  it('line breaks, escapes and marks of direction go to no terminal', async () => {
    const cwd = emptyFolder();
    const hostile = 'a\nb\u001b[2J\u202e\u0085';
    const records = incidentRecords().map((record) => ({ ...record, run: hostile }));
    const text = jsonLines(
      records.map((record) => ({ ...record, ...('from' in record ? { edge: hostile } : {}) })),
    );
    assert.equal((await append(cwd, text)).appended, 11);
    assert.equal((await append(cwd, text.replaceAll('email the customer', 'email the client'))).code, 2);
    const commands = [
      ['list'],
      ['list', '--refused'],
      ['show', hostile],
      ['show', '7'],
      ['verify', '--run', hostile],
    ];
    for (const args of commands) {
      const { out, err, code } = await inProcess(['ledger', ...args], { cwd });
      assert.equal(code, 0, args[0]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
      assert.doesNotMatch(out + err, /[\u0000-\u0009\u000b-\u001f\u0085\u202e]/);
    }
    const again = await inProcess(['ledger', 'append', '-'], {
      cwd,
      input: text.replaceAll('email the customer', 'email the client'),
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    assert.doesNotMatch(again.out + again.err, /[\u0000-\u0009\u000b-\u001f\u0085\u202e]/);
  });
});

function foreign(path: string): void {
  const database = new Database(path);
  database.exec('CREATE TABLE entries (id INTEGER)');
  database.close();
}

function checkpoint(): string {
  const digest = `sha256:${'0'.repeat(64)}`;
  const note = {
    schema: 'edge-contracts/ledger-note/v1',
    kind: 'checkpoint',
    id: 'c',
    at: '2026-11-30T09:00:00Z',
  };
  return JSON.stringify({
    ...note,
    head: { seq: 1, chain: digest },
    runs: { count: 1, digest },
    keyid: '0'.repeat(64),
    signature: Buffer.alloc(64).toString('base64'),
  });
}

function erasure(): string {
  const note = {
    schema: 'edge-contracts/ledger-note/v1',
    kind: 'erasure',
    id: 'e',
    at: '2026-11-30T09:00:00Z',
  };
  return JSON.stringify({ ...note, what: 'content', of: { run: 'r' }, count: 1, by: 'b', reason: 'r' });
}
