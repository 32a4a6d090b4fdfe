import type { TextDiff, TextHunk, TextLine } from '../../model/policy-diff.js';
import { visible } from '../code-frame.js';
import { counted } from '../counted.js';
import { folded, html, htmlText } from './markdown-text.js';
import type { Part } from './within-budget.js';

/** One output, folded: HTML's `<pre>`, since words within a line can be marked in it, as in no fence. */
export function textDiffPart(diff: TextDiff, cut: number): Part {
  const { path, hunks, omitted } = diff;
  const lines = hunks.flatMap(hunkLines);
  const more = omitted > 0 ? [`… ${counted(omitted, 'more changed line')}`] : [];
  const body = `<pre>\n${[...lines, ...more].join('\n')}\n</pre>\n`;
  const changed = hunks.flatMap((hunk) => hunk.lines).filter(({ kind }) => kind !== 'same').length + omitted;
  const title = `<code>${html(path)}</code>, ${counted(changed, 'changed line')}`;
  return { text: `${folded(title, body)}\n`, what: 'text diff', cut };
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
    const piece = cutTo(visible(text), left);
    left -= piece.length;
    const safePiece = htmlText(piece);
    shown += changed && kind !== 'same' && piece !== '' ? `<${tag}>${safePiece}</${tag}>` : safePiece;
    if (left <= 0) return `${shown}…`;
  }
  return shown;
}

function cutTo(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
