import type { Claim, Finding, Witness, WitnessDecision } from '../../model/policy-diff.js';
import { waiverText as waiverLines } from '../../diff/waivers/waiver-text.js';
import { isLetThrough } from '../action-text.js';
import { directionWords } from '../direction-words.js';
import { placeOf } from '../formats/diff-issues.js';
import { code, fenced, folded, prose } from './markdown-text.js';
import type { Part } from './within-budget.js';

const MARKS: Readonly<Record<Finding['level'], string>> = { error: '🔴', warning: '🟠', note: '⚪' };

/** A finding: what it is and whom it breaks, how it is known, and how it is waived. Its records are cut before it is. */
export function findingParts(
  finding: Finding,
  place: (file: string) => string,
  cut: { readonly finding: number; readonly records: number; readonly keepsLine: boolean },
): readonly Part[] {
  return [
    {
      ...{ text: () => findingText(finding, place), what: 'finding', cut: cut.finding },
      // Whatever else there is in a change, it cannot push out what is worst of it.
      ...(cut.keepsLine ? { line: () => findingLine(finding) } : {}),
    },
    ...witnessesOf(finding.claim).map((witness, index) => ({
      ...{ text: () => recordsText(witness, index), what: 'run', cut: cut.records },
    })),
    ...(isOpen(finding)
      ? [{ text: () => waiverToPaste(finding), what: 'waiver draft', cut: cut.records }]
      : []),
  ];
}

function findingLine({ level, direction, change: { edge }, rule }: Finding): string {
  const where = edge === null ? 'the project' : code(edge);
  return `- ${MARKS[level]} ${directionWords(direction)}: ${where} · ${code(rule)}\n`;
}

function findingText(finding: Finding, place: (file: string) => string): string {
  return `${headText(finding, place)}\n\n${claimMarkdown(finding.claim)}${waiverText(finding)}\n`;
}

export function witnessesOf(claim: Claim): readonly Witness[] {
  const witness = 'witness' in claim ? claim.witness : null;
  const also = 'also' in claim ? claim.also : undefined;
  return [
    ...(witness === null || witness === undefined ? [] : [witness]),
    ...(also === undefined ? [] : [also]),
  ];
}

/** Counts, and can be waived. */
function isOpen({ waiver, direction, breaks }: Finding): boolean {
  return (waiver === null || waiver.expired) && (direction !== 'neutral' || breaks.length > 0);
}

function waiverToPaste(finding: Finding): string {
  return `${folded('How to waive it: below <code>waivers:</code> in <code>contracts/waivers.yaml</code> (the folder of contracts)', fenced('yaml', waiverLines(finding).split('\n')))}\n`;
}

function headText(finding: Finding, place: (file: string) => string): string {
  const { level, direction, message, change, breaks, rule, waiver } = finding;
  const at = placeOf(change);
  const gone = change.head === null && change.base !== null ? ' in base' : '';
  const facts = [
    code(rule),
    ...(at === null ? [] : [`${code(`${place(at.file)}:${at.line}`)}${gone}`]),
    ...(breaks.length === 0 ? [] : [breaksText(breaks)]),
    ...(waiver === null ? [] : [waiver.expired ? '**its waiver has ended**' : '**waived**']),
  ];
  const edge = change.edge === null ? 'the project' : code(change.edge);
  return `#### ${MARKS[level]} ${directionWords(direction)}: ${edge}\n\n${prose(message)}  \n${facts.join(' · ')}`;
}

const BREAKS: Readonly<Record<Finding['breaks'][number], string>> = {
  sender: 'senders may be refused what they sent before',
  receiver: 'receivers may get what they never got before',
  author: 'who wrote the contract or names it has something to change',
};

function breaksText(breaks: Finding['breaks']): string {
  return `**breaking**: ${breaks.map((who) => BREAKS[who]).join('; ')}`;
}

function claimMarkdown(claim: Claim): string {
  switch (claim.status) {
    case 'proven':
      return `**Proven** by a run on both versions: ${witnessesOf(claim).map(witnessLines).join('**And the other way round:** ')}`;
    case 'decided':
      return decidedText(claim);
    case 'refuted':
      return `**Refuted**, which is a bug of edge-contracts: ${prose(claim.reason)}  \n${witnessLines(claim.witness)}`;
    case 'unknown':
      return `**Not proven**: ${prose(claim.reason)}\n\n${witnessesOf(claim)
        .map((one) => `Seen: ${witnessLines(one)}`)
        .join('')}`;
    case 'none':
      return '';
  }
}

function decidedText(claim: Extract<Claim, { status: 'decided' }>): string {
  const { cases } = claim;
  const all =
    cases === 1 ? 'the one case that there can be was' : `all ${cases} cases that there can be were`;
  const head = `**Decided**: ${all} put to both versions.`;
  return claim.witness === null
    ? `${head} None can differ: ${prose(claim.reason)}\n\n`
    : `${head} One that differs: ${witnessLines(claim.witness)}`;
}

const ASKED: Readonly<Record<Witness['asked'], string>> = {
  handoff: '',
  effect: 'of the effect, ',
  guard: 'asked before the effect, ',
};

/** Two lines: what happens, and what each version says. */
function witnessLines({ says, asked, base, head }: Witness): string {
  return `${prose(says)}  \n${ASKED[asked]}base: ${decisionText(base)} · head: ${decisionText(head)}\n\n`;
}

export function decisionText({ decision, action, codes }: WitnessDecision): string {
  const let_ = isLetThrough({ decision, action }) ? ' (would block)' : '';
  const why =
    codes.length === 0
      ? ''
      : ` (${codes
          .slice(0, 5)
          .map((one) => code(one))
          .join(', ')})`;
  return `**${action}**${let_}${why}`;
}

/** At most so many of a run's records; the smallest runs have fewer. */
const MOST_RECORDS = 20;

function recordsText({ records }: Witness, index: number): string {
  const lines = records.slice(0, MOST_RECORDS).map((record) => JSON.stringify(record));
  const left = records.length - lines.length;
  const more = left > 0 ? [`… ${left} more`] : [];
  return `${folded(index === 0 ? 'The run’s records' : 'The records of the other run', fenced('json', [...lines, ...more], 1_500))}\n`;
}

/** Who let it through, or did until its day; for all else what a waiver is bound to. */
function waiverText(finding: Finding): string {
  const { waiver, fingerprint } = finding;
  if (waiver !== null && !waiver.expired)
    return `Waived by ${code(waiver.owner)} to the end of ${code(waiver.expires)}: ${prose(waiver.reason)}\n`;
  if (!isOpen(finding)) return '';
  const ended =
    waiver === null ? '' : `The waiver of ${code(waiver.owner)} ended on ${code(waiver.expires)}. `;
  return `${ended}Fingerprint: ${code(fingerprint)}\n`;
}
