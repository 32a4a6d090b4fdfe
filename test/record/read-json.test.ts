import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { digestValue } from '../../src/canonical/digest.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { readJson } from '../../src/record/read-json.js';
import { isLossyNumber } from '../../src/record/scan-json.js';

function refusal(input: Uint8Array | string): Diagnostic | undefined {
  const result = readJson(input, { file: 'f.json' });
  return 'code' in result ? result : undefined;
}

/** `code line:column pointer` */
function refused(input: Uint8Array | string): string {
  const found = refusal(input);
  if (found === undefined) return 'accepted';
  const at = found.pointer === undefined ? '' : ` ${found.pointer}`;
  return `${found.code} ${found.span?.line}:${found.span?.column}${at}`;
}

function value(input: Uint8Array | string): JsonValue {
  const result = readJson(input);
  assert.ok('value' in result, JSON.stringify(result));
  return result.value;
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('readJson', () => {
  it('reads a value and its digest, from text and from bytes', () => {
    const text = '{"b": [1, 2.5, -0, 1e2, 1.0], "a": "\\u00e9\\ud83d\\ude00", "n": null}';
    const result = readJson(utf8(text));
    assert.ok('value' in result);
    assert.deepEqual(result.value, JSON.parse(text));
    assert.equal(result.digest, digestValue(JSON.parse(text)));
    assert.deepEqual(readJson(text), result);
  });

  it('takes white space, any order of keys, every escape, and every way to write an exact number', () => {
    const texts = [
      '\t{"a" :\r\n1 }\n',
      '{"2":1,"1":2}',
      '"\\u0041\\/\\b\\u0000"',
      '1.0',
      '1E2',
      '100e-2',
      '0.1',
      '1e21',
    ];
    for (const text of [...texts, '123456789012345', '9007199254740991', '-0.0', '0e999', '1.10', '5e-324']) {
      assert.deepEqual(value(text), JSON.parse(text));
    }
  });

  it('refuses what two readers could read differently, and says where', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['{"a": 1,\n "b": {"c": 1, "c": 1}}', 'record.duplicate_key 2:16 /b/c'],
      ['[0, {"a~/": 1, "a\\u007e/": 2}]', 'record.duplicate_key 1:16 /1/a~0~1'],
      ['{"__proto__": 1, "__proto__": 2}', 'record.duplicate_key 1:18 /__proto__'],
      ['{"a": {"x": 1}, "a": {"x": 1}}', 'record.duplicate_key 1:17 /a'],
      ['{"a": [1, 9007199254740992]}', 'record.lossy_number 1:11 /a/1'],
      ['-9007199254740993', 'record.lossy_number 1:1 '],
      ['0.1000000000000000055', 'record.lossy_number 1:1 '],
      ['1e400', 'record.lossy_number 1:1 '],
      ['1e-400', 'record.lossy_number 1:1 '],
      ['3.14159265358979323846', 'record.lossy_number 1:1 '],
      ['{"a": "\\ud800"}', 'record.lone_surrogate 1:7 /a'],
      ['{"\\udc00": 1}', 'record.lone_surrogate 1:2 '],
      ['"\\ude00\\ud83d"', 'record.lone_surrogate 1:1 '],
      ['"\ud800"', 'record.lone_surrogate 1:2'],
      ['\ufeff{}', 'record.bom 1:1'],
      ['{}\0', 'record.nul 1:3'],
      [`\n${'['.repeat(65)}${']'.repeat(65)}`, 'record.too_deep 2:65'],
      ['{"a":'.repeat(65) + 1 + '}'.repeat(65), 'record.too_deep 1:321'],
    ];
    for (const [text, expected] of cases) assert.equal(refused(text), expected, text);
    assert.equal(refused('['.repeat(64) + ']'.repeat(64)), 'accepted');
    assert.equal(refused('["\\\\ud800", "\\\\\\\\ud800", "\\ud83d\\ude00"]'), 'accepted');
    assert.equal(refused('["12345678901234567890", "[[[{{{:::"]'), 'accepted');
  });

  it('says where a text stops to be JSON', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['', 'record.nothing 1:1'],
      [' \n ', 'record.nothing 1:1'],
      ['{"a": ', 'record.truncated 1:6'],
      ['{"a": tru', 'record.truncated 1:7'],
      ['{"a": "b', 'record.truncated 1:7'],
      ['{"a": "b"', 'record.truncated 1:10'],
      ['[1, 2', 'record.truncated 1:6'],
      ['{"a": 1} {"b": 2}', 'record.trailing_text 1:10'],
      ['{"a": 1}x', 'record.trailing_text 1:9'],
      ['1 2', 'record.trailing_text 1:3'],
      ['{"a": 1,}', 'record.syntax 1:9'],
      ['[1,\n,2]', 'record.syntax 2:1'],
      ["{'a': 1}", 'record.syntax 1:2'],
      ['{a: 1}', 'record.syntax 1:2'],
      ['[NaN]', 'record.syntax 1:2'],
      ['[01]', 'record.syntax 1:3'],
      ['[1] // no', 'record.trailing_text 1:5'],
      ['[1, /* no */ 2]', 'record.syntax 1:5'],
      ['["\t"]', 'record.syntax 1:2'],
      ['["\\x"]', 'record.syntax 1:2'],
    ];
    for (const [text, expected] of cases) assert.equal(refused(text), expected, JSON.stringify(text));
  });

  it('says at which byte a text is not UTF-8', () => {
    const cases: readonly (readonly [Uint8Array, string, RegExp])[] = [
      [bytes(34, 0xff, 34), 'record.not_utf8 1:2', /byte 1 \(0xff\)/],
      [bytes(34, 10, 0xc3, 0xa9, 0xc3, 34), 'record.not_utf8 2:2', /byte 4 \(0xc3\)/],
      [bytes(34, 0xed, 0xa0, 0x80, 34), 'record.not_utf8 1:2', /byte 1 \(0xed\)/],
      [bytes(0xc0, 0x80), 'record.not_utf8 1:1', /byte 0/],
      [bytes(0xf5, 0x80, 0x80, 0x80), 'record.not_utf8 1:1', /byte 0/],
      [bytes(34, 0xe2, 0x82), 'record.not_utf8 1:2', /byte 1/],
      [bytes(0xff, 0xfe, 34, 0), 'record.not_utf8 1:1', /looks like UTF-16/],
      [bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d), 'record.bom 1:1', /byte order mark/],
    ];
    for (const [input, expected, message] of cases) {
      assert.equal(refused(input), expected);
      assert.match(refusal(input)?.message ?? '', message);
    }
  });

  it('agrees with the platform on what is UTF-8', () => {
    const strict = new TextDecoder('utf-8', { fatal: true });
    const byte = fc.constantFrom(
      0x20,
      0x7f,
      0x80,
      0x8f,
      0x9f,
      0xa0,
      0xbf,
      0xc2,
      0xe0,
      0xed,
      0xf0,
      0xf4,
      0xc1,
      0xf8,
      0xff,
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 8 }), (values) => {
        const at = Number(/byte (\d+)/.exec(refusal(bytes(...values))?.message ?? '')?.[1] ?? -1);
        const isUtf8 = (input: Uint8Array): boolean => {
          try {
            strict.decode(input);
            return true;
          } catch {
            return false;
          }
        };
        assert.equal(at === -1, isUtf8(bytes(...values)));
        if (at !== -1)
          assert.ok(isUtf8(bytes(...values.slice(0, at))) && !isUtf8(bytes(...values.slice(0, at + 4))));
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps keys such as __proto__ as data', () => {
    const read = value('{"__proto__": {"admin": true}, "constructor": 1, "toString": 2}');
    assert.deepEqual(Object.keys(read as object), ['__proto__', 'constructor', 'toString']);
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
    assert.equal(({} as { admin?: boolean }).admin, undefined);
  });

  it('does not read what is over the cap', () => {
    const result = readJson('[1,2,3]', { maxBytes: 6 });
    assert.equal('code' in result && result.code, 'record.too_large');
    assert.ok('value' in readJson('[1,2,3]', { maxBytes: 7 }));
  });
});

describe('isLossyNumber', () => {
  it('is: the decimal that is written is not the one that is read', () => {
    const digits = (max: number): fc.Arbitrary<string> =>
      fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: max }).map((d) => d.join(''));
    const whole = digits(22).map((d) => d.replace(/^0+(?=\d)/, ''));
    const fraction = fc.option(digits(22), { nil: undefined });
    const exponent = fc.option(fc.integer({ min: -340, max: 340 }), { nil: undefined });
    const sign = fc.constantFrom('', '-');
    fc.assert(
      fc.property(sign, whole, fraction, exponent, (minus, w, f, e) => {
        const token = `${minus}${w}${f === undefined ? '' : `.${f}`}${e === undefined ? '' : `e${e}`}`;
        assert.equal(isLossyNumber(token), isLossyByBigInt(token), token);
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const unsafe = Number.isInteger(number) && !Number.isSafeInteger(number) && Math.abs(number) < 1e21;
        assert.equal(isLossyNumber(String(number)), unsafe);
      }),
      { numRuns: 2000 },
    );
  });
});

/** The oracle: both decimals as integers over one power of ten. */
function isLossyByBigInt(token: string): boolean {
  const read = Number(token);
  if (!Number.isFinite(read)) return true;
  if (/^-?\d+$/.test(token) && (BigInt(token) > 2n ** 53n - 1n || BigInt(token) < -(2n ** 53n) + 1n))
    return true;
  const [a, b] = [fraction(token), fraction(String(read))];
  const power = Math.min(a.power, b.power);
  return a.digits * 10n ** BigInt(a.power - power) !== b.digits * 10n ** BigInt(b.power - power);
}

function fraction(token: string): { digits: bigint; power: number } {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  return { digits: BigInt(whole + part), power: Number(exponent) - part.length };
}

/** A JSON text as a tree that can hold what a value cannot: a key twice, digits that get lost. */
type Node =
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Node])[] }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'token'; readonly token: string };

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .constantFrom(
        '1',
        '0.5',
        '-0',
        '1.0',
        '1e2',
        'true',
        'null',
        '9007199254740991',
        '9007199254740993',
        '0.1000000000000000055',
        '12345678901234.5',
        '1e400',
      )
      .map((token) => ({ kind: 'token' as const, token })),
    textOf().map((text) => ({ kind: 'text' as const, text })),
    fc.array(tie('node'), { maxLength: 4 }).map((items) => ({ kind: 'array' as const, items })),
    fc
      .array(fc.tuple(textOf(), tie('node')), { maxLength: 4 })
      .map((members) => ({ kind: 'object' as const, members })),
  ),
}));

function textOf(): fc.Arbitrary<string> {
  const unit = fc.constantFrom(
    'a',
    'b',
    '"',
    '\\',
    '1',
    '{',
    '[',
    ':',
    ',',
    '\n',
    'é',
    '😀',
    '\ud800',
    '\udc00',
    '__proto__',
  );
  return fc.array(unit, { maxLength: 3 }).map((units) => units.join(''));
}

/** Writes a tree in a style of its own at every place. */
function write(tree: Node, choose: () => number): string {
  const space = (): string => ['', '', ' ', '\n', '\t \r\n'][choose() % 5] ?? '';
  if (tree.kind === 'token') return tree.token;
  if (tree.kind === 'text') return writeText(tree.text, choose);
  const parts =
    tree.kind === 'array'
      ? tree.items.map((item) => space() + write(item, choose) + space())
      : tree.members.map(
          ([k, m]) => `${space()}${writeText(k, choose)}${space()}:${space()}${write(m, choose)}${space()}`,
        );
  const [open, close] = tree.kind === 'array' ? '[]' : '{}';
  return `${open}${parts.length === 0 ? space() : parts.join(',')}${close}`;
}

function writeText(text: string, choose: () => number): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text[i] ?? '';
    const escaped = choose() % 2 === 0 || unit < ' ' || (unit >= '\ud800' && unit <= '\udfff');
    if (escaped) out += `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    else out += unit === '"' || unit === '\\' ? `\\${unit}` : unit;
  }
  return `"${out}"`;
}

/** The oracle: which codes may be given of a tree. */
function flaws(tree: Node, found: Set<string> = new Set()): Set<string> {
  const lone = (text: string): void => {
    if (/\p{Cs}/u.test(text)) found.add('record.lone_surrogate');
  };
  if (tree.kind === 'token') {
    if (/\d/.test(tree.token) && isLossyByBigInt(tree.token)) found.add('record.lossy_number');
  } else if (tree.kind === 'text') {
    lone(tree.text);
  } else if (tree.kind === 'array') {
    for (const item of tree.items) flaws(item, found);
  } else {
    if (new Set(tree.members.map(([key]) => key)).size < tree.members.length)
      found.add('record.duplicate_key');
    for (const [key, member] of tree.members) {
      lone(key);
      flaws(member, found);
    }
  }
  return found;
}

describe('readJson, put to texts in every style', () => {
  it('refuses exactly those that have a flaw, with the code of one', () => {
    let clean = 0;
    let flawed = 0;
    fc.assert(
      fc.property(node, fc.infiniteStream(fc.nat(1000)), (tree, stream) => {
        const text = write(tree, () => stream.next().value as number);
        const expected = flaws(tree);
        const result = readJson(text);
        if ('code' in result) {
          flawed++;
          assert.ok(expected.has(result.code), `${result.code} of ${text}`);
        } else {
          clean++;
          assert.equal(expected.size, 0, `${[...expected].join()} in ${text}`);
          assert.deepEqual(result.value, JSON.parse(text));
        }
      }),
      { numRuns: 5000 },
    );
    assert.ok(clean > 500 && flawed > 500, `${clean} clean, ${flawed} flawed`);
  });

  it('never throws for a text that was damaged, and accepts nothing that JSON.parse refuses', () => {
    const damage = fc.record({
      at: fc.nat(),
      put: fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '1', '/', 'x', '\0'),
    });
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(damage, { minLength: 1, maxLength: 3 }), (base, damages) => {
        let text = JSON.stringify(base, null, base === null ? 0 : 1);
        for (const { at, put } of damages) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + put + text.slice(place + (put === '' ? 1 : 0));
        }
        const result = readJson(text);
        if ('value' in result) assert.deepEqual(result.value, JSON.parse(text));
        else {
          const lines = text.split('\n');
          const line = lines[(result.span?.line ?? 0) - 1];
          assert.ok(
            line !== undefined && (result.span?.column ?? 0) <= line.length + 1,
            `${JSON.stringify(result)}`,
          );
        }
      }),
      { numRuns: 5000 },
    );
  });
});
