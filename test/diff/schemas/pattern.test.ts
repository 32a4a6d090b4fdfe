import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileSchema } from '../../../src/adapters/payload/compile-schema.js';
import { linearPattern } from '../../../src/adapters/payload/linear-pattern.js';
import { Budget } from '../../../src/diff/schemas/budget.js';
import { fact } from '../../../src/diff/schemas/formula.js';
import { languageOf } from '../../../src/diff/schemas/pattern/language.js';
import { parsePattern } from '../../../src/diff/schemas/pattern/parse-pattern.js';
import { after, all, isNullable, not, type Regex } from '../../../src/diff/schemas/pattern/regex.js';
import { regexOf } from '../../../src/diff/schemas/text-view.js';

const RUNS = Number(process.env['SCHEMA_RUNS'] ?? 200);

const atom = fc.constantFrom(
  'a',
  'b',
  '[ab]',
  '[^a]',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\S',
  '-',
  '\\.',
  '[a-c0-2_]',
  'é',
  '😀',
);
const count = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?');
const patterns = fc.letrec<{ alternatives: string; sequence: string; part: string }>((tie) => ({
  alternatives: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((some) => some.join('|')),
  sequence: fc.array(tie('part'), { maxLength: 3 }).map((some) => some.join('')),
  part: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(atom, count).map(([one, times]) => one + times),
    fc.tuple(tie('alternatives'), count).map(([some, times]) => `(?:${some})${times}`),
  ),
}));
const anchored = fc
  .tuple(fc.boolean(), patterns.sequence, fc.boolean())
  .map(([start, within, end]) => (start ? '^' : '') + within + (end ? '$' : ''));
const texts = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      '0',
      '9',
      '_',
      '-',
      '.',
      ' ',
      '\n',
      '\r',
      '\u2028',
      '\u00a0',
      '\v',
      'é',
      '😀',
      'Z',
    ),
    { maxLength: 5 },
  )
  .map((chars) => chars.join(''));

function isIn(regex: Regex, text: string): boolean {
  return isNullable([...text].reduce((rest, char) => after(rest, char.codePointAt(0) ?? 0), regex));
}

test('a pattern is read as the gate runs it', () => {
  let found = 0;
  const property = fc.property(
    anchored,
    fc.array(texts, { minLength: 20, maxLength: 20 }),
    (pattern, some) => {
      const regex = parsePattern(pattern);
      assert.notEqual(regex, null, pattern);
      const compiled = linearPattern(pattern);
      for (const text of some) {
        const is = compiled.test(text);
        assert.equal(isIn(regex as Regex, text), is, JSON.stringify([pattern, text]));
        if (is) found += 1;
      }
    },
  );
  fc.assert(property, { numRuns: RUNS });
  assert.ok(found > 3 * RUNS, `${found} texts match`);
});

test('a language says how long its texts are, and has the texts that it names', () => {
  const property = fc.property(anchored, anchored, texts, (one, other, text) => {
    const regex = all(
      [parsePattern(one), parsePattern(other)].map((part, index) =>
        index === 0 ? part : not(part as Regex),
      ) as Regex[],
    );
    const language = languageOf(regex, new Budget(100_000));
    if (language === null) return;
    const length = [...text].length;
    if (isIn(regex, text)) {
      assert.ok(language.shortest !== null && language.shortest <= length && language.longest >= length);
      assert.ok(language.mayHaveLength(length));
    }
    for (const named of language.textsOf(language.shortest ?? 0, 3))
      assert.ok(isIn(regex, named), JSON.stringify([one, other, named]));
  });
  fc.assert(property, { numRuns: RUNS / 4 });
});

const UNREAD = [
  '\\bfoo',
  '(?i)a',
  '(^a)',
  'a(b$)',
  '\\p{L}',
  '[[:alpha:]]',
  'a{1001}',
  '(?P<n>a)',
  'a**',
  '\\x41',
  'a{,2}',
];

test('of other forms nothing is claimed', () => {
  for (const pattern of UNREAD) assert.equal(parsePattern(pattern), null, pattern);
});

const OF_FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ['2020-02-29', '0000-01-01', '9999-12-31'],
  'date-time': ['2020-01-01T00:00:00Z', '2020-01-01 23:59:60.123+00:00', '2020-01-01t00:00:00.5-0130'],
  uuid: [
    '00000000-0000-0000-0000-000000000000',
    'urn:uuid:ABCDEF00-0000-0000-0000-00000000000f',
    'URN:UUID:00000000-0000-0000-0000-000000000000',
  ],
  ipv4: ['0.0.0.0', '255.255.255.255'],
  hostname: ['a', 'A.b-c.', 'x1.example'],
  email: ["a.b!#$%&'*+/=?^_`{|}~-@x-y.z", 'A@B'],
  duration: ['P1Y2M3DT4H5M6S', 'PT1S', 'P2W'],
  'json-pointer': ['', '/a~0b/~1/', '/😀'],
};

test('texts of a format look as it is said that they do', () => {
  for (const [format, some] of Object.entries(OF_FORMATS)) {
    const regex = regexOf({ type: 'string', facts: [fact({ about: 'format', format })] });
    const isValid = compileSchema({ format }, {});
    for (const text of some) {
      assert.equal(isValid(text), true, JSON.stringify([format, text]));
      assert.ok(isIn(regex, text), JSON.stringify([format, text]));
    }
  }
});
