import { randomBytes } from 'node:crypto';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import { isLoosening, longestOverride } from '../evaluate/overrides.js';
import { LEDGER_NOTE_SCHEMA, type OverrideNote, type OverrideSetting } from '../model/ledger.js';
import type { Mode } from '../model/severity.js';
import { timeFlag } from './time-flag.js';

export interface SettingFlags {
  readonly compose?: 'force';
  readonly mode?: Mode;
  readonly acknowledge?: string;
  readonly silence?: boolean;
  readonly end?: string;
  readonly until?: string;
  readonly by?: string;
  readonly reason?: string;
}

const HOUR = 3_600_000;

/**
 * The note that the flags ask for.
 *
 * @throws DiagnosticError `input.usage`
 */
export function overrideNote(edge: string, flags: SettingFlags, now: Date): OverrideNote {
  const set = settingOf(flags);
  return {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'override',
    id: `o_${randomBytes(5).toString('hex')}`,
    at: now.toISOString(),
    edge,
    set,
    by: needed('--by', flags.by, 'NAME: a person or a team that can be asked'),
    reason: needed('--reason', flags.reason, 'TEXT: it is read in every verdict, and by an audit'),
    until: untilOf(set, flags.until, now),
  };
}

function settingOf({ compose, mode, acknowledge, silence, end }: SettingFlags): OverrideSetting {
  const asked: OverrideSetting[] = [
    ...(compose === undefined ? [] : [{ what: 'compose', value: compose } as const]),
    ...(mode === undefined ? [] : [{ what: 'mode', value: mode } as const]),
    ...(acknowledge === undefined ? [] : [{ what: 'acknowledge', alert: acknowledge } as const]),
    ...(silence === true ? [{ what: 'silence' } as const] : []),
    ...(end === undefined ? [] : [{ what: 'end', override: end } as const]),
  ];
  const [only, another] = asked;
  if (only === undefined || another !== undefined)
    throw usage(
      'one thing is set at a time',
      'give one of `--compose force`, `--mode MODE`, `--acknowledge ALERT`, `--silence`, `--end ID`',
    );
  return only;
}

function needed(flag: string, value: string | undefined, what: string): string {
  if (value !== undefined && value.trim() !== '') return value;
  throw usage(`\`${flag}\` is missing: nobody could be asked about it later`, `add \`${flag} ${what}\``);
}

function untilOf(set: OverrideSetting, until: string | undefined, now: Date): string | null {
  const most = longestOverride(set);
  if (most === null) {
    if (until === undefined) return null;
    throw usage(`\`--until\` does not go with \`--${set.what}\``, 'leave it out');
  }
  if (until === undefined)
    throw usage(
      '`--until` is missing: an override ends by itself',
      'add `--until +4h`, or a time such as `2026-11-30T09:00:00Z`',
    );
  const at = timeOf(until, now);
  const lasts = Date.parse(at) - now.getTime();
  if (lasts <= 0)
    throw usage(
      '`--until` is not later than now',
      'give a span such as `+4h`, or a time to come such as `2026-11-30T09:00:00Z`',
    );
  if (lasts > most)
    throw usage(
      `\`--until\` lies more than ${most / HOUR} hours ahead`,
      isLoosening(set)
        ? 'what lets more through or tells less ends within a day; set it again, or change the contract'
        : 'an override ends within a week; what is to stay belongs in the contract',
    );
  return at;
}

const SPAN = /^\+(\d{1,4})(m|h|d)$/;
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR, d: 24 * HOUR };

function timeOf(until: string, now: Date): string {
  const span = SPAN.exec(until);
  if (span === null) return timeFlag('--until', until, 'a span such as +30m, +4h or +2d');
  const [, count = '', unit = ''] = span;
  return new Date(now.getTime() + Number(count) * (UNITS[unit] ?? 0)).toISOString();
}

function usage(message: string, help: string): DiagnosticError {
  return failure('input.usage', message, { help });
}
