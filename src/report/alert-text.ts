import { command } from '../carry/alert-commands.js';
import { byTime } from '../carry/violations-of.js';
import type { Alert, AlertViolation } from '../model/alert.js';
import type { EdgeAlert, EdgeStatus } from '../model/edge-status.js';
import { ageText, percent, simulatedWord } from './edge-status-text.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

/** One alert on one line, and below it what to type. */
export function alertText(alert: Alert, heldBack: string | null, paint: Paint): string {
  const { state, severity, kind, edge, next } = alert;
  const word = state === 'firing' ? paint('bad', 'FIRING  ') : paint('good', 'RESOLVED');
  const kept = heldBack === null ? '' : `  (${heldBack}: recorded, not sent)`;
  const head = `${word} ${severity} ${kind} ${paint('strong', safeName(edge))}: ${words(alert)}${kept}${simulatedWord(alert, paint)}`;
  return `${[head, `  id ${safeName(alert.id)}`, ...commandLines(state === 'firing' ? next : [])].join('\n')}\n`;
}

function commandLines(next: readonly string[]): string[] {
  return next.slice(0, 8).map((command) => `  ${safe(command)}`);
}

/** Alerts of an edge that were told before this monitor looked, and are not over. */
export function stillFiringText(
  { now }: Pick<EdgeStatus, 'now'>,
  alerts: readonly EdgeAlert[],
  paint: Paint,
): string {
  const heads = alerts.flatMap(({ kind, severity, id, since, acknowledged_by, silenced }) => {
    const seen = acknowledged_by === null ? '' : `, acknowledged by ${safeName(acknowledged_by)}`;
    const word = paint('bad', `STILL FIRING since ${safeName(since)}`);
    const head = `${word} ${severity} ${kind} ${paint('strong', safeName(now.edge))}${seen}${silenced ? ', silenced' : ''}`;
    return [head, `  id ${safeName(id ?? '')}`];
  });
  return `${[...heads, ...commandLines([command('edges show', now.edge), ...now.next])].join('\n')}\n`;
}

function words({ kind, rate, threshold, violated, violations, rescue, data, next }: Alert): string {
  const value =
    rate.value === null ? 'nothing held' : `${percent(rate.value)}, ${rate.carried} of ${rate.held}`;
  const saved = rescue.open_runs === 0 ? '' : `; ${rescue.open_runs} runs can be saved`;
  switch (kind) {
    case 'carry_rate':
      return `${value}${threshold === null ? '' : `, threshold ${percent(threshold)}`}; ${violated} violated${saved}`;
    case 'violated': {
      const newest = newestOf(violations, next);
      const what =
        newest === undefined
          ? ''
          : `: “${safe(newest.text, 60)}” in ${safeName(newest.run)}, ${causeWords(newest)}`;
      return `${violated} violated${what}${saved}`;
    }
    case 'no_records':
      return `no handoff for ${data.last_record_age_s === null ? 'an unknown time' : ageText(data.last_record_age_s)}`;
    case 'held_fell':
      return `${data.held_per_transfer} held per handoff, before ${data.held_per_transfer_before ?? 'unknown'}`;
  }
}

/** The one whose run the first command shows: they are to be read together. */
function newestOf(violations: Alert['violations'], [first]: Alert['next']): AlertViolation | undefined {
  const shown = violations.filter(({ run }) => first === command('runs show', run));
  return byTime(shown.length > 0 ? shown : violations).at(-1);
}

/** What to look at: the way, or whoever did it. */
function causeWords({ cause, by, hop }: AlertViolation): string {
  switch (cause) {
    case 'transmission':
      return `lost on the way${hop === null ? '' : `, at hop ${hop}`}`;
    case 'reasoning':
      return `which had arrived whole: look at ${safeName(by)}`;
    case null:
      return 'cause unknown';
  }
}
