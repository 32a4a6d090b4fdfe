import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '../../src/adapters/payload/compile-schema.js';
import { FORMATS } from '../../src/contract/json-schema-words.js';

test('a gate takes every format that a contract may use', () => {
  for (const format of FORMATS) assert.doesNotThrow(() => compileSchema({ format }, {}), format);
});

test('a gate takes a field that has a schema of its own and matches a pattern', () => {
  const schema = { properties: { ab: { type: 'string' } }, patternProperties: { '^a': { minLength: 2 } } };
  const validate = compileSchema(schema, {});
  assert.equal(validate({ ab: 'ab' }), true);
  assert.equal(validate({ ab: 'a' }), false);
});
