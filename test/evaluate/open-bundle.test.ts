import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { digestBytes, digestValue } from '../../src/canonical/digest.js';
import type { Compilation, Toolchain } from '../../src/compile/compile-contracts.js';
import { loadGate } from '../../src/evaluate/load-gate.js';
import { EngineFailure } from '../../src/evaluate/policy.js';
import type { Bundle } from '../../src/model/bundle.js';
import { bundleBytes, compileFiles, incident, refundsContract, startTools } from '../support/project.js';

let tools: Toolchain;
let compilation: Compilation;

before(async () => {
  tools = startTools();
  compilation = await compileFiles({ 'contracts/refunds--notifications.yaml': refundsContract() }, tools);
});

after(() => tools.opa.close());

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const changed = (change: (bundle: Bundle) => unknown) => (): Uint8Array =>
  bytesOf(change(compilation.bundle));
/** A manifest that was changed, and its digest with it. */
const manifest = (members: object) =>
  changed((bundle) => {
    const whole = { ...bundle.manifest, ...members };
    return { ...bundle, manifest: whole, digest: digestValue(whole as never) };
  });

const REFUSED: readonly (readonly [name: string, bytes: () => Uint8Array, code: string])[] = [
  ['empty', () => new Uint8Array(), 'engine.tampered'],
  ['cut', () => bundleBytes(compilation).slice(0, -100), 'engine.tampered'],
  ['not UTF-8', () => Uint8Array.of(0x7b, 0xff, 0x7d), 'engine.tampered'],
  ['null', () => bytesOf(null), 'engine.tampered'],
  ['a number', () => bytesOf(0), 'engine.tampered'],
  ['of no schema', changed(({ schema: _, ...rest }) => rest), 'engine.tampered'],
  [
    'of a later schema',
    changed((bundle) => ({ ...bundle, schema: 'edge-contracts/bundle/v2' })),
    'engine.version',
  ],
  ['of another version', manifest({ engine: '0.0.9' }), 'engine.version'],
  ['without a manifest', changed((bundle) => ({ ...bundle, manifest: null })), 'engine.tampered'],
  ['without edges', manifest({ edges: null }), 'engine.tampered'],
  ['without WASM', changed((bundle) => ({ ...bundle, wasm: 1 })), 'engine.tampered'],
  [
    'with one byte of the WASM changed',
    changed((bundle) => ({ ...bundle, wasm: flip(bundle.wasm) })),
    'engine.tampered',
  ],
  [
    'with its mode changed',
    changed((bundle) => ({ ...bundle, manifest: { ...bundle.manifest, uncovered: 'observe' } })),
    'engine.tampered',
  ],
  ['with another WASM and its digest', changed(otherWasm), 'engine.tampered'],
];

for (const [name, bytes, code] of REFUSED) {
  test(`a bundle that is ${name} is refused: ${code}`, () => {
    assert.throws(
      () => loadGate({ bundle: bytes() }),
      (error: unknown) => error instanceof EngineFailure && error.code === code,
    );
  });
}

test('a folder without a bundle says what to do', () => {
  assert.throws(() => loadGate({ dir: 'docs' }), /edge-contracts compile/);
});

test('either a folder or a bundle', () => {
  assert.throws(() => loadGate({}), TypeError);
  assert.throws(() => loadGate({ dir: 'policies', bundle: new Uint8Array() }), TypeError);
});

test('a pinned digest finds what the digests inside cannot', () => {
  const bytes = bundleBytes(compilation);
  loadGate({ bundle: bytes, expectedDigest: digestBytes(bytes) }).close();
  const loosened = manifest({ uncovered: 'observe' })();
  loadGate({ bundle: loosened }).close();
  assert.throws(
    () => loadGate({ bundle: loosened, expectedDigest: digestBytes(bytes) }),
    (error: unknown) => error instanceof EngineFailure && error.code === 'engine.tampered',
  );
});

test('a manifest that no longer fits its policy blocks', () => {
  const [edge] = compilation.bundle.manifest.edges;
  const checks = { ...edge?.checks, 'constraint.dropped': { severity: 'warn', file: 'x', line: 1 } };
  const gate = loadGate({ bundle: manifest({ edges: [{ ...edge, checks }] })() });
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assert.deepEqual([verdict.action, verdict.errors.map(({ code }) => code)], ['block', ['engine.tampered']]);
});

test('an entrypoint that is not in the policy blocks', () => {
  const [edge] = compilation.bundle.manifest.edges;
  const gate = loadGate({ bundle: manifest({ edges: [{ ...edge, entrypoint: 'toString' }] })() });
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assert.deepEqual([verdict.action, verdict.errors.map(({ code }) => code)], ['block', ['engine.tampered']]);
});

function flip(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
}

/** A module that is WASM, and no policy. */
function otherWasm(bundle: Bundle): Bundle {
  const wasm = Buffer.from('0061736d01000000', 'hex');
  return {
    ...bundle,
    wasm: wasm.toString('base64'),
    manifest: { ...bundle.manifest, wasm: digestBytes(wasm) },
  };
}
