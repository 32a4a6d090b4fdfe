import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CONTRACT_CODES, parseContract, readProject, semanticDigest } from '../../src/contract/index.js';
import { contractText, places } from './support.js';

const parse = (text: string): ReturnType<typeof parseContract> => parseContract(text, 'contracts/a.yaml');
const placesOf = (text: string): string[] => places(parse(text).diagnostics);
const TEXT = contractText('a', 'edge_check:\n  mode: warn # as said\n');

test('a byte order mark at the start is skipped, and columns do not count it', () => {
  assert.notEqual(parse(`\uFEFF${TEXT}`).contract, null);
  assert.deepEqual(placesOf(`\uFEFFapi: x\n${TEXT}`), ['1:1 contract.unknown_key']);
  assert.deepEqual(placesOf(`\uFEFF\uFEFF${TEXT}`), ['1:1 contract.character']);
  assert.deepEqual(placesOf(TEXT.replace('mode', 'mo\uFEFFde')), ['6:5 contract.character']);
});

test('CRLF is a line end and means the same', () => {
  const [unix, windows] = [parse(TEXT).contract, parse(TEXT.replaceAll('\n', '\r\n')).contract];
  if (unix === null || windows === null) assert.fail();
  assert.equal(semanticDigest(windows), semanticDigest(unix));
  assert.deepEqual(windows.spans.get('/edge_check/mode'), unix.spans.get('/edge_check/mode'));
  assert.deepEqual(placesOf(TEXT.replace('\n', '\r')), ['1:30 contract.character']);
});

test('control characters and lone surrogates are refused, each at its place', () => {
  for (const character of ['\0', '\x07', '\x1b', '\x7f', '\x9b', '\uFFFE', '\uFFFF', '\ud800', '\udc00']) {
    assert.deepEqual(
      placesOf(TEXT.replace('# as', `# a${character}s`)),
      ['6:17 contract.character'],
      escape(character),
    );
  }
  assert.deepEqual(placesOf('\0\n\0'), ['1:1 contract.character', '2:1 contract.character']);
  assert.notEqual(parse(TEXT.replace('# as', '# \u{1F600}\t\u0085')).contract, null);
});

test('the message names the character', () => {
  assert.match(parse(`${TEXT}\x1b`).diagnostics[0]?.message ?? '', /U\+001B/);
});

test('nesting of 64 is read, of 65 refused, and of 100,000 refused without a stack overflow', () => {
  const nested = (depth: number): string =>
    contractText('a', `schema: ${'['.repeat(depth)}${']'.repeat(depth)}\n`);
  assert.deepEqual(placesOf(nested(62)), ['5:9 contract.wrong_type']);
  assert.deepEqual(placesOf(nested(70)), ['5:72 contract.too_deep']);
  for (const open of ['[', '{a: ', '- ', '? ', '!!x [']) {
    const [problem = ''] = placesOf(open.repeat(100_000));
    assert.match(problem, /too_deep|too_large|syntax/, open);
  }
});

test('a file over 1 MiB is refused, counted in bytes of UTF-8', () => {
  const filled = (character: string, count: number): string => `${TEXT}# ${character.repeat(count)}`;
  const rest = 1024 * 1024 - Buffer.byteLength(`${TEXT}# `);
  assert.notEqual(parse(filled('x', rest)).contract, null);
  assert.deepEqual(placesOf(filled('x', rest + 1)), ['1:1 contract.too_large']);
  assert.deepEqual(placesOf(filled('ä', Math.ceil(rest / 2) + 1)), ['1:1 contract.too_large']);
});

test('a file of too many values is refused in time', () => {
  const started = performance.now();
  assert.match(placesOf('a: b\n'.repeat(200_000))[0] ?? '', /contract\.too_large$/);
  assert.ok(performance.now() - started < 5_000);
});

test('an alias bomb is refused and never expanded', () => {
  const lines = ['a0: &a0 [x, x]'];
  for (let i = 1; i < 40; i++) lines.push(`a${i}: &a${i} [*a${i - 1}, *a${i - 1}]`);
  const codes = new Set(parse(lines.join('\n')).diagnostics.map((d) => d.code));
  assert.ok(codes.has('contract.alias'));
});

const KNOWN = new Set(CONTRACT_CODES.map((page) => page.code));
const PIECES = [
  ...'[]{}:,-?&*!|>\'"%@`#\t\n\r \0~<_',
  ...[
    '\r\n',
    '<<: ',
    '---\n',
    '...\n',
    '  ',
    'edge_check:',
    'constraint:',
    'dropped',
    'block',
    'schema:',
    'established: ',
  ],
  ...[
    'extends: [f.yaml]',
    '$ref: "#/a"',
    'pattern: "("',
    '__proto__: ',
    'constructor',
    '\ud800',
    '\uFEFF',
    '010',
    '1e999',
  ],
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((pieces) => contractText('a', pieces.join(''))),
);

test('no text throws, and what is not a contract is told with a known code and a place', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { contract, diagnostics } = parse(text);
      assert.equal(
        contract === null,
        diagnostics.some((d) => d.severity === 'error'),
      );
      for (const { code, span } of diagnostics) {
        assert.ok(KNOWN.has(code), code);
        assert.ok(span !== undefined && span.line >= 1 && span.column >= 1);
      }
    }),
    { numRuns: 600 },
  );
});

test('no project throws', () => {
  const path = fc.constantFrom(
    'edge-contracts.yaml',
    'contracts/a.yaml',
    'contracts/f.yaml',
    'contracts/a.test.yaml',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(path, anyText)), (files) => {
      readProject(new Map(files));
    }),
    { numRuns: 150 },
  );
});
