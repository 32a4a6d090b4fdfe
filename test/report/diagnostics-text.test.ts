import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { diagnosticsText } from '../../src/report/diagnostics-text.js';
import { plain } from '../../src/report/paint.js';

const FILE = 'contracts/a.yaml';
const SOURCE = 'kind: EdgeContract\nmode: enforc\n';
const wrong: Diagnostic = {
  code: 'contract.wrong_value',
  severity: 'error',
  message: '`mode` is `enforc`',
  help: 'did you mean `enforce`?',
  span: { file: FILE, line: 2, column: 7, endColumn: 13 },
};

describe('the text of diagnostics', () => {
  it('names the code, the place, the line, and how to fix it', () => {
    const text = diagnosticsText([wrong], {
      paint: plain,
      source: () => SOURCE,
      place: (file) => `../${file}`,
    });
    assert.equal(
      text,
      `error contract.wrong_value: \`mode\` is \`enforc\`
  ../contracts/a.yaml:2:7
    1 | kind: EdgeContract
  > 2 | mode: enforc
      |       ^^^^^^
    3 |
  help: did you mean \`enforce\`?

1 error; \`edge-contracts explain contract.wrong_value\` tells more
`,
    );
  });

  it('shows a warning ten times and every error, and counts what it leaves out', () => {
    const warning: Diagnostic = { code: 'contract.wider_effects', severity: 'warning', message: 'wider' };
    const many = [...Array.from({ length: 12 }, () => warning), ...Array.from({ length: 12 }, () => wrong)];
    const text = diagnosticsText(many, { paint: plain });
    assert.equal(text.match(/^warning contract\.wider_effects: wider$/gm)?.length, 10);
    assert.equal(text.match(/^error contract\.wrong_value/gm)?.length, 12);
    assert.match(text, /^… 2 more warnings contract\.wider_effects; --json lists all$/m);
    assert.match(text, /^12 errors, 12 warnings; /m);
  });

  it('without a source: the place alone; of a whole file: its name', () => {
    assert.match(diagnosticsText([wrong], { paint: plain }), /^ {2}contracts\/a\.yaml:2:7$/m);
    const whole = { ...wrong, span: { file: FILE, line: 1, column: 1 } };
    assert.match(diagnosticsText([whole], { paint: plain }), /^ {2}contracts\/a\.yaml$/m);
  });

  it('counts errors and warnings', () => {
    const warning: Diagnostic = {
      code: 'contract.no_effect',
      severity: 'warning',
      message: 'x',
      pointer: '/a',
    };
    const text = diagnosticsText([wrong, wrong, warning], { paint: plain });
    assert.match(text, /^2 errors, 1 warning; /m);
    assert.match(text, /^ {2}at \/a$/m);
    assert.equal(diagnosticsText([], { paint: plain }), '');
  });

  it('shows what is invisible in a message, and in a pointer', () => {
    const text = diagnosticsText([{ ...wrong, message: '\u001b[2J', pointer: '/\u202e' }], { paint: plain });
    assert.match(text, /<U\+001B>\[2J/);
    assert.match(text, /at \/<U\+202E>/);
  });

  const hostile: readonly (readonly [string, string, number, number])[] = [
    ['a single line of 8 MiB', 'a'.repeat(8 * 1024 * 1024), 1, 160_000],
    ['two million short lines', 'a\n'.repeat(2_000_000), 40_000, 0],
  ];
  for (const [name, source, line, column] of hostile) {
    it(`fifty frames of ${name} take no time to speak of`, () => {
      const many = Array.from({ length: 50 }, (_, index) => ({
        ...wrong,
        span: { file: FILE, line: 1 + index * (line - 1), column: 1 + index * column },
      }));
      const started = process.cpuUsage();
      const text = diagnosticsText(many, { paint: plain, source: () => source });
      // Measured: a tenth of it. By the whole line, or by splitting anew, it is twenty times this and more.
      // Of the processor, not of the clock: other tests run beside this one.
      const { user } = process.cpuUsage(started);
      assert.ok(user < 1_500_000, `${user} µs`);
      assert.equal(text.match(/^ {2}> /gm)?.length, 50);
    });
  }
});
