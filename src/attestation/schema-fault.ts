import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from '../model/formats.js';
import { packageRoot } from '../model/package-root.js';

export type AttestationSchema = 'attestation' | 'verdict-statement' | 'run-verdict-statement';

/**
 * The first thing that one of our published schemas finds wrong with a value; null: nothing. By ajv at run time: who
 * verifies is no gate, and can wait for a quarter of a second at the first attestation.
 */
export function schemaFault(name: AttestationSchema, value: unknown): string | null {
  const validate = validatorOf(name);
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  // Never the value: its text is anyone's.
  return `\`${(error?.instancePath ?? '').slice(0, 200) || '/'}\` ${error?.message ?? 'is wrong'}`;
}

const validators = new Map<AttestationSchema, ValidateFunction>();

function validatorOf(name: AttestationSchema): ValidateFunction {
  const known = validators.get(name);
  if (known !== undefined) return known;
  // `ownProperties`, as for every schema of ours: without it `required: [toString]` passes on {}.
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true, formats });
  const path = join(packageRoot(), 'schemas', `${name}.schema.json`);
  const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object);
  validators.set(name, validate);
  return validate;
}
