const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
const LONGEST = 60;

/** The user's own text for a message: in backticks, on one line, capped, with what cannot be seen made visible. */
export function quote(text: string): string {
  const characters = Array.from(text.slice(0, 2 * LONGEST));
  const cut = characters.length > LONGEST || text.length > 2 * LONGEST;
  const shown = characters
    .slice(0, LONGEST)
    .join('')
    .replace(INVISIBLE, (character) => `<${codePoint(character)}>`)
    .replaceAll('`', "'");
  return `\`${shown}${cut ? '…' : ''}\``;
}

/** `U+0000` for a character. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A list for a sentence: `block`, `warn` or `ignore`. */
export function oneOf(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
