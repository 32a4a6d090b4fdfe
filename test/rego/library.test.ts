import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { RegoFile } from '../../src/opa/opa-types.js';
import { DEADLINE_MS } from '../proof/settings.js';

const FOLDER = join('test', 'rego');
const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
after(() => tools.opa.close());

const tests: readonly RegoFile[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('_test.rego'))
  .sort()
  .map((name) => ({ path: `test/rego/${name}`, text: readFileSync(join(FOLDER, name), 'utf8') }));

test('every package of the library has its tests', () => {
  const wanted = tools.library.map(({ path }) => `${basename(path, '.rego')}_test.rego`);
  assert.deepEqual(
    tests.map(({ path }) => basename(path)),
    wanted,
  );
});

test("the library's own tests pass", async () => {
  const results = await tools.opa.test({ modules: [...tools.library, ...tests], timeoutMs: DEADLINE_MS });
  const failed = results
    .filter(({ pass }) => !pass)
    .map(({ package: name, name: rule, error }) => `${name}.${rule} ${error?.message ?? ''}`);
  assert.deepEqual(failed, []);
  const packages = new Set(results.map((result) => result.package));
  assert.equal(packages.size, tests.length, 'a file ran no test');
  console.log(`Rego: ${results.length} tests in ${packages.size} packages`);
});
