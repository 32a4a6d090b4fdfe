import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { CarryAggregate } from '../../src/carry/carry-aggregate.js';
import { type ComparedReport, compareReports, rateChange } from '../../src/carry/compare-reports.js';
import { newcombe } from '../../src/carry/newcombe.js';
import { rateOf } from '../../src/carry/rate.js';
import { readReport } from '../../src/carry/read-report.js';
import { runScorer } from '../../src/carry/score-run.js';
import type { CarryReport, Rate } from '../../src/model/carry.js';
import { SIMULATION_PROFILES } from '../../src/simulation/seed-article.js';
import { simulate } from '../../src/simulation/simulate.js';
import { marksOfSchema } from '../model/marks.js';
import { compileSchema, readSchema } from '../model/schemas.js';
import { comparisonMarks } from './comparison-marks.js';

const AT = '2026-11-30T12:00:00.000Z';

function reportOf(profile: string, seed: number): CarryReport {
  const aggregate = new CarryAggregate({ runsShown: 3 });
  const score = runScorer();
  const made = SIMULATION_PROFILES[profile];
  assert.ok(made);
  for (const records of simulate(made, { seed }))
    aggregate.add(score({ run: records[0]?.run ?? '', records }));
  return aggregate.report({ generatedAt: AT });
}

const compared = (before: ComparedReport, after: ComparedReport) =>
  compareReports({ name: 'a', report: before }, { name: 'b', report: after }, { generatedAt: AT });

const [before, after] = [reportOf('seed-article', 1), reportOf('seed-article-fixed', 1)];

describe('before and after the fix', () => {
  const comparison = compared(before, after);

  it('constraints rose beyond chance, by the counts of the two profiles', () => {
    const { attempt_1: change } =
      comparison.classes.find((one) => one.class === 'constraints') ?? assert.fail();
    assert.deepEqual([change.before.carried, change.before.held], [59, 82]);
    assert.deepEqual([change.after.carried, change.after.held], [200, 220]);
    assert.equal(change.change, 'rose');
    assert.deepEqual(change.interval, newcombe({ carried: 59, held: 82 }, { carried: 200, held: 220 }));
    const whole = comparison.intact_of_carried.attempt_1;
    assert.deepEqual([whole.before.carried, whole.before.held], [43, 59]);
    assert.deepEqual([whole.after.carried, whole.after.held], [199, 200]);
  });

  it('the mended edge leads, and only it changed beyond chance', () => {
    const [first, ...others] = comparison.edges;
    assert.equal(first?.edge, 'refunds--notifications');
    assert.equal(first?.attempt_1.change, 'rose');
    assert.ok(others.every(({ attempt_1: { change } }) => change !== 'rose' && change !== 'fell'));
  });

  it('stop conditions and confidence are what they were, and nothing warns', () => {
    const unchanged = comparison.classes.filter(({ class: name }) => /stop|confidence/.test(name));
    assert.deepEqual(
      unchanged.map(({ attempt_1: { change } }) => change),
      ['not_beyond_chance', 'not_beyond_chance'],
    );
    assert.deepEqual(comparison.warnings, []);
    assert.deepEqual([comparison.before.simulated, comparison.after.simulated], ['all', 'all']);
  });

  it('is the same from the report as JSON, where rates and intervals are not believed', () => {
    const lying = JSON.parse(JSON.stringify(before), (key, value) =>
      key === 'value' || key === 'upper' ? 0.99 : key === 'interval' ? [0, 0.1] : value,
    ) as JsonValue;
    assert.deepEqual(compared(readReport(lying), after), comparison);
  });

  it('is what its schema says, and the schema what the type says', () => {
    const schema = readSchema('comparison');
    assert.ok(compileSchema('comparison')(JSON.parse(JSON.stringify(comparison))));
    assert.deepEqual([...marksOfSchema(schema, schema)].sort(), Object.keys(comparisonMarks).sort());
  });
});

describe('a rate before and after', () => {
  const rates = fc
    .tuple(fc.nat(60), fc.nat(60), fc.nat(60))
    .map(([carried, unresolved, lost]) =>
      rateOf({ carried, unresolved, held: carried + unresolved + lost, intact: carried }),
    );

  it('with itself never changed', () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const { change, difference } = rateChange(rate, rate);
        assert.equal(change, rate.held === 0 ? 'unknown' : 'not_beyond_chance');
        assert.equal(difference, rate.held === 0 ? null : 0);
      }),
    );
  });

  it('rose one way where it fell the other', () => {
    const other = { rose: 'fell', fell: 'rose', not_beyond_chance: 'not_beyond_chance', unknown: 'unknown' };
    fc.assert(
      fc.property(rates, rates, (a, b) => {
        assert.equal(rateChange(b, a).change, other[rateChange(a, b).change]);
      }),
    );
  });

  it('is decided only where it is, whatever becomes of what is unresolved', () => {
    const settled = (rate: Rate, carried: number): Rate =>
      rateOf({ carried, held: rate.held, unresolved: 0, intact: 0 });
    fc.assert(
      fc.property(rates, rates, fc.nat(), fc.nat(), (a, b, m, n) => {
        const { change } = rateChange(a, b);
        if (change !== 'rose' && change !== 'fell') return;
        const was = settled(a, a.carried + (m % (a.unresolved + 1)));
        const is = settled(b, b.carried + (n % (b.unresolved + 1)));
        assert.equal(rateChange(was, is).change, change);
      }),
    );
  });
});

type Changed = (report: CarryReport) => ComparedReport;

const scaled = (report: CarryReport, held: number): ComparedReport => ({
  ...report,
  counts: { ...report.counts, first_attempts: Math.round(report.counts.first_attempts / held) },
});

const WARNED: Readonly<Record<string, readonly [Changed, RegExp]>> = {
  'edges that the other has not': [
    (report) => ({ ...report, edges: report.edges.filter(({ edge }) => edge !== 'risk--refunds') }),
    /only the first set has transfers on risk--refunds/,
  ],
  'a class that nobody reported': [
    (report) => {
      const none = {
        ...report.rates.attempt_1,
        confidence: rateOf({ carried: 0, held: 0, unresolved: 0, intact: 0 }),
      };
      return { ...report, rates: { ...report.rates, attempt_1: none } };
    },
    /in the second set no sender ever reported confidence/,
  ],
  'another density': [(report) => scaled(report, 3), /holds 0\.079 constraints .* and 0\.\d+/],
  'another mix of edges': [
    (report) => ({
      ...report,
      edges: report.edges.map((one) => (one.edge === 'triage--refunds' ? tenfold(one) : one)),
    }),
    /is on other edges/,
  ],
  'real runs with simulated ones': [
    (report) => ({ ...report, simulated: 'none' }),
    /of the first set all is simulated/,
  ],
  'incomplete runs': [
    (report) => ({ ...report, counts: { ...report.counts, incomplete_runs: 4 } }),
    /4 of 438 runs are incomplete/,
  ],
  'records that were left out': [
    (report) => ({ ...report, skipped: [{ what: 'lines', why: 'x', count: 7 }] }),
    /7 records were left out/,
  ],
};

function tenfold(edge: CarryReport['edges'][number]): CarryReport['edges'][number] {
  const { carried, held, ...rest } = edge.rates.attempt_1.constraints;
  const constraints = { ...rest, carried: carried * 10, held: held * 10 };
  return { ...edge, rates: { ...edge.rates, attempt_1: { ...edge.rates.attempt_1, constraints } } };
}

describe('sets that may not be comparable', () => {
  for (const [name, [change, why]] of Object.entries(WARNED)) {
    it(name, () => {
      const { warnings } = compared(before, change(after));
      assert.equal(warnings.length, 1);
      assert.match(warnings[0]?.message ?? '', why);
    });
  }
});

describe('what is no report', () => {
  const plain = JSON.parse(JSON.stringify(before)) as { [key: string]: JsonValue };
  const with_ = (key: string, value: JsonValue): JsonValue => ({ ...plain, [key]: value });
  const rates = plain['rates'] as { attempt_1: { constraints: object } };
  const bad = (constraints: object): JsonValue =>
    with_('rates', {
      ...rates,
      attempt_1: { ...rates.attempt_1, constraints: { ...rates.attempt_1.constraints, ...constraints } },
    } as unknown as JsonValue);
  const edges = plain['edges'] as JsonValue[];
  const wrong: Readonly<Record<string, JsonValue>> = {
    'a text': 'x',
    null: null,
    'another schema': with_('schema', 'edge-contracts/alert/v1'),
    'no counts': with_('counts', null),
    'a count below nought': with_('counts', { ...(plain['counts'] as object), runs: -1 }),
    'a count that is no whole number': with_('counts', { ...(plain['counts'] as object), runs: 1.5 }),
    'more carried than held': bad({ carried: 1e6 }),
    'more intact than carried': bad({ intact: 60 }),
    'an edge twice': with_('edges', [...edges, edges[0] as JsonValue]),
    'no list of edges': with_('edges', {}),
    'no word for simulated': with_('simulated', true),
    'skipped without a count': with_('skipped', [{ what: 'x', why: 'y' }]),
  };
  for (const [name, value] of Object.entries(wrong)) {
    it(name, () => {
      assert.throws(() => readReport(value), { code: 'comparison.report' });
    });
  }
});
