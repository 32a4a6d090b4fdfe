import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { compiledGate, repositoryContracts } from '../proof/repository-gate.js';
import { DEADLINE_MS } from '../proof/settings.js';
import { caseFiles, readCase, runCaseFile } from './run-cases.js';

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let gate: Gate;
before(async () => {
  gate = await compiledGate(repositoryContracts(), tools);
});
after(() => tools.opa.close());

const files = caseFiles();

test('there are cases, and each expects something', () => {
  assert.ok(files.length >= 16);
  for (const file of files) assert.ok(Object.keys(readCase(file).expect).length > 0, file);
});

for (const file of files) {
  test(`${file.replaceAll('\\', '/')} comes as expected`, () => {
    assert.deepEqual(runCaseFile(gate, file).differences, []);
  });
}
