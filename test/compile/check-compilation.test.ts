import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { digestBytes } from '../../src/canonical/digest.js';
import { checkCompilation } from '../../src/compile/check-compilation.js';
import type { Compilation } from '../../src/compile/compile-contracts.js';
import { plainSettings } from '../../src/compile/plain-settings.js';
import { writeCompilation } from '../../src/compile/write-compilation.js';
import { DEFAULT_PROJECT, readProjectFile } from '../../src/contract/index.js';

const folder = mkdtempSync(join(tmpdir(), 'edge-contracts-check-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function compilation(text: string): Compilation {
  const bundle = { schema: 'edge-contracts/bundle/v1', manifest: { sources: 'sha256:0' }, wasm: '' };
  return {
    files: new Map([
      ['edge-contracts.lock', `tools engine=1\nedge a rego=${digestBytes(text)}\n`],
      ['edges/a/policy.rego', text],
    ]),
    plainBundle: new Map([['.manifest', '{}']]),
    bundle: bundle as unknown as Compilation['bundle'],
  };
}

describe('what differs', () => {
  it('is told in bounded time and length, also where every line differs', () => {
    const lines = (word: string): string =>
      Array.from({ length: 20_000 }, (_, i) => `${word} ${i}\n`).join('');
    mkdirSync(join(folder, 'edges/a'), { recursive: true });
    writeFileSync(join(folder, 'edges/a/policy.rego'), lines('old'));
    const started = performance.now();
    const [, difference] = checkCompilation(compilation(lines('new')), folder);
    assert.ok(performance.now() - started < 5_000);
    assert.equal(difference?.code, 'compile.stale');
    assert.equal(difference?.diff, 'almost every line differs\n');
  });

  it('is cut where many lines differ', () => {
    const lines = (word: string): string => Array.from({ length: 300 }, (_, i) => `${word} ${i}\n`).join('');
    writeFileSync(join(folder, 'edges/a/policy.rego'), lines('old'));
    const [, difference] = checkCompilation(compilation(lines('new')), folder);
    const diff = difference?.diff?.split('\n') ?? [];
    assert.ok(diff.length > 100 && diff.length < 130, String(diff.length));
    assert.match(diff.join('\n'), /… \d+ more lines\n$/);
  });
});

describe('what is written', () => {
  it('comes whole, once, and the second time not at all', () => {
    const first = writeCompilation(compilation('package a\n'), folder);
    assert.deepEqual(first.written, [
      'dist/edges.bundle.json',
      'dist/opa/.manifest',
      'edge-contracts.lock',
      'edges/a/policy.rego',
    ]);
    assert.deepEqual(writeCompilation(compilation('package a\n'), folder), {
      written: [],
      removed: [],
      unchanged: 4,
    });
    assert.deepEqual(checkCompilation(compilation('package a\n'), folder), []);
  });
});

describe('what is compared', () => {
  it('is what is committed: nothing below `dist`, and no file that nobody wrote', () => {
    writeCompilation(compilation('package a\n'), folder);
    writeFileSync(join(folder, 'dist/edges.bundle.json'), 'old');
    assert.deepEqual(checkCompilation(compilation('package a\n'), folder), []);
    writeFileSync(join(folder, 'edges/a/more.rego'), 'package edges.a\n');
    assert.deepEqual(checkCompilation(compilation('package a\n'), folder), [
      { path: 'edges/a/more.rego', code: 'compile.left_over', diff: null },
    ]);
    assert.deepEqual(writeCompilation(compilation('package a\n'), folder).removed, []);
    rmSync(join(folder, 'edges/a/more.rego'));
  });
});

describe('settings that are read without a YAML parser', () => {
  const texts = [
    'contracts: a\n',
    'contracts: a/b\npolicies: c\nuncovered: warn\n',
    '# comment\n\nuncovered: observe\n',
    '# only a comment\n',
    '',
    'contracts: null\n',
    'contracts: no\n',
    'contracts: "a"\n',
    'contracts: a # b\n',
    'contracts:  a \n',
    'contracts: a\ncontracts: b\n',
    'contracts: a\npolicies: a\n',
    'contracts: a\npolicies: a/b\n',
    'contracts: a//b\n',
    'contracts: ../a\n',
    'contracts: a/../b\n',
    'uncovered: block\n',
    'uncovered: maybe\n',
    'contracts: a\r\n',
    'contracts: a\n b\n',
    'contracts: a\n...\n',
    'ledger: x\n',
    'contracts: 1a\n',
    'contracts: a-\n',
    'contracts: x\n# \u0007\n',
  ];
  it('are what the YAML reader says, or are left to it', () => {
    let read = 0;
    for (const text of texts) {
      const plain = plainSettings(text, DEFAULT_PROJECT);
      if (plain === null) continue;
      read += 1;
      assert.deepEqual({ project: plain, diagnostics: [] }, readProjectFile(text), JSON.stringify(text));
    }
    assert.ok(read >= 4, `${read} were read`);
  });
});
