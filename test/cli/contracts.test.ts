import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { proposeContracts, starterContract } from '../../src/authoring/propose-contracts.js';
import { readProject } from '../../src/contract/index.js';
import type { RunRecord } from '../../src/model/record.js';
import { cli, emptyFolder, exampleProject, INCIDENT, incidentRecords, schemaErrors } from './cli.js';

describe('check', () => {
  it('lists the contracts, and exits with 0', async () => {
    const { code, out, err } = await cli(['check'], { cwd: exampleProject() });
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^\d contracts, no error$/m);
    assert.match(
      out,
      /refunds--notifications +refunds -> notifications +contracts\/refunds--notifications\.yaml/,
    );
  });

  it('reports every error with its place, from where the reader is', async () => {
    const folder = exampleProject();
    for (const name of ['triage--refunds', 'notifications--triage']) {
      const path = join(folder, 'contracts', `${name}.yaml`);
      writeFileSync(path, readFileSync(path, 'utf8').replace('mode: enforce', 'mode: enforc'));
    }
    const { code, err } = await cli(['check', `${folder}/contracts`], { cwd: join(folder, 'contracts') });
    assert.equal(code, 3);
    assert.match(err, /\.\.\/contracts\/notifications--triage\.yaml:22:9/);
    assert.match(err, /\.\.\/contracts\/triage--refunds\.yaml:23:9/);
    assert.match(err, /^2 errors; /m);
    const json = await cli(['check', 'contracts', '--json'], { cwd: folder });
    const document = JSON.parse(json.out) as { diagnostics: unknown[] };
    assert.deepEqual([json.code, json.err, document.diagnostics.length], [3, '', 2]);
    assert.equal(schemaErrors('diagnostics', document), null);
  });

  it('an empty folder, and one that is not there, are errors', async () => {
    const folder = emptyFolder();
    assert.match((await cli(['check'], { cwd: folder })).err, /compile\.no_contracts/);
    assert.equal((await cli(['check', 'nope'], { cwd: folder })).code, 3);
  });

  it('takes the folder by --contracts, too, and not twice', async () => {
    const folder = exampleProject();
    const { code, out } = await cli(['check', '--contracts', 'contracts'], { cwd: folder });
    assert.deepEqual([code, /^\d contracts, no error$/m.test(out)], [0, true]);
    const twice = await cli(['check', 'contracts', '--contracts', 'contracts'], { cwd: folder });
    assert.equal(twice.code, 3);
    assert.match(twice.err, /name the folder once/);
  });

  it('says of a file, and of a folder that is not there, what it is, by the path that was given', async () => {
    const folder = exampleProject();
    for (const args of [
      ['contracts/triage--refunds.yaml'],
      ['--contracts', 'contracts/triage--refunds.yaml'],
    ]) {
      const { code, err } = await cli(['check', ...args], { cwd: folder });
      assert.equal(code, 3);
      assert.match(err, /this is a file, name its folder/);
      assert.match(err, /^ +contracts\/triage--refunds\.yaml$/m);
    }
    const { err } = await cli(['check', 'nope/contracts'], { cwd: folder });
    assert.match(err, /^ +nope\/contracts$/m);
  });

  it('compiles custom rules, and tells their line', async () => {
    const folder = exampleProject();
    const contract = join(folder, 'contracts/triage--refunds.yaml');
    const rules = '  rules: [{ name: limit, file: rules/limit.rego, severity: block }]\n';
    writeFileSync(contract, readFileSync(contract, 'utf8').trimEnd().concat('\n', rules));
    mkdirSync(join(folder, 'contracts/rules'));
    const rule = join(folder, 'contracts/rules/limit.rego');
    writeFileSync(rule, 'package rules.other\n\nproven if true\n');
    const wrong = await cli(['check'], { cwd: folder });
    assert.equal(wrong.code, 3);
    assert.match(wrong.err, /compile\.rule_package/);
    assert.match(wrong.out, /^3 usable, 1 error$/m);
    assert.doesNotMatch(wrong.out, /triage--refunds/);
    assert.match(wrong.err, /contracts\/rules\/limit\.rego:1:\d/);
    writeFileSync(rule, 'package rules.limit\n\nproven if input.transfer.hop < 10\n');
    const right = await cli(['check'], { cwd: folder });
    assert.deepEqual([right.code, right.err], [0, '']);
  });
});

describe('show', () => {
  it('shows the contract as resolved, and where each severity was set', async () => {
    const folder = exampleProject();
    const contract = join(folder, 'contracts/triage--refunds.yaml');
    const text = readFileSync(contract, 'utf8');
    writeFileSync(
      contract,
      text.replace('  mode: enforce', '  mode: enforce\n  confidence: { raised: block }'),
    );
    const { code, out } = await cli(['show', 'triage--refunds'], { cwd: folder });
    assert.equal(code, 0);
    assert.match(out, /^ {2}confidence\.raised +block +contracts\/triage--refunds\.yaml:24$/m);
    assert.match(out, /^ {2}constraint\.dropped +block +default$/m);
    const json = JSON.parse(
      (await cli(['show', 'triage--refunds', '--json'], { cwd: folder })).out,
    ) as object;
    assert.equal(schemaErrors('contract-view', json), null);
  });

  it('an edge that is not there: 3, with the nearest', async () => {
    const { code, err } = await cli(['show', 'triage-refunds'], { cwd: exampleProject() });
    assert.equal(code, 3);
    assert.match(err, /did you mean `triage--refunds`/);
  });
});

describe('explain', () => {
  it('tells of a check, of a diagnostic, and of a rule', async () => {
    for (const code of ['constraint.dropped', 'record.bom', 'rule.not_proven:refund-limit']) {
      const { code: exit, out } = await cli(['explain', code]);
      assert.equal(exit, 0);
      assert.match(out, /^Why$/m);
      assert.match(out, /^How to fix$/m);
    }
  });

  it('--json, of one and of all', async () => {
    for (const args of [['record.bom'], ['--all'], ['no.such']]) {
      const { out, err } = await cli(['explain', ...args, '--json']);
      assert.deepEqual([schemaErrors('explanation', JSON.parse(out)), err], [null, '']);
    }
  });

  it('a code that is none: 3, with the nearest', async () => {
    const { code, out, err } = await cli(['explain', 'constraint.droped']);
    assert.deepEqual([code, out], [3, '']);
    assert.match(err, /did you mean `constraint\.dropped`/);
    assert.match((await cli(['explain', 'dropped'])).err, /did you mean `constraint\.dropped`/);
  });
});

describe('init', () => {
  it('writes a contract that passes `check`, and never over another', async () => {
    const folder = emptyFolder();
    const first = await cli(['init', '--edge', 'refunds', 'no: "tify'], { cwd: folder });
    assert.equal(first.code, 0);
    const path = join(folder, 'contracts', 'refunds--no-tify.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}# mine\n`);
    const { code, out } = await cli(['check'], { cwd: folder });
    assert.equal(code, 0, out);
    const again = await cli(['init', '--edge', 'refunds', 'no: "tify', '--json'], { cwd: folder });
    assert.equal(again.code, 3);
    const document = JSON.parse(again.out) as { diagnostics: { code: string }[] };
    assert.equal(schemaErrors('init', document), null);
    assert.deepEqual(
      document.diagnostics.map((one) => one.code),
      ['input.exists'],
    );
    assert.match(readFileSync(path, 'utf8'), /# mine/);
  });

  it('--from proposes a contract in observe for each edge, which pass `check`', async () => {
    const folder = emptyFolder();
    const { code } = await cli(['init', '--from', INCIDENT, '--dir', 'proposed'], { cwd: folder });
    assert.equal(code, 0);
    assert.deepEqual(readdirSync(join(folder, 'proposed')).sort(), [
      'notifications--triage.yaml',
      'refunds--notifications.yaml',
      'triage--refunds.yaml',
    ]);
    const proposed = readFileSync(join(folder, 'proposed/refunds--notifications.yaml'), 'utf8');
    assert.match(proposed, /mode: observe/);
    assert.match(proposed, /refund_id: \{ type: string \}/);
    assert.match(proposed, /- \{ by: sender, kind: payment\.refund, target: customer \}/);
    assert.match(proposed, /- \{ by: receiver, kind: message\.email, target: customer \}/);
    const checked = await cli(['check', 'proposed'], { cwd: folder });
    assert.equal(checked.code, 0, checked.err);
  });

  it('runs without a delivered handoff: 3', async () => {
    const input = JSON.stringify(incidentRecords()[0]);
    const { code, err } = await cli(['init', '--from', '-'], { cwd: emptyFolder(), input });
    assert.equal(code, 3);
    assert.match(err, /input\.no_transfer/);
  });

  it('writes any agent and any key so that it reads the same', () => {
    const odd = [
      'no',
      'true',
      'null',
      '0x10',
      '~',
      ': #',
      '"',
      "'",
      'a\u202e\u00a0b',
      'ünï',
      '日本',
      '- a',
      '{}',
      '\\',
      'a'.repeat(200),
    ];
    for (const [i, name] of odd.entries()) {
      const transfer = incidentRecords().find((record) => record['kind'] === 'transfer') ?? {};
      const payload = transfer['payload'] as Record<string, unknown>;
      const established = [{ key: name, value: [null], source: name, evidence: 't1' }];
      const record = { ...transfer, from: name, to: `b${i}`, payload: { ...payload, established } };
      const proposed = [...proposeContracts([record as unknown as RunRecord]), starterContract(name, 'b')];
      for (const { name: id, text } of proposed) {
        const { set, diagnostics } = readProject(new Map([[`contracts/${id}.yaml`, text]]));
        const told = diagnostics.filter(({ code }) => code !== 'contract.own_source');
        assert.deepEqual(told, [], text);
        assert.equal(set.contracts[0]?.edge.from, name);
      }
    }
  });

  it('leaves out what no contract can hold', () => {
    const records = incidentRecords().map((record) => {
      if (record['kind'] !== 'transfer') return record;
      const payload = record['payload'] as Record<string, unknown>;
      const established = [{ key: '\u0007', value: 1, source: ' x ', evidence: 't1' }];
      const from = record['hop'] === 1 ? 'a\u0000b' : record['from'];
      return { ...record, from, payload: { ...payload, established } };
    });
    const proposed = proposeContracts(records as unknown as RunRecord[]);
    assert.deepEqual(
      proposed.map(({ name }) => name),
      ['refunds--notifications', 'notifications--triage'],
    );
    const files = new Map(proposed.map(({ name, text }) => [`contracts/${name}.yaml`, text]));
    assert.deepEqual(readProject(files).diagnostics, []);
  });
});
