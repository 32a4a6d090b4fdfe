import type { ComposedCount } from '../model/carry.js';
import { grouped } from './rate-text.js';
import { safeName } from './safe-text.js';

/** `ov-1 (3), ov-2 (1)`. */
export function composedText(composed: readonly ComposedCount[], shown: number): string {
  const told = composed
    .slice(0, shown)
    .map(({ override, transfers }) => `${safeName(override)} (${grouped(transfers)})`);
  const more = composed.length - told.length;
  return `${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** How many attempts were composed. */
export function composedSum(composed: readonly ComposedCount[]): number {
  return composed.reduce((sum, { transfers }) => sum + transfers, 0);
}
