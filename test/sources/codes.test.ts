import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';
import { SOURCE_CODES } from '../../src/sources/codes.js';

describe('SOURCE_CODES', () => {
  it('has one page for each code that is used, and none that is not', () => {
    const folder = join(packageRoot(), 'src/sources');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file !== 'codes.ts' && file.endsWith('.ts'));
    const text = sources.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    const used = new Set([...text.matchAll(/'(config_source\.[a-z_]+)'/g)].map(([, code]) => code));
    assert.deepEqual(SOURCE_CODES.map(({ code }) => code).sort(), [...used].sort());
  });

  it('says what, why and how on each', () => {
    for (const { code, title, why, fix } of SOURCE_CODES) {
      assert.ok(title !== '' && !title.endsWith('.'), code);
      assert.ok(why.endsWith('.') && fix.endsWith('.'), code);
    }
  });
});
