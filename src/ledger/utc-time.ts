/** The first and the last instant that `toISOString` writes with a year of four digits. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Such a time already. */
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * A time of RFC 3339 in UTC with milliseconds, so that texts compare as times do; a finer part of a second is cut. One
 * that an offset takes out of the years 0000 to 9999 becomes the nearest that is in.
 *
 * @throws RangeError for what is no time.
 */
export function utcTime(at: string): string {
  if (UTC.test(at)) return at;
  return new Date(Math.min(Math.max(Date.parse(at), FIRST), LAST)).toISOString();
}
