/** RFC 3339 section 5.6, `date-time`; any number of digits after the point. */
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

const SHORTEST = '2026-11-30T09:00:00Z'.length;

/**
 * The instant that an RFC 3339 date-time names, as a text that is equal for equal instants; null for any other text.
 * A leap second is none: no clock here knows it, and taken for the second after it, two instants would be one.
 */
export function instantOf(text: string): string | null {
  if (text.length < SHORTEST || text.charCodeAt(4) !== HYPHEN || text.charCodeAt(13) !== COLON) return null;
  const found = DATE_TIME.exec(text);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = found;
  const days = dayNumber(Number(year), Number(month), Number(day));
  if (days === null) return null;
  const offset = sign === undefined ? 0 : Number(`${sign}1`) * minutes(offsetHour, offsetMinute);
  const seconds = days * 86_400 + (minutes(hour, minute) - offset) * 60 + Number(second);
  return `${seconds}.${fraction.replace(/0+$/, '')}`;
}

const HYPHEN = 45;
const COLON = 58;

function minutes(hours: string | undefined, rest: string | undefined): number {
  return Number(hours) * 60 + Number(rest);
}

/** Days since 1970; null where the calendar has no such day. */
function dayNumber(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  // Not `Date.UTC`, which takes the year 26 for 1926.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / 86_400_000 : null;
}
