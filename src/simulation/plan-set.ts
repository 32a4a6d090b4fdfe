import type { Dice } from './dice.js';
import type { RunKind, SimulationProfile } from './profile.js';

/** One run of a set, before anything of it is thrown. */
export interface RunPlan {
  readonly kind: RunKind;
  readonly path: readonly string[];
  /** For each hop: are the stop conditions handed on. */
  readonly keepsStop: readonly boolean[];
  readonly open: boolean;
}

/** The runs of one set, in the dice's order. Counts are dealt like cards, and so come out exactly. */
export function planSet(profile: SimulationProfile, dice: Dice): RunPlan[] {
  const kinds = profile.runs.flatMap((kind) => Array.from({ length: kind.count }, () => kind));
  const { hops } = setSize(profile);
  const stops = deck(hops, profile.stop_conditions.carried, dice);
  const open = deck(kinds.length, profile.open_runs, dice);
  let dealt = 0;
  return dice.shuffle(kinds).map((kind, index): RunPlan => {
    const path = pathOf(profile, kind);
    const from = dealt;
    dealt += path.length - 1;
    return { kind, path, keepsStop: stops.slice(from, dealt), open: open[index] === true };
  });
}

/** How many runs and hops a set has. */
export function setSize(profile: SimulationProfile): { readonly runs: number; readonly hops: number } {
  let runs = 0;
  let hops = 0;
  for (const kind of profile.runs) {
    runs += kind.count;
    hops += kind.count * (pathOf(profile, kind).length - 1);
  }
  return { runs, hops };
}

function pathOf({ routes }: SimulationProfile, { route }: RunKind): readonly string[] {
  return routes[route] ?? [];
}

function deck(size: number, marked: number, dice: Dice): boolean[] {
  return dice.shuffle(Array.from({ length: size }, (_, index) => index < marked));
}
