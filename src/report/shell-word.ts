/**
 * A name as one word of a command that a person copies; null for one that would not be the same there, such as a
 * name with a line break.
 */
export function shellWord(name: string): string | null {
  if (name === '' || name.length > 256 || name.startsWith('-')) return null;
  if (/^[\w@%+=:,./-]+$/.test(name)) return name;
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(name)) return null;
  return `'${name.replaceAll("'", "'\\''")}'`;
}
