import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { formatted } from '../../../src/report/formats/index.js';
import { hostileText } from './hostile-text.js';
import { asIs, OPTIONS, sampleCheck, samples } from './samples.js';

/** A line as the runner reads it: name, properties, message; undefined for what is no command. */
function commandOf(
  line: string,
):
  | { readonly name: string; readonly properties: Readonly<Record<string, string>>; readonly message: string }
  | undefined {
  const [, name = '', told = '', message = ''] = /^::(\w+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
  if (name === '') return undefined;
  const unescaped = (text: string): string =>
    text.replace(/%(0D|0A|3A|2C|25)/g, (sign) => decodeURIComponent(sign));
  const properties = Object.fromEntries(
    told
      .split(',')
      .map((part) => [part.slice(0, part.indexOf('=')), unescaped(part.slice(part.indexOf('=') + 1))]),
  );
  return { name, properties, message: unescaped(message) };
}

const annotationsOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  formatted({ command: 'check', document: { ...sampleCheck(asIs), diagnostics } }, 'annotations', OPTIONS)
    .trimEnd()
    .split('\n');

describe('annotations', () => {
  it('name the level, the place, the code, and what is wrong', () => {
    assert.deepEqual(annotationsOf(sampleCheck(asIs).diagnostics), [
      '::error file=contracts/a.yaml,line=2,col=7,endColumn=13,title=contract.wrong_value::`mode` is enforc%0Adid you mean `enforce`?',
      '::error title=contract.wrong_value::another',
      '::warning file=contracts/a.yaml,line=2,endLine=4,title=contract.wider_effects::wider than the other',
      'edge-contracts check: 2 errors, 1 warning, 0 notes',
    ]);
  });

  it('escape what ends a property or a line', () => {
    const [line = ''] = annotationsOf([
      {
        ...{ code: 'a.b', severity: 'error', message: '100 %\r\n::error::x' },
        span: { file: 'a,b:c%=d.yaml', line: 1, column: 1 },
      },
    ]);
    assert.match(line, /^::error file=a%2Cb%3Ac%25=d\.yaml,line=1,col=1,title=a\.b::100 %25/);
    assert.equal(commandOf(line)?.properties['file'], 'a,b:c%=d.yaml');
  });

  it('are a line each whatever the texts are, and no other command is in them', () => {
    const benign = samples(asIs).map((one) => formatted(one, 'annotations', OPTIONS).split('\n').length);
    fc.assert(
      fc.property(hostileText, (text) => {
        samples((word) => `${text}${word}`).forEach((reported, index) => {
          const out = formatted(reported, 'annotations', OPTIONS);
          const lines = out.split(/[\n\r\u2028\u2029\u0085]/);
          assert.equal(lines.length, benign[index]);
          for (const line of lines.slice(0, -2)) {
            const command = commandOf(line);
            assert.ok(['error', 'warning', 'notice'].includes(command?.name ?? ''), line);
            const known = ['file', 'line', 'col', 'endLine', 'endColumn', 'title'];
            for (const name of Object.keys(command?.properties ?? {})) assert.ok(known.includes(name), line);
          }
          // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is looked for
          assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        });
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 100) },
    );
  });

  it('show ten of a level: the last says how many more there are', () => {
    const many = Array.from(
      { length: 12 },
      (_, index): Diagnostic => ({ code: 'a.b', severity: 'error', message: `m${index}` }),
    );
    const lines = annotationsOf(many);
    assert.equal(lines.length, 11);
    assert.equal(lines[8], '::error title=a.b::m8');
    assert.match(
      lines[9] ?? '',
      /^::error title=edge-contracts::3 more errors not shown here; `edge-contracts diff main --json` has all$/,
    );
    assert.equal(lines[10], 'edge-contracts check: 12 errors, 0 warnings, 0 notes');
    assert.equal(annotationsOf(many.slice(0, 10)).length, 11);
  });

  it('say where a command could not do its work', () => {
    const ends = samples(asIs).map((one) =>
      formatted(one, 'annotations', OPTIONS).includes('it could not do its work'),
    );
    assert.deepEqual(ends, [false, true, false, true, true]);
  });
});
