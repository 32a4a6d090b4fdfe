import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { ConfigReader, ConfigReading, ConfigSource } from '../../src/model/config.js';
import { type ConfigReaderOptions, openConfigReader } from '../../src/sources/open-config-reader.js';

export const KEY: Uint8Array = new Uint8Array(32).fill(7);

export function source(part: Partial<ConfigSource>): ConfigSource {
  return {
    source: 'flags',
    adapter: 'yaml',
    location: 'flags.yaml',
    baseline: 'previous',
    identity: {},
    secrets: [],
    ...part,
  };
}

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder, deleted when the tests of the file have run. */
export function tempFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'edge-contracts-')));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function reader(root: string, options: Partial<ConfigReaderOptions> = {}): ConfigReader {
  return openConfigReader({
    root,
    env: { PATH: process.env['PATH'] },
    secretsKey: KEY,
    clock: () => new Date('2026-11-30T09:14:00Z'),
    ...options,
  });
}

export function documentOf(reading: ConfigReading): JsonValue {
  if ('error' in reading) assert.fail(`${reading.error.code}: ${reading.error.message}`);
  assert.ok(reading.document !== undefined);
  return reading.document;
}

/** The code of a reading that failed; `read` for one that did not. */
export function codeOf(reading: ConfigReading): string {
  return 'error' in reading ? reading.error.code : 'read';
}
