import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Compilation } from '../../src/compile/compile-contracts.js';
import { readOutputs } from '../../src/compile/outputs-file.js';
import { writeCompilation } from '../../src/compile/write-compilation.js';

const EMPTY = { files: new Map(), plainBundle: new Map(), bundle: { manifest: { sources: 'sha256:0' } } };

const ELSEWHERE = [
  'dist/opa/../../../victim',
  '../victim',
  '/victim',
  'dist/opa//victim',
  'dist\\opa\\victim',
];

for (const path of ELSEWHERE) {
  test(`what was written is never removed by the path ${path}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'edge-contracts-outputs-'));
    const policies = join(folder, 'policies');
    try {
      mkdirSync(join(policies, 'dist', 'opa'), { recursive: true });
      writeFileSync(join(folder, 'victim'), 'mine');
      const outputs = { sources: 'sha256:0', code: 'x', outputs: { [path]: 'sha256:0' } };
      writeFileSync(join(policies, 'dist', 'outputs.json'), JSON.stringify(outputs));
      assert.equal(readOutputs(policies), null);
      assert.deepEqual(writeCompilation(EMPTY as unknown as Compilation, policies).removed, []);
      assert.ok(existsSync(join(folder, 'victim')));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
