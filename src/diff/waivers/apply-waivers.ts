import type { ReadWaivers, Waiver } from '../../contract/read-waivers.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Finding, PolicyDiff, WaiverName, WaiverUse } from '../../model/policy-diff.js';
import { showValue } from '../show-value.js';

/** Findings with their waivers, and what waivers came to. */
export interface Waived {
  readonly findings: readonly Finding[];
  readonly waivers: Pick<PolicyDiff['waivers'], 'unused' | 'expired'>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Puts waivers to the findings that they are for. One whose fingerprint fits nothing, or that names another rule or edge,
 * does nothing and is named; an expired one stands at its finding and lets nothing through.
 *
 * @param today YYYY-MM-DD, UTC.
 */
export function applyWaivers(
  findings: readonly Omit<Finding, 'waiver'>[],
  read: ReadWaivers | null,
  today: string,
): Waived {
  const waivers = new Map((read?.waivers ?? []).map((waiver) => [waiver.fingerprint, waiver]));
  const used = new Set<Waiver>();
  const wrong = new Map<Waiver, string>();
  const waived = findings.map((finding): Finding => {
    const waiver = waivers.get(finding.fingerprint);
    const other = waiver === undefined ? null : mismatch(waiver, finding);
    if (waiver === undefined || other !== null) {
      if (waiver !== undefined && other !== null) wrong.set(waiver, other);
      return { ...finding, waiver: null };
    }
    used.add(waiver);
    return { ...finding, waiver: useOf(waiver, read?.file ?? '', today) };
  });
  const all = read?.waivers ?? [];
  const unused = all.filter((waiver) => !used.has(waiver));
  const expired = all.filter((waiver) => used.has(waiver) && waiver.expires < today);
  return {
    findings: waived,
    waivers: { unused: unused.map(nameOf), expired: expired.map(nameOf) },
    diagnostics: [
      ...expired.map((waiver) => told('expired', waiver, read, `it ended on ${waiver.expires}`)),
      ...unusedTold(
        unused.filter((waiver) => !wrong.has(waiver)),
        read,
      ),
      ...[...wrong].map(([waiver, why]) => told('mismatch', waiver, read, why)),
    ],
  };
}

/** All in one: against another base none of them fits, and none of them is wrong. */
function unusedTold(unused: readonly Waiver[], read: ReadWaivers | null): readonly Diagnostic[] {
  const [first, ...rest] = unused;
  if (first === undefined) return [];
  const count = rest.length === 0 ? '1 waiver fits' : `${unused.length} waivers fit`;
  return [
    {
      code: 'waivers.unused',
      severity: 'warning',
      message: `${count} no finding against this base: ${unused.map(({ line }) => `line ${line}`).join(', ')}`,
      span: { file: read?.file ?? '', line: first.line, column: 1 },
    },
  ];
}

function mismatch({ rule, edge }: Waiver, finding: Omit<Finding, 'waiver'>): string | null {
  if (rule !== null && rule !== finding.rule)
    return `it names the rule ${showValue(rule)}, and its finding is of ${showValue(finding.rule)}: it does nothing`;
  const edgeName = finding.change.edge;
  return edge !== null && edge !== edgeName
    ? `it names the edge ${showValue(edge)}, and its finding is about ${edgeName === null ? 'the project' : showValue(edgeName)}: it does nothing`
    : null;
}

function useOf({ owner, reason, expires, line }: Waiver, file: string, today: string): WaiverUse {
  return { owner, reason, expires, expired: expires < today, file, line };
}

function nameOf({ fingerprint, owner, expires, line }: Waiver): WaiverName {
  return { fingerprint, owner, expires, line };
}

function told(
  problem: 'expired' | 'mismatch',
  waiver: Waiver,
  read: ReadWaivers | null,
  what: string,
): Diagnostic {
  return {
    code: `waivers.${problem}`,
    severity: 'warning',
    message: `the waiver of ${showValue(waiver.owner)} for ${waiver.fingerprint.slice(0, 19)}…: ${what}`,
    span: { file: read?.file ?? '', line: waiver.line, column: 1 },
  };
}
