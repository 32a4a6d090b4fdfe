import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { CarryReport } from '../../src/model/carry.js';
import { reportPage } from '../../src/report/html/page.js';
import { startBrowser } from '../support/browser.js';
import { HOSTILE, hostileRuns } from './hostile-texts.js';
import { manyRuns, ONE_OF_EACH, reportOf, type SampleRun } from './sample-runs.js';

const LONG: SampleRun = {
  run: 'long',
  path: Array.from({ length: 401 }, (_, hop) => (hop % 2 === 0 ? 'planner' : 'worker')),
  constraints: [
    {
      text: 'do not email the customer about this',
      fates: Array.from({ length: 400 }, (_, hop) =>
        hop % 5 === 4 ? ('drop' as const) : ('carry' as const),
      ),
      violatedAfter: 5,
    },
    { text: 'prefer the app', modality: 'preference' },
  ],
};

const MANY = reportOf([...ONE_OF_EACH, ...manyRuns(120)], { runsShown: 30 });
const REPORTS: Readonly<Record<string, CarryReport>> = {
  many: MANY,
  few: reportOf([...ONE_OF_EACH, ...manyRuns(12)], { runsShown: 8 }),
  simulated: reportOf([...ONE_OF_EACH.map((run) => ({ ...run, simulated: true }))]),
  long: reportOf([LONG]),
  hostile: reportOf(hostileRuns()),
  empty: reportOf([]),
  nothing_held: reportOf([{ run: 'quiet', path: ['a', 'b'] }]),
};

let browser: Browser;
let folder = '';

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edge-contracts-page-'));
  for (const [name, report] of Object.entries(REPORTS))
    writeFileSync(join(folder, `${name}.html`), reportPage(report));
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** What the page said, asked for, or tried and was not allowed to. */
  readonly complaints: string[];
}

/** Opens one of the pages, uses it, closes it; nothing may have been complained of meanwhile. */
async function withPage(
  name: string,
  use: (page: Page) => Promise<void>,
  { hash = '', ...options }: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  try {
    const { page, complaints } = await opened(await context.newPage(), name, hash);
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

async function opened(page: Page, name: string, hash: string): Promise<Opened> {
  const complaints: string[] = [];
  const url = `${pathToFileURL(join(folder, `${name}.html`)).href}`;
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push('a dialog');
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url) complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(`${url}${hash}`);
  return { page, complaints };
}

/** An expression, put to the page: this project is compiled without the types of a browser. */
function ask<T>(page: Page, expression: string): Promise<T> {
  return page.evaluate(expression) as Promise<T>;
}

const OPEN_ALL = `document.querySelectorAll('details').forEach((details) => { details.open = true; })`;

async function tabTo(page: Page, selector: string, most = 400): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await ask<boolean>(page, `document.activeElement?.matches(${JSON.stringify(selector)}) === true`))
      return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${selector} is not reached with the Tab key`);
}

describe('the page in a browser', () => {
  for (const name of Object.keys(REPORTS).filter((name) => name !== 'few')) {
    it(`${name}: nothing fails, nothing is asked for, nothing is against its own policy`, () =>
      withPage(name, async (page) => {
        assert.equal(await ask(page, 'document.scripts.length'), 1);
        assert.equal(await ask(page, `document.querySelectorAll('main').length`), 1);
        assert.deepEqual(
          await ask(
            page,
            `[...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href')).filter((href) => !href.startsWith('#') || document.getElementById(href.slice(1)) === null)`,
          ),
          [],
        );
      }));

    it(`${name}: on a phone it is no wider than the screen, with everything unfolded`, () =>
      withPage(
        name,
        async (page) => {
          for (const unfold of ['0', OPEN_ALL]) {
            await ask(page, unfold);
            assert.ok((await ask<number>(page, 'document.documentElement.scrollWidth')) <= 390);
          }
        },
        { viewport: { width: 390, height: 844 } },
      ));
  }

  it('runs no script but its own', async () => {
    const page = await browser.newPage();
    const { complaints } = await opened(page, 'many', '');
    const said = page.waitForEvent('console');
    const ran = `(() => { const own = document.createElement('script'); own.textContent = 'window.pwned = 1'; document.body.append(own); return window.pwned ?? null; })()`;
    assert.equal(await ask(page, ran), null);
    await said;
    assert.match(complaints.join(), /Content Security Policy/);
    await page.close();
  });

  it('is read without a mouse: the first stop skips to the numbers, and each stop is seen', () =>
    withPage('many', async (page) => {
      await page.keyboard.press('Tab');
      assert.equal(await ask(page, 'document.activeElement.className'), 'skip');
      assert.ok((await ask<number>(page, 'document.activeElement.getBoundingClientRect().left')) >= 0);
      await page.keyboard.press('Enter');
      assert.equal(await ask(page, 'document.activeElement.id'), 'main');
      for (let stop = 0; stop < 40; stop += 1) {
        await page.keyboard.press('Tab');
        const outline = await ask<string>(
          page,
          `(() => { const style = getComputedStyle(document.activeElement); return style.outlineStyle + ' ' + parseFloat(style.outlineWidth); })()`,
        );
        assert.match(outline, /^(?:solid|auto) [2-9]/, `stop ${stop}`);
      }
    }));

  it('a number leads to its transfers, and each of those to its line, with the keyboard alone', () =>
    withPage('many', async (page) => {
      await tabTo(page, '#n-b-rate-constraints-attempt_1');
      await page.keyboard.press('Enter');
      assert.equal(await ask(page, `document.activeElement.id`), 'b-rate-constraints-attempt_1');
      assert.ok(await page.locator('#b-rate-constraints-attempt_1').isVisible());
      await page.keyboard.press('Escape');
      assert.equal(await ask(page, `document.activeElement.id`), 'n-b-rate-constraints-attempt_1');
      assert.ok(!(await page.locator('#b-rate-constraints-attempt_1').isVisible()));
      await page.keyboard.press('Enter');
      await tabTo(page, '.sheet .refs a', 5);
      const wanted = await ask<string>(page, `document.activeElement.getAttribute('href')`);
      await page.keyboard.press('Enter');
      const row = page.locator(wanted);
      assert.ok(await row.isVisible());
      assert.ok(await ask<boolean>(page, `document.querySelector('${wanted}').matches(':target')`));
      const box = await row.boundingBox();
      assert.ok(box !== null && box.y >= 0 && box.y < 900, JSON.stringify(box));
      assert.match((await row.textContent()) ?? '', /constraint\./);
    }));

  it('every sheet lists what its number counts, as far as the runs are on the page', () =>
    withPage('simulated', async (page) => {
      const { counts, faults } = REPORTS['simulated'] as CarryReport;
      for (const [index, fault] of faults.entries())
        assert.equal(
          await ask(page, `document.querySelectorAll('#b-fault-${index} .refs li a').length`),
          fault.where.length,
        );
      assert.equal(
        await ask(page, `document.querySelectorAll('#b-runs-violated .refs a').length`),
        counts.violated,
      );
    }));

  it('filters by run state, fault, edge, modality and text, with the keyboard', () =>
    withPage('many', async (page) => {
      const shown = (): Promise<number> =>
        ask(page, `[...document.querySelectorAll('.run')].filter((run) => run.checkVisibility()).length`);
      const all = await shown();
      assert.equal(all, MANY.runs.length);
      await tabTo(page, '#f-state');
      await page.keyboard.type('viol');
      const violated = MANY.counts.violated;
      assert.equal(await shown(), violated);
      assert.equal(
        await page.locator('#f-status').textContent(),
        `${violated} of ${all} ${all === 1 ? 'run' : 'runs'} shown`,
      );
      await tabTo(page, '#f-text', 5);
      await page.keyboard.type('no such words');
      assert.equal(await shown(), 0);
      assert.ok(await page.locator('#no-match').isVisible());
      await tabTo(page, '#f-clear', 5);
      await page.keyboard.press('Enter');
      assert.equal(await shown(), all);
      assert.equal(await ask(page, 'document.activeElement.id'), 'f-edge');
      await page.keyboard.type('refunds--notif');
      const ofEdge = MANY.runs.filter(({ transfers }) =>
        transfers.some(({ edge }) => edge === 'refunds--notifications'),
      );
      assert.equal(await shown(), ofEdge.length);
      await tabTo(page, '#f-fault', 5);
      await page.keyboard.type('constraint.weak');
      const both = MANY.runs.filter(({ transfers }) =>
        transfers.some(
          ({ edge, faults }) =>
            edge === 'refunds--notifications' && faults.some(({ code }) => code === 'constraint.weakened'),
        ),
      );
      assert.equal(await shown(), both.length);
      assert.ok(both.length < ofEdge.length);
    }));

  it('a link to a transfer that a filter hides takes the filter away', () =>
    withPage('many', async (page) => {
      await page.fill('#f-text', 'no such words');
      await page.click('#n-b-runs-violated');
      await page.click('#b-runs-violated .refs a');
      assert.ok(await page.locator('.run:target').isVisible());
    }));

  it('without JavaScript the tables, the sheets and the transfers are there, and no filter is', () =>
    withPage(
      'many',
      async (page) => {
        for (const table of ['.rates', '.edges', '.matrix', '.faults'])
          assert.ok(await page.locator(table).first().isVisible(), table);
        assert.ok(!(await page.locator('#filters').isVisible()));
        assert.ok(await page.locator('noscript p').isVisible());
        await page.click('#n-b-rate-constraints-attempt_1');
        assert.ok(await page.locator('#b-rate-constraints-attempt_1').isVisible());
        const last = page.locator('#b-rate-constraints-attempt_1 .refs a').last();
        const wanted = (await last.getAttribute('href')) ?? '';
        await last.click();
        assert.ok(await page.locator(wanted).isVisible());
        await page.click('.run:not([open]) > summary');
      },
      { javaScriptEnabled: false },
    ));

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`every text has a contrast of 4.5 : 1, ${colorScheme}, and where a link leads to it`, () =>
      withPage(
        'few',
        async (page) => {
          await ask(page, OPEN_ALL);
          assert.deepEqual(await ask(page, faintTexts('body *')), []);
          for (const hash of ['r1-2', 'e1', 'b-rate-constraints-attempt_1']) {
            await ask(page, `location.hash = '${hash}'`);
            assert.deepEqual(await ask(page, faintTexts(':target, :target *')), [], hash);
          }
        },
        { colorScheme },
      ));
  }

  it('is dark where that is preferred, and on paper always light', () =>
    withPage(
      'few',
      async (page) => {
        const ground = (): Promise<string> => ask(page, 'getComputedStyle(document.body).backgroundColor');
        assert.equal(await ground(), 'rgb(18, 22, 28)');
        await page.emulateMedia({ colorScheme: 'light' });
        assert.equal(await ground(), 'rgb(246, 245, 241)');
        await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
        assert.equal(await ground(), 'rgb(255, 255, 255)');
        assert.deepEqual(await ask(page, faintTexts('body *')), []);
        assert.ok(await page.locator('.run .transfers').last().isVisible(), 'folded runs are printed');
      },
      { colorScheme: 'dark' },
    ));

  it('hostile names run nothing, change nothing, and can be read', () =>
    withPage('hostile', async (page) => {
      assert.equal(await ask(page, 'window.pwned ?? null'), null);
      const count = (selector: string): Promise<number> =>
        ask(page, `document.querySelectorAll('${selector}').length`);
      assert.deepEqual([await count('script'), await count('img'), await count('style')], [1, 0, 1]);
      assert.equal(await count('.run'), HOSTILE.length);
      assert.equal(await count('[onfocus], [onload], [onerror], [autofocus], [style]'), 0);
      const text = await ask<string>(page, 'document.body.textContent');
      for (const hostile of HOSTILE.filter((one) => one.length < 40 && !/[\n\u202e]/.test(one)))
        assert.ok(text.includes(hostile), hostile);
      assert.ok(text.includes('<U+202E>evil<U+202C><U+2066>'));
      assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      assert.equal(await page.title(), `carry report, ${HOSTILE.length} runs`);
    }));

  it('says at its top, and in its title, that it is simulated, and that carry is a lower bound', () =>
    withPage('simulated', async (page) => {
      assert.match(await page.title(), /^Simulated: /);
      const top = page.locator('header.top');
      assert.match((await top.textContent()) ?? '', /Simulated[\s\S]*no agent ran[\s\S]*lower bound/);
    }));

  it('says what it is where there is nothing to show', async () => {
    await withPage('empty', async (page) => {
      assert.match((await page.locator('header.top').textContent()) ?? '', /No transfer was found/);
      assert.equal(await ask(page, `document.querySelectorAll('main .empty').length`), 8);
    });
    await withPage('nothing_held', async (page) => {
      assert.match((await page.locator('main').textContent()) ?? '', /No sender held a constraint/);
    });
  });

  it('tables have captions and scopes, and what scrolls can be reached and is named', () =>
    withPage('many', async (page) => {
      const wrong = `[
        ...[...document.querySelectorAll('table')].filter((table) => !table.querySelector('caption') || table.querySelector('th:not([scope])')).map((table) => table.className),
        ...[...document.querySelectorAll('.scroll')].filter((region) => region.tabIndex !== 0 || !(region.getAttribute('aria-label') || document.getElementById(region.getAttribute('aria-labelledby')))).map(() => 'scroll'),
        ...[...document.querySelectorAll('select, input')].filter((field) => field.labels.length !== 1).map((field) => field.id),
      ]`;
      assert.deepEqual(await ask(page, wrong), []);
    }));

  it('a long run shows where something changed, and how many hops it leaves out', () =>
    withPage('long', async (page) => {
      const heads = await page.locator('.timeline thead th').allInnerTexts();
      assert.ok(heads.length <= 90);
      assert.match(heads.join(' '), /hop 5\b[\s\S]*… \d+ hops …/);
      assert.match((await page.locator('.run > summary').textContent()) ?? '', /400 transfers/);
      assert.match(
        (await page.locator('.run').textContent()) ?? '',
        /more transfers of this run are not listed/,
      );
    }));
});

/** Of these elements each that has text of its own, is shown, and has less contrast than 4.5 : 1 with what is behind it. */
function faintTexts(selector: string): string {
  return `(() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = (part) => { const c = part / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, alpha = 1] = parse(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return [r, g, b];
      if (alpha !== 0) throw new Error('a ground that one sees through');
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const element of document.querySelectorAll(${JSON.stringify(selector)})) {
    if (element.closest('script, style, noscript, symbol')) continue;
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (!own || !element.checkVisibility()) continue;
    const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2) + ' ' + element.textContent.slice(0, 30));
  }
  return [...new Set(faint)].slice(0, 20);
})()`;
}
