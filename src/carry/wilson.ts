/** The 97.5th percentile of the normal distribution: 95 % lie within it on both sides. */
const Z = 1.959963984540054;

/**
 * The score interval of a share, 95 %: Wilson, "Probable inference, the law of succession, and statistical inference",
 * J. Amer. Statist. Assoc. 22 (1927) 209-212; recommended for small counts by Brown, Cai and DasGupta, "Interval
 * estimation for a binomial proportion", Statistical Science 16 (2001) 101-133.
 *
 * @param carried from 0 to `held`
 * @param held null comes back where it is 0: of nothing there is no share
 */
export function wilson(carried: number, held: number): readonly [low: number, high: number] | null {
  if (!(held > 0) || !(carried >= 0) || carried > held) return null;
  const share = carried / held;
  const spread = Z * Z;
  const centre = (share + spread / (2 * held)) / (1 + spread / held);
  const half =
    (Z / (1 + spread / held)) * Math.sqrt((share * (1 - share)) / held + spread / (4 * held * held));
  // At both ends the formula gives 0 and 1 but for rounding.
  return [carried === 0 ? 0 : Math.max(0, centre - half), carried === held ? 1 : Math.min(1, centre + half)];
}
