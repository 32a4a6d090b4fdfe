import { findCheck } from '../../checks/index.js';
import { isWritten } from '../../compile/active-checks.js';
import { emitPolicy } from '../../compile/emit-policy.js';
import type { Contract, ContractSet } from '../../contract/contract.js';
import { semanticDigest } from '../../contract/semantic-digest.js';
import { spanOf } from '../../contract/span-of.js';
import { detectChanges } from '../../diff/detect/detect-changes.js';
import { type JudgedChange, judgeChanges } from '../../diff/judge/judge-changes.js';
import type { CompareSchemas } from '../../diff/judge/rule.js';
import type { Mutant } from '../../model/test-report.js';
import { showValue } from '../../diff/show-value.js';
import { MUTATORS } from './mutators.js';

/** A changed contract, and what to tell of it. */
export interface MadeMutant {
  readonly of: Contract;
  readonly changed: Contract;
  /** The same under a name of its own, so that many are compiled at once. */
  readonly renamed: Contract;
  /** What of a gate has to be made anew: the policy, which is compiled; severities beside it; or only the manifest. */
  readonly needs: 'policy' | 'severities' | 'manifest';
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
  const says = saysOf(findings, mutator);
  return {
    of,
    changed,
    // No file has this name: slugs hold no dot.
    renamed: { ...changed, metadata: { ...changed.metadata, name: `${name}.m${number}` } },
    needs: needsOf(of, changed),
    told: {
      edge: name,
      mutator,
      file: place.file,
      line: place.line,
      written: changesWritten(of, findings),
      says,
    },
  };
}

/** False for a default: a severity that is not written, or what stands for a part of `edge_check` that is not there. */
function changesWritten(contract: Contract, findings: readonly JudgedChange[]): boolean {
  return findings.some(({ change: { kind, subject, at } }) => {
    const check = kind === 'severityChanged' && subject !== null ? findCheck(subject) : undefined;
    return check === undefined ? !isDefaultPlace(contract, at) : isWritten(contract, check);
  });
}

function isDefaultPlace(contract: Contract, at: string): boolean {
  const discharge = '/edge_check/discharge';
  return at.startsWith(discharge) && !contract.spans.has(discharge);
}

/**
 * In the words of a review, but for what those leave to its texts: an effect whose target becomes `*` is another effect
 * for a review, and the one that went is allowed by the one that came; of a schema, which of its changes it is.
 */
function saysOf(findings: readonly JudgedChange[], mutator: string): string {
  return findings
    .filter(({ change }) => mutator !== 'effect.widened' || change.kind !== 'effectRemoved')
    .map(({ message, change: { kind, before, after } }) =>
      SCHEMAS.has(kind) ? `${message}: from ${showValue(before)} to ${showValue(after)}` : message,
    )
    .join('; ');
}

const SCHEMAS: ReadonlySet<string> = new Set(['propertySchemaChanged', 'factSchemaChanged']);

function needsOf(of: Contract, changed: Contract): MadeMutant['needs'] {
  const { severities } = of.edgeCheck;
  const policy = emitPolicy(of).text;
  if (emitPolicy(changed).text === policy) return 'manifest';
  const asBefore = { ...changed, edgeCheck: { ...changed.edgeCheck, severities } };
  return emitPolicy(asBefore).text === policy ? 'severities' : 'policy';
}
