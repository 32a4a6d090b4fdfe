import type { AlertRescue, AlertViolation, TransferAt } from '../model/alert.js';
import type { EdgeNow } from '../model/edge-status.js';
import type { OverrideNote } from '../model/ledger.js';

/** What commands are chosen by. */
export interface CommandsOf {
  readonly edge: string;
  /** The first bad handoff. */
  readonly first: TransferAt | null;
  readonly rescue: Pick<AlertRescue, 'open_runs'>;
  /** Was anything lost or changed on the way. Where all arrived whole, composing handoffs mends nothing. */
  readonly lost: boolean;
  /** The run of the newest violation that is told of: evidence comes first. */
  readonly violatedIn?: string | undefined;
  /** Alerts that fire and that nobody looks at, by id. */
  readonly alerts?: readonly string[];
  /** What holds on the edge now. */
  readonly active?: readonly Pick<OverrideNote, 'id' | 'edge' | 'set'>[];
  /** The edge is being shown: who reads this has typed that already. */
  readonly shown?: boolean;
}

const WHO = '--by … --reason …';

/** What to type next. A name that a run gave is quoted: nobody must be led into running it. */
export function alertCommands(of: CommandsOf): readonly string[] {
  const { edge, first, rescue, violatedIn, alerts = [], shown = false } = of;
  const since = first === null ? '' : `--since ${first.at}`;
  const bad = first === null || first.run === violatedIn ? [] : [command('runs show', first.run)];
  return [
    ...(violatedIn === undefined ? [] : [command('runs show', violatedIn)]),
    ...(shown ? [] : [command('edges show', edge, since)]),
    ...bad,
    ...(rescue.open_runs === 0 ? [] : [command('runs list --lost --open')]),
    ...alerts.map((id) => command('override', edge, `--acknowledge ${shellWord(id)} ${WHO}`)),
    ...composeCommands(of),
  ];
}

/** Was something lost or changed on the way, or was a violation due to that. */
export function isLossy(
  { rate, faults, rescue }: Pick<EdgeNow, 'rate' | 'faults' | 'rescue'>,
  violations: readonly Pick<AlertViolation, 'cause'>[],
): boolean {
  const fell = rate.carried < rate.held || faults.length > 0 || rescue.open_runs > 0;
  return fell || violations.some(({ cause }) => cause !== 'reasoning');
}

/** What is in force already is ended, not set again. */
function composeCommands({ edge, lost, active = [] }: CommandsOf): readonly string[] {
  const forced = active.findLast(({ set }) => set.what === 'compose');
  if (forced === undefined && !lost) return [];
  if (forced === undefined) return [command('override', edge, `--compose force --until +4h ${WHO}`)];
  return [
    command('override', forced.edge, `--end ${shellWord(forced.id)} ${WHO}`),
    command('override list', forced.edge),
  ];
}

/** What begins with a dash would be read as a flag, so it comes last. */
export function command(words: string, name?: string, flags: string = ''): string {
  const given = name === undefined ? '' : shellWord(name);
  const parts = name?.startsWith('-') === true ? [words, flags, '--', given] : [words, given, flags];
  return ['edge-contracts', ...parts].filter((part) => part !== '').join(' ');
}

/** A text as one word of a POSIX shell, on one line. */
export function shellWord(text: string): string {
  if (/^[A-Za-z0-9_.:@%+][A-Za-z0-9_.:@%+/-]*$/.test(text)) return text;
  const shown = [...text].map((character) => (isInvisible(character) ? '?' : character));
  return `'${shown.join('').replaceAll("'", "'\\''")}'`;
}

function isInvisible(character: string): boolean {
  return character !== ' ' && /[\p{C}\p{Z}]/u.test(character);
}
