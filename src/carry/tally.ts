import type { ConstraintScore, GroupRate, Rate, Rates, TransferScore } from '../model/carry.js';
import { SCORE_CLASSES, type ScoreClass } from '../model/score.js';
import { asSent } from './as-sent.js';
import { type RateCounts, rateOf } from './rate.js';

/** Sums of what was carried and held. */
export class Counts implements RateCounts {
  carried = 0;
  held = 0;
  unresolved = 0;
  intact = 0;

  add(carried: number, held: number, unresolved: number, intact: number): void {
    this.carried += carried;
    this.held += held;
    this.unresolved += unresolved;
    this.intact += intact;
  }
}

type ByClass = Readonly<Record<ScoreClass, Counts>>;

function byClass(): ByClass {
  return Object.fromEntries(SCORE_CLASSES.map((name) => [name, new Counts()])) as Record<ScoreClass, Counts>;
}

/** The five classes, told twice: of first attempts, and of what was delivered. */
export class Tally {
  readonly #first: ByClass = byClass();
  readonly #delivered: ByClass = byClass();

  add(transfer: TransferScore): void {
    if (transfer.attempt === 1) addScores(this.#first, asSent(transfer));
    if (transfer.delivered) addScores(this.#delivered, transfer);
  }

  rates(): Rates {
    return { attempt_1: ratesOf(this.#first), delivered: ratesOf(this.#delivered) };
  }
}

function addScores(counts: ByClass, { scores, intact }: Pick<TransferScore, 'scores' | 'intact'>): void {
  for (const name of SCORE_CLASSES) {
    const [carried, held, unresolved] = scores[name];
    if (held > 0) counts[name].add(carried, held, unresolved, name === 'constraints' ? intact : carried);
  }
}

function ratesOf(counts: ByClass): Readonly<Record<ScoreClass, Rate>> {
  return Object.fromEntries(SCORE_CLASSES.map((name) => [name, rateOf(counts[name])])) as Record<
    ScoreClass,
    Rate
  >;
}

function addOne(counts: Counts, { outcome, intact }: Pick<ConstraintScore, 'outcome' | 'intact'>): void {
  counts.add(outcome === 'carried' ? 1 : 0, 1, outcome === 'unresolved' ? 1 : 0, intact ? 1 : 0);
}

/** Constraints by a group's name. */
export class GroupTally {
  readonly #groups = new Map<string, { readonly first: Counts; readonly delivered: Counts }>();

  /** @param names groups that are told also where nothing of them was held, in this order */
  constructor(names: readonly string[]) {
    for (const name of names) this.#group(name);
  }

  add(name: string, { attempt, delivered }: TransferScore, constraint: ConstraintScore): void {
    const group = this.#group(name);
    if (attempt === 1) addOne(group.first, constraint.sent ?? constraint);
    if (delivered) addOne(group.delivered, constraint);
  }

  rates(): readonly GroupRate[] {
    return [...this.#groups].map(([group, { first, delivered }]) => ({
      group,
      attempt_1: rateOf(first),
      delivered: rateOf(delivered),
    }));
  }

  #group(name: string): { readonly first: Counts; readonly delivered: Counts } {
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const group = { first: new Counts(), delivered: new Counts() };
    this.#groups.set(name, group);
    return group;
  }
}
