import type { Check, ContractPart } from '../checks/check.js';
import { CHECKS } from '../checks/index.js';
import type { Contract } from '../contract/contract.js';
import type { Severity } from '../model/severity.js';

/** A check as one contract has it. */
export interface ActiveCheck {
  readonly check: Check;
  readonly severity: Severity;
  /** Why it is not judged under this contract; null where it is. */
  readonly notChecked: string | null;
}

/** Every check of the table, with this contract's severity for it. */
export function checksOf(contract: Contract): ActiveCheck[] {
  return CHECKS.map((check) => ({
    check,
    severity: contract.edgeCheck.severities[check.code] ?? check.default,
    notChecked: check.missing ?? absence(contract, check.part),
  }));
}

function absence(contract: Contract, part: ContractPart | undefined): string | null {
  return part === undefined ? null : ABSENT[part](contract);
}

const ABSENT: Readonly<Record<ContractPart, (contract: Contract) => string | null>> = {
  'provenance.established': ({ provenance }) =>
    provenance.established === null ? 'the contract has no `provenance.established`' : null,
  'provenance.established.max_age': ({ provenance }) =>
    provenance.established?.maxAgeSeconds == null
      ? 'the contract has no `provenance.established.max_age`'
      : null,
  declared_side_effects: ({ declaredSideEffects }) =>
    declaredSideEffects === null ? 'the contract has no `declared_side_effects`' : null,
  'provenance.config': () => 'the contract names no config source',
};
