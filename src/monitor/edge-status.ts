import { alertCommands, isLossy } from '../carry/alert-commands.js';
import { rateState } from '../carry/alert-rules.js';
import { composedCounts } from '../carry/composed-counts.js';
import { type EdgeView, edgeNow } from '../carry/edge-now.js';
import { countsOf, type WindowHandoff } from '../carry/edge-window.js';
import { acknowledgedBy, isSilenced } from '../carry/override-words.js';
import { byTime, shownViolation, violationKey } from '../carry/violations-of.js';
import type { Skipped } from '../model/carry.js';
import { EDGE_STATUS_SCHEMA, type EdgeAlert, type EdgeState, type EdgeStatus } from '../model/edge-status.js';
import type { EdgeWatch } from './edge-watch.js';

const POINTS = 60;
/** How many violations are listed. */
const SHOWN = 20;

/**
 * How an edge stands.
 *
 * @param since only handoffs that their senders recorded from this time on; not given: the last window
 */
export function edgeStatus(watch: EdgeWatch, name: string, since?: Date): EdgeStatus {
  const view = watch.viewOf(name);
  const of = since === undefined ? view.window.last : keptSince(view, since);
  const { setting, watched } = view.edge;
  const alerts = alertsOf(watch, name, view);
  return {
    schema: EDGE_STATUS_SCHEMA,
    generated_at: view.now.toISOString(),
    since: since?.toISOString() ?? null,
    state: stateOf(watch, name, view, alerts),
    watched,
    setting,
    ...simulatedPart(watch, name, of),
    alerts,
    now: shownNow(watch, name, { ...view, of }, alerts),
    composed: composedCounts(of.flatMap(({ attempts }) => attempts)),
    trend: trendOf(since === undefined ? view.window.kept : of, view),
    overrides: view.active.map(({ id, set, by, reason, at, until }) => ({ id, set, by, reason, at, until })),
    skipped: skippedOf(watch, view),
  };
}

function keptSince({ window }: EdgeView, since: Date): readonly WindowHandoff[] {
  return window.kept.filter(({ first }) => Date.parse(first.at) >= since.getTime());
}

/** Of the handoffs that are shown, and of what fires: a real violation is not made up since what came after it is. */
function simulatedPart(
  watch: EdgeWatch,
  name: string,
  of: readonly WindowHandoff[],
): Pick<EdgeStatus, 'simulated' | 'partly_simulated'> {
  const told = [...watch.told.of(name).values()].filter(({ state }) => state === 'firing');
  const due = watch.dueOf(name).flatMap(({ change }) => change.violations);
  const all = [
    ...of.map(({ run }) => run.simulated),
    ...due.map(({ simulated }) => simulated),
    ...told.map(({ simulated }) => simulated === 'all'),
  ];
  const some = all.includes(true) || told.some(({ simulated }) => simulated === 'some');
  const simulated = some && !all.includes(false);
  return { simulated, ...(some && !simulated ? { partly_simulated: true } : {}) };
}

/**
 * As an alert has it, and besides what an alert that fires was told for, whatever the window is: who was sent here by it
 * has to find it.
 */
function shownNow(
  watch: EdgeWatch,
  name: string,
  view: EdgeView,
  alerts: readonly EdgeAlert[],
): EdgeStatus['now'] {
  const now = edgeNow(view);
  const told = watch.told.violationsOf(name);
  const due = watch.dueOf(name).flatMap(({ change }) => change.violations.map(shownViolation));
  const inWindow = new Set(now.violations.map(violationKey));
  const beside = [...told, ...due].filter((one) => !inWindow.has(violationKey(one)));
  const violations = byTime([...beside, ...now.violations]);
  const open = alerts.filter(({ id, acknowledged_by }) => id !== null && acknowledged_by === null);
  return {
    ...now,
    violated: now.violated + beside.length,
    violations: violations.slice(-SHOWN),
    next: alertCommands({
      edge: name,
      first: now.first,
      rescue: now.rescue,
      lost: isLossy(now, violations),
      violatedIn: violations.at(-1)?.run,
      alerts: open.flatMap(({ id }) => (id === null ? [] : [id])),
      active: view.active,
      shown: true,
    }),
  };
}

/** Told and not over, and what nobody told since no monitor runs. */
function alertsOf(watch: EdgeWatch, name: string, view: EdgeView): readonly EdgeAlert[] {
  const silenced = isSilenced(view.active);
  const told = [...watch.told.of(name).values()].filter(({ state }) => state === 'firing');
  const known = told.map(
    ({ kind, id, severity, at }): EdgeAlert => ({
      ...{ kind, id, severity, since: at, silenced },
      acknowledged_by: acknowledgedBy(view.active, id),
    }),
  );
  const due = watch.dueOf(name).filter(({ change }) => change.why === 'begins');
  const coming = due.map(
    ({ change, alert }): EdgeAlert => ({
      ...{ kind: change.kind, id: null, severity: change.severity, silenced, acknowledged_by: null },
      since: alert.window.to?.at ?? view.now.toISOString(),
    }),
  );
  return [...known, ...coming];
}

function stateOf(
  watch: EdgeWatch,
  name: string,
  { window, edge }: EdgeView,
  alerts: readonly EdgeAlert[],
): EdgeState {
  if (alerts.length > 0) return 'firing';
  if (window.kept.length === 0) return 'no_handoffs';
  if (rateState(window, edge.setting) === 'too_few') return 'too_few';
  const told = watch.told.of(name).get('carry_rate');
  const after = window.last.filter(({ place }) => place > (told?.last ?? 0)).length;
  return told?.state === 'resolved' && after < window.size ? 'resolved' : 'ok';
}

/** The rate of as many stretches of the same length. */
function trendOf(handoffs: readonly WindowHandoff[], { edge }: EdgeView): readonly (number | null)[] {
  const length = Math.max(1, Math.ceil(handoffs.length / POINTS));
  const points: (number | null)[] = [];
  for (let at = 0; at < handoffs.length; at += length) {
    const { carried, held } = countsOf(handoffs.slice(at, at + length), edge.setting.class);
    points.push(held === 0 ? null : Math.round((carried / held) * 10_000) / 10_000);
  }
  return points;
}

function skippedOf(watch: EdgeWatch, { window }: EdgeView): readonly Skipped[] {
  const runs = [...watch.skipped].map(([why, count]) => ({
    what: 'runs that could not be scored',
    why,
    count,
  }));
  if (window.leftOut === 0) return runs;
  const made = { what: 'handoffs', why: 'made up by a simulation, on an edge that has real ones' };
  return [{ ...made, count: window.leftOut }, ...runs];
}
