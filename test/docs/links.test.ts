import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';

const ROOT = packageRoot();
const PAGES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'],
  ...pagesIn('docs'),
  ...pagesIn('examples'),
];

function pagesIn(folder: string): string[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => path.endsWith('.md')).map((path) => join(folder, path));
}

/** The text of a page without what stands in fences and in code. */
function prose(page: string): string {
  return read(page).replaceAll(/`[^`\n]+`/g, '');
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
}

/** `[text](target)` and `[text]: target`; not what leads to another site. */
function linksOf(page: string): string[] {
  const found = [
    ...prose(page).matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g),
    ...prose(page).matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)/gm),
  ];
  return found.map(([, target = '']) => target).filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target));
}

/** The anchors of a page's headings, as the forges make them: a name that comes again gets a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of read(page).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const name = text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let anchor = name;
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${name}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Why a link leads nowhere; null where it leads somewhere. */
function broken(page: string, link: string): string | null {
  const [path = '', fragment] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
  if (target.startsWith('..') || !existsSync(join(ROOT, target))) return `${link}: no such file`;
  if (fragment === undefined || !target.endsWith('.md') || !statSync(join(ROOT, target)).isFile())
    return null;
  return anchorsOf(target).has(decodeURIComponent(fragment)) ? null : `${link}: no such heading`;
}

describe('every relative link of the docs leads to a file, and to a heading in it', () => {
  for (const page of PAGES)
    it(page, () => {
      assert.deepEqual(
        linksOf(page)
          .map((link) => broken(page, link))
          .filter((fault) => fault !== null),
        [],
      );
    });

  it('links are found', () => {
    assert.ok(PAGES.flatMap(linksOf).filter((link) => link.includes('#')).length > 5);
  });
});
