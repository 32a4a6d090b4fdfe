import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { type Compilation, compileContracts } from '../../src/compile/compile-contracts.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { readProject } from '../../src/contract/read-project.js';
import { contractText, RULE_FILES } from './contract-generator.js';
import { type Dice, drawn } from './dice.js';
import { again, DEADLINE_MS, seedOf } from './settings.js';

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
const folders: string[] = [];
after(() => {
  tools.opa.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const COMMAND = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** A project of generated contracts, path to text. */
function project(): Map<string, string> {
  const names = ['_default', 'edge-1', 'edge-2', 'edge-3'];
  const contracts = names.map((name): [string, string] => {
    const [text = ''] = fc.sample(contractText(name), { numRuns: 1, seed: seedOf('determinism', name) });
    return [`contracts/${name}.yaml`, text];
  });
  return new Map([...contracts, ...RULE_FILES]);
}

async function compiled(files: ReadonlyMap<string, string>): Promise<Compilation> {
  const { set, diagnostics } = readProject(files);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  return compileContracts(set, 'sha256:0', tools);
}

function bytesOf({ files, plainBundle, bundle }: Compilation): unknown {
  return { files: [...files], plainBundle: [...plainBundle], bundle: JSON.stringify(bundle) };
}

test(`twice, and with the files in another order: the same bytes (${again()})`, async () => {
  const files = project();
  const first = bytesOf(await compiled(files));
  assert.deepEqual(bytesOf(await compiled(files)), first);
  assert.deepEqual(bytesOf(await compiled(new Map([...files].reverse()))), first);
});

test(`with the keys of each contract in another order: the same but for line numbers (${again()})`, async () => {
  const files = project();
  const [dice] = fc.sample(
    drawn((one) => one),
    { numRuns: 1, seed: seedOf('keys') },
  );
  assert.ok(dice);
  const shuffled = [...files].map(([path, text]): [string, string] => [
    path,
    path.endsWith('.yaml')
      ? stringify(shuffledKeys(dice, parse(text)), { aliasDuplicateObjects: false })
      : text,
  ]);
  const [one, other] = [await compiled(files), await compiled(new Map(shuffled))];
  assert.notDeepEqual(shuffled, [...files]);
  assert.deepEqual([...other.files], [...one.files]);
  assert.equal(other.bundle.wasm, one.bundle.wasm);
  assert.deepEqual(withoutLines(other.bundle.manifest), withoutLines(one.bundle.manifest));
});

/** The same value; only the order of keys differs. */
function shuffledKeys(dice: Dice, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffledKeys(dice, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    dice.shuffled(Object.entries(value)).map(([key, inner]) => [key, shuffledKeys(dice, inner)]),
  );
}

function withoutLines(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'line' ? 0 : inner)));
}

test('in another directory, time zone and language: the same files, and the same verdicts', () => {
  const one = compiledFolder('a', { TZ: 'UTC', LANG: 'C' });
  const other = compiledFolder('another one', { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' });
  assert.ok(one.files.size > 10);
  assert.deepEqual([...other.files], [...one.files]);
  assert.deepEqual(other.verdicts, one.verdicts);
  assert.match(one.verdicts, /constraint\.dropped/);
});

/** This repository's contracts, compiled and asked by the command in a folder of their own. */
function compiledFolder(
  name: string,
  env: Readonly<Record<string, string>>,
): { files: ReadonlyMap<string, string>; verdicts: string } {
  const folder = mkdtempSync(join(tmpdir(), `proof ${name}-`));
  folders.push(folder);
  cpSync('contracts', join(folder, 'contracts'), { recursive: true });
  cpSync(join('examples', 'refund-41182', 'run.jsonl'), join(folder, 'run.jsonl'));
  const run = (...args: string[]): { stdout: string; status: number | null } =>
    spawnSync(process.execPath, [COMMAND, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: DEADLINE_MS,
    });
  assert.equal(run('compile').status, 0);
  const { stdout } = run('evaluate', 'run.jsonl', '--json');
  const verdicts = JSON.stringify(
    JSON.parse(stdout, (key, value) => (key === 'measured' ? undefined : value)),
  );
  return { files: filesBelow(join(folder, 'policies')), verdicts };
}

function filesBelow(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  const files = paths.filter((path) => statSync(path).isFile()).sort();
  return new Map(files.map((path) => [relative(folder, path), readFileSync(path, 'base64')]));
}
