import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { alertCommands, command } from '../../src/carry/alert-commands.js';
import { alertOf } from '../../src/carry/alert-of.js';
import { changesOf } from '../../src/carry/alert-rules.js';
import type { EdgeViolation } from '../../src/carry/violations-of.js';
import type { Alert } from '../../src/model/alert.js';
import { alertText } from '../../src/report/alert-text.js';
import { plain } from '../../src/report/paint.js';
import { schemaErrors } from '../cli/cli.js';
import { handoff, input, SETTING, view, violation, windowOf } from './handoffs.js';

/** 55 handoffs with 11 constraints; the last six of them, of which three are lost, are in the window. */
function incidentWindow(): ReturnType<typeof windowOf> {
  const lost = new Set([60, 80, 99]);
  const carried = new Set([10, 20, 30, 40, 50, 55, 65, 75]);
  const handoffs = Array.from({ length: 100 }, (_, i) => {
    const place = i + 1;
    const held = lost.has(place) || carried.has(place) ? 1 : 0;
    const open = place === 80 || place === 99;
    return handoff({
      place,
      held,
      carried: carried.has(place) ? 1 : 0,
      first: { revision: place < 58 ? 'refunds@2026-11-24' : 'refunds@2026-11-29' },
      run: {
        closed: !open,
        lost: open ? ['c1'] : [],
        violations: place === 60 ? [violation({ run: 'r-60' })] : [],
      },
    });
  });
  return windowOf(handoffs);
}

describe('the document of an alert', () => {
  const window = incidentWindow();
  const [change] = changesOf(input(window));
  assert.ok(change !== undefined);
  const alert = alertOf(view(window), change, null);

  it('is that of the design, in every member but those that came later', () => {
    const design = JSON.parse(readFileSync('test/carry/fixtures/alert.json', 'utf8')) as Record<
      string,
      unknown
    >;
    const shape = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.slice(0, 1).map(shape);
      if (typeof value !== 'object' || value === null) return typeof value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shape(member)]));
    };
    const { violations: _later, contract: _own, ...own } = alert;
    const { contract: _its, ...its } = design;
    assert.deepEqual(shape(own), shape(its));
    assert.equal(schemaErrors('alert', alert), null);
  });

  it('counts what is in the window', () => {
    assert.deepEqual(
      [alert.rate.carried, alert.rate.held, alert.rate.value, alert.rate.interval],
      [3, 6, 0.5, [0.1876, 0.8124]],
    );
    assert.deepEqual(alert.window.before, { carried: 5, held: 5 });
    assert.deepEqual([alert.let_through, alert.blocked, alert.violated], [3, 0, 1]);
    assert.deepEqual(alert.rescue, { open_runs: 2, runs: ['r-80', 'r-99'], ends_by: 'guard or re-send' });
    assert.deepEqual(
      [alert.first?.run, alert.window.from?.run, alert.window.to?.run],
      ['r-60', 'r-51', 'r-100'],
    );
    assert.deepEqual(
      alert.changed_in_window.map(({ what, from, to }) => [what, from, to]),
      [['sender.revision', 'refunds@2026-11-24', 'refunds@2026-11-29']],
    );
    assert.deepEqual(alert.faults[0]?.constraints[0]?.count, 3);
    const { transfers_per_min, held_per_transfer, held_per_transfer_before, last_record_age_s } = alert.data;
    assert.deepEqual(
      [transfers_per_min, held_per_transfer, held_per_transfer_before, last_record_age_s],
      [1, 0.12, 0.1, 12],
    );
  });

  it('has an id that stays, and another one for the next alert of the same moment', () => {
    assert.equal(alert.id, `a--b/constraints/${window.last.at(-1)?.recorded_at}`);
    const told = {
      ...input(window),
      id: alert.id,
      kind: 'carry_rate',
      state: 'resolved',
      severity: 'page',
    } as const;
    const again = alertOf(view(window), change, {
      ...told,
      since: 1,
      last: 1,
      at: '',
      held_before: 0,
      unsent: false,
    });
    assert.notEqual(again.id, alert.id);
    const long = view(window, { edge: { ...view(window).edge, name: 'x'.repeat(5000) } });
    assert.ok(alertOf(long, change, null).id.length < 200);
  });

  it('rounds no rate up to the threshold', () => {
    const near = windowOf(
      Array.from({ length: 49 }, (_, i) => handoff({ place: i + 1, held: 1, carried: i === 0 ? 0 : 1 })),
    );
    const [low] = changesOf(input(near));
    assert.ok(low !== undefined);
    const { rate } = alertOf(view(near), low, null);
    assert.ok((rate.value ?? 1) < SETTING.below);
  });

  it('tells a release that rolls out once', () => {
    const rolling = windowOf(
      Array.from({ length: 20 }, (_, i) =>
        handoff({ place: i + 1, first: { revision: i > 4 && i % 2 === 0 ? 'b' : 'a' } }),
      ),
    );
    const changes = alertOf(view(rolling), change, null).changed_in_window;
    assert.deepEqual(
      changes.map(({ from, to }) => [from, to]),
      [['a', 'b']],
    );
  });
});

describe('commands', () => {
  it('hold names as words of a shell, whatever agents are called', () => {
    assert.equal(command('edges show', 'a b'), "edge-contracts edges show 'a b'");
    assert.equal(
      command('edges show', "a'; rm -rf ~; '"),
      "edge-contracts edges show 'a'\\''; rm -rf ~; '\\'''",
    );
    assert.equal(
      command('edges show', '--json', '--since x'),
      "edge-contracts edges show --since x -- '--json'",
    );
    const told = alertCommands({
      edge: 'a\n\u001b[2Jb',
      first: { run: '$(id)', hop: 1, at: 'T' },
      rescue: { open_runs: 1 },
      lost: true,
      alerts: ['x\n\u001b[2J'],
    });
    assert.ok(told.every((line) => !/\p{Cc}/u.test(line)));
    assert.ok(told.includes("edge-contracts runs show '$(id)'"));
  });
});

describe('what to do about a violation', () => {
  const whole = handoff({ place: 1, held: 1, carried: 1 });
  const older = violation({ run: 'older', text: 'older', cause: 'reasoning', at: '2026-11-30T00:00:00Z' });
  const newer = violation({ run: 'newer', text: 'newer', cause: 'reasoning', at: '2026-11-30T00:01:00Z' });
  const alertAbout = (untold: readonly EdgeViolation[]): Alert => {
    const window = windowOf([whole]);
    const [change] = changesOf(input(window, { untold }));
    assert.ok(change !== undefined);
    return alertOf(view(window), change, null);
  };
  const composes = ({ next }: Alert): boolean => next.some((line) => line.includes('--compose force'));

  it('where all arrived whole, composing handoffs is not proposed; where it was lost, it is', () => {
    assert.equal(composes(alertAbout([older, newer])), false);
    for (const cause of ['transmission', null] as const)
      assert.equal(composes(alertAbout([older, { ...newer, cause }])), true, String(cause));
  });

  it('the headline is about the run that the first command shows, and says where to look', () => {
    for (const [cause, words] of [
      ['reasoning', 'which had arrived whole: look at b'],
      ['transmission', 'lost on the way, at hop 2'],
      [null, 'cause unknown'],
    ] as const) {
      const alert = alertAbout([older, { ...newer, cause }]);
      assert.equal(alert.next[0], 'edge-contracts runs show newer');
      const [headline = ''] = alertText(alert, null, plain).split('\n');
      assert.ok(headline.endsWith(`2 violated: “newer” in newer, ${words}`), headline);
    }
  });
});

describe('what a simulation made up', () => {
  const made = handoff({ place: 1, run: { simulated: true } });
  const real = violation({ run: 'real', at: '2026-11-30T00:00:00Z' });
  const simulated = violation({ run: 'made', simulated: true, at: '2026-11-30T00:01:00Z' });
  for (const [what, untold, mark, first] of [
    ['labels an alert that is about nothing else', [simulated], { simulated: true }, 'made'],
    ['does not label what happened', [real], {}, 'real'],
    ['stands after what happened', [simulated, real], { partly_simulated: true }, 'real'],
  ] as const)
    it(what, () => {
      const window = windowOf([made]);
      const [change] = changesOf(input(window, { untold }));
      assert.ok(change !== undefined);
      const alert = alertOf(view(window), change, null);
      const { simulated: all, partly_simulated: some } = alert;
      assert.deepEqual(
        { ...(all ? { simulated: all } : {}), ...(some ? { partly_simulated: some } : {}) },
        mark,
      );
      assert.equal(alert.violations[0]?.run, first);
      assert.equal(alert.next[0], `edge-contracts runs show ${first}`);
      assert.equal(schemaErrors('alert', alert), null);
    });
});
