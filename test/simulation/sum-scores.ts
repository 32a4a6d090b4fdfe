import { runScorer } from '../../src/carry/score-run.js';
import type { TransferScore } from '../../src/model/carry.js';
import type { RunRecord } from '../../src/model/record.js';
import { SCORE_CLASSES, type ScoreClass } from '../../src/model/score.js';

export interface Sums {
  /** Carried and held, first attempts. */
  readonly first: Record<ScoreClass, [carried: number, held: number]>;
  readonly delivered: Record<ScoreClass, [carried: number, held: number]>;
  readonly faults: Record<string, number>;
  readonly lives: Record<string, number>;
  readonly droppedBy: Record<string, number>;
  /** What a simulation must not have: histories that are not complete, faulty records, unresolved texts. */
  readonly wrong: string[];
}

/** The same counts by the product's own scores. */
export function sumScores(runs: Iterable<readonly RunRecord[]>): Sums {
  const zero = () =>
    Object.fromEntries(SCORE_CLASSES.map((name) => [name, [0, 0]])) as Record<ScoreClass, [number, number]>;
  const sums: Sums = { first: zero(), delivered: zero(), faults: {}, lives: {}, droppedBy: {}, wrong: [] };
  const score = runScorer();
  for (const records of runs) {
    const run = score({ run: records[0]?.run ?? '', records });
    if (run.history !== 'complete' || !run.simulated) sums.wrong.push(run.run);
    sums.wrong.push(...run.record_faults);
    for (const { state } of run.lives) add(sums.lives, state);
    for (const transfer of run.transfers) addTransfer(sums, transfer);
  }
  return sums;
}

function addTransfer(sums: Sums, transfer: TransferScore): void {
  for (const name of SCORE_CLASSES) {
    const [carried, held, unresolved] = transfer.scores[name];
    if (unresolved > 0) sums.wrong.push(`${transfer.run} ${name}`);
    const told = [transfer.attempt === 1 && sums.first, transfer.delivered && sums.delivered];
    for (const into of told) {
      if (into === false) continue;
      into[name][0] += carried;
      into[name][1] += held;
    }
  }
  if (transfer.attempt > 1) return;
  for (const { code } of transfer.faults) add(sums.faults, code);
  for (const { outcome } of transfer.constraints)
    if (outcome === 'dropped') add(sums.droppedBy, transfer.edge);
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
