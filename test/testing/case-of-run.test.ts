import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { caseFileText, withCase } from '../../src/authoring/case-text.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { Gate } from '../../src/evaluate/gate.js';
import type { Case } from '../../src/model/case.js';
import type { RunRecord } from '../../src/model/record.js';
import { readCaseFile } from '../../src/testing/case-file.js';
import { caseOfRun } from '../../src/testing/case-of-run.js';
import { runCase } from '../../src/testing/run-case.js';
import { compiledGate, repositoryContracts } from '../proof/repository-gate.js';
import { DEADLINE_MS } from '../proof/settings.js';
import { incident } from '../support/project.js';

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let gate: Gate;
let records: readonly RunRecord[];
before(async () => {
  gate = await compiledGate(repositoryContracts(), tools);
  ({ records } = incident(gate));
});
after(() => tools.opa.close());

const none = (): never => {
  throw new Error('the case names no file');
};

function made(hop?: number, of: readonly RunRecord[] = records): { case: Case; leftOut: number } {
  const found = caseOfRun(gate, of, { name: 'made', ...(hop === undefined ? {} : { hop }) });
  assert.ok(found);
  return found;
}

test('a case of a whole run expects what the gate says of it', () => {
  const { case: example, leftOut } = made();
  assert.equal(leftOut, 0);
  assert.deepEqual(example.expect, {
    transfers: [
      { hop: 1, decision: 'allow', codes: [], warnings: [] },
      { hop: 2, decision: 'block', codes: ['constraint.dropped'], warnings: [] },
      { hop: 3, decision: 'block', codes: ['constraint.lost_upstream'], warnings: [] },
    ],
    run: { decision: 'block', codes: ['constraint.violated'], cause: 'transmission' },
  });
  assert.deepEqual(runCase(gate, example, none).differences, []);
});

test('a case of a hop has the records that its verdict needs, and none of them can be left out', () => {
  const { case: example, leftOut } = made(2);
  const kept = example.records ?? [];
  assert.equal(kept.length + leftOut, records.length);
  assert.deepEqual(
    kept.map(({ kind }) => kind),
    ['message', 'tool_call', 'transfer', 'tool_call', 'effect', 'transfer'],
  );
  assert.deepEqual(runCase(gate, example, none).differences, []);
  for (const index of kept.slice(0, -1).keys()) {
    const again = made(2, [...kept.slice(0, index), ...kept.slice(index + 1)]);
    assert.notDeepEqual(again.case.records, kept, `record ${index}`);
  }
});

test('the last attempt at a hop is meant, and named', () => {
  const at = records.findIndex((record) => record.kind === 'transfer' && record.hop === 2);
  const first = records[at] as Extract<RunRecord, { kind: 'transfer' }>;
  const again = [
    ...records.slice(0, at),
    { ...first, delivered: false },
    { ...first, attempt: 2, delivered: true },
  ];
  const { case: example } = made(2, again);
  assert.equal(example.expect.transfers?.[0]?.attempt, 2);
  assert.deepEqual(runCase(gate, example, none).differences, []);
});

test('of a hop that is not there, and of a run without handoffs, there is no case', () => {
  assert.equal(caseOfRun(gate, records, { name: 'x', hop: 9 }), null);
  assert.equal(caseOfRun(gate, records.slice(0, 1), { name: 'x' }), null);
});

const BEFORE = `# what has to hold
cases:
  # the incident
  - name: first   # a comment
    from: { file: run.jsonl }
    expect:
      run: { decision: allow, codes: [] }
`;

test('a file with one more case begins as it was, to the byte', () => {
  for (const before of [BEFORE, BEFORE.trimEnd(), BEFORE.replaceAll('\n  ', '\n'), `${BEFORE}# the end\n`]) {
    const text = withCase(before, made(2).case);
    assert.ok(text?.startsWith(before), before);
    const { cases, diagnostics } = readCaseFile(text ?? '', 'a.test.yaml');
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(
      cases.map((found) => found.case.name),
      ['first', 'made'],
    );
    assert.deepEqual(cases[1]?.case, JSON.parse(JSON.stringify(made(2).case)));
  }
});

test('where there is no place for one more, there is no text', () => {
  const texts = [
    'cases: []\n',
    'cases: [{ name: a }]\n',
    '{ cases: [] }',
    'cases:\n  - name: a\nmore: 1\n',
    'name: a\n',
    ': [',
    '',
  ];
  for (const text of texts) assert.equal(withCase(text, made(2).case), null, text);
});

const HOSTILE = [
  'two\nlines',
  '# no comment',
  '- no: item',
  'it\'s "quoted" {and} [listed]',
  'true',
  '010',
  '2026-11-30',
  '!!js/function x',
  '&a *a <<',
  ' \ttabs ',
  'مرحبا 😀 \u202e',
  '---\n...\n',
];

test('what a run holds is read back as it was', () => {
  for (const words of HOSTILE) {
    const [message, ...rest] = records;
    assert.ok(message?.kind === 'message');
    const { case: example } = made(undefined, [{ ...message, text: words }, ...rest]);
    const { cases, diagnostics } = readCaseFile(caseFileText({ ...example, name: words }), 'a.test.yaml');
    assert.deepEqual(diagnostics, [], words);
    assert.deepEqual(cases[0]?.case, JSON.parse(JSON.stringify({ ...example, name: words })), words);
  }
});

test('the file of the repository has a place for one more', () => {
  const text = readFileSync('contracts/refunds--notifications.test.yaml', 'utf8');
  assert.ok(withCase(text, made(2).case)?.startsWith(text));
});
