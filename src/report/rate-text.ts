import type { Rate } from '../model/carry.js';

/** Between a number and its sign: one that does not break. */
const NARROW = '\u00a0';

/**
 * A share in 0..1 as text: `72.0 %`. One decimal, and nothing but all is ever told as 100 %, nothing but none as 0 %.
 */
export function percent(value: number, space: string = NARROW): string {
  return `${decimal(value)}${space}%`;
}

function decimal(value: number): string {
  const thousandths = Math.round(value * 1000);
  const least = value > 0 ? 1 : 0;
  const most = value < 1 ? 999 : 1000;
  return (Math.min(most, Math.max(least, thousandths)) / 10).toFixed(1);
}

/** Null is no rate: nothing was held. */
export function rateText(
  { value, upper, unresolved }: Pick<Rate, 'value' | 'upper' | 'unresolved'>,
  space: string = NARROW,
): string {
  if (value === null) return '–';
  if (unresolved === 0 || upper === null) return percent(value, space);
  return `${percent(value, space)} to ${percent(upper, space)}`;
}

/** `59 of 82`, and how many of them nothing decided. */
export function countsText({ carried, held, unresolved }: Rate): string {
  const open = unresolved > 0 ? `, ${grouped(unresolved)} unresolved` : '';
  return `${grouped(carried)} of ${grouped(held)}${open}`;
}

/** `61.4 to 80.6 %`; empty where there is no rate. */
export function intervalText({ interval }: Rate, space: string = NARROW): string {
  if (interval === null) return '';
  return `${decimal(interval[0])} to ${decimal(interval[1])}${space}%`;
}

/** `1,043 transfers`, `1 transfer`. */
export function amount(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** `1,043`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `2026-11-30 09:14:11` in UTC, with milliseconds where there are any; a text that is no time stays as it is. */
export function timeText(at: string): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.000Z$|Z$/, '');
}
