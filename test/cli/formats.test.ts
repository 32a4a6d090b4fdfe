import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { FORMAT_NAMES } from '../../src/report/formats/format-names.js';
import { compiledExample, exampleProject, INCIDENT, schemaErrors } from './cli.js';
import { inProcess } from './in-process.js';

describe('--format and --out', () => {
  let project = '';
  before(async () => {
    project = exampleProject(await compiledExample());
  });

  const ran = (...args: string[]): ReturnType<typeof inProcess> => inProcess(args, { cwd: project });
  const read = (file: string): string => readFileSync(join(project, file), 'utf8');

  const BEGINS: Readonly<Record<(typeof FORMAT_NAMES)[number], RegExp>> = {
    text: /^run refund-41182 {2}3 handoffs\n/,
    json: /^\{\n {2}"schema": "edge-contracts\/evaluation\/v1"/,
    markdown: /^<!-- edge-contracts evaluate -->\n\n## Handoffs: 3 handoffs, 2 blocked\n/,
    sarif: /^\{\n {2}"\$schema": "[^"]*sarif-schema-2\.1\.0\.json"/,
    junit:
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="edge-contracts evaluate" tests="4" failures="3"/,
    annotations: /^::error file=contracts\/refunds--notifications\.yaml,line=25,title=constraint\.dropped::/,
  };

  for (const format of FORMAT_NAMES)
    it(`evaluate tells the incident as ${format}, and ends as without`, async () => {
      const { code, out, err } = await ran('evaluate', INCIDENT, '--format', format);
      assert.match(out, BEGINS[format]);
      assert.deepEqual([code, err], [2, '']);
    });

  it('--json is --format json, and the two together are refused', async () => {
    const [json, format] = [await ran('check', '--json'), await ran('check', '--format', 'json')];
    assert.deepEqual(json, format);
    assert.equal(schemaErrors('diagnostics', JSON.parse(json.out)), null);
    for (const command of ['check', 'evaluate', 'test', 'diff'])
      assert.equal((await ran(command, 'x', '--json', '--format', 'sarif')).code, 3);
    const unknown = await ran('check', '--format', 'xml');
    assert.match(unknown.err, /input\.usage.*text, json, markdown, sarif, junit, annotations/);
  });

  it('--out writes the format there, and tells the text here', async () => {
    const plain = await ran('evaluate', INCIDENT);
    assert.deepEqual(await ran('evaluate', INCIDENT, '--format', 'markdown', '--out', 'run.md'), plain);
    assert.match(read('run.md'), BEGINS.markdown);
    await ran('evaluate', INCIDENT, '--out', 'run.txt');
    assert.equal(read('run.txt'), plain.out);
    await ran('evaluate', INCIDENT, '--json', '--out', 'run.json');
    assert.equal(schemaErrors('evaluation', JSON.parse(read('run.json'))), null);
  });

  it('--out does not write over what is read', async () => {
    writeFileSync(join(project, 'in.jsonl'), readFileSync(INCIDENT));
    for (const args of [
      ['evaluate', 'in.jsonl', '--out', 'in.jsonl'],
      ['evaluate', 'in.jsonl', '--out', './x/../in.jsonl', '--format', 'sarif'],
      ['check', '--out', 'contracts/refunds--notifications.yaml'],
      ['test', '--out', 'contracts/refunds--notifications.yaml', '--format', 'junit'],
    ]) {
      const [, , , file = ''] = args[0] === 'evaluate' ? args : ['', ...args];
      const text = read(file);
      const { code, out, err } = await ran(...args);
      assert.equal(code, 3);
      assert.match(out + err, /`--out` names a file that is read/);
      assert.equal(read(file), text);
    }
  });

  it('what cannot be written is told after the result, with 3', async () => {
    const { code, out, err } = await ran('check', '--format', 'sarif', '--out', 'none/x.sarif');
    assert.equal(code, 3);
    assert.match(out, /4 contracts, no error/);
    assert.match(err, /input\.unwritable: this file cannot be written \(ENOENT\)/);
  });

  it('what was not evaluated is told in every format, and no file looks whole', async () => {
    writeFileSync(join(project, 'bad.jsonl'), '{}\n');
    for (const format of FORMAT_NAMES) {
      const { code } = await ran('evaluate', 'bad.jsonl', '--format', format, '--out', 'bad.out');
      assert.equal(code, 3, format);
      assert.match(read('bad.out'), /record\./, format);
    }
    const { runs } = JSON.parse((await ran('evaluate', 'bad.jsonl', '--format', 'sarif')).out) as {
      readonly runs: readonly {
        readonly invocations: readonly { readonly executionSuccessful: boolean }[];
      }[];
    };
    assert.equal(runs[0]?.invocations[0]?.executionSuccessful, false);
  });

  it('paths are from the root of the repository, wherever the project and the reader are', async () => {
    const root = exampleProject();
    mkdirSync(join(root, '.git'));
    const below = join(root, 'agents', 'shop');
    mkdirSync(join(below, 'contracts'), { recursive: true });
    writeFileSync(join(below, 'contracts', 'a b.yaml'), 'kind: EdgeContract\n');
    for (const cwd of [below, root]) {
      const { out } = await inProcess(['check', join(below, 'contracts'), '--format', 'annotations'], {
        cwd,
      });
      assert.match(out, /^::error file=agents\/shop\/contracts\/a b\.yaml,line=1,/);
    }
    const { out } = await inProcess(['check', '--format', 'sarif'], { cwd: below });
    assert.match(out, /"uri": "agents\/shop\/contracts\/a%20b\.yaml",\n\s+"uriBaseId": "%SRCROOT%"/);
  });

  it('records from standard input are no file of the repository', async () => {
    const { out } = await inProcess(['evaluate', '-', '--format', 'annotations'], {
      cwd: project,
      input: '{}\n',
    });
    assert.match(out, /^::error title=record\./);
    assert.ok(!existsSync(join(project, '<stdin>')));
  });
});
