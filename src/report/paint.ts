/** What a piece of text is, for colours. */
export type Style = 'strong' | 'dim' | 'good' | 'bad' | 'warning' | 'place';

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  strong: [1, 22],
  dim: [2, 22],
  good: [32, 39],
  bad: [31, 39],
  warning: [33, 39],
  place: [36, 39],
};

/** No colour. */
export const plain: Paint = (_style, text) => text;

const coloured: Paint = (style, text) => {
  const [on, off] = CODES[style];
  return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
};

/** Colour only on a terminal; `NO_COLOR` switches it off, and `FORCE_COLOR` on, whatever the rest says. */
export function paintFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: term } = env;
  if (force !== undefined && force !== '') return force === '0' || force === 'false' ? plain : coloured;
  if (none !== undefined && none !== '') return plain;
  return stream.isTTY === true && term !== 'dumb' ? coloured : plain;
}
