import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { pointer } from '../../src/canonical/pointer.js';
import {
  matchedHere,
  matchPath,
  type PatternState,
  pathPattern,
  pathPatternFault,
  patternTree,
  stepInto,
} from '../../src/config/path-pattern.js';
import { anyKey } from './arbitrary-config.js';

const TABLE: readonly (readonly [string, string, boolean])[] = [
  ['', '', true],
  ['', '/a', false],
  ['/a', '/a', true],
  ['/a', '/a/b', false],
  ['/a', '', false],
  ['/*', '/a', true],
  ['/*', '/', true],
  ['/*', '', false],
  ['/*', '/a/b', false],
  ['/a/*', '/a', false],
  ['/a/*/c', '/a/b/c', true],
  ['/a/*/c', '/a//c', true],
  ['/a/*/c', '/a/c', false],
  ['/a/*/c', '/a/b/b/c', false],
  ['/**', '', false],
  ['/**', '/a', true],
  ['/**', '/a/b/c', true],
  ['/a/**', '/a', false],
  ['/a/**', '/a/', true],
  ['/a/**', '/a/b/c', true],
  ['/a/**', '/ab/c', false],
  ['/*/**', '/a', false],
  ['/*/**', '/a/b', true],
  ['/a~1b/~0', '/a~1b/~0', true],
  ['/a.c', '/abc', false],
  ['/a.c', '/a.c', true],
  ['/(a|b)', '/a', false],
  ['/[a]+$', '/[a]+$', true],
  ['/a b\n', '/a b\n', true],
  ['/*', '/a\nb', true],
  ['/\0', '/\0', true],
  ['/ключ/*', '/ключ/é', true],
  ['/A', '/a', false],
];

for (const [pattern, path, matches] of TABLE) {
  test(`${JSON.stringify(pattern)} ${matches ? 'matches' : 'does not match'} ${JSON.stringify(path)}`, () => {
    assert.deepEqual(answers(pattern, path), [matches, matches, matches, matches]);
  });
}

/** By its own code, by both engines of regular expressions, and along a walk. */
function answers(pattern: string, path: string): boolean[] {
  const source = pathPattern(pattern);
  return [
    matchPath(pattern, path),
    new RegExp(source).test(path),
    RE2JS.compile(source).matcher(path).find(),
    matchedHere(walked(pattern, path)).length > 0,
  ];
}

function walked(pattern: string, path: string): PatternState<number> {
  const segments = path === '' ? [] : path.slice(1).split('/');
  return segments
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<PatternState<number>>(stepInto, patternTree([[pattern, 1]]));
}

test('all ways of matching agree', () => {
  const key = anyKey.filter((one) => !one.includes('*'));
  const path = fc.array(key, { maxLength: 4 });
  const pattern = fc
    .tuple(fc.array(fc.oneof(key, fc.constant(null)), { maxLength: 4 }), fc.boolean())
    .map(
      ([keys, rest]) =>
        keys.map((one) => (one === null ? '/*' : pointer(one))).join('') + (rest ? '/**' : ''),
    );
  fc.assert(
    fc.property(pattern, path, (wanted, segments) => {
      const [first, ...others] = answers(wanted, pointer(...segments));
      for (const other of others) assert.equal(other, first);
    }),
    { numRuns: 500 },
  );
});

const FAULTS: readonly (readonly [string, RegExp])[] = [
  ['a', /starts with/],
  ['*', /starts with/],
  ['/a~b', /is written/],
  ['/~', /is written/],
  ['/**/a', /only at the end/],
  ['/a*', /whole segment/],
  ['/***', /whole segment/],
  ['/a/b*c/d', /whole segment/],
];

for (const [pattern, fault] of FAULTS) {
  test(`${pattern} is no pattern`, () => {
    assert.match(pathPatternFault(pattern) ?? '', fault);
    assert.throws(() => pathPattern(pattern), TypeError);
    assert.throws(() => matchPath(pattern, '/a'), TypeError);
    assert.throws(() => patternTree([[pattern, 1]]), TypeError);
  });
}

for (const pattern of ['', '/', '/*', '/**', '/a/*/b/**', '/~0~1'])
  test(`"${pattern}" is a pattern`, () => assert.equal(pathPatternFault(pattern), null));
