import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { compileProject } from '../../src/compile/compile-project.js';
import { findProject } from '../../src/compile/find-project.js';
import { type CollectedFacts, emptyRun, foldRecord, loadGate, readRecords } from '../../src/gate.js';

/** A stock OPA, where there is one: in PATH, or named by `OPA`. */
const OPA = process.env['OPA'] ?? 'opa';
const present = spawnSync(OPA, ['version'], { stdio: 'ignore' }).status === 0;
const skip = present ? false : 'no `opa` on this machine';

let folder = '';
let server: ChildProcess | undefined;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edge-contracts-plain-'));
  cpSync('contracts', join(folder, 'contracts'), { recursive: true });
  const { place } = await findProject(folder);
  assert.equal((await compileProject(place)).outcome, 'compiled');
});

after(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('the plain bundle holds the same Rego as the outputs', () => {
  const policy = 'edges/refunds--notifications/policy.rego';
  const read = (...path: string[]): string => readFileSync(join(folder, 'policies', ...path), 'utf8');
  assert.equal(read('dist', 'opa', policy), read(policy));
});

test('a stock OPA server loads it, and answers as the gate does', { skip }, async () => {
  const url = await serve(join(folder, 'policies', 'dist', 'opa'));
  const gate = loadGate({ dir: join(folder, 'policies') });
  const collected = await factsOf('examples/refund-41182/run.jsonl', gate);
  assert.equal(collected.length, 3);
  for (const facts of collected) {
    const answer = await fetch(`${url}/v1/data/edges/${facts.edge}/verdict`, {
      method: 'POST',
      body: JSON.stringify({ input: facts.facts }),
    });
    const { result } = (await answer.json()) as { result: { decision: string; unproven: string[] } };
    const verdict = gate.decideFacts(facts);
    assert.equal(result.decision, verdict.decision);
    const unproven = Object.entries(verdict.checks).filter(([, outcome]) =>
      ['failed', 'warned', 'ignored'].includes(outcome),
    );
    assert.deepEqual([...result.unproven].sort(), unproven.map(([code]) => code).sort());
  }
});

async function factsOf(file: string, gate: ReturnType<typeof loadGate>): Promise<CollectedFacts[]> {
  const { records } = readRecords(readFileSync(file), { file });
  const collected: CollectedFacts[] = [];
  let run = emptyRun(gate.terms);
  for (const { record } of records) {
    if (record.kind === 'transfer') collected.push(await gate.collectFacts(run, record));
    run = foldRecord(run, record);
  }
  return collected;
}

/** Starts a server on a free port of the loopback address, and waits until it answers. */
async function serve(bundle: string): Promise<string> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  server = spawn(OPA, ['run', '--server', '--addr', address, '--bundle', bundle, '--disable-telemetry'], {
    stdio: 'ignore',
  });
  const url = `http://${address}`;
  for (let tries = 0; tries < 100; tries++) {
    const healthy = await fetch(`${url}/health?bundles`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the OPA server did not answer within 10 s');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
