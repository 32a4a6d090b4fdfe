import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
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
import { isOtherInYaml11 } from '../../src/sources/formats/yaml-1.1.js';
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
        fc.property(tree, (document) => same(read(format, write(simple(document))), simple(document))),
      );
    });
  }

  it('INI gives back every value as it was written', () => {
    const sections = fc.dictionary(plainKey, fc.dictionary(plainKey, plainText, { minKeys: 1 }));
    fc.assert(
      fc.property(sections, (document) => {
        const lines = Object.entries(document).flatMap(([name, members]) => [
          `[${name}]`,
          ...Object.entries(members).map(([key, value]) => `${key} = ${value}`),
        ]);
        const trimmed = JSON.parse(JSON.stringify(document), (_, value) =>
          typeof value === 'string' ? value.trim() : value,
        ) as JsonValue;
        same(read(INI, lines.join('\n')), trimmed);
      }),
    );
  });

  it('dotenv and INI lose nothing of a line that is no comment', () => {
    const line = fc.oneof(
      fc.stringMatching(/^[ A-C=:#;"'`$()\\[\]-]{0,8}$/),
      fc.tuple(fc.constantFrom('A=', 'B=', 'export C=', ' D ='), plainText).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.constantFrom(DOTENV, INI), fc.array(line, { maxLength: 4 }), (format, lines) => {
        const document = readOrNull(format, lines.join('\n'));
        if (document === null) return;
        const kept = JSON.stringify(document);
        for (const one of lines.filter((text) => !/^\s*(?:[#;[]|$)/.test(text))) {
          const value = one.slice(one.indexOf('=') + 1).trim();
          assert.ok(kept.includes(JSON.stringify(value).slice(1, -1)), one);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

function readOrNull(format: Format, text: string): JsonValue {
  try {
    return read(format, text);
  } catch (thrown) {
    assert.ok(thrown instanceof SourceFault, String(thrown));
    return null;
  }
}

/** What YAML 1.1 takes for something else is marked; here, it is left out. */
function simple(document: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(document), (_, value) =>
    typeof value !== 'object' && isOtherInYaml11(String(value)) ? 0 : value,
  ) as JsonValue;
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
