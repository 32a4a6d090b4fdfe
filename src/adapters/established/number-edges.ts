/** What a minus is written with, to stand in a class of characters. */
export const DASHES = '\\p{Pd}\\u2212\\u2796\\u207b\\u208b\\u02d7';

/** So many characters that cannot be seen are looked through; what has more counts as one with its neighbour. */
const MOST_UNSEEN = 64;

/** Marks on a character, and characters that cannot be seen: `41182` and `3` are one number with such between them. */
const UNSEEN = /[\p{M}\p{C}\p{DI}]/u;
const DIGIT = /\p{N}/u;
/** What may group digits, or say what is done to them: a space, a comma, `×`. */
const BETWEEN = /[\p{P}\p{S}\p{Z}]/u;

/** The character beside the edge at `at`, and the place behind it; those that cannot be seen are passed over. */
export function outsideOf(text: string, at: number, step: 1 | -1): { character: string; next: number } {
  let next = at;
  for (let seen = 0; seen <= MOST_UNSEEN; seen++) {
    const character = characterAt(text, step === 1 ? next : next - 1, step);
    next += step * character.length;
    if (character === '' || !isUnseen(character)) return { character, next };
  }
  return { character: UNREADABLE, next };
}

/** Stands for what is not looked through: a letter, which joins. */
const UNREADABLE = '\u4e00';

/** The outermost character inside an edge that looks outward by `step`. */
export function insideOf(text: string, at: number, step: 1 | -1): string {
  return outsideOf(text, at, step === 1 ? -1 : 1).character;
}

/** Does a number go on across the place: digits on both sides, with nothing or one sign or space between them. */
export function cutsNumber(text: string, at: number): boolean {
  const before = digitFrom(text, at, -1);
  if (before === null) return false;
  const behind = digitFrom(text, at, 1);
  if (behind === null || before.between.length + behind.between.length > 2) return false;
  const between = before.between + behind.between;
  if ([...between].length > 1) return false;
  return between !== ' ' || !(endsDate(text, before.at) || beginsDate(text, behind.at));
}

interface Digit {
  /** The place of the edge that it is at. */
  readonly at: number;
  /** What stands before it, as seen from where it was looked for. */
  readonly between: string;
}

function digitFrom(text: string, at: number, step: 1 | -1): Digit | null {
  const first = outsideOf(text, at, step);
  if (DIGIT.test(first.character)) return { at: first.next - step * first.character.length, between: '' };
  if (first.character === '' || !BETWEEN.test(first.character)) return null;
  const second = outsideOf(text, first.next, step);
  if (!DIGIT.test(second.character)) return null;
  return { at: second.next - step * second.character.length, between: first.character };
}

const DATE = '(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}([/.])\\d{1,2}\\1\\d{4}|\\d{1,2}:\\d{2}(?::\\d{2})?)';
const DATE_BEFORE = new RegExp(`(?:^|[^\\p{N}\\p{P}])${DATE}$`, 'u');
const DATE_BEHIND = new RegExp(`^${DATE}(?![\\p{N}:/])`, 'u');

/** A date and a time are whole beside a space. */
function endsDate(text: string, at: number): boolean {
  return DATE_BEFORE.test(text.slice(Math.max(0, at - 12), at));
}

function beginsDate(text: string, at: number): boolean {
  return DATE_BEHIND.test(text.slice(at, at + 12));
}

function isUnseen(character: string): boolean {
  return (character < ' ' || character > '~') && UNSEEN.test(character);
}

/** The character at a place, whole where it is two units long; empty outside the text. */
function characterAt(text: string, at: number, step: 1 | -1): string {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return '';
  if (step === -1 && (unit & 0xfc00) === 0xdc00 && at > 0) return text.slice(at - 1, at + 1);
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
