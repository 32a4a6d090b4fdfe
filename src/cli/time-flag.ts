import { failure } from '../diagnostics/diagnostic.js';
import { utcTime } from '../ledger/utc-time.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A time that a flag names, in UTC with milliseconds: a day (its beginning, UTC), or RFC 3339.
 *
 * @param also What the flag takes besides.
 * @throws DiagnosticError `input.usage`
 */
export function timeFlag(flag: string, text: string, also?: string): string {
  const at = DAY.test(text) ? `${text}T00:00:00Z` : text;
  if (!TIME.test(at) || !isDay(at.slice(0, 10)) || Number.isNaN(Date.parse(at)))
    throw failure('input.usage', `\`${flag}\` is not a time`, {
      help: `give ${also === undefined ? '' : `${also}, `}a day such as 2026-11-30, or a time such as 2026-11-30T09:00:00Z`,
    });
  return utcTime(at);
}

/** February has no 30th, which JavaScript takes for the 2nd of March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
