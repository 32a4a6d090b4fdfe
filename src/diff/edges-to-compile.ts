import { digestValue } from '../canonical/digest.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { Contract, ContractSet } from '../contract/contract.js';
import { semanticDigest } from '../contract/semantic-digest.js';
import type { Pairing } from './detect/pair-contracts.js';

/** Names of the edges that have to be compiled, in each version. */
export interface EdgesToCompile {
  readonly base: ReadonlySet<string>;
  readonly head: ReadonlySet<string>;
}

/**
 * What can decide otherwise: contracts that changed, that came or went, and those that stand in for one that did (of the
 * same agents, and the default one). Contracts with rules of their own too: nothing else of them can fail to compile,
 * and a version that does not compile must not look like one that does.
 *
 * @param downstream Also edges that an edge leads to whose terms changed: what is held there may be another. Recorded
 *   runs need it; claims about single edges do not.
 */
export function edgesToCompile(
  base: ContractSet,
  head: ContractSet,
  pairing: Pairing,
  downstream: boolean,
): EdgesToCompile {
  const changed = pairing.pairs.filter(
    (pair) => pair.renamed || semanticDigest(pair.base) !== semanticDigest(pair.head),
  );
  const moved = [
    ...pairing.added,
    ...pairing.removed,
    ...changed.filter(agentsMoved).flatMap((pair) => [pair.base, pair.head]),
  ];
  const others = moved.length > 0 ? standIns(moved) : () => false;
  const termed = [...moved, ...changed.filter(termsMoved).flatMap((pair) => [pair.base, pair.head])];
  const reached = downstream && termed.length > 0 ? reachable([base, head], termed) : () => false;
  const needed = (contract: Contract): boolean =>
    contract.edgeCheck.rules.length > 0 || others(contract) || reached(contract);
  return {
    base: namesOf([
      ...changed.map((pair) => pair.base),
      ...pairing.removed,
      ...base.contracts.filter(needed),
    ]),
    head: namesOf([...changed.map((pair) => pair.head), ...pairing.added, ...head.contracts.filter(needed)]),
  };
}

type Pair = Pairing['pairs'][number];

function agentsMoved({ base, head, renamed }: Pair): boolean {
  return renamed || endsOf(base) !== endsOf(head);
}

function termsMoved({ base, head }: Pair): boolean {
  return termsOf(base) !== termsOf(head);
}

function termsOf({ schema, provenance }: Contract): string {
  const { standing, policies, statedBy } = provenance;
  const properties = Object.keys(schema.properties).sort();
  return digestValue([standing, policies, statedBy, properties] as unknown as JsonValue);
}

function endsOf({ edge, default: isDefault }: Contract): string {
  return isDefault ? '*' : JSON.stringify([edge.from, edge.to]);
}

/** A transfer of agents whose contract went is judged by another of theirs, or by the default one. */
function standIns(moved: readonly Contract[]): (contract: Contract) => boolean {
  const ends = new Set(moved.map(endsOf));
  return (contract) => contract.default || ends.has(endsOf(contract));
}

/** Edges that leave an agent which one of these leads to, however far. */
function reachable(sets: readonly ContractSet[], from: readonly Contract[]): (contract: Contract) => boolean {
  if (from.some((contract) => contract.default)) return () => true;
  const leaving = new Map<string, string[]>();
  for (const { edge } of sets.flatMap(({ contracts }) => contracts)) {
    const to = leaving.get(edge.from);
    if (to === undefined) leaving.set(edge.from, [edge.to]);
    else to.push(edge.to);
  }
  const [seen, next] = [new Set<string>(), from.map(({ edge }) => edge.to)];
  for (let agent = next.pop(); agent !== undefined; agent = next.pop()) {
    if (seen.has(agent)) continue;
    seen.add(agent);
    next.push(...(leaving.get(agent) ?? []));
  }
  return ({ edge, default: isDefault }) => isDefault || seen.has(edge.from);
}

function namesOf(contracts: readonly Contract[]): ReadonlySet<string> {
  return new Set(contracts.map(({ metadata }) => metadata.name));
}
