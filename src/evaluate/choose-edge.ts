import type { ConfigPlan, EdgeManifest, Manifest } from '../model/bundle.js';
import type { TransferRecord } from '../model/record.js';

export type EdgeChoice = { readonly edge: EdgeManifest } | { readonly edge: null; readonly why: string };

type Named = Pick<TransferRecord, 'from' | 'to' | 'edge'>;

/** Finds the contract of a handoff. The index is built once a bundle. */
export class EdgeIndex {
  readonly #byName: ReadonlyMap<string, EdgeManifest>;
  readonly #byAgents: ReadonlyMap<string, readonly EdgeManifest[]>;
  readonly #default: EdgeManifest | null;

  constructor({ edges }: Manifest) {
    this.#byName = new Map(edges.map((edge) => [edge.name, edge]));
    this.#default = edges.find((edge) => edge.default) ?? null;
    const byAgents = new Map<string, EdgeManifest[]>();
    for (const edge of edges) {
      const key = agentsKey(edge);
      byAgents.set(key, [...(byAgents.get(key) ?? []), edge]);
    }
    this.#byAgents = byAgents;
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** The edge of this name. */
  named(name: string): EdgeManifest | undefined {
    return this.#byName.get(name);
  }

  /** The sources of live config that the edges leaving an agent name, each once. */
  sourcesFrom(agent: string): readonly ConfigPlan[] {
    const leaving = [...this.#byName.values()].filter((edge) => edge.from === agent || edge.default);
    const bySource = new Map(leaving.flatMap(({ config }) => config.map((plan) => [plan.source, plan])));
    return [...bySource.values()];
  }

  /** The record's own `edge`, else the only one that joins its agents, else the default contract. */
  choose(transfer: Named): EdgeChoice {
    const joining = this.#byAgents.get(agentsKey(transfer)) ?? [];
    const [only, another] = joining;
    // The default contract is for agents that no other joins: naming it does not choose it.
    const named = transfer.edge !== this.#default?.name || only === undefined ? transfer.edge : undefined;
    if (named !== undefined) return this.#byRecord(named);
    if (another !== undefined) {
      const names = joining.map(({ name }) => name).join(', ');
      return {
        edge: null,
        why: `several contracts join these agents (${names}); the record has to name its \`edge\``,
      };
    }
    const edge = only ?? this.#default;
    return edge === null ? { edge, why: 'no contract joins these agents' } : { edge };
  }

  #byRecord(name: string): EdgeChoice {
    const edge = this.#byName.get(name);
    return edge === undefined
      ? { edge: null, why: 'the record names an edge that has no contract' }
      : { edge };
  }
}

function agentsKey({ from, to }: Pick<Named, 'from' | 'to'>): string {
  return JSON.stringify([from, to]);
}
