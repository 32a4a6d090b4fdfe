import type { WaiverChange, WaiverStatus, WaiverTerms } from '../model/policy-diff.js';
import { counted } from './counted.js';

const WORDS: Readonly<Record<WaiverStatus, (count: number) => string>> = {
  added: (count) => `${counted(count, 'waiver is', 'waivers are')} new in this change`,
  extended: (count) => `${counted(count, 'waiver ends', 'waivers end')} later than before`,
  changed: (count) => `${counted(count, 'waiver is', 'waivers are')} changed`,
};

/** What a change does to waivers, in words, and those of each kind; empty where it does nothing to them. */
export function waiverChanges(changed: readonly WaiverChange[]): readonly {
  readonly says: string;
  readonly waivers: readonly WaiverChange[];
}[] {
  return (['added', 'extended', 'changed'] as const)
    .map((status) => ({ status, waivers: changed.filter((one) => one.status === status) }))
    .filter(({ waivers }) => waivers.length > 0)
    .map(({ status, waivers }) => ({ says: WORDS[status](waivers.length), waivers }));
}

/** One, in a sentence; not yet safe to show. */
export function waiverChangeSentence(waiver: WaiverChange): string {
  return `${WORDS[waiver.status](1)}: ${waiverChangeText(waiver)}`;
}

/** Who answers for it, why, until when; not yet safe to show. */
export function waiverChangeText(waiver: WaiverChange): string {
  const { owner, reason, expires, before } = waiver;
  return `${owner}, ${reason}, until ${expires}${beforeText(waiver, before)}`;
}

/** Only what differs. */
function beforeText(is: WaiverTerms, was: WaiverTerms | null): string {
  if (was === null) return '';
  const parts = [
    ...(was.owner === is.owner ? [] : [was.owner]),
    ...(was.reason === is.reason ? [] : [was.reason]),
    ...(was.expires === is.expires ? [] : [`until ${was.expires}`]),
  ];
  return parts.length === 0 ? '' : ` (before: ${parts.join(', ')})`;
}
