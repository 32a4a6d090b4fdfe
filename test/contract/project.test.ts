import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ReadProject, readProject, readProjectFile } from '../../src/contract/index.js';
import { DEFAULT_PROJECT } from '../../src/contract/read-project-file.js';
import { contractText, filePlaces, fragmentText, places } from './support.js';

const read = (files: Record<string, string>, today?: string): ReadProject =>
  readProject(new Map(Object.entries(files)), today === undefined ? {} : { today });
const names = ({ set }: ReadProject): string[] => set.contracts.map((contract) => contract.metadata.name);

test('contracts are sorted by name, files by path, and tests are not contracts', () => {
  const result = read({
    'contracts/b.yaml': contractText('b'),
    'contracts/a.yml': contractText('a'),
    'contracts/sub/0.yaml': contractText('"0"'),
    'contracts/a.test.yaml': 'not: a contract',
    'contracts/README.md': '# Contracts',
    'elsewhere/c.yaml': contractText('c'),
  });
  assert.deepEqual(result.diagnostics, []);
  assert.deepEqual(names(result), ['0', 'a', 'b']);
  assert.deepEqual(
    result.set.files.map((file) => file.path),
    ['contracts/a.yml', 'contracts/b.yaml', 'contracts/sub/0.yaml'],
  );
  assert.deepEqual(result.set.project, DEFAULT_PROJECT);
});

test('the project file names the folders', () => {
  const text = 'contracts: deals/edges\npolicies: out\nuncovered: observe\n';
  const result = read({ 'edge-contracts.yaml': text, 'deals/edges/a.yaml': contractText('a') });
  assert.deepEqual(result.diagnostics, []);
  assert.deepEqual(names(result), ['a']);
  const written = { contracts: 'deals/edges', policies: 'out', uncovered: 'observe' };
  assert.deepEqual(result.set.project, { ...DEFAULT_PROJECT, ...written });
  assert.deepEqual(
    result.set.files.map((file) => file.path),
    ['deals/edges/a.yaml', 'edge-contracts.yaml'],
  );
});

test('what is wrong in the project file', () => {
  const wrong: [string, string[]][] = [
    ['', ['1:1 project.empty']],
    ['- a\n', ['1:1 project.not_a_map']],
    ['uncoverd: block\n', ['1:1 project.unknown_key']],
    ['uncovered: enforce\n', ['1:12 project.wrong_value']],
    ['contracts: ../up\npolicies: /abs\n', ['1:12 project.path', '2:11 project.path']],
    ['contracts: a\npolicies: a/b\n', ['2:11 project.wrong_value']],
    ['matching: 1\njudge: 1\n', [1, 2].map((n) => `${n}:1 project.not_in_this_version`)],
    ['uncovered: &x block\n', ['1:12 project.alias']],
    ['\tuncovered: block\n', ['1:1 project.tab']],
    ['uncovered: block\nuncovered: warn\n', ['2:1 project.duplicate_key']],
  ];
  for (const [text, expected] of wrong) {
    const { project, diagnostics } = readProjectFile(text);
    assert.deepEqual(places(diagnostics), expected, text);
    assert.equal(project.contracts, 'contracts');
  }
  assert.equal(readProjectFile('ledgr: 1\n').diagnostics[0]?.help, 'did you mean `ledger`?');
});

test('what is wrong with the ledger and with redaction is told where it stands, with the word that was meant', () => {
  const wrong: [string, string, string | undefined][] = [
    ['ledger: { pth: a.db }\n', '1:11 project.unknown_key', 'did you mean `path`?'],
    ['ledger:\n  path: a.db\n  url: env:U\n', '3:3 project.wrong_value', 'keep one of them'],
    ['ledger: { url: "postgres://u:p@h/d" }\n', '1:16 project.wrong_value', undefined],
    ['redaction: { key: env:K, texts: [emial] }\n', '1:34 project.wrong_value', 'did you mean `email`?'],
    [
      'redaction: { key: env:K, fields: { mesage: [/text] } }\n',
      '1:36 project.unknown_key',
      'did you mean `message`?',
    ],
    [
      'redaction: { key: env:K, fields: { message: [/txet] } }\n',
      '1:46 project.wrong_value',
      'did you mean `/text`?',
    ],
    [
      'redaction: { key: env:K, texts: [{ name: a, pattern: "(?=a)" }] }\n',
      '1:54 project.wrong_value',
      'RE2 has no lookaround and no backreference',
    ],
  ];
  for (const [text, place, help] of wrong) {
    const { diagnostics } = readProjectFile(text);
    assert.deepEqual(places(diagnostics), [place], text);
    assert.equal(diagnostics[0]?.help, help, text);
  }
  const { project } = readProjectFile(
    'ledger: { checkpoint: { key: env:K } }\nredaction: { key: env:R, texts: [iban] }\n',
  );
  assert.deepEqual(project.ledger, {
    ...DEFAULT_PROJECT.ledger,
    checkpoint: { key: 'env:K', every: 1000, daily: true },
  });
  assert.deepEqual(project.redaction, { key: 'R', fields: {}, texts: [{ name: 'iban', pattern: null }] });
});

test('one name for one contract; two contracts may join the same agents', () => {
  const twice = read({ 'contracts/a.yaml': contractText('a'), 'contracts/sub/a.yaml': contractText('a') });
  assert.deepEqual(filePlaces(twice.diagnostics), ['contracts/sub/a.yaml:3:13 contract.name_taken']);
  assert.deepEqual(names(twice), ['a']);
  const apart = read({ 'contracts/a.yaml': contractText('a'), 'contracts/b.yaml': contractText('b') });
  assert.deepEqual(apart.diagnostics, []);
});

test('a contract with errors is left out, and the others are read', () => {
  const result = read({
    'contracts/a.yaml': contractText('a', 'x: 1\n'),
    'contracts/b.yaml': contractText('b'),
  });
  assert.deepEqual(filePlaces(result.diagnostics), ['contracts/a.yaml:5:1 contract.unknown_key']);
  assert.deepEqual(names(result), ['b']);
});

test('the default contract is for all agents, and only in its file', () => {
  const wild = '{ from: "*", to: "*" }';
  const good = read({ 'contracts/_default.yaml': contractText('_default', '', wild) });
  assert.deepEqual(good.diagnostics, []);
  assert.equal(good.set.contracts[0]?.default, true);
  const named = read({ 'contracts/_default.yaml': contractText('all', '', '{ from: a, to: "*" }') });
  assert.deepEqual(places(named.diagnostics), ['3:19 contract.name_mismatch', '4:15 contract.wildcard']);
});

test('one id of a standing constraint has one meaning', () => {
  const standing = (text: string): string =>
    `provenance: { constraints: { standing: [{ id: s, text: ${text}, modality: prohibition }] } }\n`;
  const scoped =
    'provenance: { constraints: { standing: [{ scope: run, modality: prohibition, id: s, text: t }] } }\n';
  const same = read({
    'contracts/a.yaml': contractText('a', standing('t')),
    'contracts/b.yaml': contractText('b', scoped),
  });
  assert.deepEqual(same.diagnostics, []);
  const other = read({
    'contracts/a.yaml': contractText('a', standing('t')),
    'contracts/b.yaml': contractText('b', standing('u')),
  });
  assert.deepEqual(filePlaces(other.diagnostics), ['contracts/b.yaml:5:43 contract.standing_conflict']);
  assert.deepEqual(names(other), ['a']);
});

test('one name of a config source is one source, whatever it is compared with', () => {
  const source = (more: string): string =>
    `provenance: { config: [{ source: s, adapter: yaml, location: s.yaml, ${more} }] }\n`;
  const both = (one: string, other: string): ReturnType<typeof read> =>
    read({
      'contracts/a.yaml': contractText('a', source(one)),
      'contracts/b.yaml': contractText('b', source(other)),
    });
  assert.deepEqual(both('secrets: []', 'baseline: "git:main"').diagnostics, []);
  for (const other of ['secrets: [/a]', 'identity: { /a: id }']) {
    const result = both('secrets: []', other);
    assert.deepEqual(filePlaces(result.diagnostics), ['contracts/b.yaml:5:26 contract.source_conflict']);
    assert.deepEqual(names(result), ['a']);
  }
});

test('rules are read from the folder of contracts', () => {
  const rule = (file: string): string => `edge_check: { rules: [{ name: limit, file: ${file} }] }\n`;
  const files = {
    'contracts/a.yaml': contractText('a', rule('rules/limit.rego')),
    'contracts/rules/limit.rego': 'package rules.limit\n',
    'contracts/rules/unused.rego': 'package rules.unused\n',
  };
  const good = read(files);
  assert.deepEqual(good.diagnostics, []);
  assert.deepEqual(good.set.contracts[0]?.edgeCheck.rules, [
    { name: 'limit', file: 'contracts/rules/limit.rego', text: 'package rules.limit\n', severity: 'block' },
  ]);
  assert.deepEqual(
    good.set.files.map((file) => file.path),
    ['contracts/a.yaml', 'contracts/rules/limit.rego'],
  );
  const clash = read({ ...files, 'contracts/b.yaml': contractText('b', rule('rules/unused.rego')) });
  assert.deepEqual(filePlaces(clash.diagnostics), ['contracts/b.yaml:5:25 contract.rule_conflict']);
});

test('fragments: maps are merged, lists replaced, the contract over the later over the earlier', () => {
  const result = read({
    'contracts/a.yaml': contractText(
      'a',
      'extends: [one.yaml, parts/two.yaml]\nedge_check: { constraint: { stale: block } }\n',
    ),
    'contracts/one.yaml': fragmentText(
      'overridable: true\nedge_check: { mode: warn, constraint: { stale: warn, invented: block }, discharge: { satisfied: [x, y] } }\n',
    ),
    'contracts/parts/two.yaml': fragmentText(
      'edge_check: { mode: observe, discharge: { satisfied: [a] } }\n',
    ),
  });
  assert.deepEqual(result.diagnostics, []);
  const [contract] = result.set.contracts;
  assert.deepEqual(contract?.resolved['edge_check'], {
    mode: 'observe',
    constraint: { stale: 'block', invented: 'block' },
    discharge: { satisfied: ['a'] },
  });
  assert.equal(contract?.resolved['extends'], undefined);
  assert.equal(contract?.spans.get('/edge_check/mode')?.file, 'contracts/parts/two.yaml');
  assert.equal(contract?.spans.get('/edge_check/constraint/invented')?.file, 'contracts/one.yaml');
  assert.equal(contract?.spans.get('/edge_check/constraint/stale')?.file, 'contracts/a.yaml');
  assert.equal(contract?.spans.get('/edge_check')?.file, 'contracts/a.yaml');
});

test('a fragment can give what must be there', () => {
  const result = read({
    'contracts/a.yaml':
      'extends: [f.yaml]\napiVersion: edge-contracts/v1\nkind: EdgeContract\nmetadata: { name: a }\nedge: { from: a, to: b }\n',
    'contracts/f.yaml': fragmentText('metadata: { owner: team }\n'),
  });
  assert.deepEqual(result.diagnostics, []);
  assert.equal(result.set.contracts[0]?.metadata.owner, 'team');
});

test('what is wrong with fragments is told once, and in the fragment', () => {
  const result = read({
    'contracts/a.yaml': contractText('a', 'extends: [f.yaml]\n'),
    'contracts/b.yaml': contractText('b', 'extends: [f.yaml, a.yaml]\n'),
    'contracts/f.yaml': fragmentText(
      'extends: [g.yaml]\nedge_check: { moed: warn }\nprovenance: { established: { max_age: P1Y } }\n',
    ),
    'contracts/g.yaml': fragmentText(
      'overridable: [edge_check]\nedge_check: { monitor: { below: 2 } }\nname: g\n',
    ),
  });
  assert.deepEqual(filePlaces(result.diagnostics), [
    'contracts/b.yaml:5:19 contract.not_a_fragment',
    'contracts/f.yaml:3:1 contract.fragment_extends',
    'contracts/f.yaml:4:15 contract.unknown_key',
    'contracts/f.yaml:5:28 contract.missing_key',
    'contracts/f.yaml:5:39 contract.duration',
    'contracts/g.yaml:3:15 contract.wrong_value',
    'contracts/g.yaml:4:33 contract.wrong_value',
    'contracts/g.yaml:5:1 contract.unknown_key',
  ]);
  assert.deepEqual(names(result), []);
});

test('a check in a fragment is held against the part that the contract has', () => {
  const fragment = fragmentText('edge_check: { side_effect: { undeclared: block } }\n');
  const withPart = contractText('a', 'extends: [f.yaml]\ndeclared_side_effects: []\n');
  assert.deepEqual(read({ 'contracts/a.yaml': withPart, 'contracts/f.yaml': fragment }).diagnostics, []);
  const without = read({
    'contracts/a.yaml': contractText('a', 'extends: [f.yaml]\n'),
    'contracts/f.yaml': fragment,
  });
  assert.deepEqual(filePlaces(without.diagnostics), ['contracts/f.yaml:3:30 contract.part_missing']);
});

test('a file that is neither contract nor fragment is an error', () => {
  assert.deepEqual(
    filePlaces(read({ 'contracts/a.yaml': contractText('a').replace('EdgeContract', 'Pod') }).diagnostics),
    ['contracts/a.yaml:2:7 contract.wrong_value'],
  );
});

test('exceptions that have ended are told for the day that is given', () => {
  const text = contractText(
    'a',
    'edge_check: { exceptions: [{ code: edge.mismatch, reason: r, owner: o, expires: 2026-01-31 }] }\n',
  );
  assert.deepEqual(read({ 'contracts/a.yaml': text }).diagnostics, []);
  const late = read({ 'contracts/a.yaml': text }, '2026-02-01');
  assert.deepEqual(filePlaces(late.diagnostics), ['contracts/a.yaml:5:81 contract.exception_expired']);
  assert.deepEqual(names(late), ['a']);
});
