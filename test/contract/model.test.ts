import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationSeconds } from '../../src/contract/duration.js';
import { parseContract, spanOf } from '../../src/contract/index.js';
import { casesIn, contractText } from './support.js';

const refund = parseContract(casesIn('valid').get('refund') ?? '', 'contracts/refund.yaml').contract;
const least = parseContract(contractText('least'), 'contracts/least.yaml').contract;

test('what is not written has its default, or is null where nothing is then checked', () => {
  assert.deepEqual(least?.metadata, { name: 'least', owner: 'team', description: null, runbook: null });
  assert.equal(least?.schema.base, 'handoff/v1');
  assert.deepEqual(Object.keys(least?.schema.established ?? { x: true }), []);
  assert.equal(least?.declaredSideEffects, null);
  assert.deepEqual(least?.provenance, {
    established: null,
    statedBy: null,
    policies: [],
    standing: [],
    config: null,
  });
  const { severities, ...check } = least?.edgeCheck ?? {};
  assert.deepEqual(Object.keys(severities ?? { x: 1 }), []);
  assert.deepEqual(check, {
    mode: 'enforce',
    discharge: { satisfied: [], withdrawn: [], superseded: [] },
    monitor: null,
    rules: [],
    exceptions: [],
  });
});

test('what is written is read', () => {
  assert.equal(refund?.provenance.established?.maxAgeSeconds, 129_600);
  assert.deepEqual(refund?.provenance.standing[0], {
    id: 'no-card-numbers',
    text: 'never repeat a card number',
    modality: 'prohibition',
    scope: 'run',
    stated_by: 'policy',
    stated_in: 'no-card-numbers',
    forbids: [{ kind: 'message.*', target: 'card_number' }],
  });
  assert.deepEqual(refund?.declaredSideEffects?.[1], {
    by: 'receiver',
    kind: 'message.*',
    target: 'customer',
    reversible: true,
  });
  assert.deepEqual(
    { ...refund?.edgeCheck.severities },
    {
      'constraint.invented': 'block',
      'constraint.forgotten': 'ignore',
      'established.missing': 'warn',
      'established.unsupported': 'warn',
      'side_effect.undeclared': 'warn',
    },
  );
  assert.equal(refund?.edgeCheck.monitor?.min_observations, 4);
});

test('names of Object’s own members are keys like any other', () => {
  const contract = parseContract(
    casesIn('valid').get('keys-of-objects') ?? '',
    'contracts/keys-of-objects.yaml',
  ).contract;
  assert.deepEqual(Object.keys(contract?.schema.established ?? {}), [
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
  ]);
  assert.deepEqual(contract?.schema.established['constructor'], { type: 'string' });
  assert.equal(least?.schema.established['constructor'], undefined);
  assert.equal(least?.edgeCheck.severities['toString'], undefined);
});

test('a place for every value, and the nearest ancestor’s for one that is not written', () => {
  if (refund === null) assert.fail();
  const at = (pointer: string): string => {
    const { file, line, column } = spanOf(refund, pointer);
    return `${file}:${line}:${column}`;
  };
  assert.equal(at('/edge_check/constraint/forgotten'), 'contracts/refund.yaml:34:34');
  assert.equal(at('/edge_check/constraint/dropped'), 'contracts/refund.yaml:34:3');
  assert.equal(at('/edge_check/rules/3/name'), 'contracts/refund.yaml:32:1');
  assert.equal(at('/schema/properties/locale/enum/1'), 'contracts/refund.yaml:20:29');
  assert.equal(at('/nothing/of/the/kind'), 'contracts/refund.yaml:1:1');
  assert.equal(at(''), 'contracts/refund.yaml:1:1');
  assert.equal(valuesIn(refund.resolved), refund.spans.size);
});

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1);
}

test('durations of fixed length, in seconds', () => {
  const expected: Record<string, number | null> = {
    PT1S: 1,
    PT1M: 60,
    PT1H: 3_600,
    P1D: 86_400,
    P1W: 604_800,
    P1DT1H1M1S: 90_061,
    PT0S: 0,
    P: null,
    PT: null,
    P1DT: null,
    'P1.5D': null,
    'PT-1S': null,
    P1Y: null,
    P1M: null,
    P1W1D: null,
    pt1s: null,
    [`PT${'9'.repeat(20)}S`]: null,
  };
  for (const [text, seconds] of Object.entries(expected)) assert.equal(durationSeconds(text), seconds, text);
});

const config = parseContract(casesIn('valid').get('config') ?? '', 'contracts/config.yaml').contract;

test('live config: what is not written has its default', () => {
  assert.deepEqual(config?.provenance.config?.[0], {
    source: 'feature-flags',
    adapter: 'yaml',
    location: 'config/flags.yaml',
    baseline: 'previous',
    identity: Object.assign(Object.create(null), { '/flags': 'name', '/teams/*/members': 'id' }),
    secrets: ['/api/key', '/tokens/**'],
  });
  assert.deepEqual(config?.declaredSideEffects?.[0], {
    by: 'sender',
    kind: 'config.change',
    target: 'feature-flags/flags/*/rollout',
    reversible: true,
    change: {
      source: 'feature-flags',
      path: '/flags/*/rollout',
      operations: ['add', 'remove', 'replace', 'move'],
      value: null,
    },
  });
  assert.deepEqual(config?.declaredSideEffects?.[1]?.change?.value, {
    type: ['integer', 'null'],
    maximum: 25,
  });
});

test('live config: a password in a URL does not come to stand in a message', () => {
  const text = casesIn('invalid').get('config-provenance') ?? '';
  const { diagnostics } = parseContract(text, 'contracts/config-provenance.yaml');
  const told = diagnostics.map(({ message, help = '' }) => message + help).join('\n');
  assert.match(told, /a URL without a user name/);
  assert.doesNotMatch(told, /user:pass|u:p@h/);
});
