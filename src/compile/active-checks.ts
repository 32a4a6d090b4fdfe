import type { Check } from '../checks/check.js';
import { CHECKS } from '../checks/index.js';
import { absentPart } from '../contract/absent-part.js';
import type { Contract } from '../contract/contract.js';
import type { Severity } from '../model/severity.js';

/** A check as one contract has it. */
export interface ActiveCheck {
  readonly check: Check;
  readonly severity: Severity;
  /** Why it is not judged under this contract; null where it is. */
  readonly notChecked: string | null;
}

/** Does a contract itself say something of a check: its severity, or the part that the check goes by. */
export function isWritten({ edgeCheck }: Contract, { code, part }: Check): boolean {
  return edgeCheck.severities[code] !== undefined || part !== undefined;
}

/** Every check of the table, with this contract's severity for it. */
export function checksOf(contract: Contract): ActiveCheck[] {
  return CHECKS.map((check) => ({
    check,
    severity: contract.edgeCheck.severities[check.code] ?? check.default,
    notChecked: check.missing ?? absentPart(contract, check.part),
  }));
}
