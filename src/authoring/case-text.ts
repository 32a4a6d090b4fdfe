import { isMap, isScalar, isSeq, parseDocument, stringify } from 'yaml';
import type { Case } from '../model/case.js';

/** The text of a file of cases with this one in it alone. */
export function caseFileText(example: Case): string {
  return `cases:\n${itemText(example, '  ')}`;
}

/**
 * The text with one more case at its end. Everything that is there stays byte for byte, comments too. Null where it does
 * not end with `cases:` as a block list: then there is no place to put one more.
 */
export function withCase(text: string, example: Case): string | null {
  const indent = indentOfCases(text);
  if (indent === null) return null;
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${end}${itemText(example, indent)}`;
}

function itemText(example: Case, indent: string): string {
  const { schema: _, ...item } = example;
  // Line by line it is moved to the right: so no text may go over several lines.
  const text = stringify([item], {
    version: '1.2',
    lineWidth: 0,
    blockQuote: false,
    aliasDuplicateObjects: false,
  });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}\n`)
    .join('');
}

/** What stands before the dash of the first case. */
function indentOfCases(text: string): string | null {
  const document = parseDocument(text, { version: '1.2', uniqueKeys: false });
  const { contents } = document;
  if (document.errors.length > 0 || !isMap(contents)) return null;
  const last = contents.items.at(-1);
  const list = last?.value;
  if (contents.flow === true || !isScalar(last?.key) || last.key.value !== 'cases' || !isSeq(list))
    return null;
  const first = list.items[0] as { readonly range?: readonly [number, number, number] | null } | undefined;
  const at = first?.range?.[0];
  if (list.flow === true || at === undefined) return null;
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^( *)- +$/.exec(line)?.[1] ?? null;
}
