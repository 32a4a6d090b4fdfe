import type { Rate } from '../model/carry.js';

/** Between a number and its sign: one that does not break. */
const NARROW = '\u00a0';

/**
 * A share in 0..1 as text: `71.9 %`. One decimal, rounded down, so that nothing but all is ever told as 100 %, and
 * 0 % means none.
 */
export function percent(value: number, space: string = NARROW): string {
  const thousandths = Math.floor(value * 1000 + 1e-9);
  if (value > 0 && thousandths === 0) return `<${space}0.1${space}%`;
  return `${(thousandths / 10).toFixed(1)}${space}%`;
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
  const [low, high] = interval;
  return `${(Math.floor(low * 1000 + 1e-9) / 10).toFixed(1)} to ${(Math.ceil(high * 1000 - 1e-9) / 10).toFixed(1)}${space}%`;
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
