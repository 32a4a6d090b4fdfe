import { wilson } from './wilson.js';

/** Counts of one set: so many of so many. */
export interface Share {
  readonly carried: number;
  readonly held: number;
}

/**
 * The interval of the difference of two independent shares, `after` less `before`, 95 %: the hybrid of two score
 * intervals, method 10 of R. G. Newcombe, "Interval estimation for the difference between independent proportions:
 * comparison of eleven methods", Statistics in Medicine 17 (1998) 873-890.
 *
 * @returns both in -1..1; null where nothing was held in one of them
 */
export function newcombe(before: Share, after: Share): readonly [low: number, high: number] | null {
  const [first, second] = [wilson(before.carried, before.held), wilson(after.carried, after.held)];
  if (first === null || second === null) return null;
  const [was, is] = [before.carried / before.held, after.carried / after.held];
  const low = is - was - Math.hypot(is - second[0], first[1] - was);
  const high = is - was + Math.hypot(second[1] - is, was - first[0]);
  return [Math.max(-1, low), Math.min(1, high)];
}
