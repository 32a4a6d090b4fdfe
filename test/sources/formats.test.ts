import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { DOTENV } from '../../src/sources/formats/dotenv.js';
import type { Format } from '../../src/sources/formats/format.js';
import { formatOf } from '../../src/sources/formats/index.js';
import { INI } from '../../src/sources/formats/ini.js';
import { JSON_WITH_COMMENTS, STRICT_JSON } from '../../src/sources/formats/json.js';
import { PROPERTIES } from '../../src/sources/formats/properties.js';
import { readText } from '../../src/sources/formats/read-text.js';
import { TOML } from '../../src/sources/formats/toml.js';
import { YAML } from '../../src/sources/formats/yaml.js';
import { SOURCE_LIMITS } from '../../src/sources/limits.js';
import { SourceFault } from '../../src/sources/source-fault.js';

type Read = readonly [name: string, text: string, document: JsonValue];
type Refused = readonly [name: string, text: string, code: string, place?: string];

const deepMap = (depth: number): string =>
  Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:`).join('\n');

const READ: readonly (readonly [Format, readonly Read[]])[] = [
  [
    YAML,
    [
      ['comments and order', 'b: 1 # one\n# two\na: x', { a: 'x', b: 1 }],
      ['nothing but comments', '# nothing\n', null],
      ['a byte order mark', '\uFEFFa: 1', { a: 1 }],
      ['spellings of one number', 'a: 1.0\nb: 1.0e+0\nc: +1\nd: 0x1', { a: 1, b: 1, c: 1, d: 1 }],
      ['a number of nineteen digits', 'a: 9007199254740993', { a: '!number 9007199254740993' }],
      [
        'a fraction that a double cannot hold',
        'a: 0.12345678901234567890123',
        { a: '!number 0.12345678901234567890123' },
      ],
      ['a number that is too large', 'a: 1.0e+999', { a: '!number 1.0e+999' }],
      ['words with a tag', 'a: !!str no\nb: !!str 010', { a: 'no', b: '010' }],
      ['breaks in double quotes, which all readers see', 'a: "x\u0085y\u2028z"', { a: 'x\u0085y\u2028z' }],
      ['Windows line ends', 'a: 1 # x\r\nb: >\r\n  c\r\nd: "e\r\n  f"\r\n', { a: 1, b: 'c\n', d: 'e f' }],
      ['null in its spellings', 'a:\nb: ~\nc: null', { a: null, b: null, c: null }],
      ['keys by their text', '200: ok\ntrue: z\n1.50: x', { '1.50': 'x', 200: 'ok', true: 'z' }],
      ['aliases, written out', 'a: &x { b: 1 }\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
      [
        'a merge key, which YAML 1.2 has not',
        'a: &x { b: 1 }\nc: { <<: *x }',
        { a: { b: 1 }, c: { '<<': { b: 1 } } },
      ],
      ['a tag that says what it is anyway', 'a: !!str 1\nb: !!int 2', { a: '1', b: 2 }],
      ['a template in quotes is text', "a: '{{ x }}'\nb: |-\n  <% y %>", { a: '{{ x }}', b: '<% y %>' }],
      ['what another program replaces', `a: ${'$'}{{ x }}`, { a: `${'$'}{{ x }}` }],
      ['an anchor that is set again', 'a: &x [&y 1]\nb: &y 2\nc: *x\nd: *y', { a: [1], b: 2, c: [1], d: 2 }],
      ['an end mark', 'a: 1\n...\n', { a: 1 }],
      ['a start mark', '---\na: 1\n', { a: 1 }],
      ['constructor is a key', 'constructor: 1', { constructor: 1 }],
    ],
  ],
  [
    JSON_WITH_COMMENTS,
    [
      ['comments and trailing commas', '{ // one\n "a": [1, 2,], /* two */ }', { a: [1, 2] }],
      [
        'numbers',
        '[1.0, 1e2, -0.5, 9007199254740993, 0.1, 1e400]',
        [1, 100, -0.5, '!number 9007199254740993', 0.1, '!number 1e400'],
      ],
      ['text that looks like a comment', '{"a": "// {{ x }}"}', { a: '// {{ x }}' }],
      ['escapes', '"\\u00e9\\n"', 'é\n'],
      ['constructor is a key', '{"constructor": 1}', { constructor: 1 }],
    ],
  ],
  [STRICT_JSON, [['what RFC 8259 allows', ' {"a": [null, true, "x"]} ', { a: [null, true, 'x'] }]]],
  [
    TOML,
    [
      ['tables and comments', '# one\n[a]\nb = 1 # two\n[a.c]\nd = "x"', { a: { b: 1, c: { d: 'x' } } }],
      ['lists of tables', '[[a]]\nb = 1\n[[a]]\nb = 2', { a: [{ b: 1 }, { b: 2 }] }],
      ['large integers', 'a = 9223372036854775807\nb = 1_000', { a: '!number 9223372036854775807', b: 1000 }],
      [
        'a date with an offset',
        'a = 1979-05-27 07:32:00+02:00',
        { a: '!date 1979-05-27T07:32:00.000+02:00' },
      ],
      ['local dates', 'a = 1979-05-27\nb = 07:32:00', { a: '!date 1979-05-27', b: '!date 07:32:00.000' }],
      ['constructor is a key', 'constructor = 1', { constructor: 1 }],
    ],
  ],
  [
    INI,
    [
      [
        'sections',
        'top = 1\n[a.b]\nc = x ; note\n[d]\ne=',
        { top: '1', 'a.b': { c: 'x ; note' }, d: { e: '' } },
      ],
      [
        'values are text',
        'a = true\nb = null\nc = 1.0\nd = "1"',
        { a: 'true', b: 'null', c: '1.0', d: '"1"' },
      ],
      ['a key alone', 'skip-networking\na = true', { 'skip-networking': true, a: 'true' }],
      ['lists', 'a[] = 1\na[] = 2', { a: ['1', '2'] }],
      ['comments', '; one\n# two\n\na = 1', { a: '1' }],
      ['quotes and equals signs', 'a = "x = y ; z"\nb = p=q', { a: '"x = y ; z"', b: 'p=q' }],
      ['a section that is opened again', '[a]\nb=1\n[c]\n[a]\nd=2', { a: { b: '1', d: '2' }, c: {} }],
      [
        'a value that begins like a comment',
        'a = #ff0000\nb = run ; curl evil',
        { a: '#ff0000', b: 'run ; curl evil' },
      ],
      ['keys indented alike', '[a]\n\tb = 1\n\tc = 2\nd = 3', { a: { b: '1', c: '2', d: '3' } }],
      ['a key as it stands', '"a b" = 1\nc;d = 2', { '"a b"': '1', 'c;d': '2' }],
      ['a section with spaces around', '  [a]  ; note\n  b = 1', { a: { b: '1' } }],
      ['Windows line ends', 'a=1\r\nb=2\r\n', { a: '1', b: '2' }],
      ['constructor is a key', 'constructor = 1', { constructor: '1' }],
    ],
  ],
  [
    PROPERTIES,
    [
      ['separators', 'a=1\nb: 2\nc 3\nd', { a: '1', b: '2', c: '3', d: '' }],
      ['comments and continued lines', '# one\n! two\na = x\\\n   y', { a: 'xy' }],
      ['escapes', 'a\\ b = \\u00e9\\t', { 'a b': 'é\t' }],
      ['flat keys', 'a.b = 1\na = 2', { 'a.b': '1', a: '2' }],
    ],
  ],
  [
    DOTENV,
    [
      ['values', "A=1\nexport B='x # y'\nC = z\nD=", { A: '1', B: "'x # y'", C: ' z', D: '' }],
      ['what follows a hash', 'A=x#y\nB=x # y\nC="p\\nq" # n', { A: 'x#y', B: 'x # y', C: '"p\\nq" # n' }],
      [
        'quotes, since they tell what is expanded',
        'A=\'$H\'\nB="$H"\nC=$(x)',
        { A: "'$H'", B: '"$H"', C: '$(x)' },
      ],
      ['escaped quotes', 'A="x\\"y"\nB="x\\\\"', { A: '"x\\"y"', B: '"x\\\\"' }],
      ['comments and Windows line ends', '# one\r\n\r\n  # two\r\nA=1\r\n', { A: '1' }],
    ],
  ],
];

const bomb = (levels: number): string =>
  Array.from({ length: levels }, (_, i) =>
    i === 0
      ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]'
      : `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(',')}]`,
  ).join('\n');

const REFUSED: readonly (readonly [Format, readonly Refused[]])[] = [
  [
    YAML,
    [
      ['no YAML', 'a: [1, 2', 'syntax', 'line 1'],
      ['a tab', 'a:\n\tb: 1', 'syntax', 'line 2'],
      ['two documents', 'a: 1\n---\na: 2', 'many_documents', 'line 2'],
      ['a key twice', 'a: 1\nb: 2\na: 3', 'duplicate_key', 'line 3'],
      ['a key twice by its text', "'1': a\n1: b", 'duplicate_key', 'line 2'],
      ['aliases that grow', bomb(9), 'too_many_values'],
      ['an alias of itself', 'a: &x [*x]', 'too_deep'],
      ['an alias of nothing', 'a: *x', 'syntax', 'line 1'],
      ['infinity', 'a: .inf', 'value_refused', 'line 1'],
      ['a comment that CR may end', 'z: 0\na: x # c\rb: 2', 'syntax', 'line 2'],
      ['a comment that NEL may end', 'a: x # c\u0085b: 2', 'syntax', 'line 1'],
      ['a comment that LS may end', '# c\u2028b: 2', 'syntax', 'line 1'],
      ['a comment that PS may end', 'a: "\u2029" # c\u2029b: 2', 'syntax', 'line 1'],
      ['a plain text that CR may end', 'a: x\rb: 2', 'syntax', 'line 1'],
      ['a text in single quotes that NEL may end', "a: 'x\u0085y'", 'syntax', 'line 1'],
      ['a block that LS may end', 'a: |\n  x\n  y\u2028z\n', 'syntax', 'line 3'],
      ['a plain text that begins with a double quote later', 'a: x"\u2028"', 'syntax', 'line 1'],
      ['a tag that does not fit', 'a: !!bool "yes"', 'value_refused', 'line 1'],
      ['a merge key in quotes', 'a: { "<<": { b: 1 } }', 'key_refused', 'line 1'],
      ['a text like a mark', 'a: 1\nb: "!number 9007199254740993"', 'value_refused', 'line 2'],
      ['no number', 'b: 1\na: .nan', 'value_refused', 'line 2'],
      ['a tag of a language', 'a: !!python/object:os.system x', 'value_refused', 'line 1'],
      ['a tag of a cloud', 'a: !Ref x', 'value_refused', 'line 1'],
      ['a key that is a list', '? [a, b]\n: 1', 'key_refused', 'line 1'],
      ['__proto__', '__proto__: { a: 1 }', 'key_refused', 'line 1'],
      ['a template as a value', 'a: 1\nb: {{ .Values.x }}', 'template', 'line 2'],
      ['a template in a value', 'a: x-{{ .Values.x }}', 'template', 'line 1'],
      ['a template as a line', '{{- if .Values.x }}\na: 1\n{{- end }}', 'template', 'line 1'],
      ['another engine', 'a: <%= x %>', 'template', 'line 1'],
      ['yet another engine', '{% if x %}\na: 1\n{% endif %}', 'template', 'line 1'],
      ['a conflict', 'a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> x\n', 'conflict_markers', 'line 2'],
      ['depth', deepMap(70), 'too_deep', 'line'],
      ['half of a character', 'a: "\\uD83D"', 'value_refused'],
    ],
  ],
  [
    JSON_WITH_COMMENTS,
    [
      ['nothing', '', 'syntax', 'line 1'],
      ['no end', '{"a": 1', 'syntax', 'line 1'],
      ['two values', '{} {}', 'syntax', 'line 1'],
      ['a key twice', '{\n"a": 1,\n"a": 2}', 'duplicate_key', 'line 3'],
      ['a key twice by an escape', '{"a": 1, "\\u0061": 2}', 'duplicate_key', 'line 1'],
      ['__proto__', '{"__proto__": {"a": 1}}', 'key_refused', 'line 1'],
      ['NaN', '[NaN]', 'syntax', 'line 1'],
      ['a comment that CR may end', '{\n"a": 1 // x\r, "b": 2\n}', 'syntax', 'line 2'],
      ['a comment that LS may end', '{\n"a": 1 // x\u2028, "b": 2\n}', 'syntax', 'line 2'],
      ['a comment that NEL may end', '{} // \u0085', 'syntax', 'line 1'],
      ['a long comment with a break', '{} /* \u2029 */', 'syntax', 'line 1'],
      ['a text like a mark', '{\n"a": "!date 2026-11-30"}', 'value_refused', 'line 2'],
      ['a template', '{"a":\n{{ x }}}', 'template', 'line 2'],
      ['depth', '['.repeat(100_000), 'too_deep', 'line 1, column 57'],
      ['values', `[${'0,'.repeat(600_000)}0]`, 'too_many_values', 'line 1'],
      ['a conflict', '{\n<<<<<<< a\n"a": 1\n=======\n>>>>>>> b\n}', 'conflict_markers', 'line 2'],
    ],
  ],
  [
    STRICT_JSON,
    [
      ['a comment', '{} // x', 'syntax'],
      ['a trailing comma', '[1,]', 'syntax'],
      ['a leading zero', '[01]', 'syntax'],
      ['a text like a mark', '"!plain no"', 'value_refused', 'line 1'],
    ],
  ],
  [
    TOML,
    [
      ['no TOML', 'a = 1\nb = ', 'syntax', 'line 2'],
      ['a key twice', 'a = 1\na = 2', 'duplicate_key', 'line 2'],
      ['a table twice', '[a]\n[a]', 'duplicate_key', 'line 2'],
      ['infinity', 'a = inf', 'value_refused'],
      ['a comment that CR may end', 'a = 1 # x\rb = 2', 'syntax', 'line 1'],
      ['a text like a mark', 'a = "!date 1979-05-27"', 'value_refused'],
      ['__proto__', '__proto__ = 1', 'key_refused'],
      ['a template', 'a = {{ x }}', 'template', 'line 1'],
      ['depth', `a = ${'['.repeat(10_000)}`, 'too_deep'],
      ['depth by dots', `a${'.a'.repeat(100)} = 1`, 'too_deep'],
    ],
  ],
  [
    INI,
    [
      ['a key twice', '[a]\nb=1\nb=2', 'duplicate_key', 'line 3'],
      ['a key twice in two parts of a section', '[a]\nb=1\n[c]\n[a]\nb=2', 'duplicate_key', 'line 5'],
      ['a list that was a value', 'a=1\na[]=2', 'duplicate_key', 'line 2'],
      ['a section that was a value', 'a=1\n[a]', 'duplicate_key', 'line 2'],
      ['a header without an end', '[a\nb=1', 'syntax', 'line 1'],
      ['no key', '= 1', 'syntax', 'line 1'],
      ['a value that may go on', '[x]\na = 1\n  b = 2', 'syntax', 'line 3'],
      ['a value that may go on below others', '  a = 1\n\n; x\n   b', 'syntax', 'line 4'],
      ['a line that CR may end', 'a = 1\rb = 2', 'syntax', 'line 1'],
      ['a comment that LS may end', 'z = 1\n; c\u2028b = 2', 'syntax', 'line 2'],
      ['a header that may end later', '[a] ; x]', 'syntax', 'line 1'],
      ['__proto__ as a key', 'a=1\n__proto__ = 1', 'key_refused', 'line 2'],
      ['__proto__ as a section', '[__proto__]\na = 1', 'key_refused'],
      ['a template', 'a = {{ x }}', 'template', 'line 1'],
    ],
  ],
  [
    PROPERTIES,
    [
      ['a key twice', 'a=1\na=2', 'duplicate_key', 'line 2'],
      ['__proto__', '__proto__=1', 'key_refused', 'line 1'],
      ['a template', 'a={{ x }}', 'template', 'line 1'],
    ],
  ],
  [
    DOTENV,
    [
      ['a line without a variable', 'A=1\nB', 'syntax', 'line 2'],
      ['a line without a name', 'A=1\n=2', 'syntax', 'line 2'],
      ['a command', 'A=1\ncurl evil; A=2', 'syntax', 'line 2'],
      ['a colon', 'A: 1', 'syntax', 'line 1'],
      ['several lines', 'Z=1\nA="x\nB=y"', 'syntax', 'line 2'],
      ['several lines in single quotes', "A='x\nB=y'", 'syntax', 'line 1'],
      ['several lines in backticks', 'A= `x\nB=y`', 'syntax', 'line 1'],
      ['an escaped quote at the end', 'A="x\\"\nB=y"', 'syntax', 'line 1'],
      ['a line that goes on', 'A=x\\\nB=y', 'syntax', 'line 1'],
      ['a line that CR may end', 'A=1 # x\rB=2', 'syntax', 'line 1'],
      ['a variable twice', 'A=1\nB=2\nexport A = 3', 'duplicate_key', 'line 3'],
      ['__proto__', '__proto__=1', 'key_refused', 'line 1'],
      ['a template', 'A=<%= x %>', 'template', 'line 1'],
    ],
  ],
];

function read(format: Format, text: string): JsonValue {
  return readText(new TextEncoder().encode(text), format, SOURCE_LIMITS);
}

/** Each is not what the same is in quotes: a change of type that must show. */
const TYPED: readonly (readonly [Format, (value: string) => string, readonly string[]])[] = [
  [
    YAML,
    (value) => `a: ${value}`,
    [
      ...['no', 'Yes', 'ON', 'off', 'y', 'N', '<<', '='],
      ...[
        '010',
        '-07',
        '0o10',
        '0b11',
        '0x_f',
        '1_000',
        '1,000',
        '1_0.5',
        '1e3',
        '1.5e3',
        '1:30',
        '190:20:30.15',
      ],
      ...['2026-11-30', '2026-1-3', '2026-11-30T09:14:00Z', '2001-12-14 21:59:43.10 -5'],
      ...['9007199254740993', '1.0e+400', '0x20000000000001', '1', 'true', 'null', `1_${'0'.repeat(500)}`],
    ],
  ],
  [JSON_WITH_COMMENTS, (value) => `{"a": ${value}}`, ['9007199254740993', '1e400', '1', 'true', 'null']],
  [STRICT_JSON, (value) => `{"a": ${value}}`, ['9007199254740993', '1e400']],
  [TOML, (value) => `a = ${value}`, ['9007199254740993', '1979-05-27', '07:32:00', '1979-05-27T07:32:00Z']],
];

/** Text to YAML 1.1 and 1.2 alike, with quotes and without. */
const TEXT_TO_BOTH = [
  ...[
    'x',
    'nope',
    'only',
    '1.2.3',
    '127.0.0.1',
    '8080:80',
    'v1',
    '1h30',
    '1-2',
    '2026-11',
    'a:b',
    '0x',
    '0xg',
    '1e',
  ],
  ...['_', 'e3', '1__x', 'no ne', '10m', '12:60', 'sha256:00'],
];

describe('formats', () => {
  for (const [format, write, values] of TYPED) {
    for (const value of values) {
      it(`${format.title} tells ${value.slice(0, 30)} from the same in quotes`, () => {
        const [bare, quoted] = [value, JSON.stringify(value)].map((one) => read(format, write(one)));
        assert.notDeepEqual(bare, quoted);
        assert.deepEqual(plain(quoted ?? null), { a: value });
      });
    }
  }

  for (const text of TEXT_TO_BOTH) {
    it(`YAML takes ${text} for text`, () => {
      assert.deepEqual(plain(read(YAML, `a: ${text}`)), { a: text });
      assert.deepEqual(plain(read(YAML, `a: "${text}"`)), { a: text });
    });
  }

  for (const [format, cases] of READ) {
    for (const [name, text, document] of cases) {
      it(`${format.title} reads ${name}`, () => assert.deepEqual(plain(read(format, text)), document));
    }
  }

  for (const [format, cases] of REFUSED) {
    for (const [name, text, code, place = ''] of cases) {
      it(`${format.title} refuses ${name}`, () => {
        assert.throws(
          () => read(format, text),
          (thrown: unknown) => {
            assert.ok(thrown instanceof SourceFault, String(thrown));
            assert.equal(thrown.code, `config_source.${code}`, thrown.message);
            assert.ok(thrown.message.startsWith(place), thrown.message);
            return true;
          },
        );
      });
    }
  }

  for (const [name, bytes] of [
    ['a NUL', Uint8Array.of(97, 58, 0, 98)],
    ['no UTF-8', Uint8Array.of(97, 58, 32, 0xff)],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 97, 0)],
  ] as const) {
    it(`none takes ${name}`, () => {
      for (const format of [YAML, JSON_WITH_COMMENTS, TOML, INI, PROPERTIES, DOTENV]) {
        const isRefused = (thrown: unknown): boolean =>
          thrown instanceof SourceFault && thrown.code === 'config_source.not_text';
        assert.throws(() => readText(bytes, format, SOURCE_LIMITS), isRefused);
      }
    });
  }

  for (const [path, title] of [
    ['a/b.yaml', 'YAML'],
    ['b.YML', 'YAML'],
    ['c.jsonc', 'JSON'],
    ['Cargo.toml', 'TOML'],
    ['my.cnf.ini', 'INI'],
    ['x.properties', 'properties'],
    ['.env', 'dotenv'],
    ['.env.local', 'dotenv'],
    ['prod.env', 'dotenv'],
    ['README', undefined],
    ['a.env/x', undefined],
  ] as const) {
    it(`${path} is ${title ?? 'of no format'}`, () => assert.equal(formatOf(path)?.title, title));
  }
});

/** Without the prototypes that libraries give: what is compared is what JSON holds. */
function plain(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
