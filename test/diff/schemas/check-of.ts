import { compileSchema } from '../../../src/adapters/payload/compile-schema.js';
import type { JsonSchema, JsonValue } from '../../../src/canonical/json-value.js';

/** Is a value valid, as the gate's validator has it. */
export function checkOf(schema: JsonSchema): (value: JsonValue) => boolean {
  const validate = compileSchema(schema, { messages: false });
  return (value) => validate(value) === true;
}
