/**
 * P(X <= seen) for X of `trials` trials that each succeed with `chance`: exact, summed in logarithms. It is the exact
 * test of two Poisson counts, given their sum: Przyborowski and Wilenski, "Homogeneity of results in testing samples
 * from Poisson series", Biometrika 31 (1940) 313-323.
 */
export function binomialTail(seen: number, trials: number, chance: number): number {
  if (seen >= trials) return 1;
  const [yes, no] = [Math.log(chance), Math.log1p(-chance)];
  let [sum, ways] = [0, 0];
  for (let i = 0; i <= seen; i += 1) {
    sum += Math.exp(ways + i * yes + (trials - i) * no);
    ways += Math.log(trials - i) - Math.log(i + 1);
  }
  return Math.min(1, sum);
}
