import { payloadValidator } from '../adapters/payload/validate-payload.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { Subject } from '../checks/check.js';
import type { EdgeManifest } from '../model/bundle.js';
import type { SchemaFault } from '../model/facts.js';
import type { EdgeTerms } from '../model/transfer-context.js';
import type { ContractName } from '../model/verdict.js';
import type { OpenBundle } from './open-bundle.js';
import { type Outcomes, provenOutcomes } from './outcomes.js';

/** What is worked out once for an edge, when it is first asked about. */
export interface PreparedEdge {
  readonly manifest: EdgeManifest;
  readonly terms: EdgeTerms;
  readonly contract: ContractName;
  readonly proven: Readonly<Record<Subject, Outcomes>>;
  readonly validate: (payload: JsonValue) => readonly SchemaFault[];
}

export function prepareEdge(manifest: EdgeManifest, bundle: OpenBundle): PreparedEdge {
  const { name, owner, digest, standing, policies, properties, stated_by } = manifest;
  return {
    manifest,
    terms: { name, standing, policies, properties, ...(stated_by === null ? {} : { accepts: stated_by }) },
    contract: {
      ...{ name, owner, digest, bundle: bundle.digest, opa: bundle.manifest.opa },
      ...(manifest.default ? { default: true } : {}),
    },
    proven: { transfer: provenOutcomes(manifest, 'transfer'), effect: provenOutcomes(manifest, 'effect') },
    validate: payloadValidator(manifest),
  };
}
