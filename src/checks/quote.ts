const LONGEST = 120;

/**
 * Text of the run, quoted as data: capped, control and bidirectional characters escaped, since reasons go to
 * terminals and back into prompts.
 */
export function quote(text: string): string {
  const capped = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/u, '')}…` : text;
  return JSON.stringify(capped).replace(UNPRINTABLE, escapeCharacter);
}

const UNPRINTABLE = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
