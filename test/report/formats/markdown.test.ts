import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatted } from '../../../src/report/formats/index.js';
import {
  code,
  folded,
  fenced,
  html,
  plainText,
  prose,
  table,
} from '../../../src/report/markdown/markdown-text.js';
import { HOSTILE } from '../hostile-texts.js';
import { hostileText, TOKENS } from './hostile-text.js';
import { FOUND_AFTERWARDS, shownTexts, structureOf, treeOf } from './markdown-structure.js';
import { asIs, OPTIONS, samples, sampleDiff, type Say } from './samples.js';

const runs = Number(process.env['FC_RUNS'] ?? 100);

describe('hostile text in Markdown', () => {
  const places: Readonly<Record<string, (text: string) => string>> = {
    paragraph: (text) => `${text}\n`,
    'behind words': (text) => `words ${text} words\n`,
    heading: (text) => `#### ${text}\n`,
    item: (text) => `- ${text}\n  - ${text}\n`,
    cell: (text) =>
      table(
        ['a', 'b'],
        [
          [text, text],
          ['x', text],
        ],
      ),
    'with another': (text) => `${text}, ${text}  \n${text}\n`,
  };
  const writers = { code, prose, plainText } as const;

  for (const [place, put] of Object.entries(places))
    for (const [name, write] of Object.entries(writers))
      it(`${name}, ${place}: makes nothing`, () => {
        const benign = structureOf(put('word'));
        fc.assert(
          fc.property(hostileText, (text) => {
            const markdown = put(write(text));
            assert.equal(structureOf(markdown), benign);
            nothingFound(markdown);
          }),
          { numRuns: runs },
        );
      });

  it('in a fold’s title and in a fence', () => {
    const put = (text: string): string =>
      `${folded(`<code>${html(text)}</code>`, fenced('json', [text, `x${text}`]))}\nafter\n`;
    const benign = structureOf(put('word'));
    fc.assert(
      fc.property(hostileText, (text) => {
        assert.equal(structureOf(put(text)), benign);
      }),
      { numRuns: runs },
    );
  });

  it('code shows a name as it is, and names no two alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 }), (text) => {
        const shown: string[] = [];
        const walk = (node: ReturnType<typeof treeOf>): void => {
          if (node.type === 'text' || node.type === 'inlineCode') shown.push(node.value ?? '');
          for (const child of node.children ?? []) walk(child);
        };
        walk(treeOf(`x${code(text)}x`));
        const all = shown.join('').replaceAll('\u200b', '').slice(1, -1);
        assert.equal(all, text.trim() === '' ? '(blank)' : text);
      }),
      { numRuns: runs },
    );
  });
});

describe('Markdown', () => {
  const reports = (say: Say): readonly string[] =>
    samples(say).map((one) => formatted(one, 'markdown', OPTIONS));

  it('is of the same structure whatever contracts, runs and files say', () => {
    const benign = reports(asIs).map(structureOf);
    fc.assert(
      fc.property(hostileText, (text) => {
        const hostile = reports(() => text);
        hostile.forEach((markdown, index) => {
          assert.equal(structureOf(markdown), benign[index]);
          nothingFound(markdown);
        });
      }),
      { numRuns: Math.ceil(runs / 5) },
    );
  });

  it('each known trick is shown, and is nothing else', () => {
    const benign = structureOf(reports(asIs)[3] ?? '');
    for (const text of [...HOSTILE, ...inBatches(TOKENS)]) {
      const markdown = formatted(
        { command: 'diff', document: sampleDiff((word) => `${text}${word}`) },
        'markdown',
        OPTIONS,
      );
      assert.equal(structureOf(markdown), benign, JSON.stringify(text.slice(0, 100)));
      nothingFound(markdown);
    }
  });

  it('of a diff begins with the marker, and tells the counts first', () => {
    const markdown = formatted({ command: 'diff', document: sampleDiff(asIs) }, 'markdown', OPTIONS);
    assert.ok(markdown.startsWith('<!-- edge-contracts diff -->\n'));
    const head = markdown.slice(0, markdown.indexOf('###'));
    assert.match(
      head,
      /\*\*2 loosened\*\*, \*\*2 tightened\*\*, \*\*1 both ways\*\*, 1 neutral, \*\*5 breaking\*\*/,
    );
    assert.match(
      head,
      /\*\*3 recorded transfers flip\*\* \(0 allow → block, 3 block → allow\) of 40 replayed/,
    );
    assert.match(head, /Schemas: \*\*1 refuse what was valid\*\*/);
    assert.match(head, /Policy changes: \*\*not whole\*\*/);
  });
});

/** Each token at the start of one, and within others. */
function inBatches(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token, index) =>
    index % 4 === 0 ? [`${token}${tokens.slice(index + 1, index + 4).join('')}`] : [],
  );
}

function nothingFound(markdown: string): void {
  // Texts of ours that look like it: a language, a version.
  for (const shown of shownTexts(markdown))
    for (const [what, form] of Object.entries(FOUND_AFTERWARDS)) assert.doesNotMatch(shown, form, what);
}
