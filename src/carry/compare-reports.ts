import { type CarryReport, LOWER_BOUND, type Rate, type Rates } from '../model/carry.js';
import {
  type CarryComparison,
  type ChangeTwice,
  type ClassChange,
  COMPARISON_SCHEMA,
  type ComparedSet,
  type EdgeChange,
  type RateChange,
} from '../model/comparison.js';
import { SCORE_CLASSES, type ScoreClass } from '../model/score.js';
import { comparisonWarnings } from './comparison-warnings.js';
import { newcombe } from './newcombe.js';
import { rateOf } from './rate.js';

/** What is compared of a report. */
export type ComparedReport = Pick<CarryReport, 'simulated' | 'rates' | 'skipped'> & {
  readonly counts: Pick<CarryReport['counts'], 'runs' | 'transfers' | 'first_attempts' | 'incomplete_runs'>;
  readonly edges: readonly Pick<CarryReport['edges'][number], 'edge' | 'transfers' | 'rates'>[];
};

/** A report, and what it was read from. */
export interface NamedReport {
  readonly name: string;
  readonly report: ComparedReport;
}

/** Said with every comparison. */
export const COMPARISON_METHOD =
  '95 % intervals of the difference of two independent shares (Newcombe 1998, method 10). They take each held item for one of its own; those of one run are not quite, so read a narrow miss as no more than that. Of twenty differences that are nothing but chance, one looks like more.';

/**
 * Two sets of runs, the second compared with the first. Only says that a rate rose or fell where chance alone would
 * seldom (1 in 20) make such a difference.
 *
 * @param generatedAt RFC 3339
 */
export function compareReports(
  before: NamedReport,
  after: NamedReport,
  { generatedAt }: { readonly generatedAt: string },
): CarryComparison {
  const [was, is] = [before.report, after.report];
  return {
    schema: COMPARISON_SCHEMA,
    generated_at: generatedAt,
    note: LOWER_BOUND,
    method: COMPARISON_METHOD,
    before: setOf(before),
    after: setOf(after),
    classes: SCORE_CLASSES.map(
      (name): ClassChange => ({ class: name, ...twice(was.rates, is.rates, name, rateChange) }),
    ),
    intact: twice(was.rates, is.rates, 'constraints', intactChange),
    intact_of_carried: twice(was.rates, is.rates, 'constraints', wholeChange),
    edges: edgeChanges(was, is),
    warnings: comparisonWarnings(was, is),
  };
}

function setOf({ name, report }: NamedReport): ComparedSet {
  const { counts, rates, skipped, simulated } = report;
  const { held } = rates.attempt_1.constraints;
  return {
    name,
    simulated,
    runs: counts.runs,
    transfers: counts.transfers,
    first_attempts: counts.first_attempts,
    held_per_transfer: counts.first_attempts === 0 ? null : held / counts.first_attempts,
    incomplete_runs: counts.incomplete_runs,
    skipped: skipped.reduce((sum, { count }) => sum + count, 0),
  };
}

type Change = (before: Rate, after: Rate) => RateChange;

function twice(before: Rates, after: Rates, name: ScoreClass, change: Change): ChangeTwice {
  return {
    attempt_1: change(before.attempt_1[name], after.attempt_1[name]),
    delivered: change(before.delivered[name], after.delivered[name]),
  };
}

export function rateChange(before: Rate, after: Rate): RateChange {
  const worst = newcombe(upperOf(before), after);
  const best = newcombe(before, upperOf(after));
  const interval = worst === null || best === null ? null : ([worst[0], best[1]] as const);
  const difference = before.value === null || after.value === null ? null : after.value - before.value;
  return { before, after, difference, interval, change: wordOf(interval) };
}

/** As if all that is unresolved were carried. */
function upperOf({ carried, unresolved, held }: Rate): { readonly carried: number; readonly held: number } {
  return { carried: carried + unresolved, held };
}

function wordOf(interval: readonly [low: number, high: number] | null): RateChange['change'] {
  if (interval === null) return 'unknown';
  if (interval[0] > 0) return 'rose';
  return interval[1] < 0 ? 'fell' : 'not_beyond_chance';
}

function intactChange(before: Rate, after: Rate): RateChange {
  const intact = ({ held, intact: whole, unresolved }: Rate): Rate =>
    rateOf({ carried: whole, held, unresolved, intact: whole });
  return rateChange(intact(before), intact(after));
}

function wholeChange(before: Rate, after: Rate): RateChange {
  const whole = ({ carried, intact }: Rate): Rate =>
    rateOf({ carried: intact, held: carried, unresolved: 0, intact });
  return rateChange(whole(before), whole(after));
}

const NOTHING: Rate = rateOf({ carried: 0, held: 0, unresolved: 0, intact: 0 });

function edgeChanges(was: ComparedReport, is: ComparedReport): EdgeChange[] {
  const [before, after] = [byName(was), byName(is)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changes = names.map((edge): EdgeChange => {
    const [first, second] = [before.get(edge), after.get(edge)];
    const both = first !== undefined && second !== undefined;
    return {
      edge,
      in: both ? 'both' : first === undefined ? 'after' : 'before',
      attempt_1: rateChange(
        first?.attempt_1.constraints ?? NOTHING,
        second?.attempt_1.constraints ?? NOTHING,
      ),
      delivered: rateChange(
        first?.delivered.constraints ?? NOTHING,
        second?.delivered.constraints ?? NOTHING,
      ),
    };
  });
  return changes.sort(biggestFirst);
}

function byName({ edges }: ComparedReport): ReadonlyMap<string, Rates> {
  return new Map(edges.map(({ edge, rates }) => [edge, rates]));
}

const ORDER: readonly RateChange['change'][] = ['fell', 'rose', 'not_beyond_chance', 'unknown'];

function biggestFirst(a: EdgeChange, b: EdgeChange): number {
  const place = ({ attempt_1 }: EdgeChange): number => ORDER.indexOf(attempt_1.change);
  const size = ({ attempt_1 }: EdgeChange): number => Math.abs(attempt_1.difference ?? 0);
  return place(a) - place(b) || size(b) - size(a) || (a.edge < b.edge ? -1 : 1);
}
