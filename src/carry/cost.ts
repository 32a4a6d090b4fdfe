import { failure } from '../diagnostics/diagnostic.js';
import type { RunInput } from '../model/carry.js';
import { COST_SCHEMA, type CostGrowth, type HandoffCost, type HopCost } from '../model/cost.js';
import type { RunRecord, TransferRecord } from '../model/record.js';
import { TokenSpread } from './token-spread.js';

export interface CostOptions {
  /** Counts the tokens of a text. Not given: a quarter of its bytes. */
  readonly countTokens?: (text: string) => number;
  /** The name of what counts them. */
  readonly tokenizer?: string;
}

/** Hops that are listed; those above are in the sums. */
const MOST_HOPS = 50;
/** Fewer transfers of a hop say nothing of what it costs. */
const ENOUGH = 5;

export const ESTIMATE =
  'estimated: a quarter of the bytes of the text in UTF-8, rounded up; no tokenizer was given';

/**
 * What handing the whole transcript on costs, against handing on the payload: tokens by hop, of many runs in bounded
 * memory. Delivered transfers count; a blocked attempt has no reader.
 */
export class CostTally {
  readonly #options: CostOptions;
  readonly #hops = new Map<number, HopTally>();
  readonly #beyond = new HopTally();
  #runs = 0;
  #simulated = 0;
  #skipped = 0;

  constructor(options: CostOptions = {}) {
    this.#options = options;
  }

  /** @throws DiagnosticError `cost.tokenizer` where the tokenizer gives no count */
  add({ records }: RunInput): void {
    this.#runs += 1;
    if (records.some(({ simulated }) => simulated === true)) this.#simulated += 1;
    let text = 0;
    for (const record of records) {
      const tokens = this.#count(textOf(record));
      if (record.kind === 'transfer' && record.delivered) this.#transfer(record, text, tokens);
      // What did not cross, nobody read.
      if (record.kind !== 'transfer' || record.delivered) text += tokens;
    }
  }

  /** Records that were left out before they came here. */
  skip(count: number): void {
    this.#skipped += count;
  }

  /** @param generatedAt RFC 3339 */
  report({ generatedAt }: { readonly generatedAt: string }): HandoffCost {
    const tallies = [...this.#hops.values(), this.#beyond];
    const sum = (of: (tally: HopTally) => number): number =>
      tallies.reduce((total, tally) => total + of(tally), 0);
    const recorded = sum(({ recorded: told }) => told.count);
    const source = recorded > 0 ? 'recorded' : 'text';
    const byHop = hopCosts(this.#hops, source);
    const transcript = sum((tally) => tally[source].sum);
    const payload = sum(({ payload: sent }) => sent.sum);
    const beside = source === 'text' ? payload : sum(({ beside: sent }) => sent);
    return {
      schema: COST_SCHEMA,
      generated_at: generatedAt,
      simulated: this.#simulated === 0 ? 'none' : this.#simulated === this.#runs ? 'all' : 'some',
      runs: this.#runs,
      transfers: sum(({ payload: sent }) => sent.count),
      counted: {
        transcript: source,
        recorded,
        tokenizer: this.#options.tokenizer ?? null,
        rule:
          this.#options.countTokens === undefined
            ? ESTIMATE
            : `counted by ${this.#options.tokenizer ?? 'a tokenizer'}`,
      },
      by_hop: byHop,
      omitted_transfers: this.#beyond.payload.count,
      total: { transcript, payload, share: transcript === 0 ? null : beside / transcript },
      growth: growthOf(byHop),
      notes: NOTES[source],
      skipped: this.#skipped,
    };
  }

  #transfer(record: TransferRecord, text: number, payload: number): void {
    const tally = this.#tallyOf(record.hop);
    tally.payload.add(payload);
    tally.text.add(text);
    const { context_tokens: recorded } = record.sender;
    if (recorded === undefined) return;
    tally.recorded.add(recorded);
    tally.beside += payload;
  }

  #tallyOf(hop: number): HopTally {
    if (hop > MOST_HOPS) return this.#beyond;
    const known = this.#hops.get(hop) ?? new HopTally();
    this.#hops.set(hop, known);
    return known;
  }

  #count(text: string): number {
    const { countTokens } = this.#options;
    if (countTokens === undefined) return Math.ceil(Buffer.byteLength(text) / 4);
    const tokens: unknown = countTokens(text);
    if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
    throw failure('cost.tokenizer', 'the tokenizer’s `countTokens` gave no whole number from 0');
  }
}

class HopTally {
  readonly payload = new TokenSpread();
  /** Of the records' texts so far. */
  readonly text = new TokenSpread();
  /** As senders tell it. */
  readonly recorded = new TokenSpread();
  /** Of the payloads beside a recorded count. */
  beside = 0;
}

/** What a reader of the transcript reads of a record. */
function textOf(record: RunRecord): string {
  switch (record.kind) {
    case 'message':
      return record.text;
    case 'statement':
      return record.constraint.text;
    case 'tool_call':
      return JSON.stringify([record.tool, record.result ?? null]);
    case 'transfer':
      return JSON.stringify(record.payload);
    default:
      return '';
  }
}

function hopCosts(hops: ReadonlyMap<number, HopTally>, source: 'recorded' | 'text'): HopCost[] {
  const first = hops.get(1)?.[source].spread()?.median ?? null;
  const sorted = [...hops].sort(([a], [b]) => a - b);
  return sorted.flatMap(([hop, tally]): HopCost[] => {
    const payload = tally.payload.spread();
    if (payload === null) return [];
    const transcript = tally[source].spread();
    const median = transcript?.median ?? null;
    return [
      {
        hop,
        transfers: tally.payload.count,
        transcript,
        payload,
        share: ratio(payload.median, median),
        growth: median === null ? null : ratio(median, first),
      },
    ];
  });
}

function ratio(of: number, to: number | null): number | null {
  return to === null || to === 0 ? null : of / to;
}

function growthOf(hops: readonly HopCost[]): CostGrowth | null {
  const [first, ...others] = hops;
  const last = others.findLast(({ transfers, growth }) => transfers >= ENOUGH && growth !== null);
  if (first?.hop !== 1 || first.transcript === null || last?.transcript == null) return null;
  const pair = (from: number, to: number): { from: number; to: number; ratio: number } => ({
    from,
    to,
    ratio: from === 0 ? 0 : to / from,
  });
  return {
    from_hop: 1,
    to_hop: last.hop,
    transcript: pair(first.transcript.median, last.transcript.median),
    payload: pair(first.payload.median, last.payload.median),
  };
}

const NOTES: Readonly<Record<HandoffCost['counted']['transcript'], readonly string[]>> = {
  recorded: [
    'The transcript is what the sender’s model had before it, as its provider counted it and the sender’s state tells it.',
  ],
  text: [
    'No sender’s state tells `context_tokens`, so the texts of the records were counted: messages, statements, tool calls with their results, payloads.',
    'That is a lower bound: records hold no system prompt, no tool’s description and nothing that a model wrote between.',
  ],
};
