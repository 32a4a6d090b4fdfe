import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestReport } from '../../src/model/test-report.js';
import { mayMatter, watchProject } from '../../src/cli/watch-project.js';
import { findProject } from '../../src/compile/find-project.js';
import { plain } from '../../src/report/paint.js';
import { compiledExample, schemaErrors } from './cli.js';
import type { Ran } from './cli.js';
import { inProcess } from './in-process.js';

const EDGE = 'refunds--notifications';
const CASES = `contracts/${EDGE}.test.yaml`;
const folders: string[] = [];
let compiled: string;
before(async () => {
  compiled = await compiledExample();
});
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const CASE = (name: string, codes = '[constraint.dropped]', rest = ''): string => `  - name: ${name}
    from: { file: ../run.jsonl${rest} }
    expect:
      transfers:
        - { hop: 2, decision: block, codes: ${codes} }
`;

const NOTHING = (expect: string, rest = ''): string =>
  `  - { name: one, from: { file: ../run.jsonl${rest} }, expect: { ${expect} } }\n`;
const RUN = 'run: { decision: allow, codes: [] }';
const WITHOUT_HANDOFFS = `, patch: [${'{ op: remove, path: /2 }, '.repeat(8)}]`;
const DOUBLING = Array.from(
  { length: 24 },
  (_, index) => `{ op: copy, from: "", path: /0/x${index} }`,
).join();

/** The example's project, compiled, with the recorded run and this file of cases. */
function project(cases: string | null, more: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'edge-contracts-test-'));
  folders.push(folder);
  for (const part of ['contracts', 'policies'])
    cpSync(join(compiled, part), join(folder, part), { recursive: true });
  cpSync(join('examples', 'refund-41182', 'run.jsonl'), join(folder, 'run.jsonl'));
  // The example's own cases are of runs that are not here.
  for (const name of readdirSync(join(folder, 'contracts')))
    if (name.endsWith('.test.yaml')) rmSync(join(folder, 'contracts', name));
  const files = { ...more, ...(cases === null ? {} : { [CASES]: cases }) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function run(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return inProcess(['test', ...args], { cwd });
}

async function report(
  cwd: string,
  ...args: readonly string[]
): Promise<TestReport & { code: number | null }> {
  const { code, out } = await run(cwd, ...args, '--json');
  const document = JSON.parse(out) as TestReport;
  assert.equal(schemaErrors('test-report', document), null);
  return { ...document, code };
}

test('cases that pass: a line each, and 0', async () => {
  const { code, out, err } = await run(project(`cases:\n${CASE('one')}${CASE('two')}`));
  assert.equal(code, 0, err);
  assert.equal(out, `${CASES}\n  ok    one\n  ok    two\n\n2 passed, 0 failed\n`);
});

test('a case that fails: what was expected, what came, why, and 2', async () => {
  const { code, out } = await run(project(`cases:\n${CASE('one', '[constraint.weakened]')}`));
  assert.equal(code, 2);
  assert.match(out, /FAIL {2}one {2}line 2/);
  assert.match(out, /expected codes \["constraint.weakened"\], and got \["constraint.dropped"\]/);
  assert.match(out, /hop 2: constraint.dropped: .*do not email.*contracts\/refunds--notifications.yaml:\d+/);
  assert.match(out, /0 passed, 1 failed/);
});

test('a contract that is broken makes its case fail', async () => {
  const folder = project(`cases:\n${CASE('one')}`);
  const path = join(folder, `contracts/${EDGE}.yaml`);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('mode: enforce', 'mode: enforce\n  constraint: { dropped: warn }'),
  );
  const { code, cases } = await report(folder);
  assert.equal(code, 2);
  assert.match(cases[0]?.differences.join('\n') ?? '', /expected decision "block", and got "allow"/);
});

const FAILURES: readonly (readonly [
  about: string,
  cases: string | null,
  args: readonly string[],
  code: string,
])[] = [
  ['no case', null, [], 'test.no_cases'],
  ['an empty list', 'cases: []\n', [], 'case.empty'],
  ['a filter that matches nothing', `cases:\n${CASE('one')}`, ['onne'], 'test.no_match'],
  ['one filter of two', `cases:\n${CASE('one')}`, ['one', 'two'], 'test.no_match'],
  ['an unknown code', `cases:\n${CASE('one', '[constraint.droped]')}`, [], 'case.unknown_code'],
  ['an unknown hop', `cases:\n${CASE('one').replace('hop: 2', 'hop: 7')}`, [], 'case.unknown_hop'],
  [
    'a file that is not there',
    `cases:\n${CASE('one').replace('run.jsonl', 'gone.jsonl')}`,
    [],
    'input.missing',
  ],
  [
    'a file outside',
    `cases:\n${CASE('one').replace('../run.jsonl', '../../../../etc/passwd')}`,
    [],
    'case.invalid',
  ],
  [
    'a patch that does not apply',
    `cases:\n${CASE('one', '[]', ', patch: [{ op: remove, path: /99 }]')}`,
    [],
    'case.invalid',
  ],
  ['a case that expects nothing', `cases:\n${NOTHING('transfers: []')}`, [], 'case.invalid'],
  ['a guard that is asked nothing', `cases:\n${NOTHING('guard: []')}`, [], 'case.invalid'],
  ['a run without a handoff', `cases:\n${NOTHING(RUN, WITHOUT_HANDOFFS)}`, [], 'case.invalid'],
  [
    'a patch that doubles the run again and again',
    `cases:\n${CASE('one', '[]', `, patch: [${DOUBLING}]`)}`,
    [],
    'case.invalid',
  ],
  ['an operation that is none', `cases:\n${CASE('one', '[]', ', patch: [null]')}`, [], 'case.invalid'],
  [
    'an edge without a contract',
    `cases:\n${CASE('one', '[]', ', patch: [{ op: add, path: /6/edge, value: refunds--notification }]')}`,
    [],
    'case.unknown_edge',
  ],
  [
    'an agent that nobody is',
    `cases:\n${CASE('one')}      guard: [{ effect: { by: notification, kind: a.b, target: c }, decision: block, codes: [] }]\n`,
    [],
    'case.unknown_agent',
  ],
];

for (const [about, cases, args, code] of FAILURES) {
  test(`nothing is tested by ${about}, which is a failure`, async () => {
    const told = await report(project(cases), ...args);
    assert.equal(told.code, 3);
    assert.equal(told.diagnostics[0]?.code, code, JSON.stringify(told.diagnostics));
  });
}

test('a case that cannot be run keeps no other from it', async () => {
  const told = await report(project(`cases:\n${CASE('one', '[constraint.droped]')}${CASE('two')}`));
  assert.deepEqual([told.code, told.cases.map(({ name }) => name)], [3, ['two']]);
  assert.match(told.diagnostics[0]?.help ?? '', /constraint.dropped/);
});

test('contracts that do not compile are told, and nothing is tested', async () => {
  const folder = project(`cases:\n${CASE('one')}`, { 'contracts/a--b.yaml': 'kind: nothing\n' });
  const told = await report(folder);
  assert.deepEqual([told.code, told.cases.length], [3, 0]);
  assert.ok(told.diagnostics.length > 0);
});

test('a filter is a part of a name or a file, or an edge', async () => {
  const folder = project(`cases:\n${CASE('one')}${CASE('two')}`);
  for (const [filter, names] of [
    ['tw', ['two']],
    [EDGE, ['one', 'two']],
    ['triage--refunds', ['one', 'two']],
  ] as const) {
    const { cases, code } = await report(folder, filter);
    assert.deepEqual([code, cases.map(({ name }) => name)], [0, names]);
  }
});

test('coverage says what no case saw; a threshold that is missed ends with 4', async () => {
  const folder = project(`cases:\n${CASE('one')}`);
  const { coverage, code } = await report(folder, EDGE, '--coverage');
  assert.equal(code, 0);
  const [edge, ...others] = coverage ?? [];
  assert.deepEqual([edge?.edge, others], [EDGE, []]);
  const seen = new Map(edge?.checks.map((check) => [check.code, check]));
  assert.deepEqual(
    [seen.get('constraint.dropped')?.failed, seen.get('constraint.dropped')?.proven],
    [true, false],
  );
  assert.deepEqual([seen.get('payload.invalid')?.failed, seen.get('payload.invalid')?.proven], [false, true]);
  // Nothing was discharged: that the check was proven is no sign of anything.
  assert.equal(seen.get('constraint.discharge_refused')?.proven, false);
  assert.equal(seen.has('tool_result.missing'), false, 'it is ignored');
  assert.equal((await report(folder, EDGE, '--threshold', '0.9')).code, 4);
  const { code: met, out } = await run(folder, EDGE, '--threshold', '0.2');
  assert.equal(met, 0);
  assert.match(out, /established.expired +never seen failing +line \d+; write a case .* not hold: no fact/);
  // First what the contract writes; what it has by default is counted.
  const defaults = [...seen.values()].filter((one) => !one.written && !(one.failed && one.proven));
  assert.equal(seen.get('constraint.dropped')?.written, false);
  assert.match(
    out,
    new RegExp(`  and ${defaults.length} checks that it does not write, at their defaults; `),
  );
  assert.doesNotMatch(out, /constraint.dropped/);
});

test('a hop that a case expects nothing of is not covered by it', async () => {
  const { coverage } = await report(project(`cases:\n${CASE('one')}`), '--coverage');
  assert.deepEqual(
    coverage?.filter(({ share }) => share > 0).map(({ edge }) => edge),
    [EDGE],
  );
});

test('changes that no case notices are shown with their line; where a case fails, none is made', async () => {
  const folder = project(`cases:\n${CASE('one')}`);
  const { code, out } = await run(folder, EDGE, '--mutate-threshold', '0.9');
  assert.equal(code, 4);
  assert.match(
    out,
    /mutation: \d+ %, \d+ of \d+ changes noticed \(\d+ of \d+ of what the contracts write, \d+ of \d+ inherited defaults\)/,
  );
  assert.match(out, /… and (\d+ more, )?\d+ inherited defaults; --json lists all/);
  assert.match(
    out,
    /contracts\/refunds--notifications.yaml:\d+ {2}facts may be older: `1800 s`, before `900 s`/,
  );
  assert.doesNotMatch(out, /`constraint.dropped` no longer blocks/);
  const red = await report(project(`cases:\n${CASE('one', '[]')}`), '--mutate');
  assert.equal(red.mutation, null);
  assert.deepEqual([red.code, red.diagnostics[0]?.code], [3, 'test.not_green']);
});

test('hostile names and texts reach no terminal as they are', async () => {
  const { out, code } = await run(project(`cases:\n${CASE('"a\\u202e\\n  ok    forged"', '[]')}`));
  assert.equal(code, 2);
  assert.match(out, /FAIL {2}a/);
  assert.ok(!out.includes('\u202e'));
  assert.doesNotMatch(out, /^ *ok {4}forged/m);
});

test('a report in another format goes to a file, and over none that is read', async () => {
  const folder = project(`cases:\n${CASE('one')}`);
  const { code, out } = await run(folder, '--format', 'junit', '--out', 'tests.xml');
  assert.equal(code, 0);
  assert.match(out, /1 passed/);
  assert.match(readFileSync(join(folder, 'tests.xml'), 'utf8'), /<testcase [^>]*one/);
  assert.equal((await run(folder, '--format', 'junit', '--out', CASES)).code, 3);
  assert.match(readFileSync(join(folder, CASES), 'utf8'), /^cases:/);
});

test('new case: one that passes, in a file that is there already', async () => {
  const folder = project(`# kept\ncases:\n${CASE('one')}`);
  const args = ['new', 'case', 'run.jsonl', '--hop', '2', '--out', CASES];
  const { code, out, err } = await inProcess(args, { cwd: folder });
  assert.equal(code, 0, err);
  assert.match(out, /added refund-41182, hop 2 .*6 records, 5 left out/);
  assert.match(readFileSync(join(folder, CASES), 'utf8'), /^# kept\ncases:\n {2}- name: one\n/);
  await inProcess(args, { cwd: folder });
  const { cases, code: tested } = await report(folder);
  assert.equal(tested, 0);
  assert.deepEqual(
    cases.map(({ name }) => name),
    ['one', 'refund-41182, hop 2', 'refund-41182, hop 2 (2)'],
  );
});

const NEW_FAILURES: readonly (readonly [args: readonly string[], words: RegExp])[] = [
  [['run.jsonl', '--run', 'refund-4118', '--out', 'contracts/n.test.yaml'], /did you mean `refund-41182`/],
  [['run.jsonl', '--hop', '9', '--out', 'contracts/n.test.yaml'], /no hop 9/],
  [['run.jsonl', '--out', 'contracts/n.yaml'], /\.test\.yaml/],
  [['gone.jsonl', '--out', 'contracts/n.test.yaml'], /input.missing/],
  [['--run', 'r1', '--out', 'contracts/n.test.yaml'], /input.no_ledger/],
  [['--out', 'contracts/n.test.yaml'], /--run/],
  [['run.jsonl', '--out', 'contracts/flow.test.yaml'], /case.no_place/],
];

for (const [args, words] of NEW_FAILURES) {
  test(`new case ${args.join(' ')}: nothing is written`, async () => {
    const flow = 'cases: [{ name: a }]\n';
    const folder = project(null, { 'contracts/flow.test.yaml': flow });
    const { code, err } = await inProcess(['new', 'case', ...args], { cwd: folder });
    assert.equal(code, 3);
    assert.match(err, words);
    assert.equal(readFileSync(join(folder, 'contracts/flow.test.yaml'), 'utf8'), flow);
    assert.throws(() => readFileSync(join(folder, 'contracts/n.test.yaml')));
  });
}

test('what a test may depend on is watched, and not what the tool writes', () => {
  const watched = [
    'contracts/a.yaml',
    'contracts/x/a_test.rego',
    'runs/r.jsonl',
    'edge-contracts.yaml',
    'policies.yaml',
  ];
  for (const file of watched) assert.ok(mayMatter(file, 'policies'), file);
  const others = [
    'policies/dist/edges.bundle.json',
    'node_modules/a/a.json',
    '.git/x.json',
    'contracts/.a.yaml.swp',
    'a.md',
  ];
  for (const file of others) assert.ok(!mayMatter(file, 'policies'), file);
});

test('watching: again at a change, and at the end the last outcome', async () => {
  const folder = project(`cases:\n${CASE('one')}`);
  const { place } = await findProject(folder);
  const ended = new AbortController();
  const codes = [0, 2] as const;
  let times = 0;
  const once = async (): Promise<0 | 2> => {
    times += 1;
    if (times === 1) writeFileSync(join(folder, CASES), 'cases: []\n');
    else ended.abort();
    return codes[times - 1] ?? 0;
  };
  const io = {
    ...{ cwd: folder, out: () => {}, err: () => {}, paint: plain, errPaint: plain },
    ...{ stdin: [] as unknown as AsyncIterable<Uint8Array>, today: '2026-11-30', env: {} },
  };
  assert.equal(await watchProject(place, once, io, { quietMs: 5, signal: ended.signal }), 2);
  assert.equal(times, 2);
});
