import type { TextDiff, TextHunk, TextLine } from '../../model/policy-diff.js';
import { counted } from '../counted.js';
import { safe } from '../safe-text.js';
import { folded, html, htmlText } from './markdown-text.js';
import type { Part } from './within-budget.js';

/** One output, folded: HTML's `<pre>`, since words within a line can be marked in it, as in no fence. */
export function textDiffPart(diff: TextDiff, cut: number): Part {
  return { text: () => textDiffText(diff), what: 'text diff', cut };
}

function textDiffText({ path, hunks, omitted }: TextDiff): string {
  const lines = hunks.flatMap(hunkLines);
  const more = omitted > 0 ? [`… ${counted(omitted, 'more changed line')}`] : [];
  const body = `<pre>\n${[...lines, ...more].join('\n')}\n</pre>\n`;
  const changed = hunks.flatMap((hunk) => hunk.lines).filter(({ kind }) => kind !== 'same').length + omitted;
  const title = `<code>${html(path)}</code>, ${counted(changed, 'changed line')}`;
  return `${folded(title, body)}\n`;
}

function hunkLines({ part, lines }: TextHunk): string[] {
  const head = part === null ? '…' : `<b>@ ${html(part, 200)}</b>`;
  return [head, ...lines.map(lineText)];
}

const SIGNS: Readonly<Record<TextLine['kind'], string>> = { same: ' ', removed: '-', added: '+' };
const LONGEST = 300;

function lineText({ kind, pieces }: TextLine): string {
  const tag = kind === 'removed' ? 'del' : 'ins';
  let left = LONGEST;
  let shown = `${SIGNS[kind]} `;
  for (const { text, changed } of pieces) {
    const piece = safe(text, left);
    left -= piece.length;
    const written = htmlText(piece);
    shown += changed && kind !== 'same' && piece !== '' ? `<${tag}>${written}</${tag}>` : written;
    if (left <= 0) break;
  }
  return shown;
}
