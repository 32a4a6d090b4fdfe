import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quote } from '../../src/checks/quote.js';

const HIDDEN: readonly (readonly [string, string])[] = [
  ['\u00ad', '\\u00ad'],
  ['\u061c', '\\u061c'],
  ['\u180e', '\\u180e'],
  ['\ufe0f', '\\ufe0f'],
  ['\u115f', '\\u115f'],
  ['\u3164', '\\u3164'],
  ['\ufff9', '\\ufff9'],
  ['\u202e', '\\u202e'],
  ['\u2028', '\\u2028'],
  ['\ue000', '\\ue000'],
  ['\u0085', '\\u0085'],
  ['\ud800', '\\ud800'],
  ['\u{e0061}', '\\u{e0061}'],
  ['\u{1d173}', '\\u{1d173}'],
  ['\u{e0100}', '\\u{e0100}'],
  ['\u{10fffd}', '\\u{10fffd}'],
];

for (const [hidden, shown] of HIDDEN) {
  test(`a quoted text shows ${shown}`, () => {
    assert.equal(quote(`a${hidden}b`), `"a${shown}b"`);
  });
}

test('nothing that cannot be seen comes out of a quoted text', () => {
  const unseen = /[\p{Cf}\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const quoted = quote(String.fromCodePoint(code));
    assert.ok(!unseen.test(quoted), code.toString(16));
  }
});

test('letters, spaces and signs stay as they are', () => {
  const text = 'Zoë \u00a0漢字 naïve e\u0301 \u{1f600} €';
  assert.equal(quote(text), `"${text}"`);
});
