import type { Finding } from '../../model/policy-diff.js';

/** Who answers for what is waived, until when; as text, of one line. */
export interface WaiverDraft {
  readonly owner: string;
  readonly reason: string;
  /** YYYY-MM-DD. */
  readonly expires: string;
}

const TO_FILL: WaiverDraft = {
  owner: 'WHO ANSWERS FOR IT',
  reason: 'WHY THIS IS LET THROUGH',
  expires: 'YYYY-MM-DD',
};

type Waivable = Pick<Finding, 'fingerprint' | 'rule' | 'change'>;

/** The lines to paste below `waivers:`, one item of its list. Texts are quoted as JSON, which is YAML. */
export function waiverText({ fingerprint, rule, change }: Waivable, draft: WaiverDraft = TO_FILL): string {
  const lines = [
    `- fingerprint: ${fingerprint}`,
    `rule: ${rule}`,
    ...(change.edge === null ? [] : [`edge: ${quoted(change.edge)}`]),
    `reason: ${quoted(draft.reason)}`,
    `owner: ${quoted(draft.owner)}`,
    `expires: ${draft.expires === TO_FILL.expires ? draft.expires : quoted(draft.expires)}`,
  ];
  return lines.map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`)).join('\n');
}

/** A whole file of waivers, for findings that are adopted as they are. */
export function waiversFile(findings: readonly Waivable[], draft: WaiverDraft): string {
  const items = [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
  const head = '# Findings of `edge-contracts diff` that somebody answers for, until a day.\n';
  if (items.length === 0) return `${head}waivers: []\n`;
  return `${head}waivers:\n${items.map((item) => waiverText(item, draft)).join('\n')}\n`;
}

/** JSON's escapes are YAML's; what YAML refuses in a file is escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
