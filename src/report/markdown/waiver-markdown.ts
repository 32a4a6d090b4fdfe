import type { PolicyDiff, WaiverName } from '../../model/policy-diff.js';
import { unusedText } from '../waiver-words.js';
import { code } from './markdown-text.js';
import { kept, type Part } from './within-budget.js';

/** Waivers that do nothing are named, so that nobody believes in them; those that ended stand at their findings. */
export function waiverParts({ unused }: PolicyDiff['waivers'], cut: number): readonly Part[] {
  if (unused.length === 0) return [];
  const lines = unused.map((one) => ({ text: () => waiverLine(one), what: 'unused waiver', cut }));
  const why = 'Once the change that one was for is in every branch that is compared with, remove it.';
  return [kept(`### ${unusedText(unused.length)}\n\n${why}\n\n`), ...lines, kept('\n')];
}

function waiverLine({ fingerprint, owner, expires, line }: WaiverName): string {
  return `- line ${line}, ${code(fingerprint)}; by ${code(owner)}, to the end of ${code(expires)}\n`;
}
