import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeenIds } from '../../src/record/seen-ids.js';

test('knows every id that it was given, and none of as many others', () => {
  const seen = new SeenIds();
  const count = 100_000;
  for (let index = 0; index < count; index += 1) seen.add(`run-${index}`);
  for (let index = 0; index < count; index += 1) assert.ok(seen.has(`run-${index}`));
  for (let index = 0; index < count; index += 1) assert.ok(!seen.has(`other-${index}`));
  seen.add('run-7');
  assert.ok(seen.has('run-7') && !seen.has(''));
});
