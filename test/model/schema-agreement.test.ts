import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../src/canonical/json-value.js';
import { PAYLOAD_FIELDS } from '../../src/model/payload.js';
import { validateParsedRecord } from '../../src/model/validate-record.js';
import { marksOfSchema } from './marks.js';
import * as samples from './samples.js';
import { compileSchema, readSchema, SCHEMA_NAMES, type SchemaName, schemaFiles } from './schemas.js';
import * as marks from './type-marks.js';

type Lines = Readonly<Record<string, true>>;

const DOCUMENTS: readonly (readonly [SchemaName, Lines, JsonValue])[] = [
  ['facts', marks.factsMarks, samples.facts],
  ['payload', marks.payloadMarks, samples.payload],
  ['verdict', marks.verdictMarks, samples.verdict],
  ['run-verdict', marks.runVerdictMarks, samples.runVerdict],
  ['guard-verdict', marks.guardVerdictMarks, samples.guardVerdict],
  ['guard-verdict', marks.guardVerdictMarks, samples.toolVerdict],
  ['constraint-life', marks.constraintLifeMarks, samples.life],
  ['bundle', marks.bundleMarks, samples.bundle],
  ['alert', marks.alertMarks, samples.alert],
  ['audit', marks.auditMarks, samples.audit],
  ['edge-status', marks.edgeStatusMarks, samples.edgeStatus],
  ['edge-list', marks.edgeListMarks, samples.edgeList],
  ['test-report', marks.testReportMarks, samples.testReport],
  ['attestation', marks.envelopeMarks, samples.envelope],
  ['verdict-statement', marks.verdictStatementMarks, samples.verdictStatement],
  ['run-verdict-statement', marks.runVerdictStatementMarks, samples.runVerdictStatement],
];

describe('the schemas say what the types say', () => {
  for (const [name, lines] of DOCUMENTS) {
    it(name, () => {
      const schema = readSchema(name);
      assert.deepEqual([...marksOfSchema(schema, schema)].sort(), Object.keys(lines).sort());
    });
  }

  it('case, whose records are those of the record schema', () => {
    const schema = readSchema('case');
    const found = [...marksOfSchema(schema, { ...schema, oneOf: undefined })];
    const own = found.filter((line) => !line.startsWith('.records'));
    assert.deepEqual(own.sort(), Object.keys(marks.caseMarks).sort());
    const record = (schema['$defs'] as JsonObject)['record'] as JsonObject;
    assert.deepEqual(record['oneOf'], readSchema('record')['oneOf']);
  });

  it('record, kind by kind', () => {
    const schema = readSchema('record');
    const defs = schema['$defs'] as Record<string, JsonObject>;
    const found = (schema['oneOf'] as { $ref: string }[]).flatMap(({ $ref }) => {
      const def = defs[$ref.slice('#/$defs/'.length)] ?? {};
      const kind = ((def['properties'] as JsonObject)['kind'] as JsonObject)['const'];
      return [...marksOfSchema(schema, def, String(kind))];
    });
    assert.deepEqual(found.sort(), Object.keys(marks.recordMarks).sort());
  });

  it('PAYLOAD_FIELDS lists every field of a payload', () => {
    assert.deepEqual([...PAYLOAD_FIELDS].sort(), Object.keys(samples.payload).sort());
  });
});

/** An answer of the guard is about an effect or about a tool: the one that is there may not be missing. */
const oneOfTwo = (lines: Lines): Lines =>
  Object.fromEntries(Object.entries(lines).filter(([line]) => line !== '.effect?' && line !== '.tool?'));

describe('each schema, put to a value that has everything', () => {
  for (const [name, lines, sample] of DOCUMENTS) {
    it(`${name}: accepts it, and refuses it without what must be there, with more, and with another type`, () => {
      assertHolds(
        compileSchema(name),
        sample,
        sample,
        '',
        name === 'guard-verdict' ? oneOfTwo(lines) : lines,
      );
    });
  }

  for (const [kind, sample] of Object.entries(samples.records)) {
    it(`record of kind ${kind}`, () => {
      const ajv = compileSchema('record');
      const validate = (value: unknown): boolean => {
        const record = 'record' in validateParsedRecord(value);
        assert.equal(record, ajv(value), `validateParsedRecord and ajv disagree on ${JSON.stringify(value)}`);
        return record;
      };
      assertHolds(validate, sample, sample, kind, marks.recordMarks);
    });
  }

  it('case: with its records or from a file, and never both or neither', () => {
    const validate = compileSchema('case');
    assert.ok(validate(samples.caseInFull));
    assert.ok(validate(samples.caseFromFile));
    assert.ok(!validate({ ...samples.caseInFull, from: samples.caseFromFile.from }));
    const { from: _from, ...neither } = samples.caseFromFile;
    assert.ok(!validate(neither));
  });

  it('draft: what a model fills in, and never constraints', () => {
    const validate = compileSchema('draft');
    assert.ok(validate(samples.draft));
    assert.ok(!validate({ ...samples.draft, constraints: [] }));
    for (const field of Object.keys(samples.draft)) {
      assert.ok(!validate({ ...samples.draft, [field]: undefined }), field);
    }
  });

  it('null where a type has null', () => {
    const [pair] = samples.facts.constraints.pairs;
    const nulled = {
      ...samples.facts,
      transfer: { ...samples.facts.transfer, edge: null },
      constraints: {
        ...samples.facts.constraints,
        pairs: [{ ...pair, constraint: null, in_sender: null, lost_at: null }],
      },
    };
    assert.ok(compileSchema('facts')(nulled));
  });
});

/** Puts every change of one place to the validator; paths are those of the marks. */
function assertHolds(
  validate: (value: unknown) => boolean,
  whole: JsonValue,
  part: JsonValue,
  path: string,
  lines: Lines,
): void {
  assert.ok(validate(whole), `refused: ${JSON.stringify(whole)}`);
  visit(part, path, (changed) => changed);

  function visit(
    value: JsonValue,
    at: string,
    within: (changed: JsonValue | undefined) => JsonValue | undefined,
  ): void {
    if (lines[`${at} any`] === true) return;
    assert.ok(!validate(within(otherType(value))), `another type at ${at}`);
    if (isJsonArray(value)) {
      value.forEach((item, i) => {
        visit(item, `${at}[]`, (changed) =>
          within(value.map((old, j) => (i === j ? (changed ?? null) : old))),
        );
      });
    } else if (isJsonObject(value)) {
      visitObject(value, at, within);
    }
  }

  function visitObject(
    value: JsonObject,
    at: string,
    within: (changed: JsonValue | undefined) => JsonValue | undefined,
  ): void {
    const isMap = Object.keys(lines).some((line) => line.startsWith(`${at}.*`));
    assert.equal(
      validate(within({ ...value, zz: {} })),
      isMap && anythingIn(at),
      `a further member at ${at}`,
    );
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value;
      const mayGo = isMap || lines[`${at}.${name}?`] === true;
      assert.equal(validate(within(rest)), mayGo, `without ${at}.${name}`);
      // A function on the prototype is no member.
      assert.equal(validate(within(Object.assign(Object.create({ [name]: member }), rest))), mayGo);
      if (!(isMap && anythingIn(at))) {
        visit(member ?? null, isMap ? `${at}.*` : `${at}.${name}`, (changed) =>
          within({ ...value, [name]: changed }),
        );
      }
    }
  }

  function anythingIn(at: string): boolean {
    return lines[`${at}.* any`] === true;
  }
}

function otherType(value: JsonValue): JsonValue {
  if (typeof value === 'string') return 7;
  if (isJsonArray(value)) return {};
  if (isJsonObject(value)) return [];
  return 'text';
}

describe('the files', () => {
  it('are these, each under its own id, in draft 2020-12', () => {
    const ours = SCHEMA_NAMES.map((name) => `${name}.schema.json`);
    assert.deepEqual(
      schemaFiles()
        .filter((file) => ours.includes(file))
        .sort(),
      [...ours].sort(),
    );
    for (const name of SCHEMA_NAMES) {
      const schema = readSchema(name);
      assert.equal(schema['$id'], `https://edge-contracts.dev/schemas/${name}.schema.json`);
      assert.equal(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema');
      assert.equal(typeof schema['title'], 'string');
    }
  });

  it('describe every property, close every object whose members are known, and bound every list', () => {
    for (const name of SCHEMA_NAMES) {
      walk(readSchema(name), name, (schema, at) => {
        const last = at.split('/').at(-2);
        if (last === 'properties' && !at.includes('oneOf'))
          assert.equal(typeof schema['description'], 'string', at);
        if (schema['properties'] !== undefined && !at.includes('oneOf')) {
          assert.equal(schema['additionalProperties'], false, at);
        }
        // These are made by us, not read, and their lists are as long as what there is to tell.
        const isList = [schema['type']].flat().includes('array');
        const isMade = ['facts', 'audit', 'diff', 'test-report'].includes(name);
        if (isList && !isMade && !at.includes('/$defs/facts'))
          assert.ok(Number(schema['maxItems']) <= 10_000, at);
      });
    }
  });

  it('hold one definition under one name: each is whole, so that an editor needs no network', () => {
    const seen = new Map<string, JsonValue | undefined>();
    for (const name of SCHEMA_NAMES) {
      for (const [key, def] of Object.entries((readSchema(name)['$defs'] ?? {}) as JsonObject)) {
        if (seen.has(key)) assert.deepEqual(def, seen.get(key), `${name}: ${key}`);
        seen.set(key, def);
      }
    }
    assert.ok(seen.size >= 20);
  });

  it('facts: plain enough for the type checker of OPA', () => {
    const plain = ['$schema', '$id', 'title', 'description', 'type', 'properties', 'required'];
    const allowed = [...plain, 'additionalProperties', 'items', 'enum', 'maxItems'];
    walk(readSchema('facts'), 'facts', (schema, at) => {
      assert.deepEqual(
        Object.keys(schema).filter((key) => !allowed.includes(key)),
        [],
        at,
      );
      // A value of a configuration may be anything.
      const isAny = /^facts\/properties\/config\/.*\/(before|after)$/.test(at);
      assert.equal(schema['type'] === undefined, isAny, at);
    });
  });
});

/** Calls for each schema within a schema. */
function walk(schema: JsonObject, at: string, call: (schema: JsonObject, at: string) => void): void {
  call(schema, at);
  for (const key of ['properties', '$defs']) {
    for (const [name, member] of Object.entries((schema[key] ?? {}) as JsonObject)) {
      if (isJsonObject(member)) walk(member, `${at}/${key}/${name}`, call);
    }
  }
  for (const key of ['items', 'additionalProperties']) {
    const member = schema[key];
    if (isJsonObject(member)) walk(member, `${at}/${key}`, call);
  }
  for (const key of ['oneOf', 'anyOf', 'prefixItems']) {
    const members = (schema[key] ?? []) as readonly JsonValue[];
    members.forEach((member, i) => {
      if (isJsonObject(member)) walk(member, `${at}/${key}/${i}`, call);
    });
  }
}
