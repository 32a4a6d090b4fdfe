import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_BYTES } from '../../src/record/read-json.js';
import { readRecords } from '../../src/record/read-records.js';

/** Processor time, since the tests share the machine. The slowest takes 5 s; one that is quadratic takes minutes. */
const BOUND_MS = 20_000;
const BOUND_BYTES = 800 * 1024 * 1024;

const full = (unit: string): string => unit.repeat(Math.floor(MAX_BYTES / unit.length));
const keys = (count: number, key: (i: number) => string): string =>
  `{${Array.from({ length: count }, (_, i) => `"${key(i)}":0`).join(',')}}`;
const closed = '{"schema":"edge-contracts/record/v1","kind":"closed","run":"r","at":"2026-11-30T09:14:00Z"}';
const withPayload = (payload: string): string =>
  `{"schema":"edge-contracts/record/v1","kind":"transfer","run":"r","at":"2026-11-30T09:14:00Z","hop":1,"attempt":1,` +
  `"after":[],"from":"a","to":"b","sender":{},"delivered":true,"payload":${payload}}`;

/** Each with the first code that is told, or none. */
const INPUTS: readonly (readonly [string, () => string, string | undefined])[] = [
  ['only opening brackets', () => full('['), 'record.too_deep'],
  ['only opening braces with keys', () => full('{"a":'), 'record.too_deep'],
  ['brackets in an unfinished string', () => `"${full('[').slice(2)}`, 'record.truncated'],
  ['one line break a bracket', () => full('[\n'), 'record.too_deep'],
  ['one string', () => `"${full('a').slice(2)}"`, 'record.invalid'],
  ['one string of backslashes', () => `"${full('\\\\').slice(4)}"`, 'record.invalid'],
  ['one string of escaped quotes', () => `"${full('\\"').slice(4)}"`, 'record.invalid'],
  ['one string without an end', () => `"${full('\\"').slice(4)}`, 'record.truncated'],
  ['one number', () => full('1'), 'record.lossy_number'],
  ['one fraction', () => `0.${full('0').slice(3)}1`, 'record.lossy_number'],
  ['only spaces', () => full(' '), 'record.nothing'],
  ['only line ends', () => full('\n'), 'record.nothing'],
  ['blank lines between records', () => `${closed}${full('\n').slice(200)}${closed}`, 'record.blank_line'],
  ['only zeros', () => full('0\n'), 'record.invalid'],
  ['only nonsense', () => full('x\n'), 'record.syntax'],
  ['only quotes', () => full('"\n'), 'record.truncated'],
  ['an array of zeros', () => `[${full('0,').slice(4)}0]`, 'record.invalid'],
  ['an array of empty objects', () => `[${full('{},').slice(6)}{}]`, 'record.invalid'],
  ['an array that is not closed', () => `[${full('0,').slice(4)}`, 'record.truncated'],
  ['a payload of 700,000 keys', () => withPayload(keys(700_000, (i) => `k${i}`)), undefined],
  ['a payload of 100,000 times one key', () => withPayload(keys(100_000, () => 'k')), 'record.duplicate_key'],
  [
    'a payload with one key twice at the end',
    () => withPayload(keys(500_000, (i) => `k${i % 499_999}`)),
    'record.duplicate_key',
  ],
  [
    'a payload of integer-like keys',
    () => withPayload(keys(500_000, (i) => `${(i * 7919) % 500_000}`)),
    undefined,
  ],
  ['a record of unknown members', () => keys(500_000, (i) => `k${i}`), 'record.invalid'],
  ['a payload of escapes', () => withPayload(`"${full('\\ud83d\\ude00').slice(1200)}"`), undefined],
  [
    'half a character at the end',
    () => withPayload(`"${full('\\ud83d\\ude00').slice(1200)}\\ud83d"`),
    'record.lone_surrogate',
  ],
  ['a member with a name of a megabyte', () => `{"${'k'.repeat(1_000_000)}":0}`, 'record.invalid'],
  ['as many sound records as there is room for', () => full(`${closed}\n`), undefined],
];

describe('readRecords, put to hostile input of up to 8 MiB', () => {
  for (const [name, make, code] of INPUTS) {
    it(name, () => {
      const text = make();
      assert.ok(text.length <= MAX_BYTES);
      const bytes = new TextEncoder().encode(text);
      const memory = process.memoryUsage().rss;
      const start = process.cpuUsage();
      const { records, diagnostics } = readRecords(bytes, { file: 'hostile.jsonl' });
      const { user, system } = process.cpuUsage(start);
      assert.ok((user + system) / 1000 < BOUND_MS, `took ${(user + system) / 1000} ms`);
      assert.ok(
        process.memoryUsage().rss - memory < BOUND_BYTES,
        `${process.memoryUsage().rss - memory} bytes more`,
      );
      assert.equal(diagnostics[0]?.code, code);
      assert.ok(diagnostics.length <= 51 && (code !== undefined || records.length > 0));
      for (const { message, help } of diagnostics) assert.ok(message.length + (help?.length ?? 0) < 1000);
    });
  }
});
