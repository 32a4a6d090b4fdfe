import type { TransferRecord } from '../../model/record.js';
import type { EdgeImpact, Flip, Impact, WitnessDecision } from '../../model/policy-diff.js';
import { isSameDecision } from './witness-decision.js';

const MOST_FLIPS = 20;

interface EdgeCount {
  transfers: number;
  to_block: number;
  to_allow: number;
  other_reasons: number;
  readonly flips: Flip[];
}

/** Counts what replayed transfers came to. */
export class ImpactTally {
  readonly #edges = new Map<string, EdgeCount>();
  readonly #left = new Map<string, number>();
  #facts = 0;
  #records = 0;
  #errors = 0;

  /** One transfer, decided by both versions. */
  decided(
    edge: string,
    transfer: TransferRecord,
    from: 'facts' | 'records',
    base: WitnessDecision,
    head: WitnessDecision,
  ): void {
    if (from === 'facts') this.#facts += 1;
    else this.#records += 1;
    const count = this.#edge(edge);
    count.transfers += 1;
    if (base.action === head.action) {
      if (!isSameDecision(base, head)) count.other_reasons += 1;
      return;
    }
    if (head.action === 'block') count.to_block += 1;
    else count.to_allow += 1;
    const { run, hop, attempt, at } = transfer;
    if (count.flips.length < MOST_FLIPS) count.flips.push({ run, hop, attempt, at, base, head });
  }

  /** One transfer on which an engine failed: neither version's word counts. */
  failed(edge: string, from: 'facts' | 'records'): void {
    if (from === 'facts') this.#facts += 1;
    else this.#records += 1;
    this.#errors += 1;
    this.#edge(edge).transfers += 1;
  }

  leaveOut(why: string, count: number): void {
    if (count > 0) this.#left.set(why, (this.#left.get(why) ?? 0) + count);
  }

  impact(source: string): Impact {
    const edges = [...this.#edges].map(([edge, count]): EdgeImpact => ({ edge, ...count }));
    return {
      source,
      replayed: this.#facts + this.#records,
      from_facts: this.#facts,
      from_records: this.#records,
      not_replayed: [...this.#left].map(([why, count]) => ({ why, count })).sort(mostFirst),
      edges: edges.sort((a, b) => (a.edge < b.edge ? -1 : 1)),
      errors: this.#errors,
    };
  }

  #edge(name: string): EdgeCount {
    const known = this.#edges.get(name);
    if (known !== undefined) return known;
    const count: EdgeCount = { transfers: 0, to_block: 0, to_allow: 0, other_reasons: 0, flips: [] };
    this.#edges.set(name, count);
    return count;
  }
}

function mostFirst(a: { readonly why: string; readonly count: number }, b: typeof a): number {
  return b.count - a.count || (a.why < b.why ? -1 : 1);
}
