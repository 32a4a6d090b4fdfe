import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { digestValue } from '../../src/canonical/digest.js';
import { readWaivers } from '../../src/contract/read-waivers.js';
import { gateDiff } from '../../src/diff/gate-diff.js';
import { NO_IMPACT } from '../../src/diff/impact/replay-impact.js';
import { applyWaivers } from '../../src/diff/waivers/apply-waivers.js';
import { compareWaivers } from '../../src/diff/waivers/compare-waivers.js';
import { waiversFile } from '../../src/diff/waivers/waiver-text.js';
import { DIFF_SCHEMA, type Finding, type PolicyDiff } from '../../src/model/policy-diff.js';
import type { Decision } from '../../src/model/verdict.js';
import { schemaErrors } from '../cli/cli.js';

const FILE = 'contracts/waivers.yaml';
const TODAY = '2026-11-30';

function finding(name: string, more: Partial<Finding> = {}): Finding {
  const place = { file: 'contracts/a.yaml', line: 1 };
  return {
    rule: 'severity.lowered',
    change: {
      kind: 'severityChanged',
      ...{ edge: 'a--b', subject: name, at: '', before: 'block', after: 'warn', base: place, head: place },
    },
    ...{ direction: 'loosened', breaks: [], level: 'error', message: name, fingerprint: digestValue(name) },
    ...{ claim: { status: 'none' }, waiver: null },
    ...more,
  };
}

function file(...items: readonly string[]): string {
  return `waivers:\n${items.map((item) => `  - { ${item} }\n`).join('')}`;
}

function entry(name: string, expires: string, more = ''): string {
  return `fingerprint: "${digestValue(name)}", reason: agreed, owner: payments, expires: "${expires}"${more}`;
}

function diffOf(
  findings: readonly Finding[],
  text: string,
  more: Partial<PolicyDiff> = {},
  base: string = text,
): PolicyDiff {
  const read = readWaivers(text, FILE);
  const changed = compareWaivers(readWaivers(base, FILE), read);
  assert.deepEqual(read.diagnostics, []);
  const side = { label: 'x', commit: null, contracts: 1 };
  const { findings: waived, waivers, diagnostics } = applyWaivers(findings, read, TODAY);
  const rest = { edges: [], schemas: [], impact: NO_IMPACT, texts: [] };
  return {
    ...{ schema: DIFF_SCHEMA, base: side, head: side, ...rest },
    ...{ findings: waived, waivers: { ...waivers, changed }, diagnostics },
    ...more,
  };
}

test('one that holds lets its finding through, to the end of its day, and no other', () => {
  const diff = diffOf([finding('a'), finding('b')], file(entry('a', TODAY)));
  assert.deepEqual(
    diff.findings.map(({ waiver }) => waiver?.expired ?? null),
    [false, null],
  );
  assert.deepEqual(diff.findings[0]?.waiver?.line, 2);
  assert.deepEqual(
    gateDiff(diff, ['loosened']).map(({ count }) => count),
    [1],
  );
  assert.deepEqual(gateDiff(diffOf([finding('a')], file(entry('a', TODAY))), ['loosened']), []);
});

test('a tightening counts as one that loosens where a run refutes it', () => {
  const claimOf = (was: Decision, is: Decision): Finding['claim'] => ({
    ...{ status: 'refuted', reason: 'a run is decided the other way round' },
    witness: {
      ...{ records: [], asked: 'handoff', question: null, says: 'a list is handed on' },
      base: { decision: was, action: 'allow', codes: [] },
      head: { decision: is, action: 'allow', codes: [] },
    },
  });
  for (const [direction, claim, count] of [
    ['tightened', claimOf('block', 'allow'), 1],
    ['tightened', claimOf('allow', 'block'), 0],
    ['loosened', claimOf('allow', 'block'), 1],
  ] as const) {
    const tripped = gateDiff(diffOf([finding('a', { direction, claim })], 'waivers: []'), ['loosened']);
    assert.equal(tripped[0]?.count ?? 0, count, direction);
  }
});

test('an expired one fails whatever is asked for, and is named with its line', () => {
  const diff = diffOf([finding('a')], file(entry('a', '2026-11-29')));
  assert.deepEqual(
    gateDiff(diff, []).map(({ on }) => on),
    ['expired'],
  );
  assert.deepEqual(
    gateDiff(diff, ['loosened']).map(({ on }) => on),
    ['loosened', 'expired'],
  );
  assert.deepEqual(
    diff.diagnostics.map(({ code, span }) => [code, span?.file, span?.line]),
    [['waivers.expired', FILE, 2]],
  );
});

test('one that fits nothing, or names another rule or edge, does nothing and is named', () => {
  const text = file(
    entry('gone', '2020-01-01'),
    entry('a', '2027-01-01', ', rule: age.longer'),
    entry('b', '2027-01-01', ', edge: c--d'),
  );
  const diff = diffOf([finding('a'), finding('b')], text);
  assert.deepEqual(
    diff.findings.map(({ waiver }) => waiver),
    [null, null],
  );
  assert.deepEqual(
    diff.waivers.unused.map(({ line }) => line),
    [2, 3, 4],
  );
  assert.deepEqual(diff.waivers.expired, []);
  assert.deepEqual(
    diff.diagnostics.map(({ code }) => code),
    ['waivers.unused', 'waivers.mismatch', 'waivers.mismatch'],
  );
});

test('what cannot be read for sure is refused, each with its place', () => {
  for (const [text, code] of [
    ['waivers: [{ fingerprint: abc, reason: r, owner: o, expires: 2027-01-01 }]', 'waivers.wrong_value'],
    [file(entry('a', '2027-02-30')), 'waivers.wrong_value'],
    [file(entry('a', '2027-01-01'), entry('a', '2027-01-01')), 'waivers.duplicate'],
    [file(entry('a', '2027-01-01', ', scope: all')), 'waivers.unknown_key'],
    ['waivers: [{ reason: r }]', 'waivers.missing_key'],
    ['waiver: []', 'waivers.unknown_key'],
    ['', 'waivers.empty'],
  ] as const) {
    const { waivers, diagnostics } = readWaivers(text, FILE);
    assert.ok(
      diagnostics.some((one) => one.code === code && one.span?.file === FILE),
      `${text}: ${code}`,
    );
    assert.deepEqual(waivers, []);
  }
});

test('what is written to adopt findings is read again as it was meant, whatever texts say', () => {
  // Unicode's own separators and controls are what a reader of YAML could stumble over.
  const texts = fc
    .array(fc.oneof(fc.string(), fc.constantFrom(':', '#', '\n', '\u2028', '\u0085', '"', '- ', '…')))
    .map((parts) =>
      parts
        .join('')
        .replace(/[\p{Cc}\p{Cs}]/gu, '')
        .trim()
        .slice(0, 200),
    )
    .filter((text) => /^\S(?:.*\S)?$/.test(text));
  fc.assert(
    fc.property(texts, texts, fc.uniqueArray(texts, { maxLength: 5 }), (owner, reason, names) => {
      const found = names.map((name) => finding(name));
      const text = waiversFile(found, { owner, reason, expires: '2027-01-31' });
      const { waivers, diagnostics } = readWaivers(text, FILE);
      assert.deepEqual(diagnostics, [], text);
      assert.deepEqual(
        waivers.map(({ line: _line, ...waiver }) => waiver),
        found.map(({ fingerprint, rule, change: { edge } }) => ({
          ...{ fingerprint, rule, edge, reason, owner, expires: '2027-01-31' },
        })),
      );
      assert.equal(
        schemaErrors('waivers', { waivers: waivers.map(({ line: _line, ...waiver }) => waiver) }),
        null,
      );
    }),
  );
});

test('runs that show nothing do not open the gate, and a flip shuts it', () => {
  const empty = diffOf([finding('a')], 'waivers: []');
  assert.match(gateDiff(empty, ['impact'])[0]?.says ?? '', /not the same as safe/);
  assert.deepEqual(gateDiff(diffOf([], 'waivers: []'), ['impact']), []);
  const edge = { edge: 'a--b', transfers: 9, to_block: 1, to_allow: 2, other_reasons: 0, flips: [] };
  const replayed = { ...NO_IMPACT, source: 'x', replayed: 9, from_records: 9 };
  const flips = diffOf([finding('a')], 'waivers: []', { impact: { ...replayed, edges: [edge] } });
  assert.deepEqual(
    gateDiff(flips, ['impact']).map(({ count }) => count),
    [3],
  );
  assert.deepEqual(gateDiff(diffOf([finding('a')], 'waivers: []', { impact: replayed }), ['impact']), []);
});

test('what a change does to waivers is told, and stopped where they are new or end later, whether they fit or not', () => {
  const more = ', rule: severity.lowered, edge: a--b';
  const was = entry('a', '2027-01-01', more);
  const trips = 'waivers';
  for (const [base, head, status, on] of [
    [[], [was], 'added', trips],
    [[entry('b', '2027-01-01')], [was], 'added', trips],
    [[was], [entry('a', '2027-01-02', more)], 'extended', trips],
    [[was], [entry('a', '2026-12-31', more)], 'changed', null],
    [[was], [was.replace('payments', 'nobody')], 'changed', null],
    [[was], [was.replace('agreed', 'hurry')], 'changed', null],
    // One that named something else than its finding's did nothing.
    [[was.replace('severity.lowered', 'age.longer')], [was], 'added', trips],
    [[was.replace('a--b', 'c--d')], [was], 'added', trips],
    [[was.replace(', edge: a--b', '')], [was], 'changed', null],
    [[was], [entry('a', '2027-01-01')], 'added', trips],
    [[was], [was], null, null],
    [[entry('b', '2027-01-01'), was], [was], null, null],
    [[was], [], null, null],
  ] as const) {
    const [from, to] = [base, head].map((items) => (items.length === 0 ? 'waivers: []' : file(...items)));
    for (const findings of [[finding('a')], []]) {
      const diff = diffOf(findings, to ?? '', {}, from);
      const told = `${from} -> ${to}`;
      assert.deepEqual(
        diff.waivers.changed.map((one) => one.status),
        status === null ? [] : [status],
        told,
      );
      assert.deepEqual(diff.waivers.changed[0]?.before === null, status === 'added', told);
      assert.deepEqual(
        gateDiff(diff, ['waivers']).map((one) => one.on),
        on === null ? [] : [on],
        told,
      );
    }
  }
});

test('where base has none, or none that can be read, all are new', () => {
  const head = readWaivers(file(entry('a', '2027-01-01'), entry('b', '2027-01-01')), FILE);
  const broken = readWaivers(file(entry('a', '2027-01-01'), 'reason: r'), FILE);
  for (const base of [null, broken])
    assert.deepEqual(
      compareWaivers(base, head).map(({ status, line, file: at, reason }) => [status, line, at, reason]),
      [
        ['added', 2, FILE, 'agreed'],
        ['added', 3, FILE, 'agreed'],
      ],
    );
  assert.deepEqual(compareWaivers(head, null), []);
});

test('the gate counts as the summary does, and names what it stops', () => {
  const named = (edge: string | null, rule: string, more: Partial<Finding> = {}): Finding => {
    const one = finding(`${edge} ${rule} ${JSON.stringify(more)}`, more);
    return { ...one, rule, change: { ...one.change, edge } };
  };
  const says = (findings: readonly Finding[], on: 'loosened' | 'breaking' | 'unknown'): string | undefined =>
    gateDiff(diffOf(findings, 'waivers: []'), [on])[0]?.says;
  const both = named('intake', 'contract.renamed', { direction: 'both' });
  const tighter = named('intake', 'severity.raised', { direction: 'tightened', breaks: ['sender'] });
  const lowered = named('refunds--notifications', 'severity.lowered');
  assert.equal(
    says([lowered, both, tighter], 'loosened'),
    '2 findings loosen (1 loosened, 1 both ways): refunds--notifications severity.lowered, intake contract.renamed',
  );
  assert.equal(says([both], 'loosened'), '1 finding loosens (1 both ways): intake contract.renamed');
  assert.equal(says([both, tighter], 'breaking'), '1 finding breaks somebody: intake severity.raised');
  assert.equal(
    says(
      [named(null, 'uncovered.changed', { claim: { status: 'unknown', reason: 'none' } as never })],
      'unknown',
    ),
    '1 claim is not known: the project uncovered.changed',
  );
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((edge) => named(edge, 'severity.lowered'));
  assert.equal(
    says([...many, named('a', 'severity.lowered', { message: 'another' })], 'loosened'),
    '8 findings loosen: a severity.lowered (2), b severity.lowered, c severity.lowered, d severity.lowered, e severity.lowered, and 2 more',
  );
});
