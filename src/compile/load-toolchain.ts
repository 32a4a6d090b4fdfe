import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonObject } from '../canonical/json-value.js';
import { ENGINE_VERSION } from '../model/engine-version.js';
import { packageRoot } from '../model/package-root.js';
import { OpaCompiler, type OpaCompilerOptions } from '../opa/opa-compiler.js';
import type { OpaCapabilities, RegoFile } from '../opa/opa-types.js';
import type { Toolchain } from './compile-contracts.js';
import { COMMON_POLICY } from './emit-common-policy.js';

/** The Rego that is written by hand and that all edges share, from `policies/edge_contracts` of this package. */
export function readLibrary(): readonly RegoFile[] {
  const folder = join(packageRoot(), 'policies', 'edge_contracts');
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.rego') && name !== basename(COMMON_POLICY),
  );
  return names
    .sort()
    .map((name) => ({ path: `edge_contracts/${name}`, text: readFileSync(join(folder, name), 'utf8') }));
}

/**
 * What this package brings to compile with. The embedded OPA starts at its first request; `opa.close()` ends it.
 */
export function loadToolchain(options: OpaCompilerOptions = {}): Toolchain {
  return {
    opa: OpaCompiler.start(options),
    engine: ENGINE_VERSION,
    library: readLibrary(),
    capabilities: readJson('compiler', 'capabilities.json') as OpaCapabilities,
    schemas: {
      payload: readJson('schemas', 'payload.schema.json'),
      draft: readJson('schemas', 'draft.schema.json'),
      facts: readJson('schemas', 'facts.schema.json'),
    },
  };
}

function readJson(...path: readonly string[]): JsonObject {
  return JSON.parse(readFileSync(join(packageRoot(), ...path), 'utf8')) as JsonObject;
}
