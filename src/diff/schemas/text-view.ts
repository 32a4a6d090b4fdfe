import type { Fact } from './formula.js';
import { isRefused } from './refused.js';
import type { Language } from './pattern/language.js';
import { parsePattern } from './pattern/parse-pattern.js';
import { ANYTHING, all, any, catAll, chars, not, type Regex } from './pattern/regex.js';
import type { Leaf, Prover } from './prover.js';
import { sizeView } from './size-view.js';

const MOST_LENGTHS = 64;

export function textIsClosed(leaf: Leaf, prover: Prover): boolean {
  const { least, most } = sizeView(leaf);
  if (least > most) return true;
  if (most === 0) return isRefused(leaf, prover, '');
  const regex = regexOf(leaf);
  if (regex === ANYTHING) return false;
  const language = prover.languages.of(regex);
  if (language === null) return false;
  if (language.shortest === null) return true;
  const [from, to] = [Math.max(least, language.shortest), Math.min(most, language.longest)];
  if (from > to) return true;
  if (to - from > MOST_LENGTHS) return false;
  return !hasLength(language, from, to);
}

function hasLength(language: Language, from: number, to: number): boolean {
  for (let length = from; length <= to; length += 1) if (language.mayHaveLength(length)) return true;
  return false;
}

const MOST_HOLES = 50;

/** A text of which the facts hold is in it; what cannot be read is left out. */
export function regexOf({ facts }: Leaf): Regex {
  return all([...facts.flatMap(shapesOf), ...holes(facts)]);
}

function shapesOf({ atom, is }: Fact): readonly Regex[] {
  if (atom.about === 'pattern') {
    const regex = parsePattern(atom.pattern);
    return regex === null ? [] : [is ? regex : not(regex)];
  }
  const shape = atom.about === 'format' && is ? FORMAT_SHAPES[atom.format] : undefined;
  const regex = shape === undefined ? null : parsePattern(shape);
  return regex === null ? [] : [regex];
}

/** Values that it must not be, where a pattern makes them count. */
function holes(facts: readonly Fact[]): readonly Regex[] {
  if (!facts.some(({ atom }) => atom.about === 'pattern')) return [];
  const values = facts.flatMap(({ atom, is }) => (!is && atom.about === 'values' ? atom.values : []));
  const texts = values.filter((value): value is string => typeof value === 'string');
  return texts.length === 0 || texts.length > MOST_HOLES ? [] : [not(any(texts.map(exactly)))];
}

function exactly(text: string): Regex {
  return catAll([...text].map((char) => charOf(char.codePointAt(0) ?? 0)));
}

function charOf(code: number): Regex {
  return chars([[code, code]]);
}

/** What texts of a format look like at the least: none of them is outside of this, some that are none are within. */
const FORMAT_SHAPES: Readonly<Record<string, string>> = {
  date: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  'date-time': '^[0-9]{4}-[0-9]{2}-[0-9]{2}[^0-9][0-9]{2}:[0-9]{2}:[0-9.]+[^.]*$',
  uuid: '^(urn:uuid:|[uU][rR][nN]:[uU][uU][iI][dD]:)?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
  ipv4: '^[0-9]{1,3}(\\.[0-9]{1,3}){3}$',
  hostname: '^[a-zA-Z0-9.-]+$',
  email: '^[^@]+@[a-zA-Z0-9.-]+$',
  duration: '^P[0-9YMWDTHS]+$',
  'json-pointer': '^(/([^~/]|~0|~1)*)*$',
};
