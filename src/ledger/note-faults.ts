import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../canonical/json-value.js';
import type { SchemaFault } from '../model/facts.js';
import { formats } from '../model/formats.js';
import { packageRoot } from '../model/package-root.js';

/** What the published schema of notes finds wrong with a value. By ajv, which is loaded at the first note. */
export function noteFaults(value: JsonObject): readonly SchemaFault[] {
  const validate = validatorOf(value['kind']);
  if (validate === undefined) return [{ at: '/kind', keyword: 'enum', message: 'expected a kind of note' }];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword, message }) => ({
    at: instancePath,
    keyword,
    // Never the value: its text is anyone's.
    message: message ?? 'it is wrong',
  }));
}

let schemas: Ajv2020 | undefined;
let id = '';

function validatorOf(kind: unknown): ValidateFunction | undefined {
  if (typeof kind !== 'string' || !/^[a-z]+$/.test(kind)) return undefined;
  schemas ??= load();
  return schemas.getSchema(`${id}#/$defs/${kind}Note`);
}

function load(): Ajv2020 {
  // `ownProperties`, as for every schema of ours: without it `required: [toString]` passes on {}.
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true, formats });
  const path = join(packageRoot(), 'schemas', 'ledger-note.schema.json');
  const schema = JSON.parse(readFileSync(path, 'utf8')) as { readonly $id: string };
  id = schema.$id;
  ajv.addSchema(schema);
  return ajv;
}
