import type { EdgeImpact, Flip, Impact } from '../../model/policy-diff.js';
import type { TransferRecord } from '../../model/record.js';
import type { Decision } from '../../model/verdict.js';

const MOST_FLIPS = 20;

/** What one version makes of a transfer. */
export interface Brief {
  readonly decision: Decision;
  readonly action: Decision;
  /** Codes of the checks that block, sorted. */
  readonly failed: readonly string[];
}

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

  /** One transfer, decided by both versions; `explain` is asked only for those that are listed. */
  decided(
    edge: string,
    transfer: TransferRecord,
    from: 'facts' | 'records',
    base: Brief,
    head: Brief,
    explain: () => Pick<Flip, 'base' | 'head'>,
  ): void {
    if (from === 'facts') this.#facts += 1;
    else this.#records += 1;
    const count = this.#edge(edge);
    count.transfers += 1;
    if (base.action === head.action) {
      if (!isSame(base, head)) count.other_reasons += 1;
      return;
    }
    if (head.action === 'block') count.to_block += 1;
    else count.to_allow += 1;
    const { run, hop, attempt, at } = transfer;
    if (count.flips.length < MOST_FLIPS) count.flips.push({ run, hop, attempt, at, ...explain() });
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

/** What is compared: the same decision can rest on other checks. */
function isSame(a: Brief, b: Brief): boolean {
  return a.decision === b.decision && a.failed.join() === b.failed.join();
}

function mostFirst(a: { readonly why: string; readonly count: number }, b: typeof a): number {
  return b.count - a.count || (a.why < b.why ? -1 : 1);
}
