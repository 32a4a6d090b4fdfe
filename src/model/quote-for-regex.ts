/**
 * A text as a regular expression that matches nothing but it, in RE2 and in JavaScript (without the flag `u`): every
 * ASCII character but letters, digits and `_` stands for itself behind a backslash; NUL by its number.
 */
export function quoteForRegex(text: string): string {
  return text.replace(/[^\w\u0080-\uffff]/g, (character) =>
    character === '\0' ? '\\x00' : `\\${character}`,
  );
}
