/** Run in an empty project in which the packed package is installed: the command, the API, the gate, the schemas. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as gateOnly from 'edge-contracts/gate';
import * as whole from 'edge-contracts';
import { openConfigReader } from 'edge-contracts/config';

const require = createRequire(import.meta.url);
const command = (...args) =>
  spawnSync('npx', ['--no-install', 'edge-contracts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });

let passed = 0;
let failed = 0;
const check = (name, body) =>
  test(name, async () => {
    try {
      await body();
      passed += 1;
    } catch (error) {
      failed += 1;
      throw error;
    }
  });

await check('the command compiles and judges the incident', () => {
  const compiled = command('compile');
  assert.equal(compiled.status, 0, compiled.stderr);
  const judged = command('evaluate', 'run.jsonl');
  assert.equal(judged.status, 2, judged.stderr);
  assert.match(judged.stdout, /constraint\.dropped/);
});

await check('the gate alone decides it in process', async () => {
  const gate = gateOnly.loadGate({ dir: 'policies' });
  const { records } = gateOnly.readRecords(readFileSync('run.jsonl'), { file: 'run.jsonl' });
  const [{ transfers, run }] = gateOnly.evaluateRecords(gate, records);
  assert.deepEqual(
    transfers.map(({ decision }) => decision),
    ['allow', 'block', 'block'],
  );
  assert.equal(run.reasons[0].cause, 'transmission');
});

await check('a verdict is signed by the gate, and verified', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const gate = gateOnly.loadGate({ dir: 'policies' });
  const { records } = gateOnly.readRecords(readFileSync('run.jsonl'), { file: 'run.jsonl' });
  const [{ transfers }] = gateOnly.evaluateRecords(gate, records);
  const key = gateOnly.readSigningKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const { compared } = whole.verifyAttestation(gateOnly.attestVerdict(transfers[1], { key }), {
    keys: [whole.readVerificationKey(publicKey.export({ type: 'spki', format: 'pem' }))],
    records: records.map(({ record }) => record),
    bundle: gate.digest,
  });
  assert.deepEqual([compared.record, compared.bundle], ['verified', 'verified']);
});

await check('the gate brings no compiler along', () => {
  assert.equal('compileContracts' in gateOnly, false);
  assert.equal('compileContracts' in whole, true);
});

await check('live config is read by an entry of its own', async () => {
  const reader = openConfigReader({ root: '.', env: {}, secretsKey: null, clock: () => new Date() });
  const location = 'package.json';
  const source = { source: 'a', adapter: 'json', location, baseline: 'previous', identity: {}, secrets: [] };
  assert.equal((await reader.live(source)).document.type, 'module');
  assert.equal('openConfigReader' in gateOnly, false);
});

await check('the schemas are there', () => {
  assert.equal(require('edge-contracts/schemas/record.schema.json').title.length > 0, true);
});

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
