import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';
import { RECORD_CODES } from '../../src/record/codes.js';

describe('RECORD_CODES', () => {
  it('has one page for each code that is used, and none that is not', () => {
    const folder = join(packageRoot(), 'src/record');
    const sources = readdirSync(folder).filter((file) => file !== 'codes.ts' && file.endsWith('.ts'));
    const text = sources.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    const used = new Set([...text.matchAll(/'(record\.[a-z_0-9]+)'/g)].map(([, code]) => code));
    assert.deepEqual(RECORD_CODES.map(({ code }) => code).sort(), [...used].sort());
  });

  it('says what, why and how on each', () => {
    for (const { code, title, why, fix } of RECORD_CODES) {
      assert.ok(title !== '' && !title.endsWith('.'), code);
      assert.ok(why.endsWith('.') && fix.length > 10, code);
    }
  });
});
