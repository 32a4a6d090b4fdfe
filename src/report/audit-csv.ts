import type { AuditDocument, AuditLine } from '../model/audit.js';

const COLUMNS = [
  ...['at', 'by', 'what', 'outcome', 'run', 'hop', 'attempt', 'edge', 'constraint', 'modality', 'text'],
  ...[
    'reason',
    'evidence',
    'found',
    'standing',
    'delivered',
    'mode',
    'action',
    'overrides',
    'until',
    'contract',
    'simulated',
  ],
] as readonly (keyof AuditLine)[];

/** RFC 4180: a header, CRLF, quotes doubled. */
export function auditCsv({ lines }: Pick<AuditDocument, 'lines'>): string {
  const rows = [COLUMNS.map(String), ...lines.map((line) => COLUMNS.map((column) => cellText(line[column])))];
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function cellText(value: AuditLine[keyof AuditLine]): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(' ') : String(value);
}

/**
 * A cell. What a spreadsheet would take for a formula gets an apostrophe before it; of characters that no text shows,
 * only line breaks and tabs stay.
 */
export function csvCell(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const shown = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
  const harmless = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
