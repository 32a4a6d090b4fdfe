import type { Check } from '../../checks/check.js';
import { CHECKS } from '../../checks/index.js';
import type { Contract } from '../../contract/contract.js';
import type { Change } from '../../model/policy-diff.js';
import type { Severity } from '../../model/severity.js';
import { type ContractPair, changeOf } from './contract-pair.js';

/** What is done about a decision. */
export function modeChanges(pair: ContractPair): readonly Change[] {
  const [before, after] = [pair.base.edgeCheck.mode, pair.head.edgeCheck.mode];
  return before === after
    ? []
    : [changeOf(pair, { kind: 'modeChanged', at: '/edge_check/mode', before, after })];
}

/** Severities as they are in force: a default that is written out is no change. */
export function severityChanges(pair: ContractPair): readonly Change[] {
  return CHECKS.flatMap((check) => {
    const { code } = check;
    const [before, after] = [severityIn(pair.base, check), severityIn(pair.head, check)];
    if (before === after) return [];
    const at = `/edge_check/${code.replace('.', '/')}`;
    return [changeOf(pair, { kind: 'severityChanged', subject: code, at, before, after })];
  });
}

/** The severity in force: the contract's, else the check's own. */
function severityIn({ edgeCheck }: Contract, check: Check): Severity {
  return edgeCheck.severities[check.code] ?? check.default;
}
