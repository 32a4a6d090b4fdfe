import { type Schema, Validator } from '@cfworker/json-schema';
import { compileSchema } from '../../../src/adapters/payload/compile-schema.js';
import type { JsonSchema, JsonValue } from '../../../src/canonical/json-value.js';

/** Is a value valid, as the gate's validator has it. */
export function checkOf(schema: JsonSchema): (value: JsonValue) => boolean {
  const validate = compileSchema(schema, { messages: false });
  return (value) => validate(value) === true;
}

/**
 * The same by a validator that is another's and interprets the schema; null for what the two are known to see
 * differently: formats, quotients, whether `contains` has looked at an item.
 */
export function otherCheckOf(schema: JsonSchema): ((value: JsonValue) => boolean) | null {
  if (/"(format|multipleOf|unevaluatedItems)":/.test(JSON.stringify(schema))) return null;
  const validator = new Validator(schema as Schema | boolean, '2020-12');
  return (value) => validator.validate(value).valid;
}
