import type { Toolchain } from '../../compile/compile-contracts.js';
import { emitManifest } from '../../compile/emit-manifest.js';
import { emitPayloadSchema } from '../../compile/emit-payload-schema.js';
import type { Contract } from '../../contract/contract.js';
import { Gate } from '../../evaluate/gate.js';
import type { OpenBundle } from '../../evaluate/open-bundle.js';
import type { Policy } from '../../evaluate/policy.js';
import type { EdgeManifest } from '../../model/bundle.js';
import type { MadeMutant } from './mutants.js';
import { RoutedPolicy, SeverityPolicy } from './other-policies.js';

/** The contracts as they are, compiled. */
export interface BaseBundle {
  readonly bundle: OpenBundle;
  readonly policy: Policy;
}

/**
 * The gate of a project in which a changed contract has the place of the one that it is of, under a name of its own.
 *
 * @param policy Of the batch that it was compiled in.
 */
export function gateOfCompiled(
  { renamed, of }: MadeMutant,
  policy: Policy,
  base: BaseBundle,
  tools: Toolchain,
): Gate {
  const edge = manifestOf(renamed, tools);
  return gateWith(edge, of, base, new RoutedPolicy(base.policy, edge, policy));
}

/** The same for a contract whose policy is that of the one it is of, but for severities; the name stays. */
export function gateOfEmitted({ changed, of, needs }: MadeMutant, base: BaseBundle, tools: Toolchain): Gate {
  const edge = manifestOf(changed, tools);
  return gateWith(
    edge,
    of,
    base,
    needs === 'severities' ? new SeverityPolicy(base.policy, edge) : base.policy,
  );
}

function manifestOf(contract: Contract, tools: Toolchain): EdgeManifest {
  return emitManifest(contract, emitPayloadSchema(contract, tools.schemas.payload));
}

function gateWith(edge: EdgeManifest, of: Contract, { bundle }: BaseBundle, policy: Policy): Gate {
  const edges = bundle.manifest.edges.map((other) => (other.name === of.metadata.name ? edge : other));
  return new Gate({ ...bundle, manifest: { ...bundle.manifest, edges } }, policy);
}
