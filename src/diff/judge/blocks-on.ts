import { absentPart } from '../../contract/absent-part.js';
import { checkRow } from '../../contract/check-codes.js';
import type { Contract } from '../../contract/contract.js';

/** Does a check block under a contract: by its severity, or by default; one that is not judged does not. */
export function blocksOn(contract: Contract, code: string): boolean {
  const row = checkRow(code);
  if (row === undefined || row.missing !== undefined || absentPart(contract, row.part) !== null) return false;
  return (contract.edgeCheck.severities[code] ?? row.default) === 'block';
}

/** The same, with no exception that ever lets it through. */
export function alwaysBlocksOn(contract: Contract, code: string): boolean {
  return (
    blocksOn(contract, code) && !contract.edgeCheck.exceptions.some((exception) => exception.code === code)
  );
}
