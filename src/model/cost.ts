export const COST_SCHEMA = 'edge-contracts/cost/v1';

/** What it costs to hand the whole transcript on, against the payload: `cost --json`. All numbers are tokens. */
export interface HandoffCost {
  readonly schema: typeof COST_SCHEMA;
  readonly generated_at: string;
  readonly simulated: 'all' | 'some' | 'none';
  readonly runs: number;
  /** Delivered ones, all of which are in the numbers below. */
  readonly transfers: number;
  readonly counted: TokensCounted;
  readonly by_hop: readonly HopCost[];
  /** Transfers of hops above those listed: in the sums only. */
  readonly omitted_transfers: number;
  readonly total: { readonly transcript: number; readonly payload: number; readonly share: number | null };
  /** From hop 1 to the last one listed that has enough transfers to speak of; null where there is none. */
  readonly growth: CostGrowth | null;
  readonly notes: readonly string[];
  readonly skipped: number;
}

export interface TokensCounted {
  /**
   * `recorded`: of the model's own count in `sender.context_tokens`, and transfers without one are left out of the
   * transcript's numbers. `text`: no sender told one, so the texts of the records were counted, which is a lower bound.
   */
  readonly transcript: 'recorded' | 'text';
  /** Transfers that tell a count. */
  readonly recorded: number;
  /** How texts were counted: the name of a tokenizer, or null for the estimate. */
  readonly tokenizer: string | null;
  /** In words. */
  readonly rule: string;
}

export interface HopCost {
  readonly hop: number;
  readonly transfers: number;
  /** Null where no transfer of the hop tells a count. */
  readonly transcript: Spread | null;
  readonly payload: Spread;
  /** The payload's median of the transcript's. */
  readonly share: number | null;
  /** The transcript's median here, of that at hop 1. */
  readonly growth: number | null;
}

/** Within a ten-thousandth. */
export interface Spread {
  readonly median: number;
  /** One in ten is below, one in ten above. */
  readonly low: number;
  readonly high: number;
}

export interface CostGrowth {
  readonly from_hop: 1;
  readonly to_hop: number;
  readonly transcript: { readonly from: number; readonly to: number; readonly ratio: number };
  readonly payload: { readonly from: number; readonly to: number; readonly ratio: number };
}
