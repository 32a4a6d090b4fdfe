const RULE = 'rule.not_proven:';

/**
 * Why runs show nothing: both versions block them for something that the change is not about.
 *
 * @param hidden Of each such run, the lines of `checks` that do.
 * @param always What does in every run.
 * @param cases How many runs were tried.
 */
export function blockedAlike(
  hidden: readonly (readonly string[])[],
  always: readonly string[],
  cases: number,
): string {
  if (always.length > 0) return `${namesOf(always)} every run that was tried`;
  const counts = new Map<string, number>();
  for (const check of hidden.flat()) counts.set(check, (counts.get(check) ?? 0) + 1);
  const most = [...counts].sort(([, one], [, other]) => other - one).map(([check]) => check);
  const rest = hidden.length === cases ? '' : ', and the others are decided alike';
  return `${namesOf(most)} ${hidden.length} of the ${cases} runs that were tried, whatever this change says${rest}`;
}

const MOST_NAMED = 4;

function namesOf(checks: readonly string[]): string {
  const named = checks.slice(0, MOST_NAMED).map(nameOf);
  const more = checks.length > named.length ? [`${checks.length - named.length} more`] : [];
  return `${[...named, ...more].join(' and ')} ${checks.length === 1 ? 'blocks' : 'block'}`;
}

function nameOf(check: string): string {
  return check.startsWith(RULE) ? `the rule \`${check.slice(RULE.length)}\`` : `\`${check}\``;
}
