import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { codeFrame, SourceLines } from '../../src/report/code-frame.js';

function at(
  line: number,
  column: number,
  endColumn: number = column + 1,
  endLine: number = line,
): Diagnostic {
  const span = { file: 'a.yaml', line, column, endLine, endColumn };
  return { code: 'contract.tab', severity: 'error', message: 'm', span };
}

const lines = (...all: string[]): string => all.join('\n');

test('the line with those around it, and a caret under the place', () => {
  const source = 'edge:\n  fom: refunds\n  to: b\nmore: 1\n';
  assert.equal(
    codeFrame(at(2, 3, 6), source),
    lines('a.yaml:2:3', '  1 | edge:', '> 2 |   fom: refunds', '    |   ^^^', '  3 |   to: b'),
  );
  assert.equal(
    codeFrame(at(2, 3, 6), source, { around: 0 }),
    lines('a.yaml:2:3', '> 2 |   fom: refunds', '    |   ^^^'),
  );
});

test('line numbers are as wide as the last', () => {
  const source = Array.from({ length: 12 }, (_, i) => `k${i + 1}: v`).join('\r\n');
  assert.equal(
    codeFrame(at(9, 1, 3), source),
    lines('a.yaml:9:1', '   8 | k8: v', '>  9 | k9: v', '     | ^^', '  10 | k10: v'),
  );
});

test('a byte order mark is not shown and not counted', () => {
  assert.equal(codeFrame(at(1, 1), '\uFEFFx: 1'), lines('a.yaml:1:1', '> 1 | x: 1', '    | ^'));
});

test('tabs, wide characters and combining marks keep the caret in its column', () => {
  assert.equal(codeFrame(at(1, 2, 3), '\tx'), lines('a.yaml:1:2', '> 1 |   x', '    |   ^'));
  assert.equal(codeFrame(at(1, 3, 4), '漢字x'), lines('a.yaml:1:3', '> 1 | 漢字x', '    |     ^'));
  assert.equal(codeFrame(at(1, 1, 3), '漢字x'), lines('a.yaml:1:1', '> 1 | 漢字x', '    | ^^^^'));
  assert.equal(codeFrame(at(1, 3, 4), 'e\u0301x'), lines('a.yaml:1:3', '> 1 | e\u0301x', '    |  ^'));
  assert.equal(codeFrame(at(1, 3, 4), '\u{1F600}x'), lines('a.yaml:1:3', '> 1 | \u{1F600}x', '    |   ^'));
});

test('a long line is cut around the place, whole columns only', () => {
  const source = `${'a'.repeat(50)}X${'b'.repeat(50)}`;
  assert.equal(
    codeFrame(at(1, 51, 52), source, { width: 12 }),
    lines('a.yaml:1:51', '> 1 | …aaaaXbbbbbbb…', '    |      ^'),
  );
  assert.equal(
    codeFrame(at(1, 1, 2), source, { width: 12 }),
    lines('a.yaml:1:1', '> 1 | aaaaaaaaaaaa…', '    | ^'),
  );
  const wide = codeFrame(at(1, 21, 22), `${'漢'.repeat(20)}X`, { width: 11 });
  assert.equal(wide, lines('a.yaml:1:21', '> 1 | … 漢X', '    |     ^'));
});

test('a place over several lines is marked to the end of its first', () => {
  assert.equal(
    codeFrame(at(1, 4, 2, 3), 'a: [\n1,\n]\n', { around: 0 }),
    lines('a.yaml:1:4', '> 1 | a: [', '    |    ^'),
  );
});

test('escapes for a terminal, bidirectional controls and lone surrogates are made visible', () => {
  const frame = codeFrame(at(1, 5, 6), 'a: \u001b[31m\u202e\ud800\u0000\u2028x');
  assert.equal(
    frame,
    lines('a.yaml:1:5', '> 1 | a: <U+001B>[31m<U+202E><U+D800><U+0000><U+2028>x', '    |            ^'),
  );
});

test('what is shown for something invisible takes its columns, even for a mark', () => {
  assert.equal(codeFrame(at(1, 2, 3), '\ufe0fx'), lines('a.yaml:1:2', '> 1 | <U+FE0F>x', '    |         ^'));
  assert.equal(codeFrame(at(1, 2, 3), '\u3164x'), lines('a.yaml:1:2', '> 1 | <U+3164>x', '    |         ^'));
});

test('a far place in a long line is shown as a near one is', () => {
  const source = `${'a'.repeat(5000)}X${'b'.repeat(5000)}\nshort\n${'c'.repeat(5003)}`;
  assert.equal(
    codeFrame(at(1, 5001, 5002), source, { width: 12, around: 2 }),
    lines('a.yaml:1:5001', '> 1 | …aaaaXbbbbbbb…', '    |      ^', '  2 |', '  3 | …ccccccc'),
  );
  const marks = codeFrame(at(1, 5001, 5002), `a${'\u0301'.repeat(4999)}X`, { width: 12 });
  assert.match(marks, /^> 1 \| …\u0301+X$/m);
  assert.match(marks, /^ {4}\| {2}\^$/m);
  const wide = codeFrame(at(1, 5002, 5003), `a${'\u{1f600}'.repeat(2500)}X`, { width: 12 });
  assert.match(wide, /^> 1 \| …\u{1f600}{2}X$/mu);
});

test('lines are found as they are by splitting', () => {
  const piece = fc.constantFrom('a', '\r', '\n', '\r\n', '\uFEFF');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 600 }), (pieces) => {
      const text = pieces.join('');
      const split = text.replace(/^\uFEFF/, '').split(/\r?\n/);
      const found = new SourceLines(text);
      assert.equal(found.count, split.length);
      assert.deepEqual(
        split.map((_, index) => found.line(index + 1)),
        split,
      );
      for (const none of [0, -1, split.length + 1]) assert.equal(found.line(none), undefined);
    }),
  );
});

test('without a place, or with one that the text does not have, there is no frame', () => {
  assert.equal(codeFrame({ code: 'c', severity: 'error', message: 'm' }, 'x'), '');
  assert.equal(codeFrame(at(3, 1), 'x\n'), '');
  assert.equal(codeFrame(at(1, 90, 91), 'x'), lines('a.yaml:1:90', '> 1 | x', '    |  ^'));
});

test('pieces are painted after they are made safe', () => {
  const painted = codeFrame(at(1, 1, 2), '\u001bx', { paint: (part, text) => `<${part}:${text}>` });
  assert.equal(
    painted,
    lines('<place:a.yaml:1:1>', '<number:> 1 |> <source:<U+001B>x>', '<number:    |> <caret:^^^^^^^^>'),
  );
});

test('whatever the text, no control character but the line feed comes out', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.nat(5),
      fc.nat(40),
      fc.nat(60),
      (text, line, column, end) => {
        const frame = codeFrame(at(line + 1, column + 1, end + 1), text, { width: 20 });
        assert.doesNotMatch(frame.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
        assert.ok(frame.split('\n').length <= 5);
      },
    ),
  );
});
