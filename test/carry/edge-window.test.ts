import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { rateState } from '../../src/carry/alert-rules.js';
import { countsOf, EdgeWindow, WINDOWS_KEPT, type WindowHandoff } from '../../src/carry/edge-window.js';
import { handoff, SETTING, Teller, windowOf } from './handoffs.js';

interface Counts {
  readonly place: number;
  readonly carried: number;
  readonly held: number;
  readonly unresolved: number;
  readonly whole: boolean;
  readonly made: boolean;
}

/** Handoffs as they come: late ones, and ones that come again with other scores. */
const arrivals = (most: number): fc.Arbitrary<Counts[]> =>
  fc.array(
    fc
      .record({
        place: fc.integer({ min: 1, max: most }),
        held: fc.nat(3),
        carriedShare: fc.nat(100),
        unresolved: fc.nat(1),
        whole: fc.boolean(),
        made: fc.integer({ min: 1, max: 4 }),
      })
      .map(({ place, held, carriedShare, unresolved, whole, made }) => {
        const carried = Math.floor((held * carriedShare) / 100);
        return {
          ...{ place, held, carried, unresolved: Math.min(unresolved, held - carried), whole },
          // Of a place it is always the same: a run is a simulation's, or it is not.
          made: place % 4 >= made,
        };
      }),
    { minLength: 1, maxLength: 120 },
  );

/** From the whole list, each time anew. */
function model(all: readonly Counts[], size: number): { places: number[]; before: number[]; sums: number[] } {
  const latest = new Map(all.map((one) => [one.place, one]));
  const sorted = [...latest.values()].sort((a, b) => a.place - b.place);
  const real = sorted.filter((one) => !one.made);
  const kept = (real.length > 0 ? real : sorted).slice(-size * WINDOWS_KEPT);
  const last = kept.slice(-size);
  const whole = last.filter((one) => one.whole);
  const sum = (of: (one: Counts) => number): number => whole.reduce((total, one) => total + of(one), 0);
  return {
    places: last.map(({ place }) => place),
    before: kept.slice(-2 * size, -size).map(({ place }) => place),
    sums: [sum((o) => o.carried), sum((o) => o.held), sum((o) => o.unresolved), last.length - whole.length],
  };
}

const places = (handoffs: readonly WindowHandoff[]): number[] => handoffs.map(({ place }) => place);

describe('the window of an edge', () => {
  it('is what the whole list says, in whatever order handoffs come and come again', () => {
    fc.assert(
      fc.property(arrivals(60), fc.integer({ min: 1, max: 6 }), (all, size) => {
        const window = new EdgeWindow(size);
        all.forEach((one, i) => {
          window.put(handoff({ ...one, run: { simulated: one.made } }));
          const said = model(all.slice(0, i + 1), size);
          assert.deepEqual(places(window.last), said.places);
          assert.deepEqual(places(window.before), said.before);
          const { carried, held, unresolved, incomplete } = countsOf(window.last, 'constraints');
          assert.deepEqual([carried, held, unresolved, incomplete], said.sums);
        });
        assert.ok(window.kept.length <= size * WINDOWS_KEPT);
      }),
    );
  });

  it('tells of the rate what a reading of the whole list tells', () => {
    fc.assert(
      fc.property(
        arrivals(200),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 6 }),
        (all, size, least) => {
          // In order of arrival, as a follower gets them.
          const ordered = all.map((one, i) => ({ ...one, place: (i + 1) * 2 }));
          const teller = new Teller();
          const told: string[] = [];
          const setting = { ...SETTING, window: size, min_observations: least };
          const window = new EdgeWindow(size);
          ordered.forEach((one, i) => {
            window.put(handoff(one));
            const changes = teller.tell(window, (i + 1) * 2 + 1, { setting });
            const [rate] = changes.filter(({ kind }) => kind === 'carry_rate');
            told.push(rate === undefined ? '-' : `${rate.state} ${rate.severity}`);
          });
          assert.deepEqual(told, plainReading(ordered, size, least));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('counts nothing of a handoff whose past is not whole, and lets it stand there', () => {
    const green = Array.from({ length: 50 }, (_, i) => handoff({ place: i + 1, carried: 1, held: 1 }));
    const blind = Array.from({ length: 50 }, (_, i) => handoff({ place: i + 51, held: 1, whole: false }));
    assert.equal(rateState(windowOf(green), SETTING), 'ok');
    const window = windowOf([...green, ...blind]);
    assert.equal(rateState(window, SETTING), 'too_few', 'old handoffs are not shown for want of new ones');
    assert.equal(countsOf(window.last, 'constraints').incomplete, 50);
  });
});

/** Another reading of the same rules: forwards, over the list, with what is told kept in variables. */
function plainReading(all: readonly Counts[], size: number, least: number): string[] {
  let firing: { severity: string; index: number } | null = null;
  return all.map((_one, i) => {
    const from = Math.max(0, i + 1 - size);
    let [carried, held, open] = [0, 0, 0];
    let clean = 0;
    for (let at = from; at <= i; at += 1) {
      const one = all[at];
      if (one === undefined || !one.whole) continue;
      carried += one.carried;
      held += one.held;
      open += one.unresolved;
      if (one.carried < one.held || (firing !== null && at <= firing.index)) clean = 0;
      else clean += one.held;
    }
    const enough = held >= least && held > 0;
    const low = enough && carried / held < 0.98;
    const severity = held > 0 && (carried + open) / held < 0.98 ? 'page' : 'ticket';
    if (firing === null) {
      if (!low) return '-';
      firing = { severity, index: i };
      return `firing ${severity}`;
    }
    if (enough && !low && clean >= least) {
      const told = `resolved ${firing.severity}`;
      firing = null;
      return told;
    }
    if (low && severity === 'page' && firing.severity === 'ticket') {
      firing = { ...firing, severity };
      return 'firing page';
    }
    return '-';
  });
}

describe('what a simulation made up', () => {
  const made = (place: number, carried: number) =>
    handoff({ place, carried, held: 2, run: { simulated: true } });

  it('fires for itself, and is over with the first handoff that is real, which begins anew', () => {
    const window = windowOf([made(1, 0), made(2, 0), made(3, 0)], 10);
    const teller = new Teller();
    teller.tell(window, 4);
    window.put(handoff({ place: 5, carried: 0, held: 4 }));
    teller.tell(window, 6);
    teller.tell(window, 7);
    window.put(made(8, 2));
    teller.tell(window, 9);
    assert.deepEqual(
      teller.alerts.map(({ state, simulated, rate }) => [state, simulated === true, rate.carried, rate.held]),
      [
        ['firing', true, 0, 6],
        ['resolved', true, 0, 4],
        ['firing', false, 0, 4],
      ],
    );
    assert.notEqual(teller.alerts[0]?.id, teller.alerts[2]?.id);
  });

  it('leaves the window where a later record of its run says so', () => {
    const window = windowOf([handoff({ place: 1, held: 2 }), handoff({ place: 2, carried: 2, held: 2 })]);
    window.put(made(1, 0));
    assert.deepEqual([places(window.kept), window.isReal, window.leftOut], [[2], true, 1]);
    window.put(made(2, 2));
    assert.deepEqual([places(window.kept), window.isReal, window.leftOut], [[1, 2], false, 0]);
  });
});
