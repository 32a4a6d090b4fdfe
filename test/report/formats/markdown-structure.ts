import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A node of the tree that a Markdown text is read as. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly depth?: number;
  readonly lang?: string | null;
  readonly children?: readonly Node[];
}

export function treeOf(markdown: string): Node {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;
}

/**
 * What a text is made of, without its words: a line for each block, heading, link, image, table, list, piece of HTML.
 * A name can be shown as code or as text, which is no difference.
 */
export function structureOf(markdown: string): string {
  const lines: string[] = [];
  const walk = (node: Node, depth: number): void => {
    if (node.type === 'text' || node.type === 'inlineCode') return;
    const more = node.type === 'html' ? tagsOf(node.value ?? '') : `${node.depth ?? ''}${node.lang ?? ''}`;
    lines.push(`${' '.repeat(depth)}${node.type} ${more}`);
    for (const child of node.children ?? []) walk(child, depth + 1);
  };
  walk(treeOf(markdown), 0);
  return lines.join('\n');
}

/** The only HTML that we write. */
const TAG = /<(\/?(?:details|summary|code|pre|b|ins|del))>|^<!-- edge-contracts [a-z]+ -->$/g;

/** Tags in their order; whatever else would be a tag, a comment or the like is told as it is. */
function tagsOf(html: string): string {
  const tags = [...html.matchAll(TAG)].map(([tag]) => tag).join('');
  const rest = html.replace(TAG, '').match(/[<>]/g) ?? [];
  // An empty piece of a line has no mark.
  return `${tags.replace(/<(ins|del)><\/\1>/g, '')}${rest.length > 0 ? ` AND ${html}` : ''}`;
}

/** Texts that are shown outside of code: where GitHub looks for mentions and references. */
export function shownTexts(markdown: string): readonly string[] {
  const texts: string[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'text') texts.push(node.value ?? '');
    // HTML that is read as it is: what is in `code` and `pre` is skipped by GitHub.
    if (node.type === 'html') texts.push((node.value ?? '').replace(/<(code|pre)>[\s\S]*?<\/\1>/g, ''));
    for (const child of node.children ?? []) walk(child);
  };
  walk(treeOf(markdown));
  return texts;
}

/** What GitHub would make of a shown text, by its own rules and a little more. */
export const FOUND_AFTERWARDS: Readonly<Record<string, RegExp>> = {
  mention: /@[\p{L}\p{N}]/u,
  issue: /#\d/,
  key: /\b[A-Z][A-Z0-9]*-\d/i,
  commit: /[0-9a-f]{7,}/i,
  address: /:\/\/|www\.|(?:mailto|xmpp):[\p{L}\p{N}]/iu,
  emoji: /:[a-z0-9_+-]+:/i,
};
