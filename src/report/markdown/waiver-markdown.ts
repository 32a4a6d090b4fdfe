import type { PolicyDiff, WaiverName } from '../../model/policy-diff.js';
import { code } from './markdown-text.js';
import { kept, type Part } from './within-budget.js';

/** Waivers that do nothing: they are named, so that nobody believes in them. */
export function waiverParts({ unused, expired }: PolicyDiff['waivers'], cut: number): readonly Part[] {
  const lines = [
    ...expired.map((one) => ({ text: () => waiverLine(one, 'ended'), what: 'ended waiver', cut })),
    ...unused.map((one) => ({ text: () => waiverLine(one, 'fits no finding'), what: 'unused waiver', cut })),
  ];
  if (lines.length === 0) return [];
  return [kept('### Waivers that do nothing\n\n'), ...lines, kept('\n')];
}

function waiverLine({ fingerprint, owner, expires, line }: WaiverName, says: string): string {
  return `- line ${line}, ${code(fingerprint)}: ${says}; by ${code(owner)}, to the end of ${code(expires)}\n`;
}
