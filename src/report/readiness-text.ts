import type { CodeReadiness, EdgeReadiness, FindingRef, ReadinessReport } from '../model/readiness.js';
import type { Paint } from './paint.js';
import { amount, grouped, percent, timeText } from './rate-text.js';
import { safe, safeName } from './safe-text.js';
import { cell, number, tableText, wrapped } from './text-table.js';

const COLUMNS = 100;
const MOST_EDGES = 30;
const MOST_REFS = 5;

/** What enforcing would have blocked, for a terminal. */
export function readinessText(report: ReadinessReport, { paint }: { readonly paint: Paint }): string {
  const shown = report.edges.slice(0, MOST_EDGES).map((edge) => edgeText(edge, paint));
  const more = report.edges.length - shown.length;
  return [
    headText(report, paint),
    ...shown,
    ...(more > 0 ? [`and ${amount(more, 'more edge')}\n`] : []),
    `${paint('dim', wrapped(safe(report.criterion.rule), COLUMNS, ''))}\n`,
  ].join('\n');
}

function headText(report: ReadinessReport, paint: Paint): string {
  const { simulated, since, until, edges, uncovered, labels_elsewhere: elsewhere, skipped } = report;
  const label = { all: '  SIMULATED', some: '  PARTLY SIMULATED', none: '' }[simulated];
  const from = since === null ? '' : `, from ${safe(timeText(since), 40)}`;
  const to = until === null ? '' : `, before ${safe(timeText(until), 40)}`;
  const ready = edges.filter(({ state }) => state === 'ready').length;
  const notes = [
    ...(uncovered > 0
      ? [`${amount(uncovered, 'transfer')} on edges without a contract: nothing can be said of them`]
      : []),
    ...(elsewhere > 0 ? [`${amount(elsewhere, 'label')} of findings that are not among these`] : []),
    ...(skipped > 0 ? [`left out: ${amount(skipped, 'line')} that could not be read`] : []),
  ];
  const title = paint('strong', 'What enforcing would have blocked');
  const told = notes.map((note) => `${paint('warning', note)}\n`).join('');
  return `${title}${label === '' ? '' : paint('warning', label)}  ${ready} of ${amount(edges.length, 'edge')} ready${from}${to}\n${told}`;
}

const STATES = { ready: 'READY', not_ready: 'not ready', enforced: 'enforced already' } as const;

function edgeText(edge: EdgeReadiness, paint: Paint): string {
  const { state, transfers, would_block: blocks, wrong_share: share, missing, codes } = edge;
  const style = state === 'ready' ? 'good' : state === 'enforced' ? 'dim' : 'warning';
  const head = `${paint('strong', safeName(edge.edge))}  ${paint(style, STATES[state])}  ${paint('dim', `${safe(edge.owner, 40)}, ${edge.mode}`)}\n`;
  const labelled = `${grouped(blocks.right)} right, ${grouped(blocks.wrong)} wrong`;
  const open = blocks.unlabelled === 0 ? '' : `; not known: ${grouped(blocks.unlabelled)} not labelled`;
  const counts = [
    `${grouped(blocks.transfers)} of ${amount(transfers, 'transfer')} would have been blocked: ${labelled}${open}`,
    ...(share.interval === null ? [] : [shareText(edge)]),
    ...(state === 'enforced' && missing.length === 0 ? ['it would be ready'] : []),
  ]
    .map((line) => `  ${wrapped(line, COLUMNS - 2, '    ')}\n`)
    .join('');
  const left = missing
    .map(
      (one) =>
        `  ${wrapped(`${state === 'enforced' ? 'it would lack' : 'missing'}: ${safe(one)}`, COLUMNS - 2, '           ')}\n`,
    )
    .join('');
  return `${head}${counts}${left}${codes.map((code) => codeText(code, paint)).join('')}`;
}

/** While something is not labelled, no bound is sure but the one that takes all of that for wrong. */
function shareText({ would_block: { unlabelled }, wrong_share: share }: EdgeReadiness): string {
  const { value, interval, worst_interval: worst } = share;
  const known = `stopped for nothing: ${percent(value ?? 0, ' ')}, up to ${percent(interval?.[1] ?? 1, ' ')}`;
  if (unlabelled === 0) return known;
  return `${known} were all that is not labelled right, up to ${percent(worst?.[1] ?? 1, ' ')} were it all wrong`;
}

function codeText({ code, findings, refs }: CodeReadiness, paint: Paint): string {
  const more = findings - Math.min(refs.length, MOST_REFS);
  const rows = refs
    .slice(0, MOST_REFS)
    .map((ref) => [
      cell(`  ${safe(ref.run, 40)}`),
      number(`hop ${ref.hop}${ref.attempt > 1 ? `, attempt ${ref.attempt}` : ''}`, 'dim'),
      cell(labelText(ref), ref.label === null ? 'warning' : 'dim'),
      cell(safe(ref.text, 50), 'dim'),
    ]);
  const rest = more > 0 ? `    and ${amount(more, 'more finding')}\n` : '';
  return `  ${safe(code, 80)} x ${grouped(findings)}\n${tableText(rows, paint)}${rest}`;
}

function labelText({ label }: FindingRef): string {
  return label ?? 'not labelled';
}
