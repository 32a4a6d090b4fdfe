import type { ChangePlace, Claim, Finding, PolicyDiff } from '../../model/policy-diff.js';
import { diagnosticIssues } from './diagnostic-issues.js';
import type { Issue } from './issue.js';

/** What changed, as a finding each, at its line in head; a change that took its line away has that in base. */
export function diffIssues({ findings, diagnostics }: PolicyDiff): readonly Issue[] {
  return [...diagnosticIssues(diagnostics), ...findings.map(findingIssue)];
}

function findingIssue(finding: Finding): Issue {
  const { rule, level, change, direction, message, fingerprint, claim, waiver } = finding;
  const lapsed = waiver?.expired === true ? `; its waiver ended on ${waiver.expires}` : '';
  return {
    rule,
    level: waiver !== null && !waiver.expired ? 'note' : level,
    message: `${direction}: ${message}${lapsed}`,
    help: claimText(claim),
    place: placeOf(change),
    logical: change.edge === null ? [] : [{ kind: 'edge', name: change.edge }],
    fingerprint,
    letThrough:
      waiver === null || waiver.expired
        ? null
        : `to the end of ${waiver.expires}, by ${waiver.owner}: ${waiver.reason}`,
  };
}

export function placeOf({ head, base }: Finding['change']): ChangePlace | null {
  return head ?? base;
}

/** How it is known, in one sentence; null where there is nothing to show. */
export function claimText(claim: Claim): string | null {
  switch (claim.status) {
    case 'proven':
      return `Proven: ${witnessText(claim.witness)}`;
    case 'decided':
      return `Decided over all ${claim.cases} cases${claim.witness === null ? '' : `: ${witnessText(claim.witness)}`}`;
    case 'refuted':
      return `Refuted by a run, which is a bug of edge-contracts: ${claim.reason}`;
    case 'unknown':
      return `Not proven: ${claim.reason}`;
    default:
      return null;
  }
}

function witnessText({ says, base, head }: Extract<Claim, { status: 'proven' }>['witness']): string {
  return `${says}; base: ${base.action}, head: ${head.action}`;
}
