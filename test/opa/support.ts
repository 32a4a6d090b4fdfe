import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { findArtifactDir } from '../../src/opa/opa-artifact.js';
import { OpaError } from '../../src/opa/opa-error.js';
import type { OpaCapabilities, RegoFile } from '../../src/opa/opa-types.js';

/** The repository's root, wherever the compiled test runs from. */
export const root: string = fileURLToPath(new URL('../', `file://${findArtifactDir()}/`));

export const capabilities: OpaCapabilities = JSON.parse(
  readFileSync(`${root}compiler/capabilities.json`, 'utf8'),
) as OpaCapabilities;

export function rego(path: string, ...lines: string[]): RegoFile {
  return { path, text: `${lines.join('\n')}\n` };
}

/** An edge whose verdict depends on its input, with a shared library. Sorted: the WASM gives sets in the order of hashes. */
export function edge(name: string): RegoFile {
  return rego(
    `edges/${name}/policy.rego`,
    `package edges.${name}`,
    '',
    'import data.lib.facts',
    '',
    'default verdict := {"decision": "block"}',
    '',
    'verdict := {"decision": "allow", "proved": sort(proved)} if count(proved) == 2',
    '',
    'proved contains "complete" if facts.complete',
    '',
    `proved contains "named" if glob.match("${name}.*", ["."], input.name)`,
  );
}

export const library: RegoFile = rego(
  'lib/facts.rego',
  'package lib.facts',
  '',
  'complete if is_object(input)',
);

/** A join of three lists: 64 million steps, so it never ends within a test. */
export const endless: RegoFile = rego(
  'slow/policy.rego',
  'package slow',
  '',
  'verdict if {',
  '\tsome a in input.list',
  '\tsome b in input.list',
  '\tsome c in input.list',
  '\t((a + b) + c) == -1',
  '}',
);

export const endlessInput: { readonly list: readonly number[] } = {
  list: Array.from({ length: 400 }, (_, i) => i),
};

export function hasCode(code: string): (error: unknown) => boolean {
  return (error) => {
    if (error instanceof OpaError && error.code === code) {
      return true;
    }
    throw new Error(`expected an OpaError with code ${code}, got ${String(error)}`, { cause: error });
  };
}
