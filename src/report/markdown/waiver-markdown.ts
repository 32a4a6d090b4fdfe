import type { PolicyDiff, WaiverChange, WaiverName, WaiverTerms } from '../../model/policy-diff.js';
import { waiverChanges } from '../waiver-changes.js';
import { unusedText } from '../waiver-words.js';
import { code, plainText } from './markdown-text.js';
import { kept, type Part } from './within-budget.js';

/** Whoever writes waivers could write thousands, and more is not read: what they are for has to stay in the comment. */
const MOST_LISTED = 20;
const MOST_CHARACTERS = 8_000;

/**
 * Waivers that the change brought along: before all else, since they are why a gate is open. Those that fit a finding
 * come first.
 */
export function newWaiverParts(
  { waivers: { changed }, findings }: Pick<PolicyDiff, 'waivers' | 'findings'>,
  place: (file: string) => string,
  cut: number,
): readonly Part[] {
  const prints = new Set<string>(findings.map(({ fingerprint }) => fingerprint));
  const fits = ({ fingerprint }: WaiverChange): boolean => prints.has(fingerprint);
  const inOrder = [...changed.filter(fits), ...changed.filter((one) => !fits(one))];
  const listed = listedLines(inOrder, place);
  return waiverChanges(inOrder).flatMap(({ says, waivers }) => {
    const left = waivers.filter((one) => !listed.has(one));
    const lines = waivers.flatMap((one) => listed.get(one) ?? []);
    const more =
      left.length === 0
        ? ''
        : `- and ${left.length} more${left.some(fits) ? '' : ', which fit no finding'}\n`;
    return [
      kept(`⚠️ **${says}:**\n\n`),
      ...lines.map((line) => ({ text: () => line, what: 'changed waiver', cut })),
      kept(`${more}\n`),
    ];
  });
}

/** The first ones, for which there is room. */
function listedLines(
  waivers: readonly WaiverChange[],
  place: (file: string) => string,
): ReadonlyMap<WaiverChange, string> {
  const lines = new Map<WaiverChange, string>();
  let left = MOST_CHARACTERS;
  for (const waiver of waivers.slice(0, MOST_LISTED)) {
    const line = changeLine(waiver, place);
    left -= line.length;
    if (left < 0) break;
    lines.set(waiver, line);
  }
  return lines;
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
  const listed = unused.slice(0, MOST_LISTED);
  const lines = listed.map((one) => ({ text: () => waiverLine(one), what: 'unused waiver', cut }));
  const left = unused.length - listed.length;
  const why = 'Once the change that one was for is in every branch that is compared with, remove it.';
  return [
    kept(`### ${unusedText(unused.length)}\n\n${why}\n\n`),
    ...lines,
    kept(left > 0 ? `- and ${left} more\n\n` : '\n'),
  ];
}

function waiverLine({ fingerprint, owner, expires, line }: WaiverName): string {
  return `- line ${line}, ${code(fingerprint)}; by ${code(owner)}, to the end of ${code(expires)}\n`;
}
