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
      ['words that YAML 1.1 takes for booleans', 'a: no\nb: on\nc: true', { a: 'no', b: 'on', c: true }],
      ['spellings of one number', 'a: 1.0\nb: 1e0\nc: +1\nd: 0x1', { a: 1, b: 1, c: 1, d: 1 }],
      ['a number of nineteen digits', 'a: 9007199254740993', { a: '9007199254740993' }],
      [
        'a fraction that a double cannot hold',
        'a: 0.12345678901234567890123',
        { a: '0.12345678901234567890123' },
      ],
      ['a number that is too large', 'a: 1e999', { a: '1e999' }],
      ['what is eight in YAML 1.1', 'a: 010', { a: '010' }],
      ['dates are text', 'a: 2026-11-30T09:14:00Z', { a: '2026-11-30T09:14:00Z' }],
      ['null in its spellings', 'a:\nb: ~\nc: null', { a: null, b: null, c: null }],
      ['keys by their text', '200: ok\ntrue: yes\n1.50: x', { '1.50': 'x', 200: 'ok', true: 'yes' }],
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
      ['numbers', '[1.0, 1e2, -0.5, 9007199254740993, 0.1]', [1, 100, -0.5, '9007199254740993', 0.1]],
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
      ['large integers', 'a = 9223372036854775807\nb = 1_000', { a: '9223372036854775807', b: 1000 }],
      ['a date with an offset', 'a = 1979-05-27 07:32:00+02:00', { a: '1979-05-27T07:32:00.000+02:00' }],
      ['local dates', 'a = 1979-05-27\nb = 07:32:00', { a: '1979-05-27', b: '07:32:00.000' }],
      ['constructor is a key', 'constructor = 1', { constructor: 1 }],
    ],
  ],
  [
    INI,
    [
      ['sections', 'top = 1\n[a.b]\nc = x ; note\n[d]\ne=', { top: '1', 'a.b': { c: 'x' }, d: { e: '' } }],
      ['values are text', 'a = true\nb = null\nc = 1.0\nd = "1"', { a: 'true', b: 'null', c: '1.0', d: '1' }],
      ['a key alone', 'skip-networking\na = true', { 'skip-networking': true, a: 'true' }],
      ['lists', 'a[] = 1\na[] = 2', { a: ['1', '2'] }],
      ['comments', '; one\n# two\n\na = 1', { a: '1' }],
      ['quotes and equals signs', 'a = "x = y ; z"\nb = p=q', { a: 'x = y ; z', b: 'p=q' }],
      ['a section that is opened again', '[a]\nb=1\n[c]\n[a]\nd=2', { a: { b: '1', d: '2' }, c: {} }],
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
      ['values', 'A=1\nexport B = \'x # y\'\nC="p\\nq" # note\nD=', { A: '1', B: 'x # y', C: 'p\nq', D: '' }],
      ['several lines', 'A="x\nB=y"\nC=3', { A: 'x\nB=y', C: '3' }],
      ['nothing is expanded', 'A=$B', { A: '$B' }],
      ['an equal name within a value', 'A="x\nA=y"', { A: 'x\nA=y' }],
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
    ],
  ],
  [
    TOML,
    [
      ['no TOML', 'a = 1\nb = ', 'syntax', 'line 2'],
      ['a key twice', 'a = 1\na = 2', 'duplicate_key', 'line 2'],
      ['a table twice', '[a]\n[a]', 'duplicate_key', 'line 2'],
      ['infinity', 'a = inf', 'value_refused'],
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
      ['a variable twice', 'A=1\nB=2\nexport A = 3', 'duplicate_key', 'line 3'],
      ['__proto__', '__proto__=1', 'key_refused', 'line 1'],
      ['a template', 'A=<%= x %>', 'template', 'line 1'],
    ],
  ],
];

function read(format: Format, text: string): JsonValue {
  return readText(new TextEncoder().encode(text), format, SOURCE_LIMITS);
}

describe('formats', () => {
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
