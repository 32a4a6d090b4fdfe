/**
 * The two formats that our schemas use. `date-time` is stricter than RFC 3339 where the rest of the engine would
 * read a time otherwise than a person does: `T` and `Z` are capitals, and a leap second (`:60`) is refused,
 * because `Date.parse` gives NaN for it and an age that is NaN is neither old nor new.
 */
export const formats: {
  readonly 'date-time': (text: string) => boolean;
  readonly date: (text: string) => boolean;
} = {
  'date-time': isDateTime,
  date: isDate,
};

/** The pattern that the published schemas give beside `format: date-time`; it says all but days and hours. */
export const DATE_TIME_PATTERN: string =
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$';

const DATE_TIME = new RegExp(DATE_TIME_PATTERN, 'u');
const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 with `T`, seconds up to 59, at most nine digits of a second, and `Z` or an offset. */
export function isDateTime(text: string): boolean {
  if (
    !DATE_TIME.test(text) ||
    !isDay(text) ||
    Number(text.slice(11, 13)) > 23 ||
    Number(text.slice(14, 16)) > 59
  ) {
    return false;
  }
  if (text.endsWith('Z')) return true;
  return Number(text.slice(-5, -3)) <= 23 && Number(text.slice(-2)) <= 59;
}

/** `YYYY-MM-DD`, a day that the calendar has. */
export function isDate(text: string): boolean {
  return DATE.test(text) && isDay(text);
}

function isDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && leap ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= last;
}
