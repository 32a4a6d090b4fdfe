import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { digestBytes } from '../../src/canonical/digest.js';
import { compileProject } from '../../src/compile/compile-project.js';
import { findProject } from '../../src/compile/find-project.js';
import { DEFAULT_PROJECT } from '../../src/contract/read-project-file.js';
import { cli, compiledExample, emptyFolder, exampleProject, INCIDENT, schemaErrors } from './cli.js';

const BUNDLE = join('policies', 'dist', 'edges.bundle.json');

describe('compile', () => {
  let compiled = '';
  before(async () => {
    compiled = await compiledExample();
  });
  const project = (): string => exampleProject(compiled);

  it('starts no compiler where nothing changed, and touches nothing', async () => {
    const folder = project();
    const { place } = await findProject(folder);
    const before = statSync(join(folder, BUNDLE)).mtimeMs;
    const loadToolchain = (): never => assert.fail('a compiler was started');
    const { outcome, written } = await compileProject(place, { loadToolchain });
    assert.deepEqual([outcome, written.written], ['up_to_date', []]);
    const { code, out } = await cli(['compile'], { cwd: folder });
    assert.equal(code, 0);
    assert.match(out, /nothing changed, policies is up to date/);
    assert.equal(statSync(join(folder, BUNDLE)).mtimeMs, before);
    for (const changed of [
      'edges/triage--refunds/sender.md',
      'edge-contracts.lock',
      'dist/edges.bundle.json',
    ]) {
      const again = project();
      appendFileSync(join(again, 'policies', changed), ' ');
      const { place: other } = await findProject(again);
      await assert.rejects(compileProject(other, { loadToolchain }), /a compiler was started/, changed);
    }
    appendFileSync(join(folder, 'contracts/triage--refunds.yaml'), '# more\n');
    await assert.rejects(compileProject(place, { loadToolchain }), /a compiler was started/);
    const older = project();
    const record = join(older, 'policies/dist/outputs.json');
    writeFileSync(record, readFileSync(record, 'utf8').replace(/"code": "sha256:./, '"code": "sha256:x'));
    const { place: ofOlderCode } = await findProject(older);
    await assert.rejects(compileProject(ofOlderCode, { loadToolchain }), /a compiler was started/);
  });

  it('--json prints a document that its schema accepts', async () => {
    const { out } = await cli(['compile', '--json'], { cwd: project() });
    const document = JSON.parse(out) as { outcome: string };
    assert.deepEqual([document.outcome, schemaErrors('compilation', document)], ['up_to_date', null]);
  });

  it('--check: 0 as committed, also without what git does not have', async () => {
    const folder = project();
    rmSync(join(folder, 'policies', 'dist'), { recursive: true });
    const { code, out } = await cli(['compile', '--check'], { cwd: folder });
    assert.deepEqual([code, out.includes('is what they compile to')], [0, true]);
    assert.ok(!existsSync(join(folder, 'policies', 'dist')), 'it writes nothing');
  });

  it('--check: 4 for edited, missing, stale and left over, with the diff', async () => {
    const folder = project();
    const policies = join(folder, 'policies');
    appendFileSync(join(policies, 'edges/triage--refunds/sender.md'), 'Emails are fine.\n');
    rmSync(join(policies, 'edges/triage--refunds/draft.schema.json'));
    rmSync(join(folder, 'contracts/notifications--triage.yaml'));
    const contract = join(folder, 'contracts/refunds--notifications.yaml');
    writeFileSync(contract, readFileSync(contract, 'utf8').replace('PT15M', 'PT30M'));
    const { code, out } = await cli(['compile', '--check'], { cwd: folder });
    assert.equal(code, 4);
    assert.match(out, /^compile\.edited: policies\/edges\/triage--refunds\/sender\.md/m);
    assert.match(out, /^-Emails are fine\.$/m);
    assert.match(out, /^compile\.missing: policies\/edges\/triage--refunds\/draft\.schema\.json/m);
    assert.match(out, /^compile\.stale: policies\/edges\/refunds--notifications\/policy\.rego/m);
    assert.match(out, /^-max_age_seconds := 900$/m);
    assert.match(out, /^\+max_age_seconds := 1800$/m);
    assert.match(out, /^compile\.left_over: policies\/edges\/notifications--triage\/policy\.rego/m);
    const json = await cli(['compile', '--check', '--json'], { cwd: folder });
    assert.equal(json.code, 4);
    assert.equal(schemaErrors('compilation', JSON.parse(json.out)), null);
  });

  it('removes the outputs of an edge that is gone, and nothing that it did not write', async () => {
    const folder = project();
    const gone = join(folder, 'policies/edges/notifications--triage');
    writeFileSync(join(gone, 'notes.md'), 'mine');
    mkdirSync(join(folder, 'policies/edges/mine'));
    writeFileSync(join(folder, 'policies/edges/mine/policy.rego'), 'package mine');
    rmSync(join(folder, 'contracts/notifications--triage.yaml'));
    const { code, out } = await cli(['compile'], { cwd: folder });
    assert.equal(code, 0);
    assert.match(out, /removed edges\/notifications--triage\/policy\.rego/);
    assert.deepEqual(
      ['notes.md', 'policy.rego', 'sender.md'].map((name) => existsSync(join(gone, name))),
      [true, false, false],
    );
    assert.ok(existsSync(join(folder, 'policies/edges/mine/policy.rego')));
    assert.ok(!existsSync(join(folder, 'policies/dist/opa/edges/notifications--triage')));
  });

  it('3 for contracts with errors, and writes nothing', async () => {
    const folder = exampleProject();
    const contract = join(folder, 'contracts/triage--refunds.yaml');
    writeFileSync(contract, readFileSync(contract, 'utf8').replace('edge_check:', 'edge_chek:'));
    const { code, out, err } = await cli(['compile'], { cwd: folder });
    assert.deepEqual([code, out], [3, '']);
    assert.match(err, /contract\.unknown_key/);
    assert.match(err, /did you mean `edge_check`/);
    assert.match(err, /\^\^\^/);
    assert.ok(!existsSync(join(folder, 'policies')));
  });

  it('refuses links that lead out of the project, and follows those within', async () => {
    const folder = project();
    const outside = join(emptyFolder(), 'rule.rego');
    writeFileSync(outside, 'package rules.x');
    symlinkSync(outside, join(folder, 'contracts/x.rego'));
    const { code, err } = await cli(['compile'], { cwd: folder });
    assert.equal(code, 3);
    assert.match(err, /compile\.outside/);
    rmSync(join(folder, 'contracts/x.rego'));
    symlinkSync('.', join(folder, 'contracts/loop'));
    assert.equal((await cli(['compile'], { cwd: folder })).code, 0);
  });

  it('reads where things are from the project file, plain or not', async () => {
    const folder = emptyFolder();
    cpSync(join(compiled, 'contracts'), join(folder, 'config/edges'), { recursive: true });
    for (const text of [
      'contracts: config/edges\npolicies: out\n',
      'contracts: "config/edges"\npolicies: "out"\n',
    ]) {
      writeFileSync(join(folder, 'edge-contracts.yaml'), text);
      const { place } = await findProject(folder);
      assert.deepEqual(place.project, {
        ...{ contracts: 'config/edges', policies: 'out', uncovered: 'block' },
        adapters: { roots: ['.'], hosts: null, privateAddresses: false, secretsKey: null },
        ...{ effects: null, tools: null },
        ...{ ledger: DEFAULT_PROJECT.ledger, redaction: null, monitor: DEFAULT_PROJECT.monitor },
      });
    }
    const named = await findProject(join(folder, 'config'), 'edges');
    assert.equal(named.place.root, folder);
    const alone = await findProject(folder, 'elsewhere/contracts');
    assert.equal(alone.place.root, join(folder, 'elsewhere'));
  });
});

describe('evaluate and its bundle', () => {
  let compiled = '';
  before(async () => {
    compiled = await compiledExample();
  });

  it('compiles first where there is no bundle, says so, and writes nothing that is reviewed', async () => {
    const folder = exampleProject();
    const first = await cli(['evaluate', INCIDENT], { cwd: folder });
    assert.equal(first.code, 2);
    assert.equal(
      first.err,
      'edge-contracts: there is no bundle yet; compiling the contracts first, into policies/dist\n',
    );
    assert.ok(!existsSync(join(folder, 'policies/edge-contracts.lock')));
    assert.equal((await cli(['evaluate', INCIDENT], { cwd: folder })).err, '');
  });

  it('compiles anew where the bundle is of other contracts, of another version, or changed', async () => {
    const changes: Readonly<Record<string, (folder: string) => void>> = {
      contracts: (folder) => appendFileSync(join(folder, 'contracts/triage--refunds.yaml'), '# more\n'),
      version: (folder) => edit(folder, '"engine":"0.1.0"', '"engine":"0.0.9"'),
      byte: (folder) => edit(folder, '"wasm":"A', '"wasm":"B'),
    };
    for (const [what, change] of Object.entries(changes)) {
      const folder = exampleProject(compiled);
      change(folder);
      const { code, err } = await cli(['evaluate', INCIDENT], { cwd: folder });
      assert.equal(code, 2, what);
      assert.match(err, /the bundle is not of these contracts; compiling/, what);
    }
  });

  it('pinned: takes exactly the bundle of this digest, or ends with 1', async () => {
    const folder = exampleProject(compiled);
    const digest = digestBytes(readFileSync(join(folder, BUNDLE)));
    appendFileSync(join(folder, 'contracts/triage--refunds.yaml'), '# more\n');
    assert.deepEqual((await cli(['evaluate', INCIDENT, '--digest', digest], { cwd: folder })).code, 2);
    edit(folder, '"wasm":"A', '"wasm":"B');
    const { code, out, err } = await cli(['evaluate', INCIDENT, '--digest', digest], { cwd: folder });
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /engine\.tampered/);
  });

  it('without contracts: the bundle as it is, and 1 where it cannot be used, in any mode', async () => {
    const folder = emptyFolder();
    cpSync(join(compiled, 'policies'), join(folder, 'policies'), { recursive: true });
    assert.equal((await cli(['evaluate', INCIDENT], { cwd: folder })).code, 2);
    edit(folder, '"engine":"0.1.0"', '"engine":"0.0.9"');
    const version = await cli(['evaluate', INCIDENT, '--as', 'observe', '--json'], { cwd: folder });
    assert.equal(version.code, 1);
    assert.match(version.out, /"engine\.version"/);
    edit(folder, '"engine":"0.0.9"', '"engine":"0.1.0"');
    edit(folder, '"wasm":"A', '"wasm":"B');
    const changed = await cli(['evaluate', INCIDENT, '--as', 'observe'], { cwd: folder });
    assert.equal(changed.code, 1);
    assert.match(changed.err, /engine\.tampered/);
  });
});

function edit(folder: string, from: string, to: string): void {
  const path = join(folder, BUNDLE);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), from);
  writeFileSync(path, text.replace(from, to));
}
