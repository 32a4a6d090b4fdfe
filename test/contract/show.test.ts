import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Contract,
  parseContract,
  readProject,
  semanticDigest,
  showContract,
} from '../../src/contract/index.js';
import { settled } from '../../src/contract/settled.js';
import { arbitraryContract, arbitraryParts, shuffled } from './arbitrary-contract.js';
import { casesIn, contractText, fragmentText } from './support.js';

const FILES = new Map([['contracts/limit.rego', 'package rules.limit\n']]);

function parsed(text: string, file: string = 'contracts/a.yaml'): Contract {
  const { contract, diagnostics } = parseContract(text, file, { files: FILES });
  assert.deepEqual(
    diagnostics.filter((d) => d.severity === 'error'),
    [],
    text,
  );
  if (contract === null) assert.fail(text);
  return contract;
}

test('what is shown is read back as the same contract', () => {
  fc.assert(
    fc.property(arbitraryContract, (value) => {
      const contract = parsed(JSON.stringify(value));
      const shown = showContract(contract);
      const again = parsed(shown);
      assert.deepEqual(settled(again), settled(contract), shown);
      assert.equal(semanticDigest(again), semanticDigest(contract));
      assert.doesNotMatch(showContract(again), /# (?:default|from )/);
    }),
    { numRuns: 60 },
  );
});

test('what is shown of valid contracts is read back, fragments and all', () => {
  for (const [name, text] of casesIn('valid')) {
    const contract = parsed(text, `contracts/${name}.yaml`);
    assert.deepEqual(settled(parsed(showContract(contract), contract.file)), settled(contract));
  }
});

test('a contract and its fragment say the same as one contract', () => {
  fc.assert(
    fc.property(arbitraryParts, (parts) => {
      const head = {
        apiVersion: 'edge-contracts/v1',
        kind: 'EdgeContract',
        metadata: { name: 'a', owner: 'o' },
        edge: { from: 'x', to: 'y' },
      };
      const fragment = { apiVersion: 'edge-contracts/v1', kind: 'EdgeContractFragment', ...parts };
      const files = new Map([
        ...FILES,
        ['contracts/a.yaml', JSON.stringify({ ...head, extends: ['f.yaml'] })],
        ['contracts/f.yaml', JSON.stringify(fragment)],
      ]);
      const [contract] = readProject(files).set.contracts;
      assert.ok(contract);
      assert.equal(semanticDigest(contract), semanticDigest(parsed(JSON.stringify({ ...head, ...parts }))));
    }),
    { numRuns: 60 },
  );
});

test('the order of keys, comments and blank lines are not in the digest', () => {
  const order = fc.infiniteStream(fc.nat());
  fc.assert(
    fc.property(arbitraryContract, order, (value, numbers) => {
      const other = shuffled(value, (length) => sortedBy(length, numbers));
      const digest = semanticDigest(parsed(JSON.stringify(value)));
      assert.equal(semanticDigest(parsed(JSON.stringify(other, null, 2))), digest);
      assert.equal(semanticDigest(parsed(`# said by hand\n\n${JSON.stringify(other)} # so`)), digest);
    }),
    { numRuns: 60 },
  );
});

function sortedBy(length: number, numbers: Iterator<number>): number[] {
  const keyed = Array.from({ length }, (_, i) => [numbers.next().value as number, i] as const);
  return keyed.sort(([a], [b]) => a - b).map(([, i]) => i);
}

test('a default that is written is the same as one that is not; every other change is another digest', () => {
  const digestOf = (more: string): string => semanticDigest(parsed(contractText('a', more)));
  const least = digestOf('');
  assert.equal(
    digestOf('schema: { base: handoff/v1 }\nedge_check: { mode: enforce, constraint: { dropped: block } }\n'),
    least,
  );
  assert.equal(digestOf('provenance: { constraints: { policies: [], standing: [] } }\n'), least);
  const others = [
    'declared_side_effects: []\n',
    'edge_check: { mode: warn }\n',
    'edge_check: { constraint: { stale: block } }\n',
    'edge_check: { discharge: { satisfied: [a] } }\n',
    'provenance: { constraints: { stated_by: [customer, policy, agent] } }\n',
    'schema: { established: { constructor: true } }\n',
    'schema: { properties: { constructor: true } }\n',
  ];
  assert.equal(new Set([least, ...others.map(digestOf)]).size, others.length + 1);
});

test('live config: defaults that are written are the same, and every other change is another digest', () => {
  const digestOf = (effect: string, source: string): string => {
    const effects = `declared_side_effects: [{ by: sender, kind: config.change, source: s, path: /a${effect} }]\n`;
    const config = `provenance: { config: [{ source: s, adapter: yaml, location: s.yaml${source} }] }\n`;
    return semanticDigest(parsed(contractText('a', effects + config)));
  };
  const least = digestOf('', '');
  const operations = ', operations: [add, remove, replace, move], reversible: true';
  assert.equal(digestOf(operations, ', baseline: previous, identity: {}, secrets: []'), least);
  const others = [
    digestOf(', operations: [add]', ''),
    digestOf(', value: { maximum: 1 }', ''),
    digestOf('/**', ''),
    digestOf('', ', baseline: "git:main"'),
    digestOf('', ', identity: { /a: id }'),
    digestOf('', ', secrets: [/a]'),
  ];
  assert.equal(new Set([least, ...others]).size, others.length + 1);
});

test('live config is shown with its defaults', () => {
  const effects = 'declared_side_effects: [{ by: receiver, kind: config.change, source: s, path: /a }]\n';
  const config = 'provenance: { config: [{ source: s, adapter: yaml, location: s.yaml }] }\n';
  const shown = showContract(parsed(contractText('a', effects + config)));
  for (const part of [
    /location: s\.yaml\n +baseline: previous {2}# default\n/,
    /identity: \{\} {2}# default\n +secrets: \[\] {2}# default\n/,
    /path: \/a\n +reversible: true {2}# default\n +operations:\n +- add {2}# default\n/,
    /unreadable: block {2}# default\n/,
  ]) {
    assert.match(shown, part);
  }
});

test('a rule’s text is in the digest', () => {
  const text = contractText('a', 'edge_check: { rules: [{ name: limit, file: limit.rego }] }\n');
  const digestWith = (rule: string): string => {
    const { contract } = parseContract(text, 'contracts/a.yaml', {
      files: new Map([['contracts/limit.rego', rule]]),
    });
    if (contract === null) assert.fail();
    return semanticDigest(contract);
  };
  assert.notEqual(digestWith('package rules.limit\n'), digestWith('package rules.limit\n\nproven if true\n'));
});

test('every value says where it came from', () => {
  const files = new Map([
    [
      'contracts/a.yaml',
      contractText('a', 'extends: [f.yaml]\ndeclared_side_effects: [{ by: sender, kind: a.b, target: c }]\n'),
    ],
    ['contracts/f.yaml', fragmentText('edge_check:\n  mode: warn\n  discharge: { satisfied: [a, "no"] }\n')],
  ]);
  const [contract] = readProject(files).set.contracts;
  assert.ok(contract);
  const shown = showContract(contract);
  for (const part of [
    'metadata:\n  name: a\n  owner: team\n',
    '  base: handoff/v1  # default\n',
    '  - by: sender\n    kind: a.b\n    target: c\n    reversible: true  # default\n',
    '  mode: warn  # from contracts/f.yaml:4\n',
    '    dropped: block  # default\n',
    '    satisfied:\n      - a  # from contracts/f.yaml:5\n      - "no"  # from contracts/f.yaml:5\n',
    '    withdrawn: []  # default\n',
  ]) {
    assert.ok(shown.includes(part), `${part}\nis not in\n${shown}`);
  }
});
