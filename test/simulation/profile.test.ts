import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { profileFaults } from '../../src/simulation/check-profile.js';
import type { ConstraintPlan, SimulationProfile } from '../../src/simulation/profile.js';
import { SEED_ARTICLE, SIMULATION_PROFILES } from '../../src/simulation/seed-article.js';
import { simulate } from '../../src/simulation/simulate.js';
import { marksOfSchema } from '../model/marks.js';
import { compileSchema, readSchema } from '../model/schemas.js';
import { countByHand } from './count-by-hand.js';
import { profileMarks } from './profile-marks.js';
import { sumScores } from './sum-scores.js';

describe('the ready-made profiles', () => {
  for (const [name, profile] of Object.entries(SIMULATION_PROFILES)) {
    it(`${name} is called so, is right by the schema, and does not contradict itself`, () => {
      assert.equal(profile.name, name);
      assert.ok(compileSchema('simulation-profile')(JSON.parse(JSON.stringify(profile))));
      assert.deepEqual(profileFaults(profile), []);
    });
  }

  it('the fix: 1 of 200 carried is weakened, nothing is lost at refunds, others lose what they lost', () => {
    const runs = [...simulate(SIMULATION_PROFILES['seed-article-fixed'] ?? SEED_ARTICLE, { seed: 3 })];
    const { droppedBy, ...count } = countByHand(runs);
    const { carried, held, dropped, weakened, narrowed } = count;
    assert.deepEqual(
      { carried, held, dropped, weakened, narrowed },
      { carried: 200, held: 220, dropped: 20, weakened: 1, narrowed: 0 },
    );
    const before = countByHand(simulate(SEED_ARTICLE, { seed: 3 })).droppedBy;
    const twice = Object.entries(before).map(([edge, lost]) => [edge, 2 * lost]);
    const others = twice.filter(([edge]) => edge !== 'refunds--notifications');
    assert.deepEqual(droppedBy, Object.fromEntries(others));
    assert.deepEqual(sumScores(runs).first.constraints, [200, 220]);
  });

  it('a gate that blocks: the first attempts lose, the delivered ones do not', () => {
    const runs = [...simulate(SIMULATION_PROFILES['seed-article-enforced'] ?? SEED_ARTICLE, { seed: 3 })];
    const { hops, attempts, held, dropped } = countByHand(runs);
    assert.deepEqual({ hops, attempts, dropped }, { hops: 1043, attempts: 1053, dropped: 10 });
    const { first, delivered, wrong } = sumScores(runs);
    assert.deepEqual(wrong, []);
    assert.deepEqual(first.constraints, [held - 10, held]);
    assert.deepEqual(delivered.constraints, [held, held]);
  });
});

describe('a set after the other', () => {
  it('has the same counts and other runs', () => {
    const runs = [...simulate(SEED_ARTICLE, { seed: 1, runs: 428 })];
    const { held, carried, runs: count } = countByHand(runs);
    assert.deepEqual({ held, carried, count }, { held: 164, carried: 118, count: 428 });
    assert.equal(new Set(runs.map((records) => records[0]?.run)).size, 428);
    const shape = (from: number) => runs.slice(from, from + 214).map((records) => records.length);
    assert.notDeepEqual(shape(0), shape(214));
  });

  it('is the same for the same seed, and another for another', () => {
    const first = (seed: number) => JSON.stringify([...simulate(SEED_ARTICLE, { seed, runs: 20 })]);
    assert.equal(first(1), first(1));
    const texts = [0, 1, 2, 3, -1, 2 ** 31 - 1].map((seed) =>
      first(seed).replaceAll(/sim-[a-z-]+-?\d+-/g, ''),
    );
    assert.equal(new Set(texts).size, texts.length);
  });
});

const withPlan = (route: string, plan: Partial<ConstraintPlan>): SimulationProfile => ({
  ...SEED_ARTICLE,
  runs: [{ route, count: 1, constraints: [{ of: ['no_email'], fates: ['dropped'], ...plan }] }],
  open_runs: 0,
  stop_conditions: { ...SEED_ARTICLE.stop_conditions, carried: 0 },
});

const WRONG: Readonly<Record<string, readonly [SimulationProfile, RegExp]>> = {
  'a route of one': [
    { ...SEED_ARTICLE, routes: { ...SEED_ARTICLE.routes, refund: ['triage'] } },
    /at least two/,
  ],
  'an agent that is not there': [
    { ...SEED_ARTICLE, routes: { ...SEED_ARTICLE.routes, refund: ['triage', 'toString'] } },
    /no agent `toString`/,
  ],
  'an agent that hands to itself': [
    { ...SEED_ARTICLE, routes: { ...SEED_ARTICLE.routes, refund: ['triage', 'triage'] } },
    /to itself/,
  ],
  'a route that is not there': [withPlan('constructor', {}), /no route/],
  'a constraint that is not there': [withPlan('refund', { of: ['valueOf'] }), /no constraint/],
  'too many fates': [
    withPlan('refund', { fates: ['carried', 'carried', 'carried', 'dropped'] }),
    /4 fates for 3/,
  ],
  'too few fates': [withPlan('refund', { fates: ['carried'] }), /none ends it/],
  'a fate after the end': [withPlan('refund', { fates: ['dropped', 'carried', 'carried'] }), /follows/],
  'stated too late': [withPlan('refund', { before_hop: 4 }), /beyond the route/],
  'a preference that is weakened': [
    withPlan('delivery', { of: ['prefers_evening'], fates: ['weakened', 'dropped'] }),
    /cannot be weakened/,
  ],
  'a prohibition that is satisfied': [withPlan('refund', { fates: ['satisfied'] }), /cannot be satisfied/],
  'a requirement that is satisfied before anybody could': [
    withPlan('refund', { of: ['tell_in_app'], fates: ['carried', 'satisfied'] }),
    /cannot be satisfied/,
  ],
  'no runs': [{ ...SEED_ARTICLE, runs: [] }, /without runs/],
  'more open than there are': [{ ...SEED_ARTICLE, open_runs: 215 }, /215 of 214/],
  'more stop conditions than hops': [
    { ...SEED_ARTICLE, stop_conditions: { ...SEED_ARTICLE.stop_conditions, carried: 1044 } },
    /1044 of 1043/,
  ],
  'a time that is none': [{ ...SEED_ARTICLE, start: 'today' }, /no time/],
};

describe('a profile that contradicts itself makes no run', () => {
  for (const [name, [profile, why]] of Object.entries(WRONG)) {
    it(name, () => {
      assert.throws(
        () => simulate(profile, { seed: 1 }).next(),
        (error: Error) => {
          assert.match(error.message, why);
          return 'code' in error && error.code === 'simulation.profile';
        },
      );
    });
  }

  it('nor does one in which two constraints are to be satisfied by one action', () => {
    const profile = withPlan('refund', {});
    const plans = [
      { of: ['tell_in_app'], fates: ['carried', 'carried', 'satisfied'] },
      { of: ['by_email'], fates: ['carried', 'carried', 'satisfied'] },
    ] as const;
    const by_email = {
      text: 'confirm to the customer by email',
      modality: 'requirement',
      stated_by: 'customer',
      requires: [{ kind: 'message.email', target: 'customer' }],
      said: 'Confirm it by email.',
    } as const;
    const both: SimulationProfile = {
      ...profile,
      constraints: { ...profile.constraints, by_email },
      runs: [{ route: 'refund', count: 1, constraints: plans }],
    };
    assert.throws(() => [...simulate(both, { seed: 1 })], { code: 'simulation.impossible' });
  });
});

describe('the schema of a profile', () => {
  it('says what the type says', () => {
    const schema = readSchema('simulation-profile');
    assert.deepEqual([...marksOfSchema(schema, schema)].sort(), Object.keys(profileMarks).sort());
  });
});
