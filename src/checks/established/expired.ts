import type { Check } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const establishedExpired: Check = {
  code: 'established.expired',
  title: 'no fact is older than the contract allows',
  why: 'A balance, a price or a stock level that was true when it was looked up need not be true now.',
  fix: 'Look the fact up again, and name the new record as its evidence.',
  default: 'block',
  part: 'provenance.established.max_age',
  needs: ['established'],
  proofs: {
    transfer: {
      each: 'input.established.entries',
      holds: 'established.fresh',
      with: ['max_age_seconds'],
    },
  },
  reason(scene, item) {
    const entry = itemAt(scene.facts.established.entries, item);
    return {
      data: `/payload/established/${entry.index}`,
      message: `the fact ${quote(entry.key)} is ${entry.age_seconds} s old`,
      values: { age_seconds: entry.age_seconds, max_age_seconds: scene.edge.max_age_seconds },
      fix: { say: `Look up ${quote(entry.key)} again: it is too old to hand on.` },
    };
  },
};
