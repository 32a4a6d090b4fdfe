import type { EdgeImpact, Flip, Impact } from '../../model/policy-diff.js';
import { counted } from '../counted.js';
import { decisionText } from './finding-markdown.js';
import { code, folded, html, prose, table } from './markdown-text.js';
import { kept, type Part } from './within-budget.js';

/** One line of the summary. */
export function impactSummary({ source, replayed, edges, not_replayed, errors }: Impact): string {
  if (source === null)
    return 'No recorded runs were given: what this does to real transfers is **not known**, which is not the same as safe.';
  const sum = (key: 'to_block' | 'to_allow'): number => edges.reduce((total, edge) => total + edge[key], 0);
  const flips = sum('to_block') + sum('to_allow');
  const left = not_replayed.reduce((total, { count }) => total + count, 0);
  return [
    `**${counted(flips, 'recorded transfer')} ${flips === 1 ? 'flips' : 'flip'}** (${sum('to_block')} allow → block, ${sum('to_allow')} block → allow) of ${replayed} replayed`,
    ...(left > 0 ? [`**${left} not replayed**`] : []),
    ...(errors > 0 ? [`**${counted(errors, 'error')}**`] : []),
  ].join(', ');
}

/** A table of edges, and below it the flips of each. */
export function impactParts(
  impact: Impact,
  cut: { readonly edges: number; readonly flips: number },
): readonly Part[] {
  const { source, edges, not_replayed } = impact;
  if (source === null) return [];
  const moved = edges.filter(
    ({ to_block, to_allow, other_reasons }) => to_block + to_allow + other_reasons > 0,
  );
  return [
    kept(`### Recorded runs\n\n${sourceText(impact)}`),
    ...rowsParts(moved, cut.edges),
    ...not_replayed.map(({ why, count }) => ({
      text: () => `- not replayed, ${counted(count, 'transfer')}: ${prose(why)}\n`,
      what: 'not-replayed count',
      cut: cut.edges,
    })),
    kept('\n'),
    ...moved.filter(({ flips }) => flips.length > 0).map((edge) => flipsPart(edge, cut.flips)),
  ];
}

function sourceText({ source, replayed, from_facts, from_records, edges }: Impact): string {
  const unmoved = edges.filter(({ to_block, to_allow }) => to_block + to_allow === 0).length;
  const how = `${from_facts} on stored facts, ${from_records} on facts recomputed from records`;
  return `${counted(replayed, 'transfer')} of ${code(source ?? '')} replayed on both versions (${how}); ${counted(unmoved, 'edge')} without a flip.\n\n`;
}

const ROWS = 25;

/** Tables of so many rows: a table that is cut row by row would have no head. */
function rowsParts(edges: readonly EdgeImpact[], cut: number): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < edges.length; at += ROWS) {
    const rows = edges.slice(at, at + ROWS);
    parts.push({ text: () => `${table(HEAD, rows.map(rowOf))}\n`, what: 'impact table', cut });
  }
  return parts;
}

const HEAD = ['Edge', 'Transfers', 'allow → block', 'block → allow', 'Other reasons'];

function rowOf({ edge, transfers, to_block, to_allow, other_reasons }: EdgeImpact): string[] {
  return [code(edge), ...[transfers, to_block, to_allow, other_reasons].map(String)];
}

function flipsPart(edge: EdgeImpact, cut: number): Part {
  return { text: () => flipsText(edge), what: 'flip list', cut };
}

function flipsText({ edge, flips, to_block, to_allow }: EdgeImpact): string {
  const lines = flips.map(flipLine);
  const left = to_block + to_allow - flips.length;
  const more = left > 0 ? `- and ${left} more\n` : '';
  const title = `Transfers that flip on <code>${html(edge)}</code>`;
  return `${folded(title, `${lines.join('')}${more}`)}\n`;
}

function flipLine({ run, hop, attempt, at, base, head }: Flip): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  return `- ${code(run)}, hop ${hop}${again}, ${code(at)}: ${decisionText(base)} → ${decisionText(head)}\n`;
}
