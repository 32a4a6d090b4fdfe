import type { Severity } from '../model/severity.js';
import type { Paint } from './paint.js';

/** What is said of a code. */
export interface CodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** What a check has besides; null for a diagnostic or a failure. */
  readonly check: {
    readonly default: Severity;
    /** The part of the contract without which it is not checked. */
    readonly part: string | null;
    /** Fields that must be there: absent is not empty. */
    readonly needs: readonly string[];
    /** Why this version does not check it. */
    readonly missing: string | null;
  } | null;
}

export const EXPLANATION_SCHEMA = 'edge-contracts/explanation/v1';

/** The page of one code. */
export function explanationText({ code, title, why, fix, check }: CodePage, paint: Paint): string {
  const sections: (readonly [string, string])[] = [
    ['Why', why],
    ['How to fix', fix],
    ...(check === null ? [] : checkSections(code, check)),
  ];
  const told = sections.map(([name, text]) => `${paint('dim', name)}\n${wrapped(text)}`);
  const holds = check === null ? '' : 'proven when: ';
  return `${paint('strong', code)}\n${wrapped(`${holds}${title}`)}\n\n${told.join('\n\n')}\n`;
}

function checkSections(code: string, check: NonNullable<CodePage['check']>): (readonly [string, string])[] {
  const [group, name] = code.split('.');
  return [
    [
      'Severity',
      `${check.default} by default; set it with \`edge_check: { ${group}: { ${name}: … } }\`: block, warn or ignore`,
    ],
    ...(check.missing === null ? [] : [['This version', `not checked: ${check.missing}`] as const]),
    ...(check.part === null ? [] : [['Checked once the contract has', `\`${check.part}\``] as const]),
    ...(check.needs.length === 0 ? [] : [['Needs', check.needs.map(fieldText).join(', ')] as const]),
  ];
}

function fieldText(field: string): string {
  if (field === 'config') return 'live config, read and compared (records of kind config)';
  return field.startsWith('sender_') ? `sender.${field.slice('sender_'.length)}` : `payload.${field}`;
}

/** All codes, one line each. */
export function explanationsText(pages: readonly CodePage[], paint: Paint): string {
  const width = Math.max(...pages.map(({ code }) => code.length));
  return pages.map(({ code, title }) => `${paint('strong', code.padEnd(width))}  ${title}\n`).join('');
}

const WIDTH = 88;

function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= WIDTH) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}
