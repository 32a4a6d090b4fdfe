import type { ComparisonWarning } from '../model/comparison.js';
import { SCORE_CLASSES } from '../model/score.js';
import type { ComparedReport } from './compare-reports.js';

/** So many times as many held for each transfer, and an extractor may have changed instead of the agents. */
const DENSITY_RATIO = 1.5;
/** So much of what was held moved to other edges, and the total may have changed by that alone. */
const MIX_SHARE = 0.25;
const MOST_NAMES = 10;

/** Why two sets of runs may not be comparable: each a reason to look before one believes the totals. */
export function comparisonWarnings(before: ComparedReport, after: ComparedReport): ComparisonWarning[] {
  return [
    ...simulatedWarning(before, after),
    ...edgeWarnings(before, after),
    ...neverReported(before, after),
    ...densityWarning(before, after),
    ...mixWarning(before, after),
    ...incompleteWarning(before, after),
  ];
}

function simulatedWarning(
  { simulated: was }: ComparedReport,
  { simulated: is }: ComparedReport,
): ComparisonWarning[] {
  if (was === is && was !== 'some') return [];
  const message = `of the first set ${was} is simulated, of the second ${is}: a difference between them says nothing of real runs`;
  return [{ code: 'simulated', message }];
}

function edgeWarnings(before: ComparedReport, after: ComparedReport): ComparisonWarning[] {
  const [was, is] = [crossed(before), crossed(after)];
  const told = [
    ['first', [...was.keys()].filter((edge) => !is.has(edge))] as const,
    ['second', [...is.keys()].filter((edge) => !was.has(edge))] as const,
  ];
  return told.flatMap(([which, names]) =>
    names.length === 0
      ? []
      : { code: 'edges_differ', message: `only the ${which} set has transfers on ${listed(names)}` },
  );
}

/** Edges with transfers, and what was held on them. */
function crossed({ edges }: ComparedReport): ReadonlyMap<string, number> {
  const some = edges.filter(({ transfers }) => transfers > 0);
  return new Map(some.map(({ edge, rates }) => [edge, rates.attempt_1.constraints.held]));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}

function neverReported(before: ComparedReport, after: ComparedReport): ComparisonWarning[] {
  return SCORE_CLASSES.flatMap((name): ComparisonWarning[] => {
    const [was, is] = [before, after].map(({ rates }) => rates.attempt_1[name].held > 0);
    if (was === is) return [];
    const which = was === true ? 'second' : 'first';
    const message = `in the ${which} set no sender ever reported ${name.replace('_', ' ')}: there is nothing to compare`;
    return [{ code: 'never_reported', message }];
  });
}

function densityWarning(before: ComparedReport, after: ComparedReport): ComparisonWarning[] {
  const [was, is] = [density(before), density(after)];
  if (was === null || is === null || (was === 0 && is === 0)) return [];
  const ratio = Math.max(was, is) / Math.min(was, is);
  if (ratio <= DENSITY_RATIO) return [];
  const message = `a transfer holds ${was.toFixed(3)} constraints in the first set and ${is.toFixed(3)} in the second: what is found in messages may have changed, not what agents do with it`;
  return [{ code: 'held_density', message }];
}

function density({ rates, counts }: ComparedReport): number | null {
  return counts.first_attempts === 0 ? null : rates.attempt_1.constraints.held / counts.first_attempts;
}

function mixWarning(before: ComparedReport, after: ComparedReport): ComparisonWarning[] {
  const [was, is] = [crossed(before), crossed(after)];
  const [all, now] = [sum(was), sum(is)];
  if (all === 0 || now === 0) return [];
  const names = new Set([...was.keys(), ...is.keys()]);
  let moved = 0;
  for (const edge of names) moved += Math.abs((was.get(edge) ?? 0) / all - (is.get(edge) ?? 0) / now) / 2;
  if (moved <= MIX_SHARE) return [];
  const message = `${Math.round(moved * 100)} % of what was held is on other edges: go by the edges, the total may have changed by that alone`;
  return [{ code: 'edge_mix', message }];
}

function sum(held: ReadonlyMap<string, number>): number {
  return [...held.values()].reduce((total, one) => total + one, 0);
}

function incompleteWarning(before: ComparedReport, after: ComparedReport): ComparisonWarning[] {
  const told = [['first', before] as const, ['second', after] as const].flatMap(
    ([which, { counts, skipped }]) => {
      const left = skipped.reduce((total, { count }) => total + count, 0);
      const parts = [
        ...(counts.incomplete_runs > 0
          ? [`${counts.incomplete_runs} of ${counts.runs} runs are incomplete`]
          : []),
        ...(left > 0 ? [`${left} records were left out`] : []),
      ];
      return parts.length === 0 ? [] : `in the ${which} set ${parts.join(' and ')}`;
    },
  );
  return told.length === 0 ? [] : [{ code: 'incomplete', message: told.join('; ') }];
}
