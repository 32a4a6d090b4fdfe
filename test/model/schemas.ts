import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import type { JsonObject } from '../../src/canonical/json-value.js';
import { formats } from '../../src/model/formats.js';
import { packageRoot } from '../../src/model/package-root.js';

const FOLDER = join(packageRoot(), 'schemas');

/** The names of our own published schemas. */
export const SCHEMA_NAMES = [
  'alert',
  'attestation',
  'audit',
  'bundle',
  'case',
  'comparison',
  'constraint-life',
  'cost',
  'diff',
  'draft',
  'edge-list',
  'edge-status',
  'facts',
  'guard-verdict',
  'ledger-entry',
  'ledger-note',
  'payload',
  'readiness',
  'record',
  'run-verdict',
  'run-verdict-statement',
  'simulation-profile',
  'test-report',
  'verdict',
  'verdict-statement',
] as const;

export type SchemaName = (typeof SCHEMA_NAMES)[number];

export function schemaFiles(): string[] {
  return readdirSync(FOLDER).filter((file) => file.endsWith('.schema.json'));
}

export function readSchema(name: SchemaName): JsonObject {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.schema.json`), 'utf8')) as JsonObject;
}

/** ajv as the package uses it, compiling at run time; the generated validators are held to it. */
export function compileSchema(name: SchemaName): (value: unknown) => boolean {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const ajv = new Ajv2020.default({ strict: true, allowUnionTypes: true, ownProperties: true, formats });
  const validate = ajv.compile(readSchema(name));
  compiled.set(name, validate);
  return validate;
}

const compiled = new Map<SchemaName, (value: unknown) => boolean>();
