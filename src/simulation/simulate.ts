import type { RunRecord } from '../model/record.js';
import { requireConsistent } from './check-profile.js';
import { Dice } from './dice.js';
import { planSet } from './plan-set.js';
import type { SimulationProfile } from './profile.js';
import { simulateRun } from './simulate-run.js';

export interface SimulateOptions {
  /** A whole number; the same gives the same runs. */
  readonly seed: number;
  /** How many runs; not given: one set, in which every count of the profile comes out exactly. */
  readonly runs?: number;
}

/**
 * Runs as a profile describes them, one at a time; every record says `simulated`. After one set comes the next, with
 * the same counts and other throws, so that memory does not grow with the number of runs.
 *
 * @param profile One of `SIMULATION_PROFILES`, or one of your own, `schemas/simulation-profile.schema.json`.
 * @throws DiagnosticError `simulation.profile` where the profile contradicts itself; `simulation.impossible`
 */
export function* simulate(
  profile: SimulationProfile,
  { seed, runs }: SimulateOptions,
): Generator<RunRecord[], void, undefined> {
  requireConsistent(profile);
  let made = 0;
  for (let set = 0; ; set += 1) {
    const dice = new Dice(seed, set);
    const plans = planSet(profile, dice);
    for (const plan of plans) {
      if (runs !== undefined && made >= runs) return;
      made += 1;
      yield simulateRun({ profile, plan, dice, seed, number: made });
    }
    if (runs === undefined || plans.length === 0) return;
  }
}
