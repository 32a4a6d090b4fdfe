import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../canonical/json-value.js';
import { ENGINE_VERSION } from '../model/engine-version.js';
import { packageRoot } from '../model/package-root.js';
import { OpaCompiler, type OpaCompilerOptions } from '../opa/opa-compiler.js';
import type { OpaCapabilities } from '../opa/opa-types.js';
import type { Toolchain } from './compile-contracts.js';
import { readLibrary } from './read-library.js';

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
