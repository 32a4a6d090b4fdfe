import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { allPages } from '../../src/cli/pages.js';
import { packageRoot } from '../../src/model/package-root.js';

const AREAS =
  'payload|constraint|stop_condition|established|confidence|tool_result|side_effect|config|config_source|run|edge|rule|engine|record|contract|project|compile|compiler|input|attestation|redaction|ledger|case|test|comment';
const CODE = new RegExp(`['"\`]((?:${AREAS})\\.[a-z][a-z_]+)['"\`]`, 'g');

/** Literals that look like a code and are none: parts of a contract, members of a record, templates. */
const NO_CODES: ReadonlySet<string> = new Set([
  'contract.digest', // what changed in the window of an alert
  'edge.from', // a member of a contract, in a help
  'config.change', // a kind of side effect that contracts declare
  'rule.removed', // a change that `test --mutate` makes, as ids of those are called
]);

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/(?<!\.generated)\.ts$/.test(entry.name)) yield path;
  }
}

/** Code without comments, which may speak of what they like, and without proofs, which name functions in Rego. */
function codeOf(path: string): string {
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return text.replace(/\b(?:holds|each|empty): '[^']*'/g, '');
}

describe('the pages of `explain`', () => {
  const pages = allPages();

  it('are there for every code that the sources name', () => {
    const known = new Set(pages.map(({ code }) => code));
    const found = new Set<string>();
    for (const path of sources(join(packageRoot(), 'src'))) {
      for (const [, code = ''] of codeOf(path).matchAll(CODE)) found.add(code);
    }
    assert.ok(found.size > 80, `only ${found.size} codes were found`);
    const without = [...found].filter((code) => !known.has(code) && !NO_CODES.has(code));
    assert.deepEqual(without, []);
  });

  it('are one a code, and say something', () => {
    const codes = pages.map(({ code }) => code);
    assert.deepEqual(codes, [...new Set(codes)]);
    for (const { code, title, why, fix } of pages) {
      for (const text of [title, why, fix]) assert.ok(text.length > 10, code);
    }
  });
});
