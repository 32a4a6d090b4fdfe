import { canBeSaved, isLost, isViolated } from '../carry/conservation.js';
import type { RunScore } from '../model/carry.js';

/** The one word for a run, worst first. */
export const RUN_STATES = ['violated', 'can be saved', 'lost', 'incomplete', 'in order'] as const;
export type RunStateWord = (typeof RUN_STATES)[number];

/**
 * `violated`: what a constraint forbids happened, or what it requires did not. `can be saved`: the run is open, and a constraint is lost that
 * nothing has violated yet. `lost`: one was lost, and it is too late or it came back. `incomplete`: not all of the
 * run's records are there.
 */
export function runStateWord(run: RunScore): RunStateWord {
  if (isViolated(run)) return 'violated';
  if (canBeSaved(run)) return 'can be saved';
  if (isLost(run)) return 'lost';
  return run.history === 'complete' ? 'in order' : 'incomplete';
}
