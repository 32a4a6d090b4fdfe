import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, digestValue } from '../canonical/digest.js';
import { ENGINE_VERSION } from '../model/engine-version.js';
import { packageRoot } from '../model/package-root.js';
import type { RegoFile } from '../opa/opa-types.js';

/** Written by the compiler, beside the library that is written by hand. */
const EMITTED = 'checks.rego';

/** The Rego that is written by hand and that all edges share, from `policies/edge_contracts` of this package. */
export function readLibrary(): readonly RegoFile[] {
  const folder = join(packageRoot(), 'policies', 'edge_contracts');
  const names = readdirSync(folder).filter((name) => name.endsWith('.rego') && name !== EMITTED);
  return names
    .sort()
    .map((name) => ({ path: `edge_contracts/${name}`, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Digest of the Rego that all edges share. */
export function libraryDigest(library: readonly RegoFile[]): Digest {
  return digestValue(library.map(({ path, text }) => [path, text]));
}

/** What compiles, besides the contracts: where one of these changes, a bundle is stale. */
export interface ToolDigests {
  readonly engine: string;
  /** Of the Rego that all edges share. */
  readonly library: Digest;
  /** Of the embedded OPA and of what it may use, as the package names them. */
  readonly opa: Digest;
}

/** Reads a few small files; no compiler is started. */
export function readToolDigests(): ToolDigests {
  const named = ['opa.wasm.json', 'capabilities.json'].map((name) =>
    readFileSync(join(packageRoot(), 'compiler', name), 'utf8'),
  );
  return { engine: ENGINE_VERSION, library: libraryDigest(readLibrary()), opa: digestValue(named) };
}
