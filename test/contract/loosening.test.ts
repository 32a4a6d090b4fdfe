import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOOSENINGS, readProject } from '../../src/contract/index.js';
import { contractText, filePlaces, fragmentText } from './support.js';

/** One row for a path: what the fragment says, and contracts that are looser, and as strict or stricter. */
interface Row {
  readonly path: string;
  readonly fragment: string;
  readonly looser: readonly string[];
  readonly allowed: readonly string[];
}

const effects = (...entries: string[]): string =>
  `declared_side_effects: [${entries.map((e) => `{ ${e} }`).join(', ')}]`;
const check = (more: string): string => `edge_check: { ${more} }`;
const established = (more: string): string => `provenance: { established: { ${more} } }`;
const constraints = (more: string): string => `provenance: { constraints: { ${more} } }`;
const fact = (schema: string): string => `schema: { established: { fact: ${schema} } }`;
const property = (schema: string): string => `schema: { properties: { extra: ${schema} } }`;
const standing = (...entries: string[]): string =>
  constraints(`standing: [${entries.map((e) => `{ ${e} }`).join(', ')}]`);
const exception = (code: string, day: string): string =>
  `{ code: ${code}, reason: r, owner: o, expires: ${day} }`;
const monitor = (more: string): string =>
  check(`monitor: { class: constraints, below: 0.9, window: 50, min_observations: 4, ${more} }`);

const source = (name: string, more = ''): string =>
  `{ source: ${name}, adapter: yaml, location: ${name}.yaml${more === '' ? '' : `, ${more}`} }`;
const sources = (...entries: string[]): string => `provenance: { config: [${entries.join(', ')}] }`;
const LONG = 'identity: { /flags: name }, secrets: [/api/key, /tokens/**]';
/** What the sender may change, beside the source that it is in. */
const changes = (...entries: string[]): string =>
  `${effects(...entries.map((e) => `by: sender, kind: config.change, source: a, ${e}`))}\n${sources(source('a'))}`;
const BOUNDED = 'operations: [add, replace], value: { maximum: 25, type: number }, reversible: false';

const GROUPS: Record<string, string> = {
  payload: 'invalid',
  constraint: 'dropped',
  stop_condition: 'missing',
  confidence: 'raised',
  established: 'altered',
  tool_result: 'missing',
  side_effect: 'forbidden',
  run: 'out_of_order',
  edge: 'mismatch',
};

const ROWS: readonly Row[] = [
  {
    path: '/edge_check/mode',
    fragment: check('mode: warn'),
    looser: [check('mode: observe')],
    allowed: ['', check('mode: warn'), check('mode: enforce')],
  },
  {
    path: '/edge_check/config/*',
    fragment: `${sources(source('a'))}\n${check('config: { unreadable: warn }')}`,
    looser: [
      check('config: { unreadable: ignore }'),
      check(`exceptions: [${exception('config.unreadable', '2027-01-01')}]`),
    ],
    allowed: ['', check('config: { unreadable: warn }'), check('config: { unreadable: block }')],
  },
  ...Object.entries(GROUPS).map(([group, name]): Row => {
    const set = (severity: string): string => check(`${group}: { ${name}: ${severity} }`);
    const excepted = check(`exceptions: [${exception(`${group}.${name}`, '2027-01-01')}]`);
    return {
      path: `/edge_check/${group}/*`,
      fragment: set('warn'),
      looser: [set('ignore'), excepted],
      allowed: ['', set('warn'), set('block')],
    };
  }),
  {
    path: '/edge_check/discharge/*',
    fragment: check('discharge: { satisfied: [a, b] }'),
    looser: [check('discharge: { satisfied: [a, b, c] }')],
    allowed: ['', check('discharge: { satisfied: [a] }'), check('discharge: { withdrawn: [a] }')],
  },
  {
    path: '/edge_check/monitor/class',
    fragment: monitor(''),
    looser: [check('monitor: { class: established }')],
    allowed: ['', check('monitor: { class: constraints, window: 100 }')],
  },
  {
    path: '/edge_check/monitor/below',
    fragment: monitor(''),
    looser: [check('monitor: { below: 0.8 }')],
    allowed: [check('monitor: { below: 0.95 }')],
  },
  {
    path: '/edge_check/monitor/min_observations',
    fragment: monitor(''),
    looser: [check('monitor: { min_observations: 5 }')],
    allowed: [check('monitor: { min_observations: 3 }')],
  },
  {
    path: '/edge_check/rules',
    fragment: check('rules: [{ name: one, file: one.rego }]'),
    looser: [
      check('rules: []'),
      check('rules: [{ name: one, file: two.rego }]'),
      check('rules: [{ name: one, file: one.rego, severity: warn }]'),
    ],
    allowed: [
      '',
      check('rules: [{ name: two, file: two.rego }, { name: one, file: one.rego, severity: block }]'),
    ],
  },
  {
    path: '/edge_check/exceptions',
    fragment: check(`exceptions: [${exception('edge.mismatch', '2027-01-01')}]`),
    looser: [
      check(`exceptions: [${exception('edge.mismatch', '2027-01-02')}]`),
      check(
        `exceptions: [${exception('edge.mismatch', '2027-01-01')}, ${exception('constraint.stale', '2027-01-01')}]`,
      ),
    ],
    allowed: [
      '',
      check('exceptions: []'),
      check(`exceptions: [${exception('edge.mismatch', '2026-12-31')}]`),
    ],
  },
  {
    path: '/declared_side_effects',
    fragment: effects(
      'by: sender, kind: message.*, target: customer',
      'by: sender, kind: pay.out, target: "*", reversible: false',
    ),
    looser: [
      effects('by: receiver, kind: message.email, target: customer'),
      effects('by: sender, kind: message.email.bulk, target: customer'),
      effects('by: sender, kind: message.email, target: other'),
      effects('by: sender, kind: "*.*", target: customer'),
      effects('by: sender, kind: pay.out, target: customer'),
    ],
    allowed: [
      '',
      'declared_side_effects: []',
      effects('by: sender, kind: message.email, target: customer'),
      effects('by: sender, kind: message.*, target: customer, reversible: false'),
      effects('by: sender, kind: pay.out, target: customer, reversible: false'),
    ],
  },
  {
    path: '/provenance/established/sources',
    fragment: established('sources: [tool_result, policy]'),
    looser: [established('sources: [tool_result, customer]')],
    allowed: ['', established('sources: [policy]')],
  },
  {
    path: '/provenance/established/max_age',
    fragment: established('sources: [policy], max_age: P1D'),
    looser: [established('max_age: PT25H'), established('max_age: P1W')],
    allowed: [established('max_age: PT24H'), established('max_age: PT1S')],
  },
  {
    path: '/provenance/constraints/stated_by',
    fragment: constraints('stated_by: [customer]'),
    looser: [constraints('stated_by: [customer, agent]')],
    allowed: ['', constraints('stated_by: [customer]'), constraints('stated_by: []')],
  },
  {
    path: '/provenance/constraints/policies',
    fragment: constraints('policies: [POL-7]'),
    looser: [constraints('policies: [POL-7, POL-8]')],
    allowed: ['', constraints('policies: []')],
  },
  {
    path: '/provenance/constraints/standing',
    fragment: standing('id: s, text: t, modality: prohibition, forbids: [{ kind: a.b, target: c }]'),
    looser: [
      standing(),
      standing('id: s, text: t, modality: preference, forbids: [{ kind: a.b, target: c }]'),
      standing('id: s, text: t, modality: prohibition'),
      standing('id: s, text: t, modality: prohibition, scope: task, forbids: [{ kind: a.b, target: c }]'),
    ],
    allowed: [
      '',
      standing(
        'id: r, text: u, modality: requirement',
        'modality: prohibition, id: s, text: t, scope: run, forbids: [{ target: c, kind: a.b }]',
      ),
    ],
  },
  {
    path: '/provenance/config',
    fragment: sources(source('a', LONG), source('b')),
    looser: [
      sources(),
      sources(source('a', LONG)),
      sources(source('a', LONG), '{ source: b, adapter: yaml, location: other.yaml }'),
      sources(source('a', LONG), '{ source: b, adapter: json, location: b.yaml }'),
      sources(source('a', LONG), source('b', 'baseline: "git:main"')),
      sources(source('a', LONG), source('b', 'identity: { /flags: name }')),
      sources(source('a', 'identity: { /flags: name }, secrets: [/api/key]'), source('b')),
      sources(source('a', 'identity: { /flags: id }, secrets: [/api/key, /tokens/**]'), source('b')),
      sources(source('a', 'secrets: [/api/key, /tokens/**]'), source('b')),
    ],
    allowed: [
      '',
      sources(source('b', 'baseline: previous, identity: {}, secrets: []'), source('a', LONG)),
      sources(source('b', 'secrets: [/more]'), source('a', LONG)),
      sources(source('a', LONG), source('b'), source('c')),
    ],
  },
  {
    path: '/declared_side_effects',
    fragment: changes(`path: /flags/*/rollout, ${BOUNDED}`),
    looser: [
      changes(`path: /flags/**, ${BOUNDED}`),
      changes('path: /flags/*/rollout, operations: [add, replace], reversible: false'),
      changes(
        'path: /flags/*/rollout, operations: [add, replace], value: { maximum: 26, type: number }, reversible: false',
      ),
      changes(
        'path: /flags/*/rollout, operations: [add, replace], value: { maximum: 25 }, reversible: false',
      ),
      changes('path: /flags/*/rollout, value: { maximum: 25, type: number }, reversible: false'),
      changes(
        'path: /flags/*/rollout, operations: [add, remove], value: { maximum: 25, type: number }, reversible: false',
      ),
      changes('path: /flags/*/rollout, operations: [add], value: { maximum: 25, type: number }'),
      changes(`path: /flags/*/rollout, ${BOUNDED}`, 'path: /flags/x/enabled'),
    ],
    allowed: [
      '',
      effects(),
      changes(`path: /flags/*/rollout, ${BOUNDED}`),
      changes(
        'path: /flags/*/rollout, operations: [replace], value: { type: number, maximum: 25 }, reversible: false',
      ),
    ],
  },
  {
    path: '/schema/established/*',
    fragment: fact('{ type: string, minLength: 2, maxLength: 9, pattern: "^a", enum: [ab, ac], title: A }'),
    looser: [
      '{ minLength: 1 }',
      '{ maxLength: 10 }',
      '{ pattern: "^." }',
      '{ enum: [ab, ad] }',
      '{ type: [string, "null"] }',
      'true',
    ].map(fact),
    allowed: [
      '{}',
      '{ minLength: 3 }',
      '{ maxLength: 8 }',
      '{ enum: [ab] }',
      '{ title: B }',
      '{ format: date }',
      '{ not: { const: ac } }',
      'false',
    ].map(fact),
  },
  {
    path: '/schema/properties/*',
    fragment: property(
      '{ type: object, required: [a], properties: { a: { minimum: 1 } }, additionalProperties: { type: number } }',
    ),
    looser: [
      '{ required: [] }',
      '{ properties: { a: { minimum: 0 } } }',
      '{ properties: { b: true } }',
      '{ patternProperties: { x: true } }',
      '{ additionalProperties: true }',
      '{ additionalProperties: { type: [number, string] } }',
    ].map(property),
    allowed: [
      '{ required: [a, b] }',
      '{ properties: { a: { minimum: 2 } } }',
      '{ additionalProperties: false }',
      '{ additionalProperties: { type: integer, maximum: 3 } }',
    ]
      .slice(0, 3)
      .map(property),
  },
];

const RULES = { 'contracts/one.rego': 'package rules.one\n', 'contracts/two.rego': 'package rules.two\n' };

function codes(fragment: string, contract: string): string[] {
  const files = {
    ...RULES,
    'contracts/a.yaml': contractText('a', `extends: [f.yaml]\n${contract}\n`),
    'contracts/f.yaml': fragmentText(`${fragment}\n`),
  };
  return readProject(new Map(Object.entries(files))).diagnostics.map((d) => d.code);
}

for (const { path, fragment, looser, allowed } of ROWS) {
  test(`${path}: looser than the fragment is an error, as strict or stricter is not`, () => {
    for (const contract of looser)
      assert.deepEqual(codes(fragment, contract), ['contract.loosened'], contract);
    for (const contract of allowed) assert.deepEqual(codes(fragment, contract), [], contract);
  });

  test(`${path}: a fragment can leave it open`, () => {
    const pointer = path.replace(/\/\*$/, '');
    for (const overridable of ['true', `[${pointer}]`, `[/${pointer.split('/')[1] ?? ''}]`]) {
      const open = `overridable: ${overridable}\n${fragment}`;
      for (const contract of looser)
        assert.deepEqual(codes(open, contract), [], `${overridable} ${contract}`);
    }
    for (const contract of looser) {
      assert.deepEqual(
        codes(`overridable: [${pointer}x, ${pointer.slice(0, -1)}, /metadata]\n${fragment}`, contract),
        ['contract.loosened'],
      );
    }
  });
}

test('every path of the table has a case', () => {
  const cases = new Set(ROWS.map((row) => row.path));
  assert.deepEqual([...cases].sort(), LOOSENINGS.map((row) => row.path).sort());
});

test('the place is the looser value, and the message names the fragment’s line', () => {
  const files = new Map([
    [
      'contracts/a.yaml',
      contractText('a', 'extends: [f.yaml]\nedge_check:\n  discharge: { satisfied: [a, b] }\n'),
    ],
    ['contracts/f.yaml', fragmentText('edge_check: { discharge: { satisfied: [a] } }\n')],
  ]);
  const { diagnostics } = readProject(files);
  assert.deepEqual(filePlaces(diagnostics), ['contracts/a.yaml:7:31 contract.loosened']);
  assert.match(diagnostics[0]?.message ?? '', /contracts\/f\.yaml:3: the agent `b` is added/);
});

test('a later fragment cannot loosen an earlier one either', () => {
  const files = new Map([
    ['contracts/a.yaml', contractText('a', 'extends: [f.yaml, g.yaml]\n')],
    ['contracts/f.yaml', fragmentText('edge_check: { mode: enforce }\n')],
    ['contracts/g.yaml', fragmentText('overridable: true\nedge_check: { mode: warn }\n')],
  ]);
  assert.deepEqual(filePlaces(readProject(files).diagnostics), ['contracts/g.yaml:4:15 contract.loosened']);
});
