import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/canonical/json-value.js';
import { loadToolchain } from '../../../src/compile/load-toolchain.js';
import { evaluateRecords } from '../../../src/evaluate/evaluate-run.js';
import type { Gate } from '../../../src/evaluate/gate.js';
import { keyOf, runOf } from '../../../src/ledger/record-key.js';
import { RECORD_SHAPES, type RecordShape } from '../../../src/ledger/redact/record-shapes.js';
import { createRedactor, type Redactor } from '../../../src/ledger/redact/redactor.js';
import { LEDGER_NOTE_SCHEMA, type LedgerRecord, type VerdictNote } from '../../../src/model/ledger.js';
import { packageRoot } from '../../../src/model/package-root.js';
import type { RecordKind, RunRecord } from '../../../src/model/record.js';
import type { RedactionFields, RedactionSettings } from '../../../src/model/redaction.js';
import { validateRecord } from '../../../src/model/validate-record.js';
import { foldRecord } from '../../../src/run/fold-record.js';
import { emptyRun } from '../../../src/run/run-state.js';
import { compiledGate, repositoryContracts } from '../../proof/repository-gate.js';
import { randomRun } from '../../run/random-run.js';
import { incidentRecords } from '../../cli/cli.js';

const KEY = new TextEncoder().encode('a key of sixteen bytes, or more');
const ALL_FIELDS: RedactionFields = {
  message: [
    '/text',
    '/constraints/*/text',
    '/constraints/*/forbids/*/target',
    '/constraints/*/requires/*/target',
  ],
  statement: ['/constraint/text', '/constraint/forbids/*/target', '/constraint/requires/*/target'],
  tool_call: ['/result/**'],
  effect: ['/effect/target', '/effect/details/**'],
  transfer: [
    '/sender/facts/*/value/**',
    '/sender/facts/*/value',
    '/sender/constraints/*/text',
    '/sender/constraints/*/forbids/*/target',
    '/sender/constraints/*/requires/*/target',
    '/sender/stop_conditions/*',
    '/payload/objective',
    '/payload/remaining/*',
    '/payload/constraints/*/text',
    '/payload/constraints/*/forbids/*/target',
    '/payload/constraints/*/requires/*/target',
    '/payload/discharged/*/reason',
    '/payload/established/*/value',
    '/payload/stop_conditions/*',
    '/payload/side_effects/*/target',
    '/payload/side_effects/*/details/**',
    '/payload/note/**',
  ],
};
const ALL_TEXTS: RedactionSettings['texts'] = [
  { name: 'email', pattern: null },
  { name: 'phone', pattern: null },
  { name: 'card', pattern: null },
  { name: 'iban', pattern: null },
  { name: 'order', pattern: 'ORD-[0-9]+' },
];

function redactorOf(
  fields: RedactionFields,
  texts: RedactionSettings['texts'] = [],
  standing: string[] = [],
): Redactor {
  return createRedactor({ key: 'K', fields, texts }, { key: KEY, standing });
}
const redacted = (redactor: Redactor, record: RunRecord): RunRecord =>
  redactor.redact(record as LedgerRecord).value as RunRecord;

const base = { schema: 'edge-contracts/record/v1', run: 'r', at: '2026-11-30T09:14:00.000Z' } as const;
const message = (text: string): RunRecord => ({ ...base, kind: 'message', id: 'm1', to: 'a', text });
const called = (result: JsonValue): RunRecord => ({
  ...base,
  kind: 'tool_call',
  id: 't1',
  by: 'a',
  tool: 'x',
  succeeded: true,
  result,
});
const resultOf = (record: RunRecord): unknown => (record as { readonly result?: unknown }).result;
const textOf = (record: RunRecord): string => String((record as { readonly text?: unknown }).text);

describe('what is replaced', () => {
  it('a text within a text, by a token that says of what kind it was', () => {
    const text = textOf(
      redacted(redactorOf({}, ALL_TEXTS), message('Mail bob@example.com or ORD-7 to bob@example.com')),
    );
    assert.match(text, /^Mail (\[email:[a-z]{20}\]) or \[order:[a-z]{20}\] to \1$/);
  });

  it('a field as a whole, and each scalar below a last `**`', () => {
    const result = { card: { number: 4111, holder: 'Bob' }, tags: ['x', null, true], '': 1 };
    const whole = resultOf(redacted(redactorOf({ tool_call: ['/result/card'] }), called(result)));
    assert.match(JSON.stringify(whole), /^\{"card":"redacted:[a-z]{20}","tags":\["x",null,true\],"":1\}$/);
    const each = resultOf(redacted(redactorOf({ tool_call: ['/result/**'] }), called(result))) as JsonObject;
    assert.deepEqual(Object.keys(each), ['card', 'tags', '']);
    assert.equal(JSON.stringify(each).match(/redacted:/g)?.length, 6);
  });

  it('a key that holds a text, and a number that is a card’s', () => {
    const result = { 'bob@example.com': 4111111111111111, __proto__x: 41182 };
    const shown = resultOf(redacted(redactorOf({}, ALL_TEXTS), called(result))) as JsonObject;
    const [key = '', value] = Object.entries(shown)[0] ?? [];
    assert.match(key, /^\[email:/);
    assert.match(String(value), /^\[card:/);
    assert.equal(shown['__proto__x'], 41182);
  });

  it('a key named `__proto__` stays a key', () => {
    const result = JSON.parse('{"__proto__": {"a": "bob@example.com"}}') as JsonValue;
    const shown = JSON.stringify(resultOf(redacted(redactorOf({}, ALL_TEXTS), called(result))));
    assert.match(shown, /^\{"__proto__":\{"a":"\[email:/);
  });

  it('counts what was replaced, by name', () => {
    const { counts } = redactorOf({ tool_call: ['/result/a'] }, ALL_TEXTS).redact(
      called({ a: 'x', b: 'bob@example.com and ann@example.com', c: 'ORD-1' }) as LedgerRecord,
    );
    assert.deepEqual(counts, { records: 1, fields: 1, texts: { email: 2, order: 1 } });
  });

  it('a record without any of it is the very same', () => {
    const record = message('nothing in it');
    assert.equal(redacted(redactorOf({ tool_call: ['/result'] }, ALL_TEXTS), record), record);
  });

  it('a text that a token makes longer than a text may be is replaced whole', () => {
    const text = `${'x'.repeat(9990)} a@b.cd`;
    const constraint = {
      id: 'c',
      text,
      modality: 'preference',
      scope: 'run',
      stated_by: 'policy',
      stated_in: 'p',
    } as const;
    const record: RunRecord = { ...base, kind: 'statement', id: 's', by: 'policy', to: 'a', constraint };
    const shown = redacted(redactorOf({}, ALL_TEXTS), record);
    assert.ok('record' in validateRecord(shown));
    assert.match(JSON.stringify(shown), /"text":"redacted:[a-z]{20}"/);
  });

  it('tokens depend on the key, and a short key is refused', () => {
    const settings = { key: 'K', fields: { message: ['/text'] }, texts: [] };
    const other = createRedactor(settings, { key: new TextEncoder().encode('another key of sixteen bytes') });
    assert.notEqual(
      textOf(redacted(other, message('a'))),
      textOf(redacted(redactorOf(settings.fields), message('a'))),
    );
    assert.throws(() => createRedactor(settings, { key: new Uint8Array(15) }), { code: 'redaction.key' });
  });

  it('a standing constraint’s text stays: everybody may read it', () => {
    const constraint = {
      id: 'p1',
      text: 'Never email.',
      modality: 'prohibition',
      scope: 'run',
      stated_by: 'policy',
      stated_in: 'p',
    } as const;
    const record: RunRecord = { ...base, kind: 'statement', id: 's', by: 'policy', to: 'a', constraint };
    assert.deepEqual(redacted(redactorOf(ALL_FIELDS, [], ['never email']), record), record);
    assert.notDeepEqual(redacted(redactorOf(ALL_FIELDS, [], ['never mail']), record), record);
  });
});

describe('records of any kind', () => {
  const loose = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
  const withText = fc.oneof(loose, fc.constant({ a: ['x bob@example.com', { b: '+44 20 7946 0018' }] }));
  const record: fc.Arbitrary<RunRecord> = fc.oneof(
    randomRun.filter(({ length }) => length > 0).chain((run) => fc.constantFrom(...run)),
    withText.map(called),
    fc.string({ unit: 'binary', maxLength: 40 }).map(message),
    withText.map(
      (payload): RunRecord => ({
        ...base,
        kind: 'transfer',
        hop: 1,
        attempt: 1,
        after: [],
        from: 'a',
        to: 'b',
        sender: {},
        payload: isJsonObject(payload) ? { ...payload, constraints: payload, note: payload } : payload,
        delivered: true,
      }),
    ),
  );
  const wellFormed = (value: unknown): boolean => 'record' in validateRecord(value);

  it('stay valid, keep their names, and are replaced the same each time', () => {
    const redactor = redactorOf(ALL_FIELDS, ALL_TEXTS);
    fc.assert(
      fc.property(record.filter(wellFormed), (one) => {
        const copy = structuredClone(one);
        const shown = redacted(redactor, one);
        assert.deepEqual(one, copy);
        assert.ok(wellFormed(shown), JSON.stringify(validateRecord(shown)));
        assert.deepEqual(
          [shown.kind, shown.at, runOf(shown), keyOf(shown)],
          [one.kind, one.at, runOf(one), keyOf(one)],
        );
        assert.deepEqual(redacted(redactor, structuredClone(one)), shown);
        assert.doesNotMatch(JSON.stringify(shown), /bob@example\.com|7946 0018/);
      }),
      { numRuns: 500 },
    );
  });

  it('two texts have one token exactly where they are one text', () => {
    const redactor = redactorOf({ message: ['/text'] });
    const text = fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'redacted:x'));
    fc.assert(
      fc.property(text, text, (a, b) => {
        assert.equal(
          textOf(redacted(redactor, message(a))) === textOf(redacted(redactor, message(b))),
          a === b,
        );
      }),
    );
  });

  it('every member that the schema has is known to be kept or to be redacted', () => {
    const schema = JSON.parse(readFileSync(join(packageRoot(), 'schemas', 'record.schema.json'), 'utf8')) as {
      $defs: Record<string, JsonObject>;
    };
    const resolve = (at: JsonObject): JsonObject => {
      const ref = at['$ref'];
      return typeof ref === 'string' ? (schema.$defs[ref.slice('#/$defs/'.length)] as JsonObject) : at;
    };
    const unknown: string[] = [];
    const visit = (at: JsonObject, shape: RecordShape, path: string): void => {
      const found = resolve(at);
      if (typeof shape !== 'object') return;
      if ('each' in shape) visit(found['items'] as JsonObject, shape.each, `${path}/*`);
      if (!('members' in shape)) return;
      const options = (found['anyOf'] as JsonObject[] | undefined) ?? [found];
      for (const option of options) {
        const properties = resolve(option)['properties'];
        if (!isJsonObject(properties)) continue;
        for (const [name, member] of Object.entries(properties)) {
          if (!Object.hasOwn(shape.members, name)) unknown.push(`${path}/${name}`);
          else visit(member as JsonObject, shape.members[name] as RecordShape, `${path}/${name}`);
        }
      }
    };
    const kinds = Object.keys(RECORD_SHAPES) as RecordKind[];
    for (const kind of kinds) {
      const def = kind === 'tool_call' ? 'toolCallRecord' : `${kind}Record`;
      visit(schema.$defs[def] as JsonObject, RECORD_SHAPES[kind], kind);
    }
    assert.deepEqual(unknown, []);
    assert.ok(kinds.length === 7);
  });
});

describe('a run that is judged after redaction', () => {
  const tools = loadToolchain();
  let gate: Gate;
  let standing: string[] = [];
  before(async () => {
    const set = repositoryContracts();
    standing = set.contracts.flatMap(({ provenance }) => provenance.standing.map(({ text }) => text));
    gate = await compiledGate(set, tools);
  });
  after(() => {
    gate.close();
    tools.opa.close();
  });

  // Each is named in one place, and replaced in all.
  const RULES: RedactionFields = {
    message: ['/constraints/*/text'],
    transfer: ['/payload/objective', '/sender/stop_conditions/*'],
  };
  const codes = (records: readonly RunRecord[]): unknown => {
    const [judged] = evaluateRecords(
      gate,
      records.map((record) => ({ record })),
    );
    return [
      judged?.transfers.map(({ reasons, action, scores }) => [
        reasons.map(({ code }) => code),
        action,
        scores,
      ]),
      judged?.run.reasons.map(({ code }) => code),
      judged?.run.lives.map(({ state, transitions }) => [state, transitions.map(({ to }) => to)]),
    ];
  };

  it('gives the same codes, scores and lives', () => {
    const redactor = redactorOf(RULES, ALL_TEXTS, standing);
    const run = randomRun.map(
      (records) =>
        // The agents of the contracts, so that edges of all kinds are there, and texts with persons in them.
        JSON.parse(
          JSON.stringify(records)
            .replaceAll('"a"', '"triage"')
            .replaceAll('"b"', '"refunds"')
            .replaceAll('"c"', '"notifications"')
            .replaceAll('constraint number 1x', 'do not mail bob@example.com about ORD-7'),
        ) as RunRecord[],
    );
    fc.assert(
      fc.property(run, (records) => {
        assert.deepEqual(codes(records.map((record) => redacted(redactor, record))), codes(records));
      }),
      { numRuns: 60 },
    );
  });

  it('the incident is told as before, and its texts are in nothing that is kept', async () => {
    const redactor = redactorOf(RULES, ALL_TEXTS, standing);
    const records = incidentRecords() as unknown as RunRecord[];
    assert.deepEqual(codes(records.map((record) => redacted(redactor, record))), codes(records));
    const notes = await notesOf(records, gate);
    assert.ok(notes.some((note) => JSON.stringify(note).includes('do not email')));
    for (const note of notes) {
      const shown = redactor.redact(note).value;
      assert.doesNotMatch(JSON.stringify(shown), /do not email|about this/);
      assert.equal(keyOf(shown), keyOf(note));
    }
  });

  it('no text of a record is in a verdict that is kept, whatever the run', async () => {
    const redactor = redactorOf(ALL_FIELDS, ALL_TEXTS, standing);
    const run = randomRun.map(
      (records) =>
        JSON.parse(
          JSON.stringify(records)
            .replaceAll('"a"', '"triage"')
            .replaceAll('"b"', '"refunds"')
            .replaceAll('"c"', '"notifications"')
            .replaceAll('constraint number', 'zqx rule')
            .replaceAll('"customer"}', '"zqx target"}')
            .replaceAll(/"value":([0-9])/g, '"value":"zqx value $1"'),
        ) as RunRecord[],
    );
    let quoted = 0;
    await fc.assert(
      fc.asyncProperty(run, async (records) => {
        for (const note of await notesOf(records, gate)) {
          if (JSON.stringify(note).includes('zqx')) quoted += 1;
          assert.doesNotMatch(JSON.stringify(redactor.redact(note).value), /zqx/);
        }
      }),
      { numRuns: 40 },
    );
    assert.ok(quoted > 50, `${quoted} verdicts quoted a text`);
  });

  it('half an address at the end of a text that was cut is not kept either', async () => {
    const text = `${'x '.repeat(55)}bob.builder@example.com`;
    const records = (incidentRecords() as unknown as RunRecord[]).map(
      (record) =>
        JSON.parse(
          JSON.stringify(record).replaceAll('do not email the customer about this', text),
        ) as RunRecord,
    );
    const redactor = redactorOf({}, ALL_TEXTS);
    const notes = await notesOf(records, gate);
    assert.ok(notes.some((note) => /bob\.b[a-z]*…/.test(JSON.stringify(note))));
    for (const note of notes) assert.doesNotMatch(JSON.stringify(redactor.redact(note).value), /bob\.b/);
  });
});

async function notesOf(records: readonly RunRecord[], gate: Gate): Promise<VerdictNote[]> {
  const notes: VerdictNote[] = [];
  let state = emptyRun(gate.terms);
  for (const record of records) {
    if (record.kind === 'transfer') {
      const now = new Date(record.at);
      const verdict = gate.decideSync(state, record, { now });
      const edge = gate.terms.edgeOf(record)?.name ?? '_default';
      const facts = gate.edges.includes(edge)
        ? (await gate.collectFacts(state, record, { edge, now })).facts
        : null;
      notes.push({
        schema: LEDGER_NOTE_SCHEMA,
        kind: 'verdict',
        id: `v${notes.length}`,
        at: record.at,
        run: record.run,
        verdict,
        facts,
        contract_source: null,
      });
    }
    state = foldRecord(state, record);
  }
  return notes;
}
