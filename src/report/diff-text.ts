import type { Claim, Finding, Impact, PolicyDiff, SchemaComparison, TextDiff } from '../model/policy-diff.js';
import { actionText } from './action-text.js';
import { visible } from './code-frame.js';
import { counted } from './counted.js';
import { directionWords } from './direction-words.js';
import { placeOf } from './formats/diff-issues.js';
import type { Paint, Style } from './paint.js';
import { safe, safeName } from './safe-text.js';
import { cell, number, tableText } from './text-table.js';
import { waiverChanges, waiverChangeText } from './waiver-changes.js';
import { unusedText, WAIVERS_PLACE } from './waiver-words.js';

export interface DiffTextOptions {
  readonly paint: Paint;
  readonly place?: (file: string) => string;
}

/** Each finding with its proof, then schemas, recorded runs, and texts; the counts come last, where a person looks. */
export function diffText(diff: PolicyDiff, options: DiffTextOptions): string {
  const { paint } = options;
  const { base, head } = diff;
  const sections = [
    `${paint('strong', `${safeName(base.label)} -> ${safeName(head.label)}`)}\n`,
    ...waiverChangesText(diff.waivers, options),
    ...diff.findings.map((finding) => findingText(finding, options)),
    ...schemasText(diff.schemas, paint),
    impactText(diff.impact, paint),
    ...waiversText(diff.waivers, paint),
    ...howToWaive(diff.findings, paint),
    ...diff.texts.map((text) => textDiffText(text, paint)),
    countsText(diff, paint),
  ];
  return sections.join('\n');
}

const DIRECTION_STYLES: Readonly<Record<Finding['direction'], Style>> = {
  loosened: 'bad',
  both: 'bad',
  tightened: 'warning',
  neutral: 'dim',
};

/** Before the findings: one that the change brought along is why some of them do not count. */
function waiverChangesText(
  { changed }: PolicyDiff['waivers'],
  { paint, place = (file) => file }: DiffTextOptions,
): string[] {
  return waiverChanges(changed).map(({ says, waivers }) => {
    const lines = waivers.map((one) => {
      const at = safe(`${place(one.file)}:${one.line}`, 300);
      return `  ${at}  ${safe(waiverChangeText(one))}\n`;
    });
    return `${paint('warning', says)}:\n${lines.join('')}`;
  });
}

function findingText(finding: Finding, { paint, place = (file) => file }: DiffTextOptions): string {
  const { direction, rule, message, change, breaks, level, fingerprint, claim, waiver } = finding;
  const at = placeOf(change);
  // One that ended is told in a line of its own, once.
  const through = waiver === null || waiver.expired ? '' : ' [waived]';
  const edge = change.edge === null ? 'the project' : safeName(change.edge);
  const head = `${paint(DIRECTION_STYLES[direction], directionWords(direction))} ${edge}  ${safeName(rule)} (${level})${through}`;
  const facts: (readonly [string, string])[] = [
    ...(at === null ? [] : [['at', safe(`${place(at.file)}:${at.line}`, 300)] as const]),
    ...(breaks.length === 0 ? [] : [['breaks', breaks.join(', ')] as const]),
    ...claimLines(claim),
    ...waiverLine(finding),
    ...(waiver === null || waiver.expired ? [['fingerprint', fingerprint] as const] : []),
  ];
  const lines = facts.map(([name, text]) => `  ${paint('dim', name.padEnd(11))} ${text}\n`);
  return `${head}\n  ${safe(message)}\n${lines.join('')}`;
}

function waiverLine({ waiver }: Finding): (readonly [string, string])[] {
  if (waiver === null) return [];
  const ends = waiver.expired ? 'ENDED on' : 'to the end of';
  return [['waiver', safe(`${ends} ${waiver.expires}, by ${waiver.owner}: ${waiver.reason}`)]];
}

function claimLines(claim: Claim): (readonly [string, string])[] {
  switch (claim.status) {
    case 'proven':
      return [
        ['proven', 'by a run on both versions'],
        ...witnessLines(claim.witness),
        ...(claim.also === undefined ? [] : witnessLines(claim.also)),
      ];
    case 'decided':
      return [
        [
          'decided',
          `over all ${claim.cases} cases${claim.witness === null ? `: ${safe(claim.reason)}` : ''}`,
        ],
        ...(claim.witness === null ? [] : witnessLines(claim.witness)),
      ];
    case 'refuted':
      return [['REFUTED', `a bug of edge-contracts: ${safe(claim.reason)}`], ...witnessLines(claim.witness)];
    case 'unknown':
      return [
        ['not proven', safe(claim.reason)],
        ...(claim.witness === undefined ? [] : witnessLines(claim.witness)),
      ];
    case 'none':
      return [];
  }
}

function witnessLines({
  says,
  base,
  head,
}: Extract<Claim, { status: 'proven' }>['witness']): (readonly [string, string])[] {
  const told = (one: typeof base): string => {
    const codes = one.codes.length === 0 ? '' : ` (${safe(one.codes.join(', '), 200)})`;
    return `${actionText(one)}${codes}`;
  };
  return [
    ['run', safe(says)],
    ['', `base: ${told(base)}; head: ${told(head)}`],
  ];
}

function schemasText(schemas: readonly SchemaComparison[], paint: Paint): string[] {
  const lines = schemas.flatMap(({ edge, what, forward, backward }) =>
    (
      [
        ['refuses what was valid', forward],
        ['accepts what was not', backward],
      ] as const
    ).flatMap(([says, verdict]) => {
      if (verdict.verdict === 'compatible') return [];
      const name = `schema of ${safeName(edge)}, ${safe(what, 200)}`;
      if (verdict.verdict === 'unknown')
        return [
          `${paint('warning', 'unknown')} ${name} at ${safe(verdict.at, 200)}: ${safe(verdict.reason)}\n`,
        ];
      const example = safe(JSON.stringify(verdict.example), 300);
      return [
        `${paint('bad', says)}: ${name} at ${safe(verdict.at, 200)}: ${safe(verdict.why)}\n  such as ${example}\n`,
      ];
    }),
  );
  return lines.length === 0 ? [] : [lines.join('')];
}

function impactText(impact: Impact, paint: Paint): string {
  const { source, replayed, from_facts, from_records, not_replayed, edges, errors } = impact;
  if (source === null)
    return `${paint('warning', 'no recorded runs were given')}: what this does to real transfers is not known, which is not the same as safe\n`;
  const rows = edges
    .filter(({ to_block, to_allow, other_reasons }) => to_block + to_allow + other_reasons > 0)
    .map(({ edge, transfers, to_block, to_allow, other_reasons }) => [
      cell(safeName(edge)),
      number(`${transfers}`),
      number(`${to_block}`, to_block > 0 ? 'bad' : undefined),
      number(`${to_allow}`, to_allow > 0 ? 'bad' : undefined),
      number(`${other_reasons}`),
    ]);
  const head = ['edge', 'transfers', 'to block', 'to allow', 'other reasons'].map((name, index) =>
    index === 0 ? cell(name, 'dim') : number(name, 'dim'),
  );
  const left = not_replayed.map(
    ({ why, count }) => `  not replayed, ${counted(count, 'transfer')}: ${safe(why)}\n`,
  );
  const failed = errors === 0 ? '' : `  ${paint('bad', counted(errors, 'error'))}\n`;
  const how = `${from_facts} on stored facts, ${from_records} on records`;
  const table = rows.length === 0 ? '' : tableText([head, ...rows], paint);
  const flips = edges.flatMap((edge) => edge.flips.map((flip) => flipLine(edge.edge, flip)));
  return `${counted(replayed, 'recorded transfer')} replayed (${how})\n${table}${flips.join('')}${left.join('')}${failed}`;
}

function flipLine(
  edge: string,
  { run, hop, attempt, base, head }: Impact['edges'][number]['flips'][number],
): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  const codes = [...base.codes, ...head.codes].join(', ');
  return `  ${safeName(run)}, hop ${hop}${again}, ${safeName(edge)}: ${actionText(base)} -> ${actionText(head)}  ${safe(codes, 200)}\n`;
}

/** Those that ended stand at their findings. */
function waiversText({ unused }: PolicyDiff['waivers'], paint: Paint): string[] {
  if (unused.length === 0) return [];
  const lines = unused.map(({ line }) => line).join(', ');
  return [`${paint('warning', unusedText(unused.length))}: line ${safe(lines, 200)} of waivers.yaml\n`];
}

/** Where nothing is let through yet that could be. */
function howToWaive(findings: readonly Finding[], paint: Paint): string[] {
  const isOpen = findings.some(
    ({ waiver, direction, breaks }) =>
      (waiver === null || waiver.expired) && (direction !== 'neutral' || breaks.length > 0),
  );
  if (!isOpen) return [];
  return [
    paint(
      'dim',
      `what is meant is waived by its fingerprint, with an owner, a reason and a last day, in ${WAIVERS_PLACE};\n--format markdown shows the lines to paste\n`,
    ),
  ];
}

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;
const STYLES = { same: 'dim', removed: 'bad', added: 'good' } as const;
const LONGEST_LINE = 400;

/** Changed words are bold within a line that is coloured as a whole. */
function textDiffText({ path, hunks, omitted }: TextDiff, paint: Paint): string {
  const lines = hunks.flatMap(({ part, lines: own }) => [
    ...(part === null ? [] : [`  ${paint('place', `@ ${safe(part, 200)}`)}\n`]),
    ...own.map(({ kind, pieces }) => {
      const text = pieces.map(({ text: piece, changed }) => {
        const shown = visible(piece.slice(0, LONGEST_LINE));
        return changed ? paint('strong', paint(STYLES[kind], shown)) : paint(STYLES[kind], shown);
      });
      return `  ${paint(STYLES[kind], SIGNS[kind])} ${text.join('')}\n`;
    }),
  ]);
  const more = omitted > 0 ? `  … ${counted(omitted, 'more changed line')}\n` : '';
  return `${paint('strong', safe(path, 300))}\n${lines.join('')}${more}`;
}

function countsText({ findings, impact }: PolicyDiff, paint: Paint): string {
  const of = (direction: Finding['direction']): number =>
    findings.filter((one) => one.direction === direction).length;
  const flips = impact.edges.reduce((sum, { to_block, to_allow }) => sum + to_block + to_allow, 0);
  const [loosened, both] = [of('loosened'), of('both')];
  const waived = findings.filter(({ waiver }) => waiver !== null && !waiver.expired).length;
  const parts = [
    paint(loosened > 0 ? 'bad' : 'good', `${loosened} loosened`),
    `${of('tightened')} tightened`,
    ...(both > 0 ? [paint('bad', `${both} ${directionWords('both')}`)] : []),
    `${of('neutral')} neutral`,
    `${findings.filter(({ breaks }) => breaks.length > 0).length} breaking`,
    ...(waived > 0 ? [paint('warning', `${waived} waived`)] : []),
    ...(impact.source === null ? [] : [paint(flips > 0 ? 'bad' : 'good', counted(flips, 'flip'))]),
  ];
  return `${parts.join(', ')}\n`;
}
