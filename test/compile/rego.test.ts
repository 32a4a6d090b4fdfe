import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { emitCommonPolicy } from '../../src/compile/emit-common-policy.js';
import { emitPolicy } from '../../src/compile/emit-policy.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { parseLock, printLock } from '../../src/compile/lock.js';
import { comment, literal, metadata, objectOf, reference, rego, setOf } from '../../src/compile/rego/rego.js';
import type { Contract } from '../../src/contract/contract.js';
import { parseContract } from '../../src/contract/parse-contract.js';
import { type Dice, drawn } from '../proof/dice.js';
import { again, DEADLINE_MS, seedOf } from '../proof/settings.js';

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
after(() => tools.opa.close());

/** Pieces that end a string, a line, a comment or a block somewhere. */
const HOSTILE = [
  '"',
  '\\',
  '\\"',
  '`',
  '"] := true\n\ndecision := "allow"',
  '\n# METADATA\n# entrypoint: true',
  '# METADATA',
  '\n\ndefault decision := "allow"\n',
  '\u2028decision := "allow"',
  '\u2029',
  '\u0085',
  '\r',
  '\r\n',
  '\t',
  '\u0000',
  '\u001f',
  '\u007f',
  '\u202e',
  '\ufeff',
  '}',
  '{',
  ']',
  ')',
  '*/',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: hostile text, not a template
  '${1}',
  '%s',
  '$&',
  "'",
  ': ',
  ' # ',
  '- ',
  '|',
  '>',
  '!!',
  '日本',
  '😀',
  'e\u0301',
  'x',
  ' ',
  'data.edges["x"].proven',
];

function hostile(dice: Dice, most = 5): string {
  return dice.list(1, most, () => dice.pick(HOSTILE)).join('');
}

/** What no contract can hold: its reader refuses it. */
const REFUSED = /(?![\t\n\u0085])\p{Cc}|\ufeff/gu;

/** Text that the language lets stand in one line. */
function hostileLine(dice: Dice): string {
  return `x${hostile(dice).replace(/\p{Cc}|[\ufeff\u2028\u2029]/gu, '')}x`;
}

interface Texts {
  readonly prose: readonly string[];
  readonly lines: readonly string[];
}

const PLAIN: Texts = {
  prose: ['one', 'two', 'three'],
  lines: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'],
};

const texts: fc.Arbitrary<Texts> = drawn((dice) => ({
  prose: PLAIN.prose.map(() => `x${hostile(dice).replace(REFUSED, '')}`),
  lines: PLAIN.lines.map((_, index) => `${hostileLine(dice)}${index}`),
}));

/** A contract that says these texts wherever text is free; control characters go in by JSON's escapes. */
function contractWith({ prose, lines }: Texts): Contract {
  const [source = '', policy = '', target = '', other = '', key = '', owner = '', agent = '', to = ''] =
    lines;
  const text = JSON.stringify({
    apiVersion: 'edge-contracts/v1',
    kind: 'EdgeContract',
    metadata: { name: 'hostile', owner, description: prose[0] },
    edge: { from: agent.replaceAll('*', ''), to: to.replaceAll('*', '') },
    schema: { established: { [key]: { type: 'string', description: prose[1] } } },
    declared_side_effects: [
      { by: 'sender', kind: 'message.email', target },
      { by: 'receiver', kind: 'message.*', target: `${other}*` },
    ],
    provenance: {
      established: { sources: [source] },
      constraints: {
        policies: [policy],
        standing: [{ id: 's1', text: prose[1], modality: 'prohibition' }],
      },
    },
    edge_check: {
      discharge: { satisfied: [agent.replaceAll('*', '')] },
      exceptions: [{ code: 'payload.invalid', reason: prose[2], owner, expires: '2027-03-31' }],
    },
  }).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const { contract, diagnostics } = parseContract(text, 'contracts/hostile.yaml');
  assert.ok(contract, `${JSON.stringify(diagnostics)}\n${text}`);
  return contract;
}

/** What a module does, without where it stands and what its literals say. */
async function shapeOf(contract: Contract): Promise<unknown> {
  const text = emitPolicy(contract).text;
  const parsed = await tools.opa.parse({ path: 'hostile.rego', text });
  const rules = parsed.rules.map(({ name, ref, default: isDefault, function: isFunction }) => ({
    ...{ name, ref, isDefault, isFunction },
  }));
  const names = (mentions: readonly { readonly name: string }[]): string[] =>
    mentions.map(({ name }) => name).sort();
  return {
    package: parsed.package,
    rules,
    imports: parsed.imports.map(({ path, alias }) => ({ path, alias })),
    refs: names(parsed.refs),
    calls: names(parsed.calls),
  };
}

test(`hostile text of a contract becomes literals and nothing else (${again()})`, async () => {
  const harmless = await shapeOf(contractWith(PLAIN));
  for (const said of fc.sample(texts, { numRuns: 120, seed: seedOf('hostile') }))
    assert.deepEqual(await shapeOf(contractWith(said)), harmless, JSON.stringify(said));
});

test('hostile text compiles, and says in Rego what the contract says', async () => {
  for (const said of fc.sample(texts, { numRuns: 8, seed: seedOf('hostile values') })) {
    const contract = contractWith(said);
    const policy = emitPolicy(contract).text;
    const checks = { path: 'checks.rego', text: emitCommonPolicy().text };
    const files = [...tools.library, checks, { path: 'hostile.rego', text: policy }];
    const query = 'data.edges.hostile';
    const inputs = ['accepted_sources', 'policy_ids', 'agents', 'sender_effects'].map((term) => ({
      query: `${query}.${term}`,
      input: {},
    }));
    const [sources, policies, agents, effects] = await tools.opa.evalMany({ modules: files, inputs });
    assert.deepEqual(sources?.value, contract.provenance.established?.sources);
    assert.deepEqual(policies?.value, contract.provenance.policies);
    assert.deepEqual(agents?.value, { ...contract.edge, edge: 'hostile' });
    const target = contract.declaredSideEffects?.[0]?.target;
    const starred = target?.includes('*') === true;
    if (!starred) assert.deepEqual(effects?.value, [{ kind: 'message.email', target }]);
  }
});

test(`a JSON value is itself again as a Rego literal (${again()})`, async () => {
  const json = fc.jsonValue({ stringUnit: 'grapheme-ascii' }) as fc.Arbitrary<never>;
  const values = [
    ...fc.sample(json, { numRuns: 150, seed: seedOf('literals') }),
    ...fc.sample(
      drawn((dice) => hostile(dice)),
      { numRuns: 150, seed: seedOf('literal texts') },
    ),
  ];
  const rules = values.map((value, index) => `v${index} := ${literal(value).text}`);
  const text = `package p\n\n${rules.join('\n\n')}\n`;
  const inputs = values.map((_, index) => ({ query: `data.p.v${index}`, input: {} }));
  const results = await tools.opa.evalMany({ modules: [{ path: 'p.rego', text }], inputs });
  for (const [index, value] of values.entries())
    assert.deepEqual(results[index]?.value, JSON.parse(JSON.stringify(value)), rules[index]);
});

test(`comments and METADATA stay on their lines (${again()})`, async () => {
  for (const text of fc.sample(
    drawn((dice) => hostile(dice, 8)),
    { numRuns: 200, seed: seedOf('comments') },
  )) {
    assert.match(comment(text).text, /^# [^\n\r\u0085\u2028\u2029]*$/);
    const block = metadata({ title: text, description: text }).text;
    assert.equal(block.split(/[\n\r\u0085\u2028\u2029]/).length, 3, JSON.stringify(block));
    const module = { path: 'm.rego', text: `${block}\npackage p\n\n${comment(text).text}\nx := 1\n` };
    const parsed = await tools.opa.parse(module);
    assert.deepEqual(
      parsed.rules.map(({ ref }) => ref),
      ['x'],
    );
  }
});

test('only names of our own become references', () => {
  for (const name of ['', 'a b', 'a;b', 'input.x\n', 'A', 'a-b', 'a["b"]', '1a', 'a..b', 'a.', 'data.x # y'])
    assert.throws(() => reference(name), /not a Rego reference/);
  assert.equal(rego`x := ${'"] := true'}`.text, 'x := "\\"] := true"');
  assert.equal(setOf([]).text, 'set()');
  assert.equal(setOf(['b', 'a', 'b']).text, '{"a", "b"}');
  assert.equal(objectOf([['"', literal(1)]]).text, '{"\\"": 1}');
});

test(`the lock reads back what it prints (${again()})`, () => {
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/).map((text) => `sha256:${text}` as const);
  const edge = fc.record({
    name: fc.stringMatching(/^[a-z0-9]+(-+[a-z0-9]+){0,3}$/),
    contract: hex,
    rego: hex,
    schemas: hex,
    rules: hex,
  });
  const toolsOf = fc.record({
    engine: fc.constant('0.1.0'),
    opa: fc.constant('1.22.4'),
    capabilities: hex,
    library: hex,
  });
  const lock = fc.record({ tools: toolsOf, edges: fc.array(edge, { maxLength: 4 }) });
  fc.assert(
    fc.property(lock, (one) => {
      assert.deepEqual(
        JSON.parse(JSON.stringify(parseLock(printLock(one as never)))),
        JSON.parse(JSON.stringify(one)),
      );
    }),
    { seed: seedOf('lock') },
  );
});
