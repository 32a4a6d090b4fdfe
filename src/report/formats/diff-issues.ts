import type {
  ChangePlace,
  Claim,
  EdgeImpact,
  Finding,
  PolicyDiff,
  WaiverChange,
} from '../../model/policy-diff.js';
import { actionText } from '../action-text.js';
import { counted } from '../counted.js';
import { directionWords } from '../direction-words.js';
import { waiverChangeSentence } from '../waiver-changes.js';
import { diagnosticIssues } from './diagnostic-issues.js';
import { fingerprintOf, type Issue } from './issue.js';

/** What changed, as a finding each, at its line in head; a change that took its line away has that in base. */
export function diffIssues({ findings, impact, waivers, diagnostics }: PolicyDiff): readonly Issue[] {
  const moved = impact.edges.filter(({ to_block, to_allow }) => to_block + to_allow > 0);
  return [
    ...waivers.changed.map(waiverIssue),
    ...diagnosticIssues(diagnostics),
    ...findings.map(findingIssue),
    ...moved.map(impactIssue),
  ];
}

/** What a change lets itself be let through by is for a reviewer to see, whatever else there is. */
function waiverIssue(waiver: WaiverChange): Issue {
  const { status, fingerprint, file, line, expires } = waiver;
  const rule = `waivers.${status}`;
  return {
    ...{ rule, level: 'warning', letThrough: null, help: null, place: { file, line }, logical: [] },
    message: waiverChangeSentence(waiver),
    fingerprint: fingerprintOf({ rule, fingerprint, expires }),
  };
}

/** Recorded transfers that flip: of the edge, since they have no line. */
function impactIssue({ edge, transfers, to_block, to_allow }: EdgeImpact): Issue {
  const rule = 'impact.flipped';
  return {
    ...{ rule, level: 'warning', place: null, letThrough: null, help: null },
    message: `of ${counted(transfers, 'recorded transfer')} of \`${edge}\`, ${to_block} would be blocked that were allowed, and ${to_allow} allowed that were blocked`,
    logical: [{ kind: 'edge', name: edge }],
    fingerprint: fingerprintOf({ rule, edge }),
  };
}

function findingIssue(finding: Finding): Issue {
  const { rule, level, change, direction, message, fingerprint, claim, waiver } = finding;
  const lapsed = waiver?.expired === true ? `; its waiver ended on ${waiver.expires}` : '';
  return {
    rule,
    level: waiver !== null && !waiver.expired ? 'note' : level,
    message: `${directionWords(direction)}: ${message}${lapsed}`,
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
      return `Proven: ${[claim.witness, ...(claim.also === undefined ? [] : [claim.also])].map(witnessText).join('; and ')}`;
    case 'decided':
      return `Decided over all ${claim.cases} cases: ${claim.witness === null ? claim.reason : witnessText(claim.witness)}`;
    case 'refuted':
      return `Refuted by a run, which is a bug of edge-contracts: ${claim.reason}`;
    case 'unknown':
      return `Not proven: ${claim.reason}${claim.witness === undefined ? '' : `; seen: ${witnessText(claim.witness)}`}`;
    default:
      return null;
  }
}

function witnessText({ says, base, head }: Extract<Claim, { status: 'proven' }>['witness']): string {
  return `${says}; base: ${actionText(base)}, head: ${actionText(head)}`;
}
