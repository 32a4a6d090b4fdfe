import { type ConstraintMatcher, normalisedMatcher } from '../constraint/matcher.js';
import type { EdgeManifest } from '../model/bundle.js';
import type { RunInput, RunScore, TransferScore } from '../model/carry.js';
import type { History } from '../model/facts.js';
import type { RunHealth } from '../model/ledger.js';
import type { RunRecord } from '../model/record.js';
import type { RunTerms, TransferContext } from '../model/transfer-context.js';
import { contextAndNext } from '../run/context-of.js';
import { foldRecord } from '../run/fold-record.js';
import { worseHistory } from '../run/history-of.js';
import { livesOf } from '../run/lives-of.js';
import { emptyRun, type RunState } from '../run/run-state.js';
import { HopsSinceStated } from './hops-since-stated.js';
import { ScoreTerms } from './score-terms.js';
import { scoreTransfer } from './score-transfer.js';

export interface ScoreOptions {
  /** What contracts say, `gate.terms`: standing constraints, policies. Not given: an audit without contracts. */
  readonly terms?: RunTerms;
  /** The contracts of those terms, `gate.manifest.edges`: who may discharge. Not given: nobody is refused for that. */
  readonly edges?: readonly EdgeManifest[];
  /** Decides whether a reworded constraint still says the same; by normalised text unless given. */
  readonly matcher?: ConstraintMatcher;
}

/** Scores one run after another; what contracts say is looked up once. */
export type RunScorer = (input: RunInput) => RunScore;

/**
 * One run, scored: every attempt against what its sender held then, and the life of every constraint. No gate is
 * needed: a recorded run is audited by its records alone. An attempt whose past is not whole says so in `history`,
 * and does not count in any rate.
 *
 * @throws TypeError for what is no record at all; `readRecords` and the ledger give none.
 */
export function scoreRun(input: RunInput, options: ScoreOptions = {}): RunScore {
  return runScorer(options)(input);
}

export function runScorer({ terms, edges = [], matcher = normalisedMatcher }: ScoreOptions = {}): RunScorer {
  const scoreTerms = new ScoreTerms(terms, edges);
  return (input) => new Scoring(input, scoreTerms, matcher).score();
}

class Scoring {
  readonly #input: RunInput;
  readonly #terms: ScoreTerms;
  readonly #matcher: ConstraintMatcher;
  readonly #transfers: TransferScore[] = [];
  readonly #hops = new HopsSinceStated();
  /** What the ledger knows of the run as a whole. */
  readonly #whole: History;
  #state: RunState;
  #history: History;

  constructor(input: RunInput, terms: ScoreTerms, matcher: ConstraintMatcher) {
    this.#input = input;
    this.#terms = terms;
    this.#matcher = matcher;
    this.#state = emptyRun(terms);
    this.#whole = input.health === undefined || isWhole(input.health) ? 'complete' : 'partial';
    this.#history = this.#whole;
  }

  score(): RunScore {
    const { run, records, health = null } = this.#input;
    for (const record of records) this.#fold(record);
    const state = this.#state;
    return {
      run,
      from: records[0]?.at ?? '',
      to: records.at(-1)?.at ?? '',
      closed: state.closed !== null,
      simulated: records.some(({ simulated }) => simulated === true),
      history: worseHistory(this.#history, state.history),
      health,
      transfers: this.#transfers,
      lives: livesOf(state),
      record_faults: state.faults.length === 0 ? NONE : [...new Set(state.faults.map(({ code }) => code))],
    };
  }

  #fold(record: RunRecord): void {
    const before = this.#state;
    if (record.kind !== 'transfer' || record.run !== this.#input.run) {
      this.#state = foldRecord(before, record);
      return;
    }
    const { context, next } = contextAndNext(before, record);
    const lengths = this.#hops.at(context, record);
    this.#state = next;
    const history = this.#historyAt(context);
    this.#history = worseHistory(this.#history, history);
    const { decided, composed } = this.#input;
    const place = `${record.hop}/${record.attempt}`;
    this.#transfers.push(
      scoreTransfer({
        context,
        transfer: record,
        edge: this.#terms.of(record),
        matcher: this.#matcher,
        lengths,
        history,
        decided: decided?.get(place) ?? null,
        composed: composed?.get(place) ?? null,
      }),
    );
    if (record.delivered) this.#hops.crossed(record, lengths);
  }

  /** Records that contradict each other say nothing sure of what was held: then nothing is counted as if it were. */
  #historyAt({ history, order }: TransferContext): History {
    const faulty = order.length > 0 || this.#state.faults.some(({ severity }) => severity === 'error');
    return worseHistory(worseHistory(history, this.#whole), faulty ? 'partial' : 'complete');
  }
}

const NONE: readonly string[] = Object.freeze([]);

function isWhole({ missing, twice = [], refused, erased, pruned }: RunHealth): boolean {
  return missing.length + twice.length === 0 && refused === 0 && erased === 0 && pruned === 0;
}
