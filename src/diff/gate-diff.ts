import type { Finding, PolicyDiff, SchemaComparison } from '../model/policy-diff.js';

export const FAIL_ON = ['loosened', 'breaking', 'impact', 'unknown', 'waivers'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Why a gate does not let a change through. */
export interface Tripped {
  readonly on: FailOn | 'expired';
  readonly count: number;
  /** What is counted, in words. */
  readonly says: string;
}

/**
 * What of a diff is not let through. A finding that somebody answers for is; an expired waiver whose finding is there fails
 * whatever was asked for.
 */
export function gateDiff(diff: PolicyDiff, failOn: readonly FailOn[]): readonly Tripped[] {
  const asked = FAIL_ON.filter((on) => failOn.includes(on)).flatMap((on) => {
    const says = WORDS[on](diff);
    return says === null ? [] : [{ on, ...says }];
  });
  const expired = diff.waivers.expired.length;
  if (expired === 0) return asked;
  return [
    ...asked,
    {
      ...{ on: 'expired', count: expired },
      says: `${counted(expired, 'waiver of a finding has', 'waivers of findings have')} ended`,
    },
  ];
}

type Told = Omit<Tripped, 'on'> | null;

const WORDS: Record<FailOn, (diff: PolicyDiff) => Told> = {
  loosened: ({ findings }) => {
    const open = findings.filter(loosens).filter(isOpen);
    const says = told(open, 'finding loosens', 'findings loosen');
    return named(says, open.map(nameOf), splitOf(open));
  },
  breaking: ({ findings }) => {
    const open = findings.filter(({ breaks }) => breaks.length > 0).filter(isOpen);
    return named(told(open, 'finding breaks somebody', 'findings break somebody'), open.map(nameOf));
  },
  impact: impactTold,
  unknown: ({ findings, schemas }) => {
    const names = [
      ...findings.filter(isUnknown).filter(isOpen).map(nameOf),
      ...schemas.filter(isUnknownSchema).map(({ edge, what }) => `${edge} ${what}`),
    ];
    return named(told(names, 'claim is not known', 'claims are not known'), names);
  },
  // Whether they fit a finding or not: laid down now, one could open the gate for a change that comes later.
  waivers: ({ waivers }) =>
    told(
      waivers.changed.filter(({ status }) => status !== 'changed'),
      'waiver is new in this change, or ends later',
      'waivers are new in this change, or end later',
    ),
};

/** Runs that show nothing are not safe: with changes that count and nothing replayed, the gate stays shut. */
function impactTold({ impact, findings }: PolicyDiff): Told {
  const flips = impact.edges.reduce((sum, edge) => sum + edge.to_block + edge.to_allow, 0) + impact.errors;
  if (flips > 0)
    return {
      count: flips,
      says: `${counted(flips, 'recorded transfer is', 'recorded transfers are')} decided otherwise`,
    };
  const matters = findings.some(({ direction }) => direction !== 'neutral');
  const nothing = impact.source === null || (impact.replayed === 0 && !allAlike(impact.not_replayed));
  if (!matters || !nothing) return null;
  return { count: 0, says: 'no recorded transfer was replayed, which is not the same as safe' };
}

/** Every transfer was on an edge on which nothing changed. */
function allAlike(left: PolicyDiff['impact']['not_replayed']): boolean {
  return left.length > 0 && left.every(({ why }) => why.startsWith('both versions decide alike'));
}

function isOpen({ waiver }: Finding): boolean {
  return waiver === null || waiver.expired;
}

/** A run that passes now and did not before counts, whatever the rule says of the change. */
function loosens({ direction, claim }: Finding): boolean {
  if (direction === 'loosened' || direction === 'both') return true;
  if (claim.status !== 'refuted') return false;
  const { base, head } = claim.witness;
  return (['decision', 'action'] as const).some((of) => base[of] === 'block' && head[of] === 'allow');
}

/** A claim that was refuted is no better known than one for which no run was found. */
function isUnknown({ claim }: Finding): boolean {
  return claim.status === 'unknown' || claim.status === 'refuted';
}

function isUnknownSchema({ forward, backward }: SchemaComparison): boolean {
  return forward.verdict === 'unknown' || backward.verdict === 'unknown';
}

/** As the summary counts, which tells what loosens and tightens apart from what only loosens. */
function splitOf(found: readonly Finding[]): string {
  const both = found.filter(({ direction }) => direction === 'both').length;
  if (both === 0) return '';
  const loosened = found.length - both;
  return loosened === 0 ? ` (${both} both ways)` : ` (${loosened} loosened, ${both} both ways)`;
}

function nameOf({ rule, change }: Finding): string {
  return `${change.edge ?? 'the project'} ${rule}`;
}

/** So many names; of what is stopped, the rest is in the report. */
const MOST_NAMES = 5;

function named(says: Told, names: readonly string[], split: string = ''): Told {
  if (says === null) return null;
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const shown = [...times].slice(0, MOST_NAMES);
  const more = names.length - shown.reduce((sum, [, count]) => sum + count, 0);
  const list = shown.map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(', ');
  return { ...says, says: `${says.says}${split}: ${list}${more === 0 ? '' : `, and ${more} more`}` };
}

function told(found: readonly unknown[], one: string, many: string): Told {
  return found.length === 0 ? null : { count: found.length, says: counted(found.length, one, many) };
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
