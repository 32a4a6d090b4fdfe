import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, digestBytes, digestValue } from '../canonical/digest.js';
import { isJsonObject, type JsonValue } from '../canonical/json-value.js';
import { BUNDLE_FILE, BUNDLE_SCHEMA, type Bundle, type Manifest } from '../model/bundle.js';
import { EngineFailure } from './policy.js';

/** A bundle whose digests were verified. */
export interface OpenBundle {
  readonly manifest: Manifest;
  readonly wasm: Uint8Array;
  /** Of the bundle's bytes. */
  readonly digest: Digest;
}

/**
 * Reads a bundle's bytes.
 *
 * @param expected The digest that the deployer pinned. Without it a bundle that was changed along with its own
 *   digests is not seen: those guard against accident, this one against an attacker.
 * @throws EngineFailure `engine.tampered` (missing, changed, not a bundle) or `engine.version` (of another version).
 */
export function openBundle(bytes: Uint8Array, engine: string, expected?: Digest): OpenBundle {
  const digest = digestBytes(bytes);
  if (expected !== undefined && expected !== digest) {
    throw new EngineFailure('engine.tampered', `the bundle is ${digest}, and ${expected} was expected`);
  }
  const { manifest, wasm, digest: named } = parseBundle(bytes);
  if (manifest.engine !== engine) {
    const made = JSON.stringify(String(manifest.engine).slice(0, 40));
    throw new EngineFailure(
      'engine.version',
      `the bundle was compiled by version ${made}, and this is ${engine}: compile again`,
    );
  }
  if (digestValue(manifest as unknown as JsonValue) !== named) {
    throw new EngineFailure('engine.tampered', "the bundle's manifest is not the one that was compiled");
  }
  const raw = Buffer.from(wasm, 'base64');
  if (digestBytes(raw) !== manifest.wasm) {
    throw new EngineFailure('engine.tampered', "the bundle's WASM is not the one that its manifest names");
  }
  return { manifest, wasm: raw, digest };
}

function parseBundle(bytes: Uint8Array): Bundle {
  const parsed = parseJson(bytes);
  if (!isJsonObject(parsed) || typeof parsed['schema'] !== 'string')
    throw notABundle('it is not a JSON object with a schema');
  if (parsed['schema'] !== BUNDLE_SCHEMA) {
    throw new EngineFailure('engine.version', `the bundle's schema is not ${BUNDLE_SCHEMA}: compile again`);
  }
  const { manifest, wasm } = parsed;
  if (!isJsonObject(manifest) || !Array.isArray(manifest['edges']) || typeof wasm !== 'string') {
    throw notABundle('it has no manifest or no WASM');
  }
  if (!manifest['edges'].every(isEdge)) throw notABundle('its manifest names an edge that is none');
  return parsed as unknown as Bundle;
}

const TEXTS = ['name', 'owner', 'from', 'to', 'digest', 'mode', 'entrypoint', 'file'];
const LISTS = ['established', 'properties', 'standing', 'policies', 'exceptions', 'rules'];
const MAPS = ['checks', 'discharge'];

/** As far as the gate could stumble over it. */
function isEdge(edge: unknown): boolean {
  if (!isJsonObject(edge)) return false;
  const { payload_schema: schema } = edge;
  return (
    TEXTS.every((member) => typeof edge[member] === 'string') &&
    LISTS.every((member) => Array.isArray(edge[member])) &&
    MAPS.every((member) => isJsonObject(edge[member])) &&
    (isJsonObject(schema) || typeof schema === 'boolean')
  );
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw notABundle('it is not JSON');
  }
}

function notABundle(why: string): EngineFailure {
  return new EngineFailure('engine.tampered', `the bundle cannot be read: ${why}`);
}

/**
 * The bytes of the bundle in a folder of outputs.
 *
 * @throws EngineFailure `engine.tampered` where there is none.
 */
export function readBundle(dir: string): Uint8Array {
  const path = join(dir, BUNDLE_FILE);
  try {
    // A pipe in its place would wait for ever.
    if (!statSync(path).isFile()) throw new TypeError('it is not a file');
    return readFileSync(path);
  } catch (cause) {
    const message = `there is no bundle at ${path}: run \`edge-contracts compile\` first`;
    throw new EngineFailure('engine.tampered', message, { cause });
  }
}
