import type { EdgeManifest } from '../model/bundle.js';
import type { TransferRecord } from '../model/record.js';
import type { EdgeTerms, RunTerms } from '../model/transfer-context.js';

/** An edge as scores know it: with its contract's terms, or by its agents alone. */
export interface ScoredEdge {
  readonly terms: EdgeTerms;
  /** Null where no contract covers it: then nobody is known who may not discharge. */
  readonly manifest: EdgeManifest | null;
}

type Joined = Pick<TransferRecord, 'from' | 'to' | 'edge'>;

/** How many edges are kept at hand; a run can name any number of agents. */
const KEPT = 4096;

/**
 * The edges of recorded runs. One that no contract covers, or only the default contract, goes by the name that its
 * record gives, else by its agents: they would all be one edge else.
 */
export class ScoreTerms implements RunTerms {
  readonly #terms: RunTerms | undefined;
  readonly #manifests: ReadonlyMap<string, EdgeManifest>;
  /** Without a name: by sender, then by receiver. */
  readonly #unnamed = new Map<string, Map<string, ScoredEdge>>();
  /** By name, sender and receiver in one text. */
  readonly #named = new Map<string, ScoredEdge>();
  #count = 0;

  constructor(terms: RunTerms | undefined, edges: readonly EdgeManifest[]) {
    this.#terms = terms;
    this.#manifests = new Map(edges.map((edge) => [edge.name, edge]));
  }

  edgeOf(transfer: Joined): EdgeTerms {
    return this.of(transfer).terms;
  }

  of(transfer: Joined): ScoredEdge {
    const { from, to, edge } = transfer;
    const name = edge === undefined ? null : JSON.stringify([edge, from, to]);
    const known = name === null ? this.#unnamed.get(from)?.get(to) : this.#named.get(name);
    if (known !== undefined) return known;
    const found = this.#find(transfer);
    if (this.#count >= KEPT) this.#forget();
    this.#count += 1;
    if (name !== null) this.#named.set(name, found);
    else if (this.#unnamed.get(from)?.set(to, found) === undefined)
      this.#unnamed.set(from, new Map([[to, found]]));
    return found;
  }

  #forget(): void {
    this.#unnamed.clear();
    this.#named.clear();
    this.#count = 0;
  }

  #find(transfer: Joined): ScoredEdge {
    const terms = this.#terms?.edgeOf(transfer) ?? null;
    const manifest = terms === null ? null : (this.#manifests.get(terms.name) ?? null);
    const name = transfer.edge ?? `${transfer.from}--${transfer.to}`;
    if (terms === null) return { terms: { name, standing: [], policies: [] }, manifest };
    return { terms: manifest?.default === true ? { ...terms, name } : terms, manifest };
  }
}
