import type { EntryQuery, RunQuery } from '../store.js';
import type { Bound } from './rows.js';

export interface Where {
  /** `1` where everything is asked for. */
  readonly sql: string;
  readonly values: readonly Bound[];
}

/** One condition: its SQL with a `?`, and the value; none where nothing was asked. */
type Condition = readonly [sql: string, value: Bound | undefined];

export function whereEntries(query: EntryQuery): Where {
  const { sql, values } = allOf([
    ['run = ?', query.run],
    ['edge = ?', query.edge],
    // Nothing is before the first, and a row that somebody put there is not shown as one of ours.
    ['seq > ?', query.after ?? 0],
    ['seq <= ?', query.until],
    ['at >= ?', query.at_from],
    ['at < ?', query.at_to],
    ['recorded_at < ?', query.recorded_before],
  ]);
  const { kinds } = query;
  if (kinds === undefined) return { sql, values };
  const places = kinds.map(() => '?').join(', ');
  return { sql: `${sql} AND kind IN (${places})`, values: [...values, ...kinds] };
}

export function whereRuns(query: RunQuery): Where {
  const { closed } = query;
  return allOf([
    ['run = ?', query.run],
    ['last_at >= ?', query.since],
    ['first_at < ?', query.until],
    ['closed = ?', closed === undefined ? undefined : Number(closed)],
    ['last_seq > ?', query.after],
  ]);
}

function allOf(conditions: readonly Condition[]): Where {
  const given = conditions.filter((condition): condition is [string, Bound] => condition[1] !== undefined);
  return { sql: ['1', ...given.map(([sql]) => sql)].join(' AND '), values: given.map(([, value]) => value) };
}
