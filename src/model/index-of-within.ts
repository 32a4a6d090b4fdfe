/**
 * Where `piece` first occurs in `text` between `from` and `end`, or -1 (Knuth, Morris and Pratt). Linear also
 * for hostile texts, which `indexOf` does not promise: patterns come from contracts, texts from agents and tools.
 */
export function indexOfWithin(text: string, piece: string, from: number, end: number): number {
  if (piece === '') return from;
  const borders = bordersOf(piece);
  let matched = 0;
  for (let at = from; at < end; at++) {
    while (matched > 0 && text[at] !== piece[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === piece[matched]) matched++;
    if (matched === piece.length) return at - matched + 1;
  }
  return -1;
}

/** Every place where `piece` occurs in `text`, also where two overlap; linear, whatever they are. */
export function* placesOf(text: string, piece: string): Generator<number> {
  if (piece === '') return;
  const borders = bordersOf(piece);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    while (matched > 0 && text[at] !== piece[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === piece[matched]) matched++;
    if (matched < piece.length) continue;
    yield at - matched + 1;
    matched = borders[matched - 1] ?? 0;
  }
}

/** For every prefix of the piece, the length of the longest proper prefix that is also its suffix. */
function bordersOf(piece: string): number[] {
  const borders = [0];
  let matched = 0;
  for (let at = 1; at < piece.length; at++) {
    while (matched > 0 && piece[at] !== piece[matched]) matched = borders[matched - 1] ?? 0;
    if (piece[at] === piece[matched]) matched++;
    borders.push(matched);
  }
  return borders;
}
