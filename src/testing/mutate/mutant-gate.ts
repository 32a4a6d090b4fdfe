import type { Toolchain } from '../../compile/compile-contracts.js';
import { emitManifest } from '../../compile/emit-manifest.js';
import { emitPayloadSchema } from '../../compile/emit-payload-schema.js';
import { Gate } from '../../evaluate/gate.js';
import type { OpenBundle } from '../../evaluate/open-bundle.js';
import type { Policy } from '../../evaluate/policy.js';
import type { EdgeManifest } from '../../model/bundle.js';
import type { MadeMutant } from './mutants.js';
import { SeverityPolicy } from './severity-policy.js';

/** The contracts as they are, compiled together with some that were changed. */
export interface BaseBundle {
  readonly bundle: OpenBundle;
  readonly policy: Policy;
  /** Of the contracts as they are. */
  readonly names: readonly string[];
}

/** The gate of a project in which a changed contract, compiled under a name of its own, has the place of the one it is of. */
export function gateOfCompiled({ renamed, of }: MadeMutant, base: BaseBundle): Gate {
  const edge = base.bundle.manifest.edges.find(({ name }) => name === renamed.metadata.name);
  return gateWith(edge === undefined ? [] : [edge], of.metadata.name, base, base.policy);
}

/** The same for a contract whose policy is that of the one it is of, but for severities. */
export function gateOfEmitted({ changed, of, needs }: MadeMutant, base: BaseBundle, tools: Toolchain): Gate {
  const edge = emitManifest(changed, emitPayloadSchema(changed, tools.schemas.payload));
  const policy = needs === 'severities' ? new SeverityPolicy(base.policy, edge) : base.policy;
  return gateWith([edge], of.metadata.name, base, policy);
}

function gateWith(changed: readonly EdgeManifest[], of: string, base: BaseBundle, policy: Policy): Gate {
  const { bundle, names } = base;
  const others = bundle.manifest.edges.filter(({ name }) => names.includes(name) && name !== of);
  return new Gate({ ...bundle, manifest: { ...bundle.manifest, edges: [...others, ...changed] } }, policy);
}
