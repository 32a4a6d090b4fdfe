import type { PolicyDiff, WaiverChange, WaiverName, WaiverTerms } from '../../model/policy-diff.js';
import { waiverChanges } from '../waiver-changes.js';
import { code, plainText } from './markdown-text.js';
import { kept, type Part } from './within-budget.js';

/** Waivers that the change brought along: before all else, since they are why a gate is open. */
export function newWaiverParts(
  { changed }: PolicyDiff['waivers'],
  place: (file: string) => string,
  cut: number,
): readonly Part[] {
  return waiverChanges(changed).flatMap(({ says, waivers }) => [
    kept(`⚠️ **${says}:**\n\n`),
    ...waivers.map((one) => ({ text: () => changeLine(one, place), what: 'changed waiver', cut })),
    kept('\n'),
  ]);
}

function changeLine(waiver: WaiverChange, place: (file: string) => string): string {
  const { fingerprint, before } = waiver;
  const was = before === null ? '' : ` (before: ${termsText(before)})`;
  const at = code(`${place(waiver.file)}:${waiver.line}`);
  return `- ${termsText(waiver)}${was}; ${at}, ${code(fingerprint)}\n`;
}

function termsText({ owner, reason, expires }: WaiverTerms): string {
  return `${code(owner)}, ${plainText(reason)}, until ${code(expires)}`;
}

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
