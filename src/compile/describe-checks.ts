import type { Contract } from '../contract/contract.js';
import type { Severity } from '../model/severity.js';
import { checksOf } from './active-checks.js';

/** One check as a contract has it, and where that was set. */
export interface DescribedCheck {
  readonly code: string;
  readonly severity: Severity;
  /** Null: the default, nobody wrote it. */
  readonly set_at: { readonly file: string; readonly line: number } | null;
  /** Why it is not judged; null where it is. */
  readonly not_checked: string | null;
}

/** Every check of a contract, in the order of the table, then its own rules. */
export function describeChecks(contract: Contract): readonly DescribedCheck[] {
  const checks = checksOf(contract).map(({ check, severity, notChecked }): DescribedCheck => {
    const pointer = `/edge_check/${check.code.replace('.', '/')}`;
    return { code: check.code, severity, set_at: placeOf(contract, pointer), not_checked: notChecked };
  });
  const rules = contract.edgeCheck.rules.map((rule, index): DescribedCheck => {
    const set_at = placeOf(contract, `/edge_check/rules/${index}`);
    return { code: `rule.not_proven:${rule.name}`, severity: rule.severity, set_at, not_checked: null };
  });
  return [...checks, ...rules];
}

function placeOf(contract: Contract, pointer: string): DescribedCheck['set_at'] {
  const span = contract.spans.get(pointer);
  return span === undefined ? null : { file: span.file, line: span.line };
}
