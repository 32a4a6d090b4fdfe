import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesPattern } from '../../src/model/effect-pattern.js';

/** What a pattern matches in a kind, and in a target where that is otherwise: a target has no segments. */
const TABLE: readonly (readonly [string, string, boolean, boolean?])[] = [
  ['message.email', 'message.email', true],
  ['message.email', 'message.emails', false],
  ['message.*', 'message.email', true],
  ['message.*', 'message.email.bulk', false, true],
  ['message.*', 'message', false],
  ['message.*', 'message.', true],
  ['*', 'message', true],
  ['*', 'message.email', false, true],
  ['*', 'bob@example.com', false, true],
  ['*@example.com', 'bob@example.com', true, true],
  ['*@example.com', 'bob@example.org', false],
  ['*.*', 'message.email', true],
  ['mess*.em*l', 'message.email', true],
  ['mess*.em*l', 'message.sms', false],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*c', 'a-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['*b*b*', 'ab', false],
  ['*b*b', 'abb', true],
  ['.*', 'a', false],
  ['[a]*', 'a', false],
  ['?*', 'a', false],
];

for (const [pattern, text, matches, inTarget = matches] of TABLE) {
  test(`${pattern} ${matches ? 'matches' : 'does not match'} ${text}`, () => {
    assert.equal(matchesPattern({ kind: pattern, target: 'x' }, { kind: text, target: 'x' }), matches);
    assert.equal(matchesPattern({ kind: 'x', target: pattern }, { kind: 'x', target: text }), inTarget);
  });
}

test('both kind and target must match', () => {
  assert.equal(matchesPattern({ kind: 'a', target: '*' }, { kind: 'b', target: 'c' }), false);
  assert.equal(matchesPattern({ kind: '*', target: 'a' }, { kind: 'b', target: 'c' }), false);
});

test('many stars over a long text cannot hang it', () => {
  const started = performance.now();
  const pattern = `${'*a'.repeat(200)}b`;
  assert.equal(
    matchesPattern({ kind: pattern, target: '*' }, { kind: 'a'.repeat(100_000), target: '' }),
    false,
  );
  assert.ok(performance.now() - started < 1000);
});
