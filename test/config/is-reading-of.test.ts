import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReadingOf } from '../../src/config/is-reading-of.js';
import type { ConfigAdapterName, ConfigUnread } from '../../src/model/config.js';

const ROWS: readonly (readonly [adapter: ConfigAdapterName, wanted: string, shown: string, same: boolean])[] =
  [
    ['yaml', 'a.yaml', 'a.yaml', true],
    ['yaml', 'a.yaml', 'b.yaml', false],
    ['git', 'main:a.yaml', 'other:a.yaml', false],
    ['http', 'https://example.org', 'https://example.org/', true],
    ['http', 'https://example.org/a?token=x', 'https://example.org/a?…', true],
    ['http', 'https://example.org/a', 'https://example.org/b', false],
    ['http', 'https://example.org/a', 'https://example.com/a', false],
    ['http', 'https://example.org/a', 'http://example.org/a', false],
    ['http', 'https://example.org/a', 'https://example.org:8443/a', false],
    ['http', 'https://example.org/a', '(not a URL)', false],
    ['yaml', 'https://example.org', 'https://example.org/', false],
  ];

test('a reading is of the source that it was asked for', () => {
  for (const [adapter, location, shown, same] of ROWS) {
    const reading: ConfigUnread = { adapter, location: shown, at: '', error: { code: 'c', message: 'm' } };
    assert.equal(isReadingOf({ adapter, location }, reading), same, `${location} ${shown}`);
    assert.equal(isReadingOf({ adapter: 'toml', location }, reading), false);
  }
});
