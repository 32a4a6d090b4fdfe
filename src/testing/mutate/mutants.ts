import type { Contract, ContractSet } from '../../contract/contract.js';
import { semanticDigest } from '../../contract/semantic-digest.js';
import { spanOf } from '../../contract/span-of.js';
import { detectChanges } from '../../diff/detect/detect-changes.js';
import { type JudgedChange, judgeChanges } from '../../diff/judge/judge-changes.js';
import type { CompareSchemas } from '../../diff/judge/rule.js';
import type { Mutant } from '../../model/test-report.js';
import { MUTATORS } from './mutators.js';

/** A changed contract, and what to tell of it. */
export interface MadeMutant {
  /** Under a name of its own, so that many are compiled at once. */
  readonly contract: Contract;
  readonly of: Contract;
  readonly told: Mutant;
}

export interface MadeMutants {
  readonly mutants: readonly MadeMutant[];
  /** How many changes mean the same as the contract. */
  readonly equivalent: number;
}

/** Every change of one contract that the table of mutators has, but those that change nothing. */
export function mutantsOf(contract: Contract, set: ContractSet, compare: CompareSchemas): MadeMutants {
  const meant = semanticDigest(contract);
  const mutants: MadeMutant[] = [];
  let equivalent = 0;
  for (const { id, mutate } of MUTATORS) {
    for (const changed of mutate(contract)) {
      const findings = semanticDigest(changed) === meant ? [] : judged(contract, changed, set, compare);
      if (findings.every(changesNothing)) equivalent += 1;
      else mutants.push(made(contract, changed, id, findings, mutants.length + 1));
    }
  }
  return { mutants, equivalent };
}

/** By the rules that judge a change in a review: they name it as a reviewer would be told of it. */
function judged(
  base: Contract,
  head: Contract,
  set: ContractSet,
  compare: CompareSchemas,
): readonly JudgedChange[] {
  const only = (contract: Contract): ContractSet => ({ ...set, contracts: [contract] });
  return judgeChanges(detectChanges(only(base), only(head)), compare);
}

/** A check that is told no more decides nothing, and yet a case that expects its warning notices. */
function changesNothing({ direction, rule }: JudgedChange): boolean {
  return direction === 'neutral' && rule !== 'severity.silenced';
}

function made(
  of: Contract,
  changed: Contract,
  mutator: string,
  findings: readonly JudgedChange[],
  number: number,
): MadeMutant {
  const { name } = of.metadata;
  const [first] = findings;
  const place = first?.change.base ?? first?.change.head ?? spanOf(of, '');
  // Two dashes and a letter: no slug of a contract that is there has them at its end, by chance or not, see `nameFor`.
  const contract = { ...changed, metadata: { ...changed.metadata, name: nameFor(name, number) } };
  const says = findings.map(({ message }) => message).join('; ');
  return { contract, of, told: { edge: name, mutator, file: place.file, line: place.line, says } };
}

/** A name that no file can have: slugs hold no dot. */
function nameFor(name: string, number: number): string {
  return `${name}.m${number}`;
}
