import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse as parseDotenv } from 'dotenv';
import fc from 'fast-check';
import { stringify as iniText, parse as parseIni } from 'ini';
import { stringify as tomlText } from 'smol-toml';
import { stringify as yamlText } from 'yaml';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import type { JsonObject, JsonValue } from '../../src/canonical/json-value.js';
import { DOTENV } from '../../src/sources/formats/dotenv.js';
import type { Format } from '../../src/sources/formats/format.js';
import { INI } from '../../src/sources/formats/ini.js';
import { JSON_WITH_COMMENTS, STRICT_JSON } from '../../src/sources/formats/json.js';
import { PROPERTIES } from '../../src/sources/formats/properties.js';
import { readText } from '../../src/sources/formats/read-text.js';
import { TOML } from '../../src/sources/formats/toml.js';
import { YAML } from '../../src/sources/formats/yaml.js';
import { SOURCE_LIMITS } from '../../src/sources/limits.js';
import { SourceFault } from '../../src/sources/source-fault.js';

const read = (format: Format, text: string): JsonValue =>
  readText(new TextEncoder().encode(text), format, SOURCE_LIMITS);

const plainKey = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
const plainText = fc.stringMatching(/^[a-zA-Z0-9 .:/@#;="'-]{0,20}$/);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
);
const scalar = fc.oneof(plainText, number, fc.boolean());
const { tree } = fc.letrec<{ tree: JsonObject; value: JsonValue }>((tie) => ({
  tree: fc.dictionary(plainKey, tie('value'), { maxKeys: 5 }) as fc.Arbitrary<JsonObject>,
  value: fc.oneof({ depthSize: 'small' }, scalar, fc.array(tie('tree'), { maxLength: 3 }), tie('tree')),
}));

/** What a double cannot hold exactly as it is written is text; how a library writes it is not ours. */
const same = (a: JsonValue, b: JsonValue): void =>
  assert.equal(canonicalJson(JSON.parse(JSON.stringify(a)) as JsonValue), canonicalJson(b));

describe('formats, put to what libraries write', () => {
  for (const [format, write] of [
    [STRICT_JSON, (value: JsonValue) => JSON.stringify(value)],
    [JSON_WITH_COMMENTS, (value: JsonValue) => `// comment\n${JSON.stringify(value, null, 2)}`],
    [YAML, (value: JsonValue) => yamlText(value)],
    [TOML, (value: JsonValue) => tomlText(value)],
  ] as const) {
    it(`${format.title} gives back a document`, () => {
      fc.assert(
        fc.property(tree, (document) => same(read(format, write(document)), positiveZeros(document))),
      );
    });
  }

  it('INI reads sections as the library does, but all values as text', () => {
    const sections = fc.dictionary(plainKey, fc.dictionary(plainKey, plainText, { minKeys: 1 }));
    fc.assert(
      fc.property(sections, (document) => {
        const text = iniText(document);
        const asText = (key: string, value: unknown): unknown =>
          key === '' || typeof value === 'object' ? value : String(value);
        same(read(INI, text), JSON.parse(JSON.stringify(parseIni(text), asText)) as JsonValue);
      }),
    );
  });

  it('dotenv knows every variable that the library knows, and refuses those set twice', () => {
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom('A', 'B', 'C', 'D.E', 'f-g'), fc.constantFrom('=', ' = ', ': '), plainText)
        .map((parts) => parts.join('')),
      fc.constantFrom(
        'export A=1',
        "B='x",
        'C="',
        '"',
        "'",
        '# x',
        '',
        'nothing',
        '`',
        'A=`',
        'export',
        '=',
        'A',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join('\n');
        try {
          same(read(DOTENV, text), parseDotenv(text));
        } catch (thrown) {
          assert.ok(
            thrown instanceof SourceFault && thrown.code === 'config_source.duplicate_key',
            String(thrown),
          );
        }
      }),
      { numRuns: 2000 },
    );
  });
});

function positiveZeros(value: JsonObject): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** In processor time, since tests share the machine. The slowest takes a tenth of a second, a quadratic one minutes. */
const BOUND_MS = 10_000;
const full = (unit: string): string => unit.repeat(Math.floor((96 * 1024) / unit.length));
const UNITS = [
  '\n',
  ' ',
  'a',
  '[',
  '{',
  '"',
  "'",
  '`',
  '\\',
  '#',
  'a=',
  'a: ',
  '- ',
  'A="',
  "A='\n",
  '"\\"',
  '{{',
  '<%',
  '{{ x }}\n',
  '<<<<<<<',
  '<<<<<<< \n',
  '[a]\n',
  '&a ',
  '*a ',
  '? ',
  '|\n',
  '\t',
  '0',
  '1.',
  '/*',
  '//',
  '\r',
  'a\\\n',
  'a.',
  '[[a]]\n',
  '"""',
  "'''",
  'export ',
  '${{',
  '!a ',
  'a,',
  '1,',
  '-',
  '---\n',
  '%A\n',
  'é',
  '\u2028',
  '{"a":',
  '{a: ',
  '[ ',
];

describe('formats, put to 96 KiB of one thing', () => {
  for (const format of [YAML, JSON_WITH_COMMENTS, TOML, INI, PROPERTIES, DOTENV]) {
    it(`${format.title} ends`, () => {
      for (const unit of UNITS) {
        const start = process.cpuUsage();
        try {
          read(format, full(unit));
        } catch (thrown) {
          assert.ok(thrown instanceof SourceFault, `${JSON.stringify(unit)}: ${String(thrown)}`);
        }
        const { user, system } = process.cpuUsage(start);
        const took = (user + system) / 1000;
        assert.ok(took < BOUND_MS, `${JSON.stringify(unit)} took ${took} ms`);
      }
    });
  }
});
