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
  return CHECKS.flatMap(({ code }) => {
    const [before, after] = [severityIn(pair.base, code), severityIn(pair.head, code)];
    if (before === after) return [];
    const at = `/edge_check/${code.replace('.', '/')}`;
    return [changeOf(pair, { kind: 'severityChanged', subject: code, at, before, after })];
  });
}

/** The severity in force: the contract's, else the check's own. */
export function severityIn(contract: Contract, code: string): Severity {
  const check = CHECKS.find((row) => row.code === code);
  return contract.edgeCheck.severities[code] ?? check?.default ?? 'block';
}
