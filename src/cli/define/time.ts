import { InvalidArgumentError } from 'commander';

/** A day in UTC, or a time with its zone (RFC 3339); as RFC 3339. */
export function time(text: string): string {
  const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
  const instant = Date.parse(text);
  const day = /^\d{4}-\d{2}-(\d{2})/.exec(text)?.[1];
  // Date.parse takes the 30th of February for the 1st or 2nd of March.
  const real = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (!form.test(text) || Number.isNaN(instant) || real.getUTCDate() !== Number(day))
    throw new InvalidArgumentError('Give a day such as 2026-11-30, or a time such as 2026-11-30T09:14:00Z.');
  return new Date(instant).toISOString();
}
