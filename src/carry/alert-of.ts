import { digestBytes } from '../canonical/digest.js';
import { ALERT_SCHEMA, type Alert } from '../model/alert.js';
import type { EdgeNow } from '../model/edge-status.js';
import type { Change, Told } from './alert-rules.js';
import { heldFall } from './alert-rules.js';
import { alertCommands, isLossy } from './alert-commands.js';
import { type EdgeView, edgeNow } from './edge-now.js';
import { acknowledgedBy } from './override-words.js';
import { byTime, realFirst, shownViolation } from './violations-of.js';

/**
 * The document of one change.
 *
 * @param told what was told last of this kind; a change that begins an alert makes an id of its own
 */
export function alertOf(view: EdgeView, change: Change, told: Told | null): Alert {
  const now = edgeNow(view);
  const id = told === null || change.why === 'begins' ? alertId(view, change, told) : told.id;
  return {
    schema: ALERT_SCHEMA,
    id,
    kind: change.kind,
    severity: change.severity,
    state: change.state,
    ...now,
    ...(change.violations.length > 0 ? violatedPart(change, now) : {}),
    next: nextOf(view, change, now, id),
    ...(change.kind === 'held_fell' ? { data: fallData(view, now, change, told) } : {}),
    ...simulatedPart(view, change, told),
  };
}

/** The time is the ledger's at the last handoff, which is when it began: two monitors come to the same. */
function alertId({ edge, window, now }: EdgeView, { kind, violations }: Change, told: Told | null): string {
  const last = window.last.at(-1);
  const at = last?.recorded_at ?? violations[0]?.at ?? now.toISOString();
  const id = `${shortName(edge.name)}/${kind === 'carry_rate' ? edge.setting.class : kind}/${at}`;
  return told?.id === id ? `${id}.${last?.place ?? 0}` : id;
}

/** An id has its longest length; agents can have any name. */
function shortName(name: string): string {
  return name.length <= 120 ? name : `${name.slice(0, 80)}~${digestBytes(name).slice(7, 23)}`;
}

/** What is told for the first time may be of a run whose handoffs have left the window. */
function violatedPart({ violations }: Change, now: EdgeNow): Pick<EdgeNow, 'violations' | 'violated'> {
  return {
    violations: realFirst(violations, ({ simulated }) => simulated).map(shownViolation),
    violated: Math.max(now.violated, violations.length),
  };
}

/** By what the alert is about: made-up handoffs of the window do not make what was violated look made up. */
function simulatedPart(
  { window }: EdgeView,
  { violations, why }: Change,
  told: Told | null,
): Pick<Alert, 'simulated' | 'partly_simulated'> {
  if (why === 'over' && told?.simulated === 'all') return { simulated: true };
  const about = violations.length > 0 ? violations : window.last.map(({ run }) => run);
  const made = about.filter(({ simulated }) => simulated).length;
  if (made === 0) return {};
  return made === about.length ? { simulated: true } : { partly_simulated: true };
}

function nextOf(
  { edge, active }: EdgeView,
  { state, violations }: Change,
  now: EdgeNow,
  id: string,
): readonly string[] {
  const open = state === 'firing' && acknowledgedBy(active, id) === null;
  const real = violations.filter(({ simulated }) => !simulated);
  const violatedIn = byTime(real.length > 0 ? real : violations).at(-1)?.run;
  const { first, rescue } = now;
  const lost = isLossy(now, violations.length > 0 ? violations : now.violations);
  return alertCommands({
    edge: edge.name,
    first,
    rescue,
    lost,
    violatedIn,
    alerts: open ? [id] : [],
    active,
  });
}

/** What it fell from is said at its begin, and stays the measure of its end. */
function fallData(
  { window, edge }: EdgeView,
  { data }: EdgeNow,
  { why }: Change,
  told: Told | null,
): EdgeNow['data'] {
  const fall = why === 'begins' ? heldFall(window, edge.setting) : null;
  const before = fall?.before ?? told?.held_before ?? data.held_per_transfer_before;
  return { ...data, held_per_transfer_before: before };
}
