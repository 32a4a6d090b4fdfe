import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { validateRecord } from '../../src/model/validate-record.js';
import { SEED_ARTICLE } from '../../src/simulation/seed-article.js';
import { simulate } from '../../src/simulation/simulate.js';
import { countByHand } from './count-by-hand.js';
import { sumScores } from './sum-scores.js';

const SEEDS = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

/** Of `handoff-model.md`; 10 and 6 are 7/40 and 4/40 of 59. */
const COUNTS = { held: 82, carried: 59, dropped: 23, weakened: 10, narrowed: 6 };

describe('the article’s run set', () => {
  it('has its counts for any seed, counted from the records alone', () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        const { droppedBy, ...count } = countByHand(simulate(SEED_ARTICLE, { seed }));
        assert.deepEqual(count, {
          ...{ runs: 214, hops: 1043, attempts: 1043, open: 9, ...COUNTS },
          stops: { held: 1043, carried: 428 },
          confidence: { held: 1043, carried: 0 },
        });
        assert.equal(droppedBy['refunds--notifications'], 13);
      }),
      { numRuns: 15 },
    );
  });

  it('has them by the scores of the product', () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        const { first, delivered, faults, droppedBy, wrong } = sumScores(simulate(SEED_ARTICLE, { seed }));
        assert.deepEqual(wrong, []);
        assert.deepEqual(first, delivered);
        assert.deepEqual(first.constraints, [COUNTS.carried, COUNTS.held]);
        assert.deepEqual(first.stop_conditions, [428, 1043]);
        assert.deepEqual(first.confidence, [0, 1043]);
        assert.equal(faults['constraint.dropped'], COUNTS.dropped);
        assert.equal(faults['constraint.weakened'], COUNTS.weakened);
        assert.equal(faults['constraint.narrowed'], COUNTS.narrowed);
        assert.equal(faults['constraint.discharge_refused'], undefined);
        assert.equal(droppedBy['refunds--notifications'], 13);
      }),
      { numRuns: 8 },
    );
  });

  it('is made of valid records, each labelled', () => {
    fc.assert(
      fc.property(SEEDS, (seed) => {
        for (const records of simulate(SEED_ARTICLE, { seed, runs: 20 })) {
          for (const record of records) {
            assert.equal(record.simulated, true);
            assert.deepEqual(validateRecord(record), { record });
          }
        }
      }),
    );
  });
});
