import { canonicalJson } from '../canonical/canonical-json.js';
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
 * @param downstream Also what may hold other constraints, after an edge whose terms changed. Recorded runs need it: agents
 *   that no contract joins hand on as well, so that is every edge. Claims about single edges do not.
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
  const all = [...base.contracts, ...head.contracts];
  const everything = downstream && (changed.some(termsMoved) || leavesOther(moved, all.filter(others)));
  const needed = (contract: Contract): boolean =>
    everything || contract.edgeCheck.rules.length > 0 || others(contract);
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

/** Can a transfer leave something else behind in its run, judged by a contract that stands in for its own, or by none. */
function leavesOther(moved: readonly Contract[], others: readonly Contract[]): boolean {
  return moved.length > 0 && new Set([NO_TERMS, ...[...moved, ...others].map(termsOf)]).size > 1;
}

function termsOf({ schema, provenance }: Contract): string {
  const { standing, policies, statedBy } = provenance;
  return termsText(standing, policies, statedBy, Object.keys(schema.properties).sort());
}

function termsText(...terms: readonly unknown[]): string {
  return canonicalJson(terms as unknown as JsonValue);
}

const NO_TERMS = termsText([], [], null, []);

function endsOf({ edge, default: isDefault }: Contract): string {
  return isDefault ? '*' : JSON.stringify([edge.from, edge.to]);
}

/** A transfer of agents whose contract went is judged by another of theirs, or by the default one. */
function standIns(moved: readonly Contract[]): (contract: Contract) => boolean {
  const ends = new Set(moved.map(endsOf));
  return (contract) => contract.default || ends.has(endsOf(contract));
}

function namesOf(contracts: readonly Contract[]): ReadonlySet<string> {
  return new Set(contracts.map(({ metadata }) => metadata.name));
}
