import { quote } from './quote.js';
import { readText } from './read-scalar.js';
import type { Read } from './scope.js';

const DURATION =
  /^P(?:(?<weeks>[0-9]+)W|(?=[0-9T])(?:(?<days>[0-9]+)D)?(?:T(?=[0-9])(?:(?<hours>[0-9]+)H)?(?:(?<minutes>[0-9]+)M)?(?:(?<seconds>[0-9]+)S)?)?)$/;
const CALENDAR = /^P(?=.*[YM])(?:[0-9]+Y)?(?:[0-9]+M)?/;
const SECONDS = { weeks: 604_800, days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const;

/** The seconds of an ISO 8601 duration of fixed length (weeks, or days to seconds, in whole numbers), or null. */
export function durationSeconds(text: string): number | null {
  const groups = DURATION.exec(text)?.groups;
  if (groups === undefined) return null;
  let total = 0;
  for (const [unit, seconds] of Object.entries(SECONDS)) total += Number(groups[unit] ?? 0) * seconds;
  return Number.isSafeInteger(total) ? total : null;
}

/** A duration above zero, in seconds. */
export const readDuration: Read<number> = (node, scope, name) => {
  const text = readText(node, scope, name);
  if (text === undefined) return undefined;
  const seconds = durationSeconds(text);
  if (seconds !== null && seconds > 0) return seconds;
  scope.findings.error(
    'contract.duration',
    node.span,
    `\`${name}\`: ${problemOf(text, seconds)}`,
    'such as `PT15M`',
  );
  return undefined;
};

function problemOf(text: string, seconds: number | null): string {
  if (seconds === 0) return `${quote(text)} is no time at all`;
  const [calendar = ''] = CALENDAR.exec(text) ?? [];
  if (/[YM]/.test(calendar)) return `${quote(text)} has no fixed length: years and months differ`;
  return `expected an ISO 8601 duration, not ${quote(text)}`;
}
