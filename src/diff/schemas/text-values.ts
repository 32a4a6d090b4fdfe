import { ANYTHING } from './pattern/regex.js';
import type { Leaf, Prover } from './prover.js';
import { sizeView } from './size-view.js';
import { regexOf } from './text-view.js';

const SAMPLES = [
  '',
  'a',
  'b',
  'A',
  '0',
  '1',
  '10',
  '-',
  ' ',
  '.',
  '/',
  'ab',
  'abc',
  'true',
  'a b',
  'a\nb',
  'é',
  '😀',
];
/** Texts of each format, and some that nearly are. */
const FORMAT_SAMPLES: readonly string[] = [
  ...['2020-01-01', '2020-02-30', '2020-01-01T00:00:00Z', '00:00:00Z', '12:00', 'P1D', 'a@b.co', 'a@b'],
  ...['a.co', '-a', '127.0.0.1', '256.0.0.1', '::1', 'http://a.co', 'a:b', '#a', '/a', '/~', '{a}', '0/a'],
  ...['00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-00000000000'],
];
const LONGEST = 20_000;
const LENGTHS = 8;
const EACH_LENGTH = 3;

export function textsOf(leaf: Leaf, prover: Prover): readonly string[] {
  const { least, most } = sizeView(leaf);
  if (least > LONGEST) return [];
  const regex = regexOf(leaf);
  const language = regex === ANYTHING ? null : prover.languages.of(regex);
  const generic = [...SAMPLES, ...said(leaf), ...FORMAT_SAMPLES].flatMap((text) => [
    text,
    text.padEnd(least, 'a'),
  ]);
  const padded = ['a', '0', 'é'].flatMap((one) => [one.repeat(least), one.repeat(least + 1)]);
  if (language === null) return [...generic, ...padded];
  const from = Math.max(least, language.shortest ?? 0);
  const lengths = Array.from({ length: LENGTHS }, (_, index) => from + index).filter(
    (length) => length <= most,
  );
  return [...lengths.flatMap((length) => language.textsOf(length, EACH_LENGTH)), ...generic];
}

/** What the values say themselves, and what is left of patterns without their signs, in some surroundings. */
function said({ facts }: Leaf): readonly string[] {
  return facts.flatMap(({ atom }) => {
    if (atom.about === 'values') return atom.values.filter((value) => typeof value === 'string');
    if (atom.about !== 'pattern') return [];
    const text = atom.pattern.replace(/\\[A-Za-z]|[^A-Za-z0-9 _.:/-]/g, '');
    return [text, `${text} `, ` ${text}`, `a${text}`, `${text}a`, text + text, text.slice(1)];
  });
}
