import type { ContractPart } from '../checks/check.js';
import type { Contract } from './contract.js';

/** Why a check is not judged under a contract that lacks the part it is checked against; null where it has it. */
export function absentPart(contract: Contract, part: ContractPart | undefined): string | null {
  return part === undefined || HAS[part](contract) ? null : WHY[part];
}

const HAS: Readonly<Record<ContractPart, (contract: Contract) => boolean>> = {
  'provenance.established': ({ provenance }) => provenance.established !== null,
  'provenance.established.max_age': ({ provenance }) => provenance.established?.maxAgeSeconds != null,
  declared_side_effects: ({ declaredSideEffects }) => declaredSideEffects !== null,
  'provenance.config': ({ provenance }) => provenance.config !== null,
};

const WHY: Readonly<Record<ContractPart, string>> = {
  'provenance.established': 'the contract has no `provenance.established`',
  'provenance.established.max_age': 'the contract has no `provenance.established.max_age`',
  declared_side_effects: 'the contract has no `declared_side_effects`',
  'provenance.config': 'the contract has no `provenance.config`',
};
