import type { PolicyDiff, WaiverChange, WaiverName, WaiverTerms } from '../../model/policy-diff.js';
import { waiverChanges } from '../waiver-changes.js';
import { unusedText } from '../waiver-words.js';
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
