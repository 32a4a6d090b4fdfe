import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe } from './safe-text.js';

export const INIT_SCHEMA = 'edge-contracts/init/v1';

/** What was written, and what to do next. */
export function initText(written: readonly string[], folder: string, paint: Paint): string {
  if (written.length === 0) return '';
  const lines = written.map((path) => `  ${safe(path)}\n`);
  const flag = folder === 'contracts' ? '' : ` ${safe(folder)}`;
  const next = `review ${written.length === 1 ? 'it' : 'them'}, then \`edge-contracts check${flag}\``;
  const others =
    'a handoff on another edge is blocked, unless edge-contracts.yaml says `uncovered: warn` or `uncovered: observe`';
  return `${paint('strong', `wrote ${counted(written.length, 'contract')} in mode observe`)}\n${lines.join('')}${next}\n${others}\n`;
}
