import assert from 'node:assert/strict';
import { it } from 'node:test';
import { digestBytes } from '../../src/canonical/digest.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import { notProven } from '../../src/report/ledger-verification-text.js';
import { notes } from './samples.js';

it('says which sources of contracts are not kept, and finds nothing wrong in that', async () => {
  const ledger = await openSqliteLedger(':memory:');
  const bytes = new TextEncoder().encode('a contract');
  const source = digestBytes('another');
  const kept = { ...notes.verdict, id: 'v1', contract_source: digestBytes(bytes) };
  await ledger.append([kept], { blobs: [bytes] });
  assert.equal((await ledger.verify()).sources_missing, undefined);
  await ledger.append(['v2', 'v3'].map((id) => ({ ...kept, id, contract_source: source })));
  const found = await ledger.verify();
  assert.deepEqual(
    [found.sound, found.sources_missing],
    [true, { count: 1, first: [{ digest: source, seq: 2 }] }],
  );
  const open = notProven(found, { checkpoint: null, keys: false, run: null }).join('\n');
  assert.ok(open.includes(`whose source is not kept here: ${source} (entry 2)`), open);
  await ledger.close();
});
