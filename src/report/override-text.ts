import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { OverrideNote, OverrideSetting } from '../model/ledger.js';
import { counted } from './counted.js';
import { safe, safeName } from './safe-text.js';

export const OVERRIDE_SET_SCHEMA = 'edge-contracts/override-set/v1';
export const OVERRIDE_LIST_SCHEMA = 'edge-contracts/override-list/v1';

/** What `override EDGE` prints with `--json`. */
export interface OverrideSetDocument {
  readonly schema: typeof OVERRIDE_SET_SCHEMA;
  /** Null where nothing was set. */
  readonly override: OverrideNote | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** What `override list` prints with `--json`. */
export interface OverrideListDocument {
  readonly schema: typeof OVERRIDE_LIST_SCHEMA;
  /** When it was looked: RFC 3339. */
  readonly at: string;
  /** What is in force then, in the order of the ledger. */
  readonly overrides: readonly OverrideNote[];
  /** What is hidden by a later one that sets the same, and comes back when that ends before it. */
  readonly hidden: readonly OverrideNote[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What it does, until when, and how it is ended.
 *
 * @param left what is in force on the edge after an end
 */
export function overrideSetText(note: OverrideNote, left: readonly OverrideNote[] = []): string {
  const { id, edge, set, until } = note;
  const lines = [`${edgeName(edge)}: ${effectOf(set)}`];
  if (until !== null)
    lines.push(
      `until ${until}, by itself; before: edge-contracts override ${edgeName(edge)} --end ${safeName(id)} --by NAME --reason TEXT`,
    );
  if (set.what === 'mode' || set.what === 'compose')
    lines.push('every verdict of the edge says so; gates that follow this ledger take it within seconds');
  if (set.what === 'end') lines.push(...leftLines(left));
  return `${lines.join('\n')}\n`;
}

function leftLines(left: readonly OverrideNote[]): string[] {
  if (left.length === 0) return ['nothing else is in force on this edge'];
  return left.map(({ id, set, until }) => {
    const end = until === null ? '' : `, until ${safeName(until)}`;
    return `in force now: ${safeName(id)}, ${effectOf(set)}${end}`;
  });
}

/** One override in three lines. */
export function overrideListText({ overrides, hidden, at }: OverrideListDocument): string {
  const lines = [...overrides, ...hidden].flatMap(({ id, edge, set, until, by, reason, at: since }, i) => [
    `${safeName(id)}  ${edgeName(edge)}: ${effectOf(set)}${i < overrides.length ? '' : ' (hidden by a later one)'}`,
    `    by ${safeName(by)}, since ${safeName(since)}${until === null ? '' : `, until ${safeName(until)}`}`,
    `    ${safe(reason)}`,
  ]);
  const more = hidden.length === 0 ? '' : `, ${hidden.length} hidden`;
  return `${[...lines, `${counted(overrides.length, 'override')} in force at ${at}${more}`].join('\n')}\n`;
}

function edgeName(edge: string): string {
  return safeName(edge);
}

function effectOf(set: OverrideSetting): string {
  switch (set.what) {
    case 'compose':
      return 'constraints that a payload lacks are put into it before it is judged';
    case 'mode':
      return MODE_EFFECTS[set.value];
    case 'acknowledge':
      return `the alert ${safeName(set.alert)} is not sent again while it fires`;
    case 'silence':
      return 'no alert is sent; each is still recorded';
    default:
      return `the override ${safeName(set.override)} is over`;
  }
}

const MODE_EFFECTS = {
  enforce: 'mode enforce: what blocks is blocked',
  warn: 'mode warn: what blocks is let through with a warning',
  observe: 'mode observe: what blocks is let through',
} as const;
