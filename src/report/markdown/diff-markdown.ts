import type { DiffSide, Finding, PolicyDiff } from '../../model/policy-diff.js';
import { isLetThrough } from '../action-text.js';
import { counted } from '../counted.js';
import { directionWords } from '../direction-words.js';
import type { FormatOptions } from '../formats/format-options.js';
import { diagnosticParts } from './diagnostics-markdown.js';
import { findingParts, witnessesOf } from './finding-markdown.js';
import { impactParts, impactSummary } from './impact-markdown.js';
import { code } from './markdown-text.js';
import { schemaParts, schemaSummary } from './schema-markdown.js';
import { textDiffPart } from './text-diff-markdown.js';
import { newWaiverParts, waiverParts } from './waiver-markdown.js';
import { kept, noticeText, type Part, section, withinBudget } from './within-budget.js';

/** By this the one comment of a pull request is found, and updated. */
export const DIFF_MARKER = '<!-- edge-contracts diff -->';

/** Cut from the end of the comment; records and examples before what they are of. */
const CUT = {
  texts: 10,
  records: 9,
  flips: 8,
  waivers: 7,
  schemas: 6,
  impact: 5,
  warnings: 4,
  moreErrors: 3,
  findings: 2,
  newWaivers: 1,
  errors: 1,
} as const;

/** So many findings of an error keep a line whatever else there is; with more, none would be told in full. */
const MOST_LINES = 300;

/** Errors come before findings up to so many; then findings do, so that no other text takes all their room. */
const MOST_ERRORS = 10;

/** A comment for a pull request: the counts first, then each finding with its proof; all else is folded. */
export function diffMarkdown(diff: PolicyDiff, { place, whole }: FormatOptions): string {
  let lines = MOST_LINES;
  const findings = diff.findings.flatMap((one) => {
    const keepsLine = one.level === 'error' && lines > 0;
    if (keepsLine) lines -= 1;
    return findingParts(one, place, { finding: CUT.findings, records: CUT.records, keepsLine });
  });
  const parts: readonly Part[] = [
    kept(headText(diff)),
    ...newWaiverParts(diff, place, CUT.newWaivers),
    kept(countsText(diff)),
    ...problemParts(diff, place),
    ...section('What changed', findings),
    ...impactParts(diff.impact, { edges: CUT.impact, flips: CUT.flips }),
    ...schemaParts(diff.schemas, CUT.schemas),
    ...waiverParts(diff.waivers, CUT.waivers),
    ...section(
      'Outputs',
      diff.texts.map((text) => textDiffPart(text, CUT.texts)),
    ),
  ];
  return withinBudget(parts, (cut) => noticeText(cut, whole));
}

function problemParts({ diagnostics }: PolicyDiff, place: (file: string) => string): readonly Part[] {
  let errors = 0;
  const parts = diagnosticParts(diagnostics.filter(isNotOfWaiver), place, {
    error: CUT.errors,
    warning: CUT.warnings,
  });
  return parts.map((part) => {
    if (part.cut !== CUT.errors) return part;
    errors += 1;
    return errors > MOST_ERRORS ? { ...part, cut: CUT.moreErrors } : part;
  });
}

/** Told with its finding, or in the part on waivers. */
function isNotOfWaiver({ code: problem }: PolicyDiff['diagnostics'][number]): boolean {
  return problem !== 'waivers.expired' && problem !== 'waivers.unused';
}

function headText({ base, head, diagnostics }: PolicyDiff): string {
  const broken = diagnostics.some(({ severity }) => severity === 'error');
  const title = broken ? 'Policy changes: **not whole**' : 'Policy changes';
  return `${DIFF_MARKER}\n\n## ${title}\n\n${sideText(base)} → ${sideText(head)}\n\n`;
}

function countsText(diff: PolicyDiff): string {
  const lines = [
    findingCounts(diff.findings),
    impactSummary(diff.impact),
    schemaSummary(diff.schemas),
    edgeCounts(diff),
  ];
  const list = lines.filter((line) => line !== '').map((line) => `- ${line}\n`);
  return `${list.join('')}\n${whatToDo(diff.findings)}`;
}

/** For who has never seen such a comment. */
function whatToDo(findings: readonly Finding[]): string {
  const isOpen = ({ direction, waiver }: Finding): boolean =>
    direction !== 'neutral' && (waiver === null || waiver.expired);
  if (!findings.some(isOpen)) return '';
  return (
    'Loosened: something that a contract would have blocked passes now. Tightened: the reverse. ' +
    `${findings.some(showsLetThrough) ? LET_THROUGH : ''}See that each is meant: what is not, undo in the contract; ` +
    'what is, and a gate stops, waive for a time.\n\n'
  );
}

const LET_THROUGH =
  '“Would block”: it is decided to block, and let through, since the contract only observes or warns. ';

function showsLetThrough({ claim }: Finding): boolean {
  const runs = witnessesOf(claim);
  return runs.some(({ base, head }) => isLetThrough(base) || isLetThrough(head));
}

function sideText({ label, commit, contracts }: DiffSide): string {
  const at = commit === null || commit === label ? '' : ` (${code(commit.slice(0, 12))})`;
  return `${code(label)}${at}, ${counted(contracts, 'contract')}`;
}

function findingCounts(findings: readonly Finding[]): string {
  if (findings.length === 0) return '**Nothing changed** that a contract decides by.';
  const of = (direction: Finding['direction']): number =>
    findings.filter((finding) => finding.direction === direction).length;
  const breaking = findings.filter(({ breaks }) => breaks.length > 0).length;
  const waived = findings.filter(({ waiver }) => waiver !== null && !waiver.expired).length;
  const unproven = findings.filter(({ claim }) => claim.status === 'unknown').length;
  const refuted = findings.filter(({ claim }) => claim.status === 'refuted').length;
  return [
    `**${of('loosened')} loosened**`,
    `**${of('tightened')} tightened**`,
    ...(of('both') > 0 ? [`**${of('both')} ${directionWords('both')}**`] : []),
    ...(of('neutral') > 0 ? [`${of('neutral')} neutral`] : []),
    `**${breaking} breaking**`,
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...(unproven > 0 ? [`${unproven} not proven`] : []),
    ...(refuted > 0 ? [`**${refuted} refuted**`] : []),
  ].join(', ');
}

function edgeCounts({ edges }: PolicyDiff): string {
  const counts = (['added', 'removed', 'renamed', 'changed', 'unchanged'] as const)
    .map((status) => ({ status, count: edges.filter((edge) => edge.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${status}`);
  return counts.length === 0 ? '' : `Contracts: ${counts.join(', ')}`;
}
