import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

import { findArtifactDir } from '../../src/opa/opa-artifact.js';
import { OpaCompiler, type OpaCompilerOptions } from '../../src/opa/opa-compiler.js';
import type { EvalResult } from '../../src/opa/opa-types.js';
import { endless, endlessInput, hasCode, rego } from './support.js';

const COMPILER = new URL('../../src/opa/opa-compiler.js', import.meta.url).href;
const started: OpaCompiler[] = [];
const folders: string[] = [];

function start(options: OpaCompilerOptions = {}): OpaCompiler {
  const opa = OpaCompiler.start(options);
  started.push(opa);
  return opa;
}

after(() => {
  for (const opa of started) opa.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const slow = (opa: OpaCompiler): Promise<unknown> =>
  opa.eval({ modules: [endless], query: 'data.slow.verdict', input: endlessInput });

async function pidOnceBusy(opa: OpaCompiler): Promise<number> {
  while (opa.pid === undefined) {
    await pause(10);
  }
  return opa.pid;
}

test('a request over its deadline is stopped, and the next one is answered by a new child', async () => {
  const opa = start({ deadlineMs: 4_000 });
  await opa.version();
  const before = opa.pid;
  await assert.rejects(slow(opa), hasCode('compiler.timeout'));
  assert.equal(opa.pid, undefined);
  assert.equal((await opa.version()).opa, '1.22.4');
  assert.notEqual(opa.pid, before);
});

test('requests that wait behind one that is stopped are answered', async () => {
  const opa = start({ deadlineMs: 4_000 });
  const [stopped, answered] = await Promise.allSettled([slow(opa), opa.version()]);
  assert.equal(stopped.status, 'rejected');
  assert.equal(answered.status, 'fulfilled');
});

test('a child that dies fails its request only', async () => {
  const opa = start();
  const running = slow(opa);
  setTimeout(async () => process.kill(await pidOnceBusy(opa), 'SIGKILL'), 300);
  await assert.rejects(running, hasCode('compiler.crashed'));
  assert.equal((await opa.version()).opa, '1.22.4');
});

/** Holds strings of 32 bytes, 64 bytes and so on, all at once. */
function hungry(opa: OpaCompiler, doublings: number): Promise<EvalResult> {
  const steps = Array.from({ length: doublings }, (_, i) => `\tx${i + 1} := concat("", [x${i}, x${i}])`);
  const module = rego(
    'h.rego',
    'package h',
    `x := count(x${doublings}) if {`,
    '\tx0 := "0123456789abcdef"',
    ...steps,
    '}',
  );
  return opa.eval({ modules: [module], query: 'data.h.x' });
}

test('memory is capped: at what was asked for, else at what is built in', async () => {
  const small = start({ memoryMiB: 128 });
  await assert.rejects(hungry(small, 22), hasCode('compiler.out_of_memory'));
  assert.equal((await hungry(small, 10)).value, 16_384, 'the next request is answered');
  const normal = start();
  assert.equal((await hungry(normal, 22)).value, 67_108_864);
  await assert.rejects(hungry(normal, 26), hasCode('compiler.out_of_memory'));
});

test('a stack that is too deep ends the child, not the caller', async () => {
  const opa = start();
  const deep = rego('d.rego', 'package d', `x := ${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  await assert.rejects(opa.eval({ modules: [deep], query: 'data.d.x' }));
  assert.equal((await opa.version()).opa, '1.22.4');
});

test('messages of several megabytes pass in both directions', async () => {
  const text = 'ä"\\\n'.repeat(1_000_000);
  assert.equal((await start().eval({ modules: [], query: 'input', input: text })).value, text);
});

test('close rejects what still waits and what comes after', async () => {
  const opa = start();
  const running = slow(opa);
  const waiting = opa.version();
  setTimeout(() => opa.close(), 200);
  await assert.rejects(running, hasCode('compiler.closed'));
  await assert.rejects(waiting, hasCode('compiler.closed'));
  await assert.rejects(opa.version(), hasCode('compiler.closed'));
});

function copyOfArtifact(): string {
  const folder = mkdtempSync(join(tmpdir(), 'opa-'));
  folders.push(folder);
  for (const name of ['opa.wasm.br', 'opa.wasm.json', 'wasm_exec.js']) {
    cpSync(join(findArtifactDir(), name), join(folder, name));
  }
  return folder;
}

test('one byte changed in the module, well compressed, is noticed before it runs', async () => {
  const artifactDir = copyOfArtifact();
  const path = join(artifactDir, 'opa.wasm.br');
  const module = brotliDecompressSync(readFileSync(path));
  module[module.length - 1] = (module.at(-1) ?? 0) ^ 1;
  writeFileSync(path, brotliCompressSync(module, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
  await assert.rejects(start({ artifactDir }).version(), hasCode('compiler.tampered'));
});

test('a damaged archive, a changed glue file, a longer module and a malformed manifest are noticed', async () => {
  const damage: Record<string, (text: Buffer) => Buffer | string> = {
    'opa.wasm.br': (bytes) => bytes.subarray(0, bytes.length >> 1),
    'wasm_exec.js': (bytes) => `${bytes.toString()}\n`,
    'opa.wasm.json': () => '{}',
  };
  for (const [name, change] of Object.entries(damage)) {
    const artifactDir = copyOfArtifact();
    writeFileSync(join(artifactDir, name), change(readFileSync(join(artifactDir, name))));
    await assert.rejects(start({ artifactDir }).version(), hasCode('compiler.tampered'), name);
  }
  const artifactDir = copyOfArtifact();
  rmSync(join(artifactDir, 'wasm_exec.js'));
  await assert.rejects(start({ artifactDir }).version(), hasCode('compiler.missing'));
});

const script = (body: string): string[] => [
  '--input-type=module',
  '-e',
  `import { OpaCompiler } from ${JSON.stringify(COMPILER)}; const opa = OpaCompiler.start(); ${body}`,
];

test('an idle child does not keep the program alive, and ends with it', async () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    script('await opa.version(); console.log(opa.pid);'),
    { encoding: 'utf8', timeout: 30_000 },
  );
  assert.equal(status, 0);
  await gone(Number(stdout));
});

test('neither the options nor the environment of the parent reach the child', () => {
  const refuseChildren = '--import=data:text/javascript,if(process.send)throw(1)';
  const wayIn = [
    { argv: [refuseChildren], env: {} },
    { argv: [], env: { NODE_OPTIONS: refuseChildren } },
  ];
  for (const { argv, env } of wayIn) {
    const parent = [...argv, ...script('await opa.version();')];
    const { status, stderr } = spawnSync(process.execPath, parent, {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, ...env },
    });
    assert.equal(status, 0, stderr);
  }
});

test('a busy child ends when its parent is killed', async () => {
  const body = `
    await opa.version();
    console.log(opa.pid);
    await opa.eval(${JSON.stringify({ modules: [endless], query: 'data.slow.verdict', input: endlessInput })});`;
  const parent = spawn(process.execPath, script(body), { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text) => resolve(Number(text))),
  );
  await pause(500); // the child computes by now
  parent.kill('SIGKILL');
  await gone(pid);
});

async function gone(pid: number): Promise<void> {
  assert.ok(pid > 0);
  for (let i = 0; i < 100; i += 1) {
    if (!runs(pid)) {
      return;
    }
    await pause(50);
  }
  process.kill(pid, 'SIGKILL');
  assert.fail(`process ${pid} is still there`);
}

/** A child whose parent is gone may stay a zombie where nothing reaps it; that is not running. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
