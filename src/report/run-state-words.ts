import type { RunScore } from '../model/carry.js';

/** The one word for a run, worst first. */
export const RUN_STATES = ['violated', 'can be saved', 'lost', 'incomplete', 'in order'] as const;
export type RunStateWord = (typeof RUN_STATES)[number];

/**
 * `violated`: what a constraint forbids has happened. `can be saved`: the run is open, and a constraint was lost
 * that nothing has violated yet. `lost`: the same of a run that is over. `incomplete`: not all of its records are there.
 */
export function runStateWord({ lives, closed, history }: RunScore): RunStateWord {
  if (lives.some(({ state }) => state === 'violated')) return 'violated';
  if (lives.some(({ state }) => state === 'dropped')) return closed ? 'lost' : 'can be saved';
  return history === 'complete' ? 'in order' : 'incomplete';
}
