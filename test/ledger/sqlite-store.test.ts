import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openSqliteStore } from '../../src/ledger/sqlite/sqlite-store.js';
import { storeSuite } from './store-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'ec-ledger-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let places = 0;
storeSuite({
  name: 'sqlite',
  skip: false,
  place: async () => {
    places += 1;
    const path = join(folder, `${places}.db`);
    return { open: () => openSqliteStore(path) };
  },
});
