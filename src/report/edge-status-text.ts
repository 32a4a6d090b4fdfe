import { overrideText } from '../carry/changes-in.js';
import type { Alert, AlertFault, AlertRate, TransferAt } from '../model/alert.js';
import { LOWER_BOUND } from '../model/carry.js';
import type { EdgeAlert, EdgeState, EdgeStatus } from '../model/edge-status.js';
import { composedSum, composedText } from './composed-text.js';
import { counted } from './counted.js';
import type { Paint, Style } from './paint.js';
import { safe, safeName } from './safe-text.js';

/** A terminal that somebody opens at night. */
const WIDTH = 100;
const LABEL = 14;
/** How many of a list are shown; the rest is counted. */
const SHOWN = 3;

const STATES: Readonly<Record<EdgeState, readonly [style: Style, word: string]>> = {
  ok: ['good', 'OK'],
  too_few: ['warning', 'TOO FEW'],
  firing: ['bad', 'FIRING'],
  resolved: ['good', 'RESOLVED'],
  no_handoffs: ['warning', 'NO HANDOFFS'],
};

/** All that is known of an edge, on one screen: at most 40 lines of 100 columns, commands apart, which are whole and follow. */
export function edgeStatusText(status: EdgeStatus, paint: Paint): string {
  const [style, word] = STATES[status.state];
  const title = `${paint('strong', safeName(status.now.edge))}  ${paint(style, word)}`;
  const lines = [
    ...status.alerts.slice(0, 4).flatMap(alertRows),
    ...rateRows(status),
    ...costRows(status),
    ...causeRows(status),
    ...orderRows(status),
  ];
  const next = status.now.next.slice(0, 8).map((command) => `  ${safe(command)}`);
  const note = LOWER_BOUND.split(/(?<=,) /).map((part) => paint('dim', fit(part)));
  return `${[`${title}${simulatedWord(status, paint)}`, ...lines, 'next', ...next, ...note].join('\n')}\n`;
}

export function stateWord(state: EdgeState, paint: Paint): string {
  const [style, word] = STATES[state];
  return paint(style, word.padEnd(11));
}

export function simulatedWord(
  {
    simulated,
    partly_simulated,
  }: Pick<Alert, 'simulated' | 'partly_simulated'> | Pick<EdgeStatus, 'simulated' | 'partly_simulated'>,
  paint: Paint,
): string {
  if (simulated === true) return `  ${paint('warning', 'SIMULATED')}`;
  return partly_simulated === true ? `  ${paint('warning', 'partly simulated')}` : '';
}

function alertRows(alert: EdgeAlert): string[] {
  const head = row('alert', alertWords(alert));
  return alert.id === null ? [head] : [head, row('', `id ${safeName(alert.id)}`)];
}

function alertWords({ kind, severity, since, id, acknowledged_by, silenced }: EdgeAlert): string {
  const told = id === null ? 'told to nobody yet: no monitor runs, or it is about to' : '';
  const seen = acknowledged_by === null ? '' : `acknowledged by ${safeName(acknowledged_by)}`;
  const more = [told, seen, silenced ? 'silenced' : ''].filter((text) => text !== '').join(', ');
  return `${kind} (${severity}) since ${since}${more === '' ? '' : `; ${more}`}`;
}

function rateRows({ now, watched, trend, setting, since }: EdgeStatus): string[] {
  const { rate, window, data } = now;
  const threshold = watched
    ? `threshold ${percent(setting.below)}`
    : 'no `monitor` in its contract: never fires';
  const least = rate.held < setting.min_observations ? `, too few (${setting.min_observations})` : '';
  const before =
    window.before.held === 0 ? 'nothing held' : `${window.before.carried} of ${window.before.held}`;
  return [
    row('rate', `${rateWords(rate, now.class)}; ${threshold}${least}`),
    row('', `intact ${rate.intact}, needs review ${rate.needs_review}; as many handoffs before: ${before}`),
    ...(trend.length === 0 ? [] : [row('trend', `${sparkline(trend)}  oldest to newest`)]),
    row(
      'window',
      windowWords(window.transfers, window.from, window.to, since === null ? setting.window : null),
    ),
    row('data', dataWords(data)),
  ];
}

function costRows({ now, skipped, composed }: EdgeStatus): string[] {
  const { blocked, let_through, violated, violations, rescue, mode } = now;
  const violationRows = violations.slice(-SHOWN).map(({ run, hop, by, cause, text, modality }) => {
    const where = `${safeName(run)}${hop === null ? '' : ` hop ${hop}`}`;
    return row('', `${where} by ${safeName(by)} (${cause ?? 'unknown'}): ${modality} ${quoted(text)}`);
  });
  const runs = rescue.runs.slice(-SHOWN).map(safeName).join(', ');
  const saved =
    rescue.open_runs === 0 ? 'none' : `${rescue.open_runs}: ${runs}${more(rescue.open_runs, SHOWN)}`;
  return [
    row('mode', `${mode}; blocked ${blocked}, let through ${let_through}`),
    ...composedRows(composed),
    row('violated', `${violated}${violations.length === 0 ? '' : more(violations.length, SHOWN)}`),
    ...violationRows,
    row('can be saved', saved),
    ...skipped.slice(0, 2).map(({ what, why, count }) => row('left out', `${count} ${what}: ${why}`)),
  ];
}

/** The rate is of what senders sent, so that it does not show them. */
function composedRows(composed: EdgeStatus['composed']): string[] {
  if (composed.length === 0) return [];
  const attempts = counted(composedSum(composed), 'attempt');
  return [row('composed', `${attempts}, by override ${composedText(composed, 2)}; the rate is as sent`)];
}

function causeRows({ now }: EdgeStatus): string[] {
  const { faults, first, changed_in_window: changes, contract } = now;
  const digest = contract.digest === null ? 'none covers this edge' : contract.digest.slice(0, 19);
  return [
    ...faults.slice(0, SHOWN).map((fault, i) => row(i === 0 ? 'faults' : '', faultWords(fault))),
    ...(faults.length === 0 ? [row('faults', 'none')] : []),
    ...(first === null ? [] : [row('first bad', place(first))]),
    ...changes.slice(-SHOWN).map(({ what, from, to, at }, i) => {
      const values = from === null ? safeName(to ?? '') : `${safeName(from)} → ${safeName(to ?? 'none')}`;
      return row(i === 0 ? 'changed' : '', `${what} ${values}, ${at}`);
    }),
    row('contract', `${digest}${contract.changed_at === null ? '' : ` since ${contract.changed_at}`}`),
  ];
}

function orderRows({ now, overrides }: EdgeStatus): string[] {
  const owner = `${now.owner === null ? 'nobody' : safeName(now.owner)}; runbook ${now.runbook ?? 'none'}`;
  const active = overrides.slice(-SHOWN).map(({ set, by, until, reason }, i) => {
    const end = until === null ? '' : ` until ${until}`;
    return row(i === 0 ? 'overrides' : '', `${overrideText(set)}${end}, ${safeName(by)}: ${quoted(reason)}`);
  });
  return [...active, row('owner', owner)];
}

/** A label, and a text that fits beside it. Whatever the text holds, it is one line. */
function row(label: string, text: string): string {
  return fit(`${label.padEnd(LABEL)}${text}`);
}

function fit(text: string): string {
  return safe(text, WIDTH - 1);
}

function more(count: number, shown: number): string {
  return count > shown ? ` and ${count - shown} more` : '';
}

function quoted(text: string): string {
  return `“${safe(text, 50)}”`;
}

/** `50 % of constraints: 3 of 6 (95 %: 19 % to 81 %)`. */
export function rateWords({ carried, held, value, interval }: AlertRate, name: string): string {
  if (value === null) return `no ${name} held`;
  const [low, high] = interval;
  return `${percent(value)} of ${name}: ${carried} of ${held} (95 %: ${percent(low)} to ${percent(high)})`;
}

/** One digit after the point: 97.96 % is not to be read as 98 %. */
export function percent(value: number): string {
  const text = (value * 100).toFixed(1);
  return `${text.endsWith('.0') ? text.slice(0, -2) : text} %`;
}

function windowWords(
  transfers: number,
  from: TransferAt | null,
  to: TransferAt | null,
  size: number | null,
): string {
  if (from === null || to === null) return 'no handoffs';
  const of = size === null ? '' : ` of the last ${size}`;
  return `${counted(transfers, 'handoff')}${of}, ${from.at} to ${to.at}`;
}

function dataWords(data: EdgeStatus['now']['data']): string {
  const age = data.last_record_age_s === null ? 'none yet' : `${ageText(data.last_record_age_s)} ago`;
  const before = data.held_per_transfer_before === null ? '' : ` (before ${data.held_per_transfer_before})`;
  const pace = data.transfers_per_min === null ? '' : `${data.transfers_per_min} handoffs/min, `;
  return `${pace}${data.held_per_transfer} held/handoff${before}, ${data.incomplete_runs} incomplete, last ${age}`;
}

function faultWords({ code, count, constraints }: AlertFault): string {
  const [first] = constraints;
  if (first === undefined) return `${count} × ${safeName(code)}`;
  return `${count} × ${safeName(code)}: ${first.modality} ${quoted(first.text)}${more(constraints.length, 1)}`;
}

function place({ run, hop, at }: TransferAt): string {
  return `${safeName(run)} hop ${hop}, ${at}`;
}

const BARS = '▁▂▃▄▅▆▇█';

/** One sign a point, from 0 to 1; a dot where nothing was held. */
export function sparkline(points: readonly (number | null)[]): string {
  return points.map((value) => (value === null ? '·' : (BARS[Math.round(value * 7)] ?? '?'))).join('');
}

/** Seconds as somebody would say them. */
export function ageText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
