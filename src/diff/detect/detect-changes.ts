import { digestBytes } from '../../canonical/digest.js';
import type { JsonObject } from '../../canonical/json-value.js';
import type { Contract, ContractSet } from '../../contract/contract.js';
import type { UncoveredMode } from '../../model/bundle.js';
import type { Change } from '../../model/policy-diff.js';
import { type Detector, placeOf } from './contract-pair.js';
import { dischargeChanges, exceptionChanges, monitorChanges, ruleChanges } from './edge-check-lists.js';
import { metadataChanges } from './metadata.js';
import { modeChanges, severityChanges } from './mode-and-severities.js';
import { type Pairing, pairContracts } from './pair-contracts.js';
import { payloadSchemaChanges } from './payload-schema.js';
import { projectChanges } from './project-changes.js';
import {
  configSourceChanges,
  establishedChanges,
  policyChanges,
  speakerChanges,
  standingChanges,
} from './provenance.js';
import { sideEffectChanges } from './side-effects.js';

/** The table: one row a part of the language. */
const DETECTORS: readonly Detector[] = [
  metadataChanges,
  modeChanges,
  severityChanges,
  dischargeChanges,
  monitorChanges,
  ruleChanges,
  exceptionChanges,
  sideEffectChanges,
  establishedChanges,
  speakerChanges,
  policyChanges,
  standingChanges,
  configSourceChanges,
  payloadSchemaChanges,
];

/** What changed, and which contract became which. */
export interface Detection {
  readonly pairing: Pairing;
  readonly changes: readonly Change[];
  /** What becomes of records that no contract is for. */
  readonly uncovered: { readonly base: UncoveredMode; readonly head: UncoveredMode };
}

/**
 * Every change between two sets of contracts as they are resolved: what is moved, reordered, put into a fragment or
 * written out though it is the default is no change.
 */
export function detectChanges(base: ContractSet, head: ContractSet): Detection {
  const pairing = pairContracts(base.contracts, head.contracts);
  const changes = [
    ...projectChanges(base, head),
    ...pairing.removed.map((contract) => wholeContract('contractRemoved', contract)),
    ...pairing.added.map((contract) => wholeContract('contractAdded', contract)),
    ...pairing.pairs.flatMap((pair) => [
      ...(pair.renamed ? [renamed(pair.base, pair.head)] : []),
      ...DETECTORS.flatMap((detect) => detect(pair)),
    ]),
  ];
  const uncovered = { base: base.project.uncovered, head: head.project.uncovered };
  return { pairing, changes, uncovered };
}

function wholeContract(kind: 'contractAdded' | 'contractRemoved', contract: Contract): Change {
  const there = placeOf(contract, '');
  const added = kind === 'contractAdded';
  return {
    kind,
    edge: contract.metadata.name,
    subject: `${contract.edge.from} → ${contract.edge.to}`,
    at: '',
    before: added ? null : withRuleTexts(contract),
    after: added ? withRuleTexts(contract) : null,
    base: added ? null : there,
    head: added ? there : null,
  };
}

/** A contract names the files of its rules. What is in them counts as well: a waiver would outlive another text. */
function withRuleTexts({ resolved, edgeCheck }: Contract): JsonObject {
  const { rules } = edgeCheck;
  if (rules.length === 0) return resolved;
  const texts = rules.map(({ name, text }) => [name, digestBytes(text)] as const);
  return { ...resolved, rule_texts: Object.fromEntries(texts) };
}

function renamed(base: Contract, head: Contract): Change {
  const at = '/metadata/name';
  return {
    kind: 'contractRenamed',
    edge: head.metadata.name,
    subject: base.metadata.name,
    at,
    before: base.metadata.name,
    after: head.metadata.name,
    base: placeOf(base, at),
    head: placeOf(head, at),
  };
}
