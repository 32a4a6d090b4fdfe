import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import type { RunInput } from '../../src/model/carry.js';
import type { RunRecord } from '../../src/model/record.js';
import { readRecords } from '../../src/record/read-records.js';
import { type LineFault, type StreamOptions, streamRuns } from '../../src/record/stream-records.js';
import { records as samples } from '../model/samples.js';

type Options = Omit<StreamOptions, 'file'>;

const line = (record: object): string => `${JSON.stringify(record)}\n`;
const effect = (run: string): object => ({ ...samples.effect, run });
const closed = (run: string): object => ({ ...samples.closed, run });

/** Cut into pieces of this many bytes. */
function chunksOf(text: string | Uint8Array, size: number): Uint8Array[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

async function read(text: string | Uint8Array, options: Options = {}, size = 1 << 16): Promise<RunInput[]> {
  const runs: RunInput[] = [];
  for await (const run of streamRuns(chunksOf(text, size), { file: 'runs.jsonl', ...options }))
    runs.push(run);
  return runs;
}

/** What was left out, and what was read all the same. */
async function told(text: string | Uint8Array, options: Options = {}, size?: number): Promise<string[]> {
  const faults: string[] = [];
  const onFault = ({ line: at, run, diagnostics }: LineFault): void => {
    faults.push(`${at} ${run} ${diagnostics[0].code}`);
  };
  const runs = await read(text, { onFault, ...options }, size);
  return [
    ...faults,
    ...runs.map(({ run, records, health }) => `${run}:${records.length}:${health?.refused ?? 0}`),
  ];
}

async function codeOf(text: string | Uint8Array, options: Options = {}): Promise<string | undefined> {
  try {
    await read(text, options);
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics[0]?.code;
    throw error;
  }
  return undefined;
}

describe('streamRuns', () => {
  it('gives each run once: when it is closed, and at the end those that never were', async () => {
    const text = [effect('a'), effect('b'), closed('b'), effect('c'), effect('a')].map(line).join('');
    const given: string[] = [];
    for await (const { run, records } of streamRuns(chunksOf(text, 50), { file: 'x' }))
      given.push(`${run}:${records.length}`);
    assert.deepEqual(given, ['b:2', 'a:2', 'c:1']);
  });

  it('takes files with CRLF, without a last line end, and with blank lines at the end', async () => {
    const text = line(effect('a')) + line(closed('a'));
    for (const same of [text.replaceAll('\n', '\r\n'), text.trimEnd(), `${text}\n \t\n\r\n`])
      assert.deepEqual(await told(same), ['a:2:0']);
  });

  it('takes what is no JSON Lines, up to 8 MiB: an array, and one record over several lines', async () => {
    assert.deepEqual(await told(JSON.stringify([effect('a'), closed('a')]), {}, 7), ['a:2:0']);
    assert.deepEqual(await told(JSON.stringify(effect('a'), null, 2), {}, 1), ['a:1:0']);
    assert.equal(await codeOf(`[${' '.repeat(9 << 20)}]`), 'record.too_large');
    assert.equal(
      await codeOf(`[${JSON.stringify(effect('a'))},{}]`, { onFault: () => {} }),
      'record.invalid',
    );
  });

  it('is an error where there is no record', async () => {
    for (const nothing of ['', '\n\n', '{}\n']) {
      const code = await codeOf(nothing, nothing.includes('{') ? { onFault: () => {} } : {});
      assert.equal(code, 'record.nothing', JSON.stringify(nothing));
    }
  });

  it('ends at the first faulty line where nobody asks to go on', async () => {
    assert.equal(await codeOf(`${line(effect('a'))}{"a":1,"a":2}\n`), 'record.duplicate_key');
    assert.equal(await codeOf(line(effect('a')).slice(0, -20)), 'record.truncated');
    assert.equal(await codeOf(`${line(effect('a'))}\n${line(closed('a'))}`), 'record.blank_line');
  });

  const good = line(effect('a'));
  const broken: readonly (readonly [what: string, bytes: string | Uint8Array, faults: readonly string[]])[] =
    [
      [
        'a cut line that names its run',
        `${good}${good.slice(0, -10)}\n${line(closed('a'))}`,
        ['2 a record.truncated', 'a:2:1'],
      ],
      ['a cut last line', `${good}${line(effect('b')).slice(0, -10)}`, ['2 b record.truncated', 'a:1:0']],
      [
        'text that names none: every open run is in doubt, and the next one',
        `${good}xyz\n${line(effect('b'))}`,
        ['2 null record.syntax', 'a:1:1', 'b:1:1'],
      ],
      [
        'no record, and it names its run',
        `${good}${line({ run: 'a', kind: 'effect' })}`,
        ['2 a record.invalid', 'a:1:1'],
      ],
      ['a blank line within', `${good}\n${line(closed('a'))}`, ['2 null record.blank_line', 'a:2:1']],
      ['a NUL', `${good}{"run":"a"\0}\n${line(closed('a'))}`, ['2 null record.nul', 'a:2:1']],
      [
        'what is not UTF-8',
        Buffer.concat([
          Buffer.from(good),
          Buffer.from([0x22, 0xff, 0x22, 0x0a]),
          Buffer.from(line(closed('a'))),
        ]),
        ['2 null record.not_utf8', 'a:2:1'],
      ],
      ['a byte order mark', `\ufeff${good}${line(closed('a'))}`, ['1 null record.bom', 'a:1:1']],
      [
        'a record after its run was closed',
        `${good}${line(closed('a'))}${good}`,
        ['3 a record.run_ended', 'a:2:0'],
      ],
      [
        'a number that would be read as another',
        `${good}{"run":"a","n":12345678901234567890}\n`,
        ['2 a record.lossy_number', 'a:1:1'],
      ],
    ];
  for (const [what, bytes, faults] of broken) {
    it(`goes on after ${what}, and says whose it was`, async () => {
      for (const size of [1, 3, 1 << 16]) assert.deepEqual(await told(bytes, {}, size), faults);
    });
  }

  it('leaves out a line that is too long, without holding it', async () => {
    const long = line({ ...effect('a'), evidence: 'x'.repeat(5000) });
    const text = good + long + line(closed('a'));
    for (const size of [1, 100, 1 << 16]) {
      assert.deepEqual(await told(text, { maxLineBytes: 1000 }, size), ['2 null record.too_large', 'a:2:1']);
      assert.deepEqual(await told(long + line(closed('a')), { maxLineBytes: 1000 }, size), [
        '1 null record.too_large',
        'a:1:1',
      ]);
      assert.deepEqual(await told(good + long.trimEnd(), { maxLineBytes: 1000 }, size), [
        '2 null record.too_large',
        'a:1:1',
      ]);
    }
  });

  it('refuses more open runs, or more of them, than are held, and says what to do', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `r${index}`);
    const mixed = [...names, ...names, ...names].map((run) => line(effect(run))).join('');
    assert.equal(await codeOf(mixed, { maxOpenBytes: 4 * good.length, maxOpenRuns: 30 }), 'record.run_ended');
    const wide = line({ ...effect('w'), evidence: 'x'.repeat(200) });
    assert.equal(
      await codeOf(wide.repeat(9), { maxOpenBytes: 1000, onFault: () => {} }),
      'record.too_many_open',
    );
    const ended = Array.from(
      { length: 12 },
      (_, index) => line(effect(`r${index}`)) + line(closed(`r${index}`)),
    );
    assert.equal((await read(ended.join(''), { maxOpenRuns: 1, maxOpenBytes: 1000 })).length, 12);
  });

  it('gives on the runs that nobody closes, the one that was silent for longest first, where there is no room', async () => {
    const many = Array.from({ length: 500 }, (_, index) => line(effect(`r${index}`)).repeat(2));
    for (const options of [{ maxOpenRuns: 10 }, { maxOpenBytes: 3000 }]) {
      const runs = await read(many.join(''), options);
      assert.deepEqual(
        runs.map(({ run }) => run),
        many.map((_, index) => `r${index}`),
      );
      assert.ok(runs.every(({ records }) => records.length === 2));
    }
    const late = [...many, line(effect('r0'))].join('');
    const faults = (await told(late, { maxOpenRuns: 10 })).filter((text) => text.includes('record.'));
    assert.deepEqual(faults, ['1001 r0 record.run_ended']);
  });

  it('tells how far it is', async () => {
    const seen: number[] = [];
    const text = good.repeat(6);
    await read(text, { onProgress: ({ bytes, records }) => seen.push(bytes, records) }, good.length);
    assert.deepEqual(seen.slice(-2), [text.length, 6]);
  });

  it('gives what readRecords gives, whatever the chunks', async () => {
    const record = fc
      .constantFrom(...Object.values(samples))
      .chain((sample) =>
        fc.constantFrom('a', 'b', 'c £ –', 'd\n').map((run) => ({ ...(sample as object), run })),
      );
    const files = fc.array(record, { minLength: 1, maxLength: 20 }).map(withoutLate);
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 300 }), async (records, size) => {
        const text = records.map(line).join('');
        const expected = new Map<string, RunRecord[]>();
        for (const { record: one } of readRecords(text, { file: 'x' }).records)
          expected.set(one.run, [...(expected.get(one.run) ?? []), one]);
        const found = new Map((await read(text, {}, size)).map(({ run, records: own }) => [run, own]));
        assert.deepEqual([...found].sort(byName), [...expected].sort(byName));
      }),
    );
  });
});

/** Without records that come after the end of their run. */
function withoutLate<R extends { run: string }>(records: readonly R[]): R[] {
  const ended = new Set<string>();
  return records.filter((record) => {
    if (ended.has(record.run)) return false;
    if ('kind' in record && record.kind === 'closed') ended.add(record.run);
    return true;
  });
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
