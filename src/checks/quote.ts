const LONGEST = 120;

/**
 * Text of the run, quoted as data: capped, and whatever cannot be seen escaped, since reasons go to terminals and
 * back into prompts: a model reads a sentence in tag characters that no person sees.
 */
export function quote(text: string): string {
  const capped = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/u, '')}…` : text;
  const quoted = JSON.stringify(capped);
  return ASCII.test(quoted) ? quoted : quoted.replace(UNPRINTABLE, escapeCharacter);
}

/** Most texts, which hold nothing that cannot be seen. */
const ASCII = /^[ -~]*$/;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return character.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
