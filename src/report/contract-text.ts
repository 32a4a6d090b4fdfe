import type { Severity } from '../model/severity.js';
import type { Paint } from './paint.js';
import { safe } from './safe-text.js';

export const CONTRACT_VIEW_SCHEMA = 'edge-contracts/contract-view/v1';

interface ShownCheck {
  readonly code: string;
  readonly severity: Severity;
  readonly set_at: { readonly file: string; readonly line: number } | null;
  readonly not_checked: string | null;
}

/** A contract as resolved, then every check with its severity and where that was set. */
export function contractText(
  {
    file,
    text,
    checks,
  }: { readonly file: string; readonly text: string; readonly checks: readonly ShownCheck[] },
  paint: Paint,
  place: (file: string) => string,
): string {
  const width = Math.max(...checks.map(({ code }) => code.length));
  const lines = checks.map((check) => checkLine(check, width, paint, place));
  const lead = `# ${safe(place(file))}, as resolved. A comment at the end of a line says where the value came from.\n`;
  const resolved = text.split('\n').map((line) => safe(line, 400));
  return `${paint('dim', lead)}${resolved.join('\n')}\n${paint('strong', 'checks')}\n${lines.join('')}`;
}

function checkLine(
  { code, severity, set_at: at, not_checked: why }: ShownCheck,
  width: number,
  paint: Paint,
  place: (file: string) => string,
): string {
  const where = at === null ? 'default' : safe(`${place(at.file)}:${at.line}`);
  const told = why === null ? where : `not checked: ${why}`;
  const style = why !== null || severity === 'ignore' ? 'dim' : severity === 'block' ? 'bad' : 'warning';
  return `  ${code.padEnd(width)}  ${paint(style, severity.padEnd(6))}  ${paint('dim', told)}\n`;
}
