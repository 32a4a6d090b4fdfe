import type { AlertData, AlertRate, AlertRescue, TransferAt } from '../model/alert.js';
import type { TransferScore } from '../model/carry.js';
import type { EdgeNow } from '../model/edge-status.js';
import type { OverrideNote } from '../model/ledger.js';
import type { ScoreClass } from '../model/score.js';
import type { Mode } from '../model/severity.js';
import { alertCommands, isLossy } from './alert-commands.js';
import { faultsOf, isFaulty } from './alert-faults.js';
import { ageMs } from './alert-rules.js';
import { asSent, isComposed } from './as-sent.js';
import { changesIn, contractChangedAt } from './changes-in.js';
import { countsOf, type EdgeWindow, isWhole, type RunOnEdge, type WindowHandoff } from './edge-window.js';
import { rateOf } from './rate.js';
import { realFirst, shownViolation } from './violations-of.js';
import type { WatchedEdge } from './watched-edge.js';

/** How many of each list are shown. */
const SHOWN = 20;

/** All that is known of an edge when it is told of. */
export interface EdgeView {
  readonly edge: WatchedEdge;
  readonly window: EdgeWindow;
  /** Every override of this edge, also those that are over. */
  readonly overrides: readonly OverrideNote[];
  /** Those that hold now. */
  readonly active: readonly OverrideNote[];
  /** Runs that could not be scored. */
  readonly skipped: number;
  readonly now: Date;
  /** What is told of; the window's last handoffs unless given. */
  readonly of?: readonly WindowHandoff[];
}

/** What an alert would say of the edge now: what was there, what it cost, what can be saved, and what to do. */
export function edgeNow(view: EdgeView): EdgeNow {
  const { edge, window, active } = view;
  const { class: name, below } = edge.setting;
  const handoffs = view.of ?? window.last;
  const attempts = handoffs.flatMap((handoff) => handoff.attempts);
  const runs = runsOf(handoffs);
  const before = countsOf(beforeOf(view, handoffs), name);
  const rescue = rescueOf(runsOf(window.kept));
  const first = placeOf(firstBad(handoffs, name));
  const rate = alertRate(handoffs, name);
  const faults = faultsOf(attempts, name);
  const violations = runs.flatMap((run) => run.violations.map(shownViolation));
  const lost = isLossy({ rate, faults, rescue }, violations);
  return {
    edge: edge.name,
    owner: edge.owner,
    class: name,
    rate,
    threshold: edge.watched ? below : null,
    window: {
      transfers: handoffs.length,
      from: placeOf(handoffs[0]),
      to: placeOf(handoffs.at(-1)),
      before: { carried: before.carried, held: before.held },
    },
    mode: modeOf(active, edge.mode),
    blocked: attempts.filter(({ delivered }) => !delivered).length,
    let_through: attempts.filter(
      (attempt) => attempt.delivered && !isComposed(attempt) && isFaulty(attempt, name),
    ).length,
    violated: violations.length,
    violations: violations.slice(-SHOWN),
    rescue,
    faults,
    first,
    changed_in_window: changesIn(window.kept, handoffs, view.overrides),
    contract: { digest: edge.digest, changed_at: contractChangedAt(window.kept) },
    data: dataOf(view, handoffs),
    next: alertCommands({ edge: edge.name, first, rescue, lost, active }),
    runbook: edge.runbook,
  };
}

/** The last override of the mode counts. */
function modeOf(active: readonly OverrideNote[], own: Mode): Mode {
  const [mode] = active.flatMap(({ set }) => (set.what === 'mode' ? [set.value] : [])).slice(-1);
  return mode ?? own;
}

/** The same count of handoffs before them. */
function beforeOf({ window }: EdgeView, handoffs: readonly WindowHandoff[]): readonly WindowHandoff[] {
  const start = window.kept.findIndex(({ place }) => place === handoffs[0]?.place);
  return start <= 0 ? [] : window.kept.slice(Math.max(0, start - handoffs.length), start);
}

/** Each run once, as it is known by its last handoff. */
function runsOf(handoffs: readonly WindowHandoff[]): readonly RunOnEdge[] {
  return [...new Map(handoffs.map(({ run }) => [run.run, run])).values()];
}

function rescueOf(runs: readonly RunOnEdge[]): AlertRescue {
  const open = runs.filter(({ closed, lost }) => !closed && lost.length > 0);
  return {
    open_runs: open.length,
    runs: open.slice(-SHOWN).map(({ run }) => run),
    ends_by: 'guard or re-send',
  };
}

/** What happened before what was made up: the first that lost something; where nothing was lost, the first that is faulty. */
function firstBad(handoffs: readonly WindowHandoff[], name: ScoreClass): WindowHandoff | undefined {
  const ordered = realFirst(handoffs, ({ run }) => run.simulated);
  const lossy = ordered.find(({ first }) => {
    const [carried, held] = asSent(first).scores[name];
    return isWhole(first) && carried < held;
  });
  return lossy ?? ordered.find(({ first }) => isFaulty(first, name));
}

function placeOf(handoff: WindowHandoff | undefined): TransferAt | null {
  return handoff === undefined ? null : transferAt(handoff.first);
}

function transferAt({ run, hop, at }: TransferScore): TransferAt {
  return { run, hop, at };
}

function alertRate(handoffs: readonly WindowHandoff[], name: ScoreClass): AlertRate {
  const { value, interval, unresolved, carried, held, intact } = rateOf(countsOf(handoffs, name));
  const [low, high] = interval ?? [0, 1];
  return {
    carried,
    held,
    value: value === null ? null : rounded(value),
    interval: [rounded(low), rounded(high)],
    needs_review: unresolved,
    intact,
  };
}

function dataOf(view: EdgeView, handoffs: readonly WindowHandoff[]): AlertData {
  const name = view.edge.setting.class;
  const counts = countsOf(handoffs, name);
  const before = beforeOf(view, handoffs);
  const age = ageMs(view.window, view.now);
  return {
    transfers_per_min: paceOf(handoffs),
    held_per_transfer: perTransfer(counts) ?? 0,
    held_per_transfer_before: perTransfer(countsOf(before, name)),
    incomplete_runs: new Set(handoffs.filter(({ first }) => !isWhole(first)).map(({ run }) => run.run)).size,
    skipped: view.skipped,
    last_record_age_s: Number.isFinite(age) ? Math.round(age / 1000) : null,
  };
}

/** Of those whose history is whole. */
function perTransfer({ transfers, incomplete, held }: ReturnType<typeof countsOf>): number | null {
  const whole = transfers - incomplete;
  return whole === 0 ? null : rounded(held / whole);
}

/** By the senders' clocks; null where they show no time between the first and the last. */
function paceOf(handoffs: readonly WindowHandoff[]): number | null {
  const times = handoffs.map(({ first }) => Date.parse(first.at));
  const minutes = (Math.max(...times) - Math.min(...times)) / 60_000;
  return times.length > 1 && minutes > 0 ? rounded((times.length - 1) / minutes) : null;
}

/** Four places: a rate of 0.9796 is not to be read as 0.98. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
