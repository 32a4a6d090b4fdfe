import type {
  EdgeImpact,
  Finding,
  PolicyDiff,
  SchemaComparison,
  WaiverChange,
} from '../../model/policy-diff.js';
import { counted } from '../counted.js';
import { directionWords } from '../direction-words.js';
import { waiverChangeSentence } from '../waiver-changes.js';
import { brokenSuite } from './diagnostic-faults.js';
import { claimText, placeOf } from './diff-issues.js';
import { grouped } from './grouped.js';
import { caseOf, type Suite, type SuiteCase } from './suite.js';

/**
 * What the change does to waivers; a suite an edge, a case a finding; then what schemas and recorded runs say. A finding of level error that is not
 * waived has failed; so has a schema that breaks, and an edge on which recorded transfers flip. An unknown is skipped:
 * it did not pass.
 */
export function diffSuites(diff: PolicyDiff, place: (file: string) => string): readonly Suite[] {
  const byEdge = grouped(diff.findings, ({ change }) => change.edge ?? 'project');
  const suites: readonly Suite[] = [
    { name: 'waivers', cases: diff.waivers.changed.map((one) => waiverCase(one, place)) },
    ...[...byEdge].map(([name, findings]) => ({
      name,
      cases: findings.map((one) => findingCase(one, place)),
    })),
    { name: 'schemas', cases: diff.schemas.flatMap(schemaCases) },
    { name: 'recorded runs', cases: impactCases(diff) },
  ];
  const broken = brokenSuite('diff', diff.diagnostics, place);
  const told = suites.filter(({ cases }) => cases.length > 0);
  return [...broken, ...told];
}

/** Skipped: nobody judged it here, and somebody has to look. */
function waiverCase(waiver: WaiverChange, place: (file: string) => string): SuiteCase {
  const { status, fingerprint, file, line } = waiver;
  return caseOf(`waivers.${status}: ${fingerprint}`, place(file), {
    skipped: waiverChangeSentence(waiver),
    notes: [`${place(file)}:${line}`],
  });
}

function findingCase(finding: Finding, place: (file: string) => string): SuiteCase {
  const { rule, level, direction, message, change, fingerprint, claim, waiver } = finding;
  const at = placeOf(change);
  const proof = claimText(claim);
  const details = [
    ...(at === null ? [] : [`${place(at.file)}:${at.line}`]),
    ...(proof === null ? [] : [proof]),
    `fingerprint: ${fingerprint}`,
  ];
  const fault = { type: rule, message: `${directionWords(direction)}: ${message}`, details };
  const name = change.subject === null ? rule : `${rule}: ${change.subject}`;
  const group = change.edge ?? 'project';
  if (claim.status === 'refuted') return caseOf(name, group, { errors: [fault] });
  if (waiver !== null && !waiver.expired)
    return caseOf(name, group, {
      skipped: `waived to the end of ${waiver.expires}, by ${waiver.owner}: ${waiver.reason}`,
    });
  if (level === 'error') return caseOf(name, group, { failures: [fault] });
  return caseOf(name, group, { notes: [fault.message, ...details] });
}

function schemaCases({ edge, what, forward, backward }: SchemaComparison): SuiteCase[] {
  return (
    [
      ['what senders send is accepted', forward],
      ['what receivers get they got before', backward],
    ] as const
  ).map(([says, verdict]) => {
    const name = `${what}: ${says}`;
    if (verdict.verdict === 'compatible') return caseOf(name, edge);
    if (verdict.verdict === 'unknown')
      return caseOf(name, edge, { skipped: `unknown at ${verdict.at}: ${verdict.reason}` });
    const details = [`at ${verdict.at}`, `example: ${JSON.stringify(verdict.example)}`];
    return caseOf(name, edge, { failures: [{ type: 'schema.broken', message: verdict.why, details }] });
  });
}

function impactCases({ impact }: PolicyDiff): SuiteCase[] {
  if (impact.source === null)
    return [
      caseOf('recorded transfers', 'impact', {
        skipped: 'no recorded runs were given, which is not the same as safe',
      }),
    ];
  const left = impact.not_replayed.map(({ why, count }) =>
    caseOf(`not replayed: ${why}`, 'impact', { skipped: counted(count, 'transfer') }),
  );
  const errors =
    impact.errors === 0
      ? []
      : [
          caseOf('errors', 'impact', {
            errors: [
              {
                type: 'engine.error',
                message: `${counted(impact.errors, 'transfer')} could not be decided`,
                details: [],
              },
            ],
          }),
        ];
  return [...impact.edges.map(edgeCase), ...left, ...errors];
}

function edgeCase({ edge, transfers, to_block, to_allow, other_reasons, flips }: EdgeImpact): SuiteCase {
  const name = `${counted(transfers, 'recorded transfer')}`;
  const details = flips.map(({ run, hop, attempt, base, head }) => {
    const again = attempt > 1 ? `, attempt ${attempt}` : '';
    return `${run}, hop ${hop}${again}: ${base.action} -> ${head.action}`;
  });
  const message = `${to_block} allow -> block, ${to_allow} block -> allow`;
  const notes = other_reasons === 0 ? [] : [`${other_reasons} with the same decision for other reasons`];
  if (to_block + to_allow === 0) return caseOf(name, edge, { notes });
  return caseOf(name, edge, { failures: [{ type: 'impact.flipped', message, details }], notes });
}
