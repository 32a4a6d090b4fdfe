import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CostTally } from '../../src/carry/cost.js';
import { TokenSpread } from '../../src/carry/token-spread.js';
import type { HandoffCost } from '../../src/model/cost.js';
import type { RunRecord } from '../../src/model/record.js';
import { SEED_ARTICLE } from '../../src/simulation/seed-article.js';
import { simulate } from '../../src/simulation/simulate.js';
import { marksOfSchema } from '../model/marks.js';
import { compileSchema, readSchema } from '../model/schemas.js';
import { costMarks } from './cost-marks.js';

function costOf(runs: Iterable<readonly RunRecord[]>, countTokens?: (text: string) => number): HandoffCost {
  const tally = new CostTally(countTokens === undefined ? {} : { countTokens, tokenizer: 'mine' });
  for (const records of runs) tally.add({ run: records[0]?.run ?? '', records });
  return tally.report({ generatedAt: '2026-11-30T12:00:00.000Z' });
}

/** A run without recorded counts. */
function silent(records: readonly RunRecord[]): RunRecord[] {
  return records.map((record) => {
    if (record.kind !== 'transfer') return record;
    const { context_tokens: _told, ...sender } = record.sender;
    return { ...record, sender };
  });
}

describe('the cost of handing the transcript on', () => {
  it('is the article’s: 6.4k at the first transfer, 21k at the fifth, 3.3 times', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const {
          by_hop: hops,
          counted,
          simulated,
          transfers,
        } = costOf(simulate(SEED_ARTICLE, { seed: seed | 0 }));
        const [first, , , , fifth] = hops;
        assert.equal(((first?.transcript?.median ?? 0) / 1000).toFixed(0), '6');
        assert.ok(Math.abs((first?.transcript?.median ?? 0) / 6400 - 1) < 0.02);
        assert.ok(Math.abs((fifth?.transcript?.median ?? 0) / 21_000 - 1) < 0.03);
        assert.ok(Math.abs((fifth?.growth ?? 0) - 3.3) < 0.12, `${fifth?.growth}`);
        assert.deepEqual(
          [counted.transcript, counted.recorded, transfers, simulated],
          ['recorded', 1043, 1043, 'all'],
        );
      }),
      { numRuns: 10 },
    );
  });

  it('by the texts where nobody told a count, as somebody would add them up', () => {
    const runs = [...simulate(SEED_ARTICLE, { seed: 4, runs: 30 })].map(silent);
    const cost = costOf(runs, (text) => text.length);
    let [transcript, payload] = [0, 0];
    for (const records of runs) {
      for (const [index, record] of records.entries()) {
        if (record.kind !== 'transfer') continue;
        payload += JSON.stringify(record.payload).length;
        for (const one of records.slice(0, index)) {
          if (one.kind === 'message') transcript += one.text.length;
          if (one.kind === 'tool_call') transcript += JSON.stringify([one.tool, one.result]).length;
          if (one.kind === 'transfer') transcript += JSON.stringify(one.payload).length;
        }
      }
    }
    assert.deepEqual([cost.total.transcript, cost.total.payload], [transcript, payload]);
    assert.equal(cost.total.share, payload / transcript);
    assert.equal(cost.counted.transcript, 'text');
    assert.match(cost.notes.join(' '), /lower bound/);
    assert.equal(cost.counted.rule, 'counted by mine');
  });

  it('a blocked attempt has no reader', () => {
    const [records = []] = simulate(SEED_ARTICLE, { seed: 1, runs: 1 });
    const blocked = records.flatMap((record): RunRecord[] =>
      record.kind === 'transfer' && record.hop === 2
        ? [
            { ...record, delivered: false },
            { ...record, attempt: 2 },
          ]
        : [record],
    );
    assert.deepEqual(costOf([blocked].map(silent)), costOf([records].map(silent)));
  });

  it('some told a count: the others are in no number of the transcript', () => {
    const [first = [], second = []] = simulate(SEED_ARTICLE, { seed: 1, runs: 2 });
    const told = costOf([first]);
    const mixed = costOf([first, silent(second)]);
    assert.equal(mixed.total.transcript, told.total.transcript);
    assert.equal(mixed.total.share, told.total.share);
    assert.ok(mixed.transfers > told.transfers && mixed.counted.recorded === told.transfers);
  });

  it('an estimate is called one', () => {
    const { counted } = costOf(simulate(SEED_ARTICLE, { seed: 1, runs: 1 }));
    assert.equal(counted.tokenizer, null);
    assert.match(counted.rule, /^estimated: a quarter of the bytes/);
  });

  it('10,000 hops are listed to the fiftieth, and the rest is in the sums', () => {
    const [records = []] = simulate(SEED_ARTICLE, { seed: 1, runs: 1 });
    const transfer = records.find((record) => record.kind === 'transfer') ?? assert.fail();
    assert.ok(transfer.kind === 'transfer');
    const long = Array.from({ length: 10_000 }, (_, index) => ({ ...transfer, hop: index + 1 }));
    const cost = costOf([long]);
    assert.deepEqual([cost.by_hop.length, cost.omitted_transfers, cost.transfers], [50, 9950, 10_000]);
    assert.equal(cost.total.transcript, 10_000 * (transfer.sender.context_tokens ?? 0));
  });

  for (const bad of [Number.NaN, -1, 1.5, '7', undefined, Number.POSITIVE_INFINITY]) {
    it(`a tokenizer that says ${String(bad)} ends it`, () => {
      const runs = [...simulate(SEED_ARTICLE, { seed: 1, runs: 1 })];
      assert.throws(() => costOf(runs, () => bad as number), { code: 'cost.tokenizer' });
    });
  }

  it('is what its schema says, and the schema what the type says', () => {
    const schema = readSchema('cost');
    const validate = compileSchema('cost');
    const plain = (cost: HandoffCost): unknown => JSON.parse(JSON.stringify(cost));
    assert.ok(validate(plain(costOf(simulate(SEED_ARTICLE, { seed: 1 })))));
    assert.ok(validate(plain(costOf([...simulate(SEED_ARTICLE, { seed: 1, runs: 2 })].map(silent)))));
    assert.deepEqual([...marksOfSchema(schema, schema)].sort(), Object.keys(costMarks).sort());
  });
});

describe('a spread', () => {
  it('is that of the sorted list, within a ten-thousandth', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3_000_000), { minLength: 1, maxLength: 200 }), (tokens) => {
        const tally = new TokenSpread();
        for (const one of tokens) tally.add(one);
        const sorted = [...tokens].sort((a, b) => a - b);
        const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * tokens.length) - 1)] ?? 0;
        const { median, low, high } = tally.spread() ?? assert.fail();
        for (const [found, wanted] of [
          [median, at(0.5)],
          [low, at(0.1)],
          [high, at(0.9)],
        ] as const)
          assert.ok(Math.abs(found - wanted) <= wanted * 5.01e-4, `${found} ${wanted}`);
      }),
    );
  });
});
