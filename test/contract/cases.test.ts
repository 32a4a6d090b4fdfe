import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CONTRACT_CODES, parseContract } from '../../src/contract/index.js';
import { casesIn, places, ROOT } from './support.js';

const TODAY = '2026-11-30';

for (const [name, text] of casesIn('invalid')) {
  test(`invalid/${name}: every error, each at its place`, () => {
    const { contract, diagnostics } = parseContract(text, `contracts/${name}.yaml`, { today: TODAY });
    const expected = readFileSync(join(ROOT, 'test/contract/invalid', `${name}.txt`), 'utf8');
    assert.equal(contract, null);
    assert.deepEqual(places(diagnostics), expected.trimEnd().split('\n'));
    for (const d of diagnostics) assert.equal(d.severity, 'error');
  });
}

for (const [name, text] of casesIn('valid')) {
  test(`valid/${name}: a contract, without a word`, () => {
    const { contract, diagnostics } = parseContract(text, `contracts/${name}.yaml`, { today: TODAY });
    assert.deepEqual(places(diagnostics.filter(({ code }) => code !== 'contract.own_source')), []);
    assert.equal(contract?.metadata.name, name);
  });
}

test('messages are lower case without a final period, and never hold what cannot be seen', () => {
  for (const [name, text] of casesIn('invalid')) {
    for (const { message, help = 'x' } of parseContract(text, `contracts/${name}.yaml`).diagnostics) {
      for (const prose of [message, help]) {
        assert.doesNotMatch(prose, /^[A-Z][a-z]|\.$|[\p{Cc}\p{Cs}]/u);
      }
    }
  }
});

test('every code that is reported has a page', () => {
  const known = new Set(CONTRACT_CODES.map((page) => page.code));
  for (const [name, text] of casesIn('invalid')) {
    for (const { code } of parseContract(text, `contracts/${name}.yaml`).diagnostics)
      assert.ok(known.has(code), code);
  }
  assert.equal(known.size, CONTRACT_CODES.length);
  for (const page of CONTRACT_CODES) {
    for (const part of [page.title, page.why, page.fix]) assert.match(part, /\S/);
  }
});

test('a mistyped word is met with the nearest known one', () => {
  const helpOf = (more: string): string | undefined =>
    parseContract(`apiVersion: edge-contracts/v1\n${more}`, 'contracts/a.yaml').diagnostics.find((d) =>
      d.help?.startsWith('did you mean'),
    )?.help;
  assert.equal(helpOf('edgecheck: {}'), 'did you mean `edge_check`?');
  assert.equal(helpOf('edge_check: { mode: enforced }'), 'did you mean `enforce`?');
  assert.equal(helpOf('edge_check: { constraint: { droped: warn } }'), 'did you mean `constraint.dropped`?');
  assert.equal(helpOf('schema: { established: { a: { maxLenght: 1 } } }'), 'did you mean `maxLength`?');
});

test('a whole code as a key of `edge_check` is shown as it is written there', () => {
  const helpOf = (line: string): string | undefined =>
    parseContract(`edge_check: { ${line} }\n`, 'contracts/a.yaml').diagnostics.find(
      ({ code }) => code === 'contract.unknown_key',
    )?.help;
  assert.equal(helpOf('constraint.dropped: ignore'), 'write `constraint: { dropped: ignore }`');
  assert.equal(helpOf('constraint.droped: x'), 'write `constraint: { dropped: warn }`');
  const known = helpOf('nothing_near: 1') ?? '';
  assert.match(known, /^known here: mode, .*constraint/);
  assert.doesNotMatch(known, /engine|rule(?!s)/);
});

test('a mistake in the syntax is told once, with what it usually comes from', () => {
  const told = (lines: string): string[] => {
    const text = `${lines}\ndeclared_side_effects: []\nedge_check:\n  mode: enforce\n`;
    return parseContract(text, 'contracts/a.yaml').diagnostics.map(
      ({ code, help = '' }) => `${code} ${help}`,
    );
  };
  const first = (lines: string): string => {
    const found = told(lines);
    assert.equal(found.length, 1, found.join('\n'));
    return found[0] ?? '';
  };
  const quotes = /^contract\.syntax .*needs quotes/;
  assert.match(first('schema:\n  established:\n    a: { type: string, pattern: ^INV-[0-9]{6}$ }'), quotes);
  assert.match(first('metadata:\n  description: this: that'), quotes);
  assert.match(first('metadata: { name: a, description: #b }'), quotes);
  assert.match(first('metadata:\n  name: @a'), quotes);
  assert.match(first('x:\n  mode:enforce\n  y: 1'), /write a space after the colon: `mode: enforce`$/);
  assert.match(first('x:\n  y: 1\n  mode:enforce'), /write a space after the colon: `mode: enforce`$/);
  assert.match(first('x: "^\\d+$"'), /single quotes, or write each `\\` as `\\\\`$/);
  assert.match(first('x:\n  y: a\n    z: b'), /indented too far/);
  const flow = parseContract('edge_check: {mode:enforce}', 'contracts/a.yaml').diagnostics;
  assert.ok(flow.some(({ help }) => help === 'write a space after the colon: `mode: enforce`'));
});

test('a source of an author’s own is a warning, with the one that was meant', () => {
  const told = (source: string): string[] => {
    const text = `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: a, owner: team }
edge: { from: a, to: b }
provenance: { established: { sources: [policy, ${source}] } }
`;
    const { contract, diagnostics } = parseContract(text, 'contracts/a.yaml');
    assert.notEqual(contract, null);
    return diagnostics.map(({ code, severity, span, help }) => `${severity} ${code} ${span?.column} ${help}`);
  };
  assert.deepEqual(told('tool_result'), []);
  for (const source of ['tool_results', 'tool', 'Tools'])
    assert.deepEqual(told(source), ['warning contract.own_source 48 did you mean `tool_result`?']);
  for (const source of ['user', 'users', 'custmer'])
    assert.deepEqual(told(source), ['warning contract.own_source 48 did you mean `customer`?']);
  assert.deepEqual(told('crm'), ['warning contract.own_source 48 undefined']);
});

test('an exception that has ended is a warning on the day after, and not on its last day', () => {
  const text = readFileSync(join(ROOT, 'test/contract/valid/refund.yaml'), 'utf8');
  const on = (today: string): string[] =>
    places(parseContract(text, 'contracts/refund.yaml', { today }).diagnostics);
  assert.deepEqual(on('2027-03-31'), []);
  assert.deepEqual(on('2027-04-01'), ['40:86 contract.exception_expired']);
  assert.notEqual(parseContract(text, 'contracts/refund.yaml', { today: '2027-04-01' }).contract, null);
});

test('a discharge that does not list the sender is a warning', () => {
  const text = `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: a, owner: team }
edge: { from: refunds, to: b }
edge_check: { discharge: { satisfied: [refund], withdrawn: [refunds], superseded: [] } }
`;
  const { contract, diagnostics } = parseContract(text, 'contracts/a.yaml');
  assert.notEqual(contract, null);
  assert.deepEqual(places(diagnostics), ['5:39 contract.no_effect']);
});

test('a word of YAML 1.1 is explained where it stood without quotes, and only there', () => {
  const messageOf = (word: string): string => {
    const more = `edge_check: { mode: ${word} }`;
    const { diagnostics } = parseContract(`apiVersion: edge-contracts/v1\n${more}`, 'contracts/a.yaml');
    return diagnostics.find((d) => d.code === 'contract.wrong_value')?.message ?? '';
  };
  for (const word of ['no', 'YES', 'off', 'n']) assert.match(messageOf(word), /is text in YAML 1\.2$/);
  for (const word of ['"no"', "'off'", 'nope']) assert.doesNotMatch(messageOf(word), /YAML/);
});

test('a reference that leaves the schema and one that leads nowhere are told apart', () => {
  const messageOf = (ref: string): string => {
    const text = `schema: { established: { a: { $ref: "${ref}" } } }`;
    return (
      parseContract(text, 'contracts/a.yaml').diagnostics.find((d) => d.code === 'contract.ref')?.message ??
      ''
    );
  };
  assert.match(messageOf('https://example.org/a'), /leads outside this schema/);
  assert.match(messageOf('#/$defs/a'), /leads nowhere/);
  assert.match(messageOf('#/%'), /leads nowhere/);
  assert.equal(messageOf('#'), '');
});
