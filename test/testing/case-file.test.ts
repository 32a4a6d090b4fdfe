import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../src/canonical/json-value.js';
import { readCaseFile } from '../../src/testing/case-file.js';

const FILE = 'contracts/a--b.test.yaml';
const EXPECT = 'expect: { transfers: [{ hop: 1, decision: allow, codes: [] }] }';
const FROM = 'from: { file: run.jsonl }';

test('a file holds one case, or a list of them', () => {
  const list = readCaseFile(
    `cases:\n  - name: one\n    ${FROM}\n    ${EXPECT}\n  - { name: two, ${FROM}, ${EXPECT} }\n`,
    FILE,
  );
  assert.deepEqual(list.diagnostics, []);
  assert.deepEqual(
    list.cases.map(({ case: { name, schema }, line }) => [name, schema, line]),
    [
      ['one', 'edge-contracts/case/v1', 2],
      ['two', 'edge-contracts/case/v1', 5],
    ],
  );
  const alone = readCaseFile(`name: alone\n${FROM}\n${EXPECT}\n`, FILE);
  assert.equal(alone.cases[0]?.case.name, 'alone');
});

test('every case of the examples is read, which are JSON', () => {
  const folder = join('examples', 'refund-41182', 'cases');
  const files = readdirSync(folder);
  assert.ok(files.length >= 16);
  for (const name of files) {
    const text = readFileSync(join(folder, name), 'utf8');
    const { cases, diagnostics } = readCaseFile(text, name);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(cases[0]?.case, JSON.parse(text));
  }
});

const item = (rest: string): string => `cases:\n  - name: one\n${rest.replace(/^/gm, '    ')}\n`;

/** What is wrong, the code, its line, and words of the message or the help. */
const PROBLEMS: readonly (readonly [text: string, code: string, line: number, words: RegExp])[] = [
  ['', 'case.empty', 1, /no document/],
  ['- a\n', 'case.not_a_map', 1, /map/],
  ['cases: []\n', 'case.empty', 1, /no case/],
  ['cases: 3\n', 'case.wrong_type', 1, /list/],
  ['cases:\n  - 3\n', 'case.wrong_type', 2, /map/],
  ['cases: []\ncase: []\n', 'case.unknown_key', 2, /no key `case`/],
  ['\tcases: []\n', 'case.tab', 1, /tab/],
  [item(FROM), 'case.invalid', 2, /expect/],
  [item(EXPECT), 'case.invalid', 2, /`records` or `from`/],
  [item(`records: []\n${FROM}\n${EXPECT}`), 'case.invalid', 2, /one of the two/],
  [item(`${FROM}\nexpect: {}`), 'case.invalid', 4, /expects nothing/],
  [
    item(`${FROM}\nexpect: { transfers: [] }`),
    'case.invalid',
    4,
    /expects nothing: `expect.transfers` is empty/,
  ],
  [item(`${FROM}\nexpect: { guard: [] }`), 'case.invalid', 4, /expects nothing: `expect.guard` is empty/],
  [
    item(`${FROM}\nexpect: { transfers: [], run: { decision: allow, codes: [] } }`),
    'case.invalid',
    4,
    /expects nothing/,
  ],
  [item(`records: []\n${EXPECT}`), 'case.invalid', 3, /holds no record/],
  [item(`${FROM}\nexpct: {}\n${EXPECT}`), 'case.invalid', 4, /no key `expct`.*did you mean `expect`/],
  [
    item(`${FROM}\nexpect: { transfers: [{ hop: 0, decision: allow, codes: [] }] }`),
    'case.invalid',
    4,
    /hop/,
  ],
  [
    item(`${FROM}\nexpect: { transfers: [{ hop: 1, decision: pass, codes: [] }] }`),
    'case.invalid',
    4,
    /decision` has to be allow or block/,
  ],
  [item(`records:\n  - { kind: transfer }\n${EXPECT}`), 'case.invalid', 4, /record 0/],
  [item(`records:\n  - { kind: nothing }\n${EXPECT}`), 'case.invalid', 4, /record 0/],
  [`${item(`${FROM}\n${EXPECT}`)}  - { name: one, ${FROM}, ${EXPECT} }\n`, 'case.name_taken', 5, /line 2/],
];

for (const [text, code, line, words] of PROBLEMS) {
  test(`it is told with its line: ${code} ${words.source}`, () => {
    const { diagnostics } = readCaseFile(text, FILE);
    const found = diagnostics.find((one) => one.code === code && words.test(`${one.message} ${one.help}`));
    assert.ok(found, JSON.stringify(diagnostics));
    assert.deepEqual([found.span?.file, found.span?.line], [FILE, line]);
  });
}

test('a mistyped key is told once, with the one that is meant', () => {
  const { diagnostics } = readCaseFile(
    item(`${FROM}\nexpect: { transfers: [{ hop: 1, decison: allow, codes: [] }] }`),
    FILE,
  );
  assert.deepEqual(
    diagnostics.map(({ help }) => help),
    ['did you mean `decision`?'],
  );
});

test('a case with a mistake is not run, and the others are', () => {
  const { cases, diagnostics } = readCaseFile(
    `cases:\n  - { name: bad, ${FROM} }\n  - { name: good, ${FROM}, ${EXPECT} }\n`,
    FILE,
  );
  assert.deepEqual(
    cases.map((found) => found.case.name),
    ['good'],
  );
  assert.equal(diagnostics.length, 1);
});

test('the schema for editors is that of a case, in a list', () => {
  const schema = (name: string): JsonObject =>
    JSON.parse(readFileSync(join('schemas', `${name}.schema.json`), 'utf8')) as JsonObject;
  const [file, one] = [schema('case-file'), schema('case')];
  const items = ((file['properties'] as JsonObject)['cases'] as JsonObject)['items'] as JsonObject;
  assert.ok(isDeepStrictEqual(items['properties'], one['properties']));
  assert.ok(isDeepStrictEqual(file['$defs'], one['$defs']));
  assert.deepEqual(items['required'], ['name', 'expect']);
});
