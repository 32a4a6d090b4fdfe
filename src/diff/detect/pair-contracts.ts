import { canonicalJson } from '../../canonical/canonical-json.js';
import type { JsonObject } from '../../canonical/json-value.js';
import type { Contract } from '../../contract/contract.js';
import { settled } from '../../contract/settled.js';
import type { ContractPair } from './contract-pair.js';

/** Which contract of base became which of head. */
export interface Pairing {
  /** By name; `renamed` where the two names differ. */
  readonly pairs: readonly (ContractPair & { readonly renamed: boolean })[];
  readonly added: readonly Contract[];
  readonly removed: readonly Contract[];
}

/**
 * By name first. What is left is paired where it means the same but for its name, and then where only one on each side
 * joins the same two agents: a contract that was renamed and changed at once is still the contract of its edge.
 */
export function pairContracts(base: readonly Contract[], head: readonly Contract[]): Pairing {
  const byName = new Map(head.map((contract) => [contract.metadata.name, contract]));
  const pairs: (ContractPair & { renamed: boolean })[] = [];
  const gone: Contract[] = [];
  for (const contract of base) {
    const same = byName.get(contract.metadata.name);
    if (same === undefined) gone.push(contract);
    else pairs.push({ base: contract, head: same, renamed: false });
    byName.delete(contract.metadata.name);
  }
  const renamed = renames(gone, [...byName.values()]);
  const taken = new Set(renamed.flatMap((pair) => [pair.base, pair.head]));
  return {
    pairs: [...pairs, ...renamed.map((pair) => ({ ...pair, renamed: true }))].sort(byHeadName),
    added: [...byName.values()].filter((contract) => !taken.has(contract)),
    removed: gone.filter((contract) => !taken.has(contract)),
  };
}

function renames(gone: readonly Contract[], came: readonly Contract[]): readonly ContractPair[] {
  const exact = onlyPairs(gone, came, meaning);
  const taken = new Set(exact.flatMap((pair) => [pair.base, pair.head]));
  const rest = (list: readonly Contract[]): Contract[] => list.filter((contract) => !taken.has(contract));
  return [...exact, ...onlyPairs(rest(gone), rest(came), agents)];
}

/** Pairs of which there is one candidate on each side. */
function onlyPairs(
  gone: readonly Contract[],
  came: readonly Contract[],
  keyOf: (contract: Contract) => string,
): readonly ContractPair[] {
  const candidates = grouped(came, keyOf);
  return [...grouped(gone, keyOf)].flatMap(([key, [base, ...others]]) => {
    const [head, ...more] = candidates.get(key) ?? [];
    const only = others.length === 0 && more.length === 0;
    return only && base !== undefined && head !== undefined ? [{ base, head }] : [];
  });
}

function grouped(
  contracts: readonly Contract[],
  keyOf: (contract: Contract) => string,
): Map<string, Contract[]> {
  const groups = new Map<string, Contract[]>();
  for (const contract of contracts) {
    const key = keyOf(contract);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [contract]);
    else group.push(contract);
  }
  return groups;
}

/** All that it says but for its name. */
function meaning(contract: Contract): string {
  const whole: JsonObject = settled(contract);
  const metadata = { ...(whole['metadata'] as JsonObject), name: '' };
  return canonicalJson({ ...whole, metadata });
}

function agents({ edge }: Contract): string {
  return JSON.stringify([edge.from, edge.to]);
}

function byHeadName(a: ContractPair, b: ContractPair): number {
  return a.head.metadata.name < b.head.metadata.name ? -1 : 1;
}
