import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { LEDGER_CODES } from '../../src/ledger/codes.js';

it('docs/ledger.md lists every code, with what it is', () => {
  const docs = readFileSync('docs/ledger.md', 'utf8');
  const rows = LEDGER_CODES.map(({ code, title }) => `| \`${code}\` | ${title} |`);
  assert.equal(docs.slice(docs.indexOf('| `ledger.record`')).trim(), rows.join('\n'));
});

it('every code is reported somewhere', () => {
  const files = readdirSync('src/ledger', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const code = files
    .filter((name) => name !== 'codes.ts')
    .map((name) => readFileSync(`src/ledger/${name}`, 'utf8'))
    .join('\n');
  assert.deepEqual(
    LEDGER_CODES.map((page) => page.code).filter((name) => !code.includes(`'${name}'`)),
    [],
  );
});
