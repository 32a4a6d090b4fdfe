import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create } from 'jsondiffpatch';
import { parse } from 'yaml';
import type { JsonValue } from '../src/canonical/json-value.js';
import { diffConfig } from '../src/config/diff-config.js';
import { hideSecrets } from '../src/config/hide-secrets.js';
import { normaliseConfig } from '../src/config/normalise-config.js';
import { CHANGES, configDocuments } from './config-documents.js';
import { quantile } from './samples.js';

/** What it costs to find what changed in a configuration. */
export interface ConfigFigures {
  readonly bytes: number;
  readonly rows: readonly ConfigRow[];
  readonly memory: ConfigMemory;
}

export interface ConfigRow {
  readonly name: string;
  readonly what: string;
  readonly ms: number;
}

export interface ConfigMemory {
  readonly keys: number;
  /** By how much parsing the two raises the peak. */
  readonly documentsMiB: number;
  /** By how much comparing them raises it again. */
  readonly diffMiB: number;
}

interface Step {
  readonly name: string;
  readonly what: string;
  /** Yaml takes so long that it is run less often. */
  readonly every: number;
  readonly run: () => void;
}

/** So many services make 1 MB of JSON. */
const SERVICES = 2_150;

export function measureConfig(root: string, times: number, told: (text: string) => void): ConfigFigures {
  const { before, after } = configDocuments(SERVICES);
  const texts = { before: JSON.stringify(before), after: JSON.stringify(after) };
  const steps = stepsFor(
    texts.before,
    JSON.parse(texts.before) as JsonValue,
    JSON.parse(texts.after) as JsonValue,
  );
  const taken = new Map(steps.map(({ name }) => [name, [] as number[]]));
  // Side by side, and the first of each not counted.
  for (let time = 0; time <= times; time += 1) {
    for (const { name, every, run } of steps.filter((step) => time % step.every === 0)) {
      const start = performance.now();
      run();
      if (time > 0 || every > times) taken.get(name)?.push(performance.now() - start);
    }
  }
  told('configurations');
  const rows = steps.map(({ name, what }) => ({ name, what, ms: quantile(taken.get(name) ?? [], 0.5) }));
  return { bytes: Buffer.byteLength(texts.before), rows, memory: memoryOf(root) };
}

const KEY = { id: 'bench', bytes: new Uint8Array(32) };

function stepsFor(text: string, before: JsonValue, after: JsonValue): Step[] {
  const { compare } = createRequire(import.meta.url)('fast-json-patch') as {
    compare: (one: unknown, other: unknown) => readonly unknown[];
  };
  const differ = create({ omitRemovedValues: false });
  const step = (name: string, what: string, run: () => void, every = 1): Step => ({ name, what, every, run });
  const identity = { '/services/*/rules': 'path' };
  return [
    step('json-parse', '`JSON.parse` of one of them', () => JSON.parse(text)),
    step('yaml-parse', 'the same text by `yaml`', () => parse(text, { maxAliasCount: 0 }), 20),
    step('config-diff', '`diffConfig` of two parsed ones', () =>
      expect(diffConfig(before, after).changes.length),
    ),
    step('config-normalise', '`normaliseConfig` of one, an identity in each service', () => {
      if ('fault' in normaliseConfig(before, { identity })) throw new Error('a fault');
    }),
    step('config-secrets', '`hideSecrets` of one, two patterns', () => {
      hideSecrets(before, { patterns: ['/smtp/password', '/services/*/keys/**'], key: KEY });
    }),
    step('fast-json-patch', 'its `compare` of the two', () => {
      if (compare(before, after).length < CHANGES) throw new Error('fast-json-patch found less');
    }),
    step('jsondiffpatch', 'its `diff` of the two', () => {
      if (differ.diff(before, after) === undefined) throw new Error('jsondiffpatch found nothing');
    }),
  ];
}

function expect(changes: number): void {
  if (changes !== CHANGES) throw new Error(`config-diff found ${changes} changes of ${CHANGES}`);
}

const KEYS = 100_000;

function memoryOf(root: string): ConfigMemory {
  const child = join(root, '.build', 'bench', 'config-memory-child.js');
  const input = `[${manyKeys(1)},${manyKeys(2)}]`;
  const { stdout, stderr, status } = spawnSync(process.execPath, [child], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the memory of a diff was not measured: ${stderr}`);
  const { changes, ...memory } = JSON.parse(stdout) as ConfigMemory & { readonly changes: number };
  if (changes !== KEYS / 100) throw new Error(`${changes} changes were found of ${KEYS / 100}`);
  return { ...memory, keys: KEYS };
}

/** One value in a hundred is another for another number. */
function manyKeys(other: number): string {
  const value = (index: number): string => `value ${index}${index % 100 === 0 ? ` ${other}` : ''}`;
  return `{${Array.from({ length: KEYS }, (_, index) => `"key-${index}":"${value(index)}"`).join()}}`;
}
