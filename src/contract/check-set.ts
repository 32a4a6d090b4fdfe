import { canonicalJson } from '../canonical/canonical-json.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { ContractCode } from './codes.js';
import type { Contract } from './contract.js';
import type { Findings } from './findings.js';
import { spanOf } from './span-of.js';

/**
 * What must hold between contracts: names, rules and standing constraints. Given sorted by file; the first one of a
 * conflict stands, the later ones are reported and left out. Sorted by name.
 */
export function checkSet(contracts: readonly Contract[], findings: Findings): readonly Contract[] {
  const registers = {
    names: new Map<string, Taken>(),
    rules: new Map<string, Taken>(),
    standing: new Map<string, Taken>(),
    sources: new Map<string, Taken>(),
  };
  const whole = contracts.filter(
    (contract) => claimsOf(contract).filter((c) => !claim(c, registers, findings)).length === 0,
  );
  return whole.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

interface Taken {
  readonly content: string;
  readonly contract: Contract;
}

/** Something that a contract says of a key that all contracts share. */
interface Claim extends Taken {
  readonly register: 'names' | 'rules' | 'standing' | 'sources';
  readonly key: string;
  readonly pointer: string;
}

const PROBLEMS: Record<Claim['register'], readonly [ContractCode, (key: string, other: string) => string]> = {
  names: [
    'contract.name_taken',
    (key, other) => `\`${key}\` is the name of the contract in ${other} already`,
  ],
  rules: ['contract.rule_conflict', (key, other) => `the rule \`${key}\` is another file in ${other}`],
  standing: ['contract.standing_conflict', (key, other) => `\`${key}\` says something else in ${other}`],
  sources: [
    'contract.source_conflict',
    (key, other) => `the source \`${key}\` is read otherwise in ${other}`,
  ],
};

function claimsOf(contract: Contract): Claim[] {
  const { metadata, edgeCheck, provenance } = contract;
  return [
    // Two files are never one contract, so that a name is taken whatever they hold.
    { register: 'names', key: metadata.name, content: contract.file, contract, pointer: '/metadata/name' },
    ...edgeCheck.rules.map((rule, i): Claim => {
      return {
        register: 'rules',
        key: rule.name,
        content: rule.file,
        contract,
        pointer: `/edge_check/rules/${i}/name`,
      };
    }),
    ...provenance.standing.map((one, i): Claim => {
      const content = canonicalJson(one as unknown as JsonValue);
      const pointer = `/provenance/constraints/standing/${i}/id`;
      return { register: 'standing', key: one.id, content, contract, pointer };
    }),
    ...(provenance.config ?? []).map(({ baseline: _, ...source }, i): Claim => {
      const content = canonicalJson(source as unknown as JsonValue);
      const pointer = `/provenance/config/${i}/source`;
      return { register: 'sources', key: source.source, content, contract, pointer };
    }),
  ];
}

function claim(
  made: Claim,
  registers: Record<Claim['register'], Map<string, Taken>>,
  findings: Findings,
): boolean {
  const register = registers[made.register];
  const taken = register.get(made.key);
  if (taken === undefined) register.set(made.key, made);
  if (taken === undefined || taken.content === made.content) return true;
  const [code, message] = PROBLEMS[made.register];
  findings.error(code, spanOf(made.contract, made.pointer), message(made.key, taken.contract.file));
  return false;
}
