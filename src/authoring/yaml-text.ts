/** Text that every version of YAML reads as itself without quotes. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const NOT_TEXT = /^(?:true|false|null|y|yes|n|no|on|off)$/i;
const UNPRINTABLE =
  /[\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff\ud800-\udfff]/g;

/** A text as a YAML scalar: quoted unless it is a plain word, what cannot be seen escaped. */
export function yamlText(text: string): string {
  if (PLAIN.test(text) && !NOT_TEXT.test(text)) return text;
  return JSON.stringify(text).replace(UNPRINTABLE, escaped);
}

/** A text within a comment: one line, nothing invisible. */
export function commentText(text: string): string {
  return text.slice(0, 100).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, ' ');
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
