import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Finding } from '../../../src/model/policy-diff.js';
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
  digestOf,
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
    assert.match(most, /warnings, \d+ errors, \d+ findings, the details of \d+ findings\. All of it: /);
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

  it('lists twenty changed waivers, first those that fit a finding, and counts the others', () => {
    const [finding] = sampleFindings(asIs);
    assert.ok(finding !== undefined);
    const markdown = commentOf(asIs, [finding], 1_500, 0);
    const listed = markdown.split('\n').filter((line) => line.startsWith('- `junk`'));
    assert.equal(listed.length, 19);
    assert.match(markdown, /- `payments`.*\n- `junk`/);
    assert.ok(markdown.includes('- and 1481 more, which fit no finding\n'));
    assert.ok(markdown.includes('1501 waivers are new in this change'));
    assert.match(markdown, /### What changed\n\n#### 🔴/);
    assert.match(markdown, /### 1500 waivers fit no finding[^#]*- and 1480 more\n/);
    assert.doesNotMatch(markdown, /Cut to fit/);
  });

  it('leaves no heading over nothing', () => {
    const markdown = commentOf((benign) => '|@'.repeat(300) + benign, erring(300), 1_500, 200);
    for (const heading of markdown.match(/^### .*\n\n(?=###|$)/gm) ?? []) assert.fail(heading);
    assert.doesNotMatch(markdown, /^### Outputs$/m);
  });

  it('keeps a line of every error, whatever else there is', () => {
    const hostile = fc
      .tuple(fc.constantFrom('|@', '&\n', '#', '`', '😀', '<!--'), fc.constantFrom(1, 50, 5_000))
      .map(
        ([sign, times]): Say =>
          (benign) =>
            sign.repeat(times) + benign,
      );
    const counts = fc.record({
      errors: fc.integer({ min: 1, max: 300 }),
      waivers: fc.constantFrom(0, 20, 1_500),
      others: fc.constantFrom(0, 10, 200),
    });
    fc.assert(
      fc.property(hostile, counts, (say, { errors, waivers, others }) => {
        const findings = erring(errors, say);
        const markdown = commentOf(say, findings, waivers, others);
        assert.ok(markdown.length <= MOST_CHARACTERS, `${markdown.length}`);
        for (const { change, rule } of findings)
          for (const name of [change.edge, rule]) assert.ok(markdown.includes(`\`${name}\``), `${name}`);
      }),
      { numRuns: 30 },
    );
  });
});

/** Findings of an error each, of edges and rules of their own; all other texts are as hostile as may be. */
function erring(count: number, say: Say = asIs): readonly Finding[] {
  const [finding] = sampleFindings(say);
  assert.ok(finding !== undefined && finding.level === 'error');
  return Array.from({ length: count }, (_, index) => ({
    ...finding,
    rule: `rule.${index}`,
    change: { ...finding.change, edge: `sender-${index}--receiver` },
  }));
}

/** With so many waivers that fit nothing, new in this change, and one that does; and so many of all else. */
function commentOf(say: Say, findings: readonly Finding[], waivers: number, others: number): string {
  const junk = Array.from({ length: waivers }, (_, line) => ({
    ...{ fingerprint: digestOf(`junk ${line}`), owner: say('junk'), expires: '2026-12-31', line },
    ...{ status: 'added' as const, reason: say('agreed'), file: say('waivers.yaml'), before: null },
  }));
  const [one] = findings.map(({ fingerprint }) => fingerprint);
  const fits = junk
    .slice(0, 1)
    .map((waiver) => ({ ...waiver, owner: say('payments'), fingerprint: one ?? '' }));
  const whole = sampleDiff(say);
  const document = {
    ...whole,
    ...{ findings, diagnostics: many(others, sampleDiagnostics(say)) },
    texts: many(others, [sampleTextDiff(say)]),
    impact: { ...whole.impact, edges: many(others, whole.impact.edges) },
    schemas: many(others, whole.schemas),
    waivers: { unused: junk, expired: [], changed: [...junk, ...fits] },
  };
  return formatted({ command: 'diff', document }, 'markdown', OPTIONS);
}
