import type { Digest } from '../canonical/digest.js';
import { ENGINE_VERSION } from '../model/engine-version.js';
import { Gate, type GateOptions } from './gate.js';
import { openBundle, readBundle } from './open-bundle.js';
import { policyFor } from './policy-for.js';

export interface LoadGateOptions extends GateOptions {
  /** The folder of outputs, `policies`; or the bundle's bytes. */
  readonly dir?: string;
  readonly bundle?: Uint8Array;
  /** The bundle's digest, pinned by whoever deploys it: guards against a bundle that was changed on purpose. */
  readonly expectedDigest?: Digest;
  /** How long a bundle with custom rules may take for one decision, in milliseconds; 250 unless given. */
  readonly ruleDeadlineMs?: number;
}

/**
 * Loads a compiled bundle.
 *
 * @throws TypeError where neither `dir` nor `bundle` is given, or both.
 * @throws EngineFailure `engine.tampered` where the bundle is missing, changed or broken; `engine.version` where
 *   another version compiled it. A host that cannot load its gate must not hand on.
 */
export function loadGate(options: LoadGateOptions = {}): Gate {
  const bundle = openBundle(bytesOf(options), ENGINE_VERSION, options.expectedDigest);
  return new Gate(bundle, policyFor(bundle, options), options);
}

function bytesOf({ dir, bundle }: LoadGateOptions): Uint8Array {
  if (bundle !== undefined && dir === undefined) return bundle;
  if (dir !== undefined && bundle === undefined) return readBundle(dir);
  throw new TypeError('loadGate takes either `dir` or `bundle`');
}
