import type { SchemaComparison, SchemaVerdict } from '../../model/policy-diff.js';
import { code, fenced, folded, html, prose } from './markdown-text.js';
import { type Part, section } from './within-budget.js';

/** One line of the summary. */
export function schemaSummary(schemas: readonly SchemaComparison[]): string {
  if (schemas.length === 0) return 'Schemas: none changed, so no payload is refused that was valid';
  const count = (of: (one: SchemaComparison) => boolean): number => schemas.filter(of).length;
  const broken = (side: 'forward' | 'backward') => (one: SchemaComparison) => one[side].verdict === 'broken';
  const unknown = count(({ forward, backward }) =>
    [forward, backward].some(({ verdict }) => verdict === 'unknown'),
  );
  return [
    `Schemas: **${count(broken('forward'))} refuse what was valid**`,
    `${count(broken('backward'))} accept what was not`,
    ...(unknown > 0 ? [`**${unknown} unknown**`] : []),
  ].join(', ');
}

export function schemaParts(schemas: readonly SchemaComparison[], cut: number): readonly Part[] {
  const told = schemas.filter(({ forward, backward }) =>
    [forward, backward].some(({ verdict }) => verdict !== 'compatible'),
  );
  return section(
    'Schemas',
    told.map((one) => ({ text: () => comparisonText(one), what: 'schema verdict', cut })),
  );
}

function comparisonText({ edge, what, forward, backward }: SchemaComparison): string {
  const title = `<code>${html(edge)}</code> <code>${html(what)}</code>: ${shortText(forward, backward)}`;
  const body = [
    `**What senders send is still accepted:** ${verdictText(forward)}`,
    `**Receivers get nothing that they never got before:** ${verdictText(backward)}`,
  ];
  return `${folded(title, body.join('\n'))}\n`;
}

function shortText(forward: SchemaVerdict, backward: SchemaVerdict): string {
  const said = [
    ...(forward.verdict === 'broken' ? ['refuses what was valid'] : []),
    ...(backward.verdict === 'broken' ? ['accepts what was not'] : []),
    ...(forward.verdict === 'unknown' || backward.verdict === 'unknown' ? ['unknown'] : []),
  ];
  return said.join(', ');
}

const MOST_LINES = 40;

function verdictText(verdict: SchemaVerdict): string {
  if (verdict.verdict === 'compatible') return 'yes\n';
  const at = verdict.at === '' ? '' : ` at ${code(verdict.at)}`;
  if (verdict.verdict === 'unknown') return `not known${at}: ${prose(verdict.reason)}\n`;
  const lines = JSON.stringify(verdict.example, null, 2).split('\n');
  const shown =
    lines.length > MOST_LINES
      ? [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} more lines`]
      : lines;
  return `no${at}: ${prose(verdict.why)}. ajv said so of both, of\n\n${fenced('json', shown)}`;
}
