import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { escaped, html, inlineElement, type Part } from '../../src/report/html/html.js';
import { reportPage } from '../../src/report/html/page.js';
import { HOSTILE, hostileRuns } from './hostile-texts.js';
import { manyRuns, ONE_OF_EACH, reportOf } from './sample-runs.js';

/** Any text, and often one with what means something in a page. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '`', '/', '=', '!', '-', 'a', ' ', '\n', '\u202e', '\0'))
    .map((parts) => parts.join('')),
  fc.constantFrom(...HOSTILE),
);

/** What a browser makes of a text without tags: the five names and numbers that we write, undone. */
function unescaped(markup: string): string {
  const names: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    '#96': '`',
    amp: '&',
  };
  return markup.replace(/&([a-z]+|#\d+);/g, (_, name: string) => names[name] ?? assert.fail(name));
}

describe('text in a page', () => {
  it('never becomes markup, neither between tags nor in an attribute, and says the same', () => {
    fc.assert(
      fc.property(text, (hostile) => {
        const markup = escaped(hostile);
        assert.doesNotMatch(markup, /[<>"'`]/);
        assert.doesNotMatch(markup, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        assert.doesNotMatch(markup.replaceAll(/&(?:lt|gt|quot|amp|#39|#96);/g, ''), /&/);
        if (/^[\x20-\x7e]*$/.test(hostile)) assert.equal(unescaped(markup), hostile);
      }),
      { numRuns: 2000 },
    );
  });

  it('a template escapes every part but markup, in lists of lists too', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const inner = html`<b>${a}</b>`;
        const part: Part = [a, [inner, 7], [[b]]];
        assert.equal(
          html`<p title="${b}">${part}</p>`.toString(),
          `<p title="${escaped(b)}">${escaped(a)}<b>${escaped(a)}</b>7${escaped(b)}</p>`,
        );
      }),
    );
  });

  it('a part that is not there is a fault of ours, not the word undefined', () => {
    assert.throws(() => html`<p>${undefined as unknown as string}</p>`, TypeError);
  });

  it('a style or a script that would end its element is refused', () => {
    for (const text of ['a</script>', 'a</style', '<!-- a'])
      assert.throws(() => inlineElement('script', text), TypeError);
    assert.equal(inlineElement('style', 'a{}').toString(), '<style>a{}</style>');
  });
});

describe('the page', () => {
  const page = reportPage(reportOf([...ONE_OF_EACH, ...manyRuns(60)], { runsShown: 20 }));

  it('is the same bytes for the same report', () => {
    const again = reportPage(reportOf([...ONE_OF_EACH, ...manyRuns(60)], { runsShown: 20 }));
    assert.equal(again, page);
  });

  it('allows by digest the one style and the one script that it has, and nothing else', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    for (const element of ['style', 'script']) {
      const found = [...page.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))];
      assert.equal(found.length, 1);
      const digest = createHash('sha256')
        .update(found[0]?.[1] ?? '')
        .digest('base64');
      assert.ok(unescaped(policy).includes(`${element}-src 'sha256-${digest}'`), element);
    }
    assert.match(unescaped(policy), /^default-src 'none'; .*base-uri 'none'; form-action 'none'$/);
    assert.doesNotMatch(page, /<[^>]*\s(?:style|on[a-z]+)=/);
    assert.doesNotMatch(page, /(?:src|href)="(?!#)/);
    assert.doesNotMatch(page, /https?:/);
  });

  it('has each id once, and every link leads to one', () => {
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    assert.ok(links.length > 200);
    const wrong = links.filter((id) => !ids.includes(id));
    assert.deepEqual(wrong, []);
  });

  it('has the same tags whatever the names are', () => {
    const tags = (markup: string): string[] => (markup.match(/<\/?[a-z][a-z0-9]*/g) ?? []).sort();
    const plain = HOSTILE.map((_, index) => `name${index}`);
    assert.deepEqual(
      tags(reportPage(reportOf(hostileRuns()))),
      tags(reportPage(reportOf(hostileRuns(plain)))),
    );
  });

  it('does not grow with a name or a text, and little with a run', () => {
    const size = (length: number): number =>
      reportPage(
        reportOf([
          {
            run: 'r'.repeat(length),
            path: ['a'.repeat(length), 'b'],
            constraints: [{ text: 'c'.repeat(length) }],
          },
        ]),
      ).length;
    assert.ok(size(10_000) - size(700) < 100);
    const long = reportOf([
      {
        run: 'long',
        path: Array.from({ length: 600 }, (_, hop) => `agent${hop % 3}`),
        constraints: [{ text: 'no', fates: Array.from({ length: 600 }, () => 'drop' as const) }],
      },
    ]);
    assert.ok(reportPage(long).length < 700_000, String(reportPage(long).length));
  });

  it('says what was left out, and why', () => {
    const report = reportOf(manyRuns(30), { runsShown: 4 });
    const told = reportPage({
      ...report,
      skipped: [{ what: 'lines <x>', why: 'no record', count: 1234 }],
      counts: { ...report.counts, incomplete_runs: 3 },
    });
    const top = told.slice(told.indexOf('<header'), told.indexOf('</header>'));
    for (const words of [
      '<b>1,234</b> lines &lt;x&gt;: no record',
      '<b>3</b> incomplete runs',
      'All 30 runs are in the numbers; 4 are listed one by one.',
    ])
      assert.ok(top.includes(words), words);
  });

  it('is labelled at its top and in its title exactly where it is simulated', () => {
    const simulated = ONE_OF_EACH.map((run) => ({ ...run, simulated: true }));
    for (const [runs, label] of [
      [simulated, 'Simulated'],
      [[...simulated, ...manyRuns(2)], 'Partly simulated'],
    ] as const) {
      const told = reportPage(reportOf(runs));
      assert.ok(told.includes(`<title>${label}: carry report`));
      assert.ok(told.includes(`<span class="simulated">${label}</span>`));
    }
    assert.doesNotMatch(page.replace(/<style>[\s\S]*<\/style>/, ''), /imulated/);
  });
});
