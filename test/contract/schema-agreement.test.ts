import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject } from '../../src/canonical/json-value.js';
import { CHECKS } from '../../src/checks/index.js';
import {
  contractSchema,
  parseContract,
  projectSchema,
  readProject,
  readProjectFile,
  toolsSchema,
  waiversSchema,
} from '../../src/contract/index.js';
import { LEDGER_SETTINGS } from './ledger-settings.js';
import { MONITOR_SETTINGS } from './monitor-settings.js';
import { casesIn, fragmentText, ROOT } from './support.js';

const published = (name: string): JsonObject =>
  JSON.parse(readFileSync(join(ROOT, 'schemas', name), 'utf8')) as JsonObject;

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
addFormats.default(ajv);
const contractValid = ajv.compile(published('edge-contract.schema.json'));
const projectValid = ajv.compile(published('project.schema.json'));

/** Invalid contracts that a JSON Schema lets through, each with why it cannot do else. */
const BEYOND_A_SCHEMA: Readonly<Record<string, string>> = {
  'directive-tag': 'it sees values, not the text that they were written in',
  'duplicate-key-quoted': 'it sees values: the second of two keys',
  'exceptions-twice': 'uniqueItems compares whole items, not one key of them',
  'effects-twice': 'uniqueItems compares whole items, not some keys of them',
  'config-effects-twice': 'uniqueItems compares whole items, not some keys of them',
  'config-sources-twice': 'uniqueItems compares whole items, not one key of them',
  'config-unknown-source': 'it does not look from one part into another',
  'config-unknown-source-no-config': 'it does not look from one part into another',
  'standing-twice': 'uniqueItems compares whole items, not one key of them',
  'name-not-the-files': 'it does not know the file’s name',
  'default-name-elsewhere': 'it does not know the file’s name',
  'wildcard-edge': 'it does not know the file’s name',
  'many-documents': 'an editor asks it of every document by itself',
  'schema-unknown-keyword': 'the draft’s own schema allows unknown keywords',
  'schema-refused-keywords': 'the draft’s own schema allows them',
  'schema-format': 'a format is any text for the draft’s own schema',
  'schema-pattern': 'it cannot say what RE2 supports',
  'schema-ref': 'it cannot follow a reference inside the value that it checks',
  'schema-strict': 'the draft allows keywords that do nothing',
  'number-octal-looking': 'it sees values: ten',
  'number-octal-and-hex': 'it sees values: eight and sixteen',
  'key-prototype': 'validators skip the key',
  'character-escaped': 'any text is text for it',
  tag: 'it sees values, not the text that they were written in',
  alias: 'it sees values, not the text that they were written in',
};
/** Files that are not well-formed never reach a schema. */
const NOT_YAML =
  /^(?:syntax-|tab-|duplicate-key$|directive$|many-documents$|merge-key$|tag-of-its-own$|key-not-text$)/;

const asValue = (text: string): unknown => parse(text, { logLevel: 'silent', uniqueKeys: false });

for (const [name, text] of casesIn('valid')) {
  test(`valid/${name}: the schema agrees`, () => {
    contractValid(asValue(text));
    assert.deepEqual(contractValid.errors ?? [], []);
  });
}

for (const [name, text] of casesIn('invalid')) {
  if (NOT_YAML.test(name)) continue;
  test(`invalid/${name}: the schema agrees, or there is a reason why it cannot`, () => {
    assert.equal(contractValid(asValue(text)), Object.hasOwn(BEYOND_A_SCHEMA, name));
  });
}

test('every exception to the agreement is a case', () => {
  const cases = casesIn('invalid');
  for (const name of Object.keys(BEYOND_A_SCHEMA)) assert.ok(cases.has(name), name);
});

const FRAGMENTS: readonly (readonly [text: string, valid: boolean])[] = [
  ['', true],
  ['overridable: true\nmetadata: { owner: team }\nedge_check: { monitor: { below: 0.5 } }\n', true],
  ['overridable: [/edge_check/mode]\nprovenance: { established: { max_age: P1D } }\n', true],
  ['edge_check: { side_effect: { undeclared: warn } }\n', true],
  ['extends: [other.yaml]\n', false],
  ['overridable: [edge_check]\n', false],
  ['overridable: false\n', false],
  ['edge_check: { monitor: { below: 5 } }\n', false],
  ['provenance: { constraints: { standing: [{ id: a }] } }\n', false],
];

test('fragments: schema and reader agree', () => {
  for (const [more, valid] of FRAGMENTS) {
    const text = fragmentText(more);
    assert.equal(contractValid(asValue(text)), valid, text);
    const { diagnostics } = readProject(new Map([['contracts/f.yaml', text]]));
    assert.equal(diagnostics.length === 0, valid, text);
  }
});

test('a contract that extends a fragment may leave out what the fragment has', () => {
  const head = 'apiVersion: edge-contracts/v1\nkind: EdgeContract\nextends: [f.yaml]\n';
  assert.equal(contractValid(asValue(`${head}metadata: { name: a }\n`)), true);
  assert.equal(contractValid(asValue(`${head}overridable: true\n`)), false);
  assert.equal(contractValid(asValue(head.replace('extends: [f.yaml]\n', ''))), false);
});

const PROJECTS: readonly (readonly [text: string, valid: boolean])[] = [
  ['contracts: contracts\npolicies: policies\nuncovered: block\n', true],
  ['uncovered: warn\n', true],
  ['{}\n', true],
  ['uncovered: enforce\n', false],
  ['contracts: ../up\n', false],
  ['contracts: /abs\n', false],
  ['contracts: a//b\n', false],
  ['contracts: a/./b\n', false],
  ['contracts: "c:/x"\n', false],
  ['contracts: "a\\\\b"\n', false],
  ['contracts: a/\n', false],
  ['contracts: " "\n', false],
  ['contracts: 7\n', false],
  ['judge: {}\n', false],
  ['uncoverd: block\n', false],
  ['- a\n', false],
];

test('project files: schema and reader agree', () => {
  for (const [text, valid] of [...PROJECTS, ...LEDGER_SETTINGS, ...MONITOR_SETTINGS]) {
    assert.equal(projectValid(asValue(text)), valid, text);
    assert.equal(readProjectFile(text).diagnostics.length === 0, valid, text);
  }
});

test('the published schemas are those that the tables give', () => {
  // To write them anew: print `contractSchema()` and `projectSchema()` as JSON to `schemas/`, and format.
  assert.deepEqual(published('edge-contract.schema.json'), JSON.parse(JSON.stringify(contractSchema())));
  assert.deepEqual(published('project.schema.json'), JSON.parse(JSON.stringify(projectSchema())));
  assert.deepEqual(published('tools.schema.json'), JSON.parse(JSON.stringify(toolsSchema())));
  assert.deepEqual(published('waivers.schema.json'), JSON.parse(JSON.stringify(waiversSchema())));
});

test('every check of this version is in the published schema, with its default; no other is', () => {
  const groups = at(published('edge-contract.schema.json'), '$defs', 'edge_check', 'properties');
  const found: string[] = [];
  for (const [group, schema] of Object.entries(groups)) {
    if (!CHECKS.some((row) => row.code.startsWith(`${group}.`))) continue;
    for (const [name, entry] of Object.entries(at(schema, 'properties'))) {
      found.push(`${group}.${name} ${String(isJsonObject(entry) && entry['default'])}`);
    }
  }
  const expected = CHECKS.filter((row) => row.missing === undefined).map(
    (row) => `${row.code} ${row.default}`,
  );
  assert.deepEqual(found.sort(), expected.sort());
});

function at(value: unknown, ...keys: readonly string[]): JsonObject {
  const found = keys.reduce<unknown>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
  return isJsonObject(found) ? found : {};
}

test('every part of the schema has a description for editors', () => {
  const undescribed: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (!isJsonObject(value)) return;
    for (const [key, inner] of Object.entries(at(value, 'properties'))) {
      const described = isJsonObject(inner) && ('description' in inner || '$ref' in inner);
      if (!described) undescribed.push(`${path}/${key}`);
      walk(inner, `${path}/${key}`);
    }
  };
  const schema = published('edge-contract.schema.json');
  walk(schema, '');
  for (const [name, definition] of Object.entries(at(schema, '$defs'))) walk(definition, name);
  assert.deepEqual(undescribed, []);
});

test('the reader and the schema agree about the readers’ own names', () => {
  const names = [
    'a',
    'a-b',
    'a--b',
    '-a',
    'a-',
    'A',
    'a_b',
    '',
    'a'.repeat(100),
    'a'.repeat(101),
    '_default',
    'é',
  ];
  for (const name of names) {
    const text = `apiVersion: edge-contracts/v1\nkind: EdgeContract\nmetadata: { name: ${JSON.stringify(name)}, owner: o }\nedge: { from: a, to: b }\n`;
    const wrong = parseContract(text, `contracts/${name}.yaml`).diagnostics.some(
      (d) => d.code === 'contract.wrong_value',
    );
    assert.equal(contractValid(asValue(text)), !wrong, name);
  }
});
