import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

import { OpaError } from './opa-error.js';

export interface OpaArtifact {
  /** The raw module, equal to the digest in opa.wasm.json. */
  readonly module: Uint8Array;
  /** The text of Go's wasm_exec.js. */
  readonly glue: string;
}

interface Manifest {
  readonly sha256: string;
  readonly glueSha256: string;
  readonly bytes: number;
}

const MODULE_FILE = 'opa.wasm.br';

/** The folder `compiler/` of the package that this file belongs to, installed or built for tests. */
export function findArtifactDir(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, 'compiler');
    if (existsSync(join(candidate, MODULE_FILE))) {
      return candidate;
    }
    const parent = dirname(folder);
    if (parent === folder) {
      throw new OpaError(
        'compiler.missing',
        `compiler/${MODULE_FILE} was not found: the package is incomplete`,
      );
    }
    folder = parent;
  }
}

/** Reads the artifact; anything that is not exactly what was built is refused before any of it runs. */
export function loadArtifact(folder: string): OpaArtifact {
  const manifest = parseManifest(read(folder, 'opa.wasm.json').toString('utf8'));
  const glue = read(folder, 'wasm_exec.js');
  expectDigest('wasm_exec.js', glue, manifest.glueSha256);
  const module = decompress(read(folder, MODULE_FILE), manifest.bytes);
  expectDigest(MODULE_FILE, module, manifest.sha256);
  return { module, glue: glue.toString('utf8') };
}

function read(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, name));
  } catch {
    throw new OpaError('compiler.missing', `compiler/${name} cannot be read`);
  }
}

function parseManifest(text: string): Manifest {
  const value = parseJson(text);
  if (
    typeof value === 'object' &&
    value !== null &&
    'sha256' in value &&
    typeof value.sha256 === 'string' &&
    'glueSha256' in value &&
    typeof value.glueSha256 === 'string' &&
    'bytes' in value &&
    typeof value.bytes === 'number'
  ) {
    return { sha256: value.sha256, glueSha256: value.glueSha256, bytes: value.bytes };
  }
  throw tampered('opa.wasm.json is malformed');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decompress(packed: Buffer, bytes: number): Buffer {
  try {
    // In one piece: chunks would lie in memory a second time while they are put together.
    return brotliDecompressSync(packed, { maxOutputLength: bytes, chunkSize: bytes + 1 });
  } catch {
    throw tampered(`${MODULE_FILE} does not decompress to the size written down`);
  }
}

function expectDigest(name: string, bytes: Uint8Array, expected: string): void {
  if (createHash('sha256').update(bytes).digest('hex') !== expected) {
    throw tampered(`${name} does not have the digest written down in opa.wasm.json`);
  }
}

function tampered(what: string): OpaError {
  return new OpaError('compiler.tampered', `the embedded compiler was changed: ${what}`);
}
