import type { Rate } from '../model/carry.js';
import { wilson } from './wilson.js';

/** What a rate is made of. `carried` leaves out what is unresolved; `intact` is what was carried with no fault. */
export interface RateCounts {
  readonly carried: number;
  readonly held: number;
  readonly unresolved: number;
  readonly intact: number;
}

/** A rate of counts: with both bounds while something is unresolved, and with none where nothing was held. */
export function rateOf({ carried, held, unresolved, intact }: RateCounts): Rate {
  const counts = { carried, held, unresolved, intact };
  const low = wilson(carried, held);
  const high = wilson(carried + unresolved, held);
  if (low === null || high === null) return { ...counts, value: null, upper: null, interval: null };
  return {
    ...counts,
    value: carried / held,
    upper: (carried + unresolved) / held,
    interval: [low[0], high[1]],
  };
}
