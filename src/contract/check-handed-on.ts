import type { Span } from '../diagnostics/diagnostic.js';
import type { DeclaredEffect } from '../model/bundle.js';
import { patternsMeet } from '../model/patterns-meet.js';
import type { Contract } from './contract.js';
import type { Findings } from './findings.js';
import { quote } from './quote.js';
import { spanOf } from './span-of.js';

interface Declared {
  readonly effect: DeclaredEffect;
  readonly contract: Contract;
  readonly index: number;
}

/**
 * What an agent may do is said twice: `by: receiver` on the edges that hand to it, `by: sender` on those that it hands on
 * over. Where one side lets it do what the other does not at all, one of them is wider than was meant: a warning, with the
 * places of both. Edges that declare nothing say nothing, and `_default.yaml` stands for no agent.
 */
export function checkHandedOn(contracts: readonly Contract[], findings: Findings): void {
  const edges = contracts.filter((contract) => !contract.default);
  // By agent once: to look through all edges for each agent would grow with the square of the project.
  const [from, to] = [edgesBy(edges, 'from'), edgesBy(edges, 'to')];
  for (const agent of new Set(edges.flatMap(({ edge }) => [edge.from, edge.to]))) {
    const coming = to.get(agent) ?? [];
    const going = from.get(agent) ?? [];
    if (![...coming, ...going].every(({ declaredSideEffects }) => declaredSideEffects !== null)) continue;
    const before = 'which no edge that hands to it declares `by: receiver`';
    warnWider(agent, declaredBy(going, 'sender'), coming, 'receiver', before, findings);
    const after = 'which no edge that it hands on over declares `by: sender`';
    warnWider(agent, declaredBy(coming, 'receiver'), going, 'sender', after, findings);
  }
}

function edgesBy(edges: readonly Contract[], end: 'from' | 'to'): ReadonlyMap<string, readonly Contract[]> {
  const byAgent = new Map<string, Contract[]>();
  for (const contract of edges) {
    const known = byAgent.get(contract.edge[end]);
    if (known === undefined) byAgent.set(contract.edge[end], [contract]);
    else known.push(contract);
  }
  return byAgent;
}

function declaredBy(contracts: readonly Contract[], by: DeclaredEffect['by']): Declared[] {
  return contracts.flatMap((contract) =>
    (contract.declaredSideEffects ?? []).flatMap((effect, index) =>
      effect.by === by ? [{ effect, contract, index }] : [],
    ),
  );
}

function warnWider(
  agent: string,
  declared: readonly Declared[],
  others: readonly Contract[],
  by: DeclaredEffect['by'],
  what: string,
  findings: Findings,
): void {
  const [other] = others;
  // The first agent of a run is handed nothing, the last one hands nothing on.
  if (other === undefined) return;
  const allowed = declaredBy(others, by);
  for (const { effect, contract, index } of declared) {
    if (allowed.some((one) => patternsMeet(one.effect, effect))) continue;
    const at = spanOf(contract, `/declared_side_effects/${index}`);
    const message = `${quote(agent)} may have ${quote(effect.kind)} to ${quote(effect.target)}, ${what}`;
    const help = `declare it there too, in ${others.map(placeOf).join(', ')}; or delete it here`;
    findings.warning('contract.wider_effects', at, message, help);
  }
}

function placeOf(contract: Contract): string {
  const { file, line }: Span = spanOf(contract, '/declared_side_effects');
  return `${file}:${line}`;
}
