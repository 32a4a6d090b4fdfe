import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatted } from '../../../src/report/formats/index.js';
import {
  kept,
  MOST_CHARACTERS,
  noticeText,
  type Part,
  withinBudget,
} from '../../../src/report/markdown/within-budget.js';
import { structureOf } from './markdown-structure.js';
import {
  asIs,
  OPTIONS,
  type Say,
  sampleDiff,
  sampleDiagnostics,
  sampleFindings,
  samples,
  sampleTextDiff,
} from './samples.js';

/** The same ones again and again: a hundred thousand names of 100 kB do not fit into memory. */
function many<T>(count: number, items: readonly T[]): readonly T[] {
  return Array.from({ length: count }, () => items).flat();
}

const diffOf = (say: Say, count: number, texts: number = count): string =>
  formatted(
    {
      command: 'diff',
      document: sampleDiff(say, {
        findings: many(count, sampleFindings(say)),
        texts: many(texts, [sampleTextDiff(say)]),
        diagnostics: many(count, sampleDiagnostics(say)),
      }),
    },
    'markdown',
    OPTIONS,
  );

describe('the most that a comment holds', () => {
  it('is kept to by a diff of any size, with names of 100 kB too', () => {
    for (const [say, count] of [
      [asIs, 10_000],
      [() => '#'.repeat(100_000), 20],
      [() => '&\n'.repeat(50_000), 200],
      [() => '`'.repeat(100_000), 30],
      [() => '😀'.repeat(50_000), 30],
    ] as const) {
      const markdown = diffOf(say, count);
      assert.ok(markdown.length <= MOST_CHARACTERS, `${markdown.length}`);
      assert.match(markdown, /> \*\*Cut to fit a comment:\*\* \d+ text diffs/);
    }
  });

  it('is kept to by every command’s', () => {
    for (const reported of samples(() => '*'.repeat(100_000)))
      assert.ok(formatted(reported, 'markdown', OPTIONS).length <= MOST_CHARACTERS);
  });

  it('cuts texts before records, and records before findings; the summary stays', () => {
    const notices = Array.from(
      { length: 30 },
      (_, index) => /Cut to fit.*$/m.exec(diffOf(asIs, index + 1))?.[0] ?? '',
    );
    // What is cut first is told first, and alone as long as that is enough.
    const order = ['', 'text diff', 'run', 'flip list', 'warning', 'finding'];
    const last = notices.map((notice) => order.findLastIndex((what) => notice.includes(what)));
    assert.deepEqual(last, last.toSorted());
    assert.ok(last[0] === 0 && last.includes(2) && (last.at(-1) ?? 0) > 3, `${last}`);
    assert.match(diffOf(asIs, 3, 200), /Cut to fit a comment:\*\* \d+ text diffs\. All/);
    const most = diffOf(asIs, 1_000);
    assert.match(most, /text diffs, \d+ runs, \d+ waiver drafts, 1 flip list, /);
    assert.match(most, /\*\*2000 loosened\*\*/);
    assert.match(most, /warnings, \d+ findings, \d+ errors\. All/);
  });

  it('is said within the text, and what is whole says nothing of it', () => {
    assert.doesNotMatch(diffOf(asIs, 1), /Cut to fit/);
    assert.ok(structureOf(diffOf(asIs, 500)).includes('blockquote'));
  });

  it('cuts as little as it has to, and no more than it must', () => {
    const part = fc.record({
      text: fc.string({ minLength: 1, maxLength: 60 }).map((text) => () => text),
      what: fc.constantFrom('a', 'b', 'c'),
      cut: fc.integer({ min: 1, max: 3 }),
    });
    const notice = (cut: readonly string[]): string => noticeText(cut, 'x');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 30 }),
        fc.integer({ min: 200, max: 900 }),
        (parts: readonly Part[], most) => {
          const head = kept('head\n');
          const text = withinBudget([head, ...parts], notice, most);
          const whole = [head, ...parts].map((one) => one.text()).join('');
          if (whole.length <= most) return assert.equal(text, whole);
          assert.ok(text.length <= most, `${text.length} of ${most}`);
          assert.match(text, /^head\n> \*\*Cut/);
          // One more of the longest parts and a notice would not have fitted.
          assert.ok(text.length + 60 + notice(['1 a', '1 b', '1 c']).length > most - 60);
        },
      ),
      { numRuns: 300 },
    );
  });
});
