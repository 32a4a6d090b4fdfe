import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe } from './safe-text.js';

export const TOOLS_SCHEMA = 'edge-contracts/tools-import/v1';

export interface ToolsDocument {
  readonly schema: typeof TOOLS_SCHEMA;
  /** `failed`: nothing was written. */
  readonly outcome: 'written' | 'up_to_date' | 'stale' | 'failed';
  /** The tools file, from the working directory. */
  readonly file: string;
  readonly changes: readonly {
    readonly name: string;
    readonly change: string;
    readonly members: readonly string[];
  }[];
}

/** What changed, and what to do next. */
export function toolsText({ outcome, file, changes }: ToolsDocument, paint: Paint): string {
  if (outcome === 'failed') return '';
  const lines = changes.map(({ name, change, members }) => {
    const what = members.length === 0 ? '' : ` (${members.join(', ')})`;
    const line = `  ${change} ${safe(name)}${what}\n`;
    return change === 'widened' ? paint('bad', line) : line;
  });
  const title = `${safe(file)}: ${TITLE[outcome]}, ${counted(changes.length, 'change')}`;
  return `${paint('strong', title)}\n${lines.join('')}${NEXT[outcome]}`;
}

const TITLE: Readonly<Record<ToolsDocument['outcome'], string>> = {
  written: 'written',
  up_to_date: 'up to date',
  stale: 'stale',
  failed: '',
};
const NEXT: Readonly<Record<ToolsDocument['outcome'], string>> = {
  written: 'review it: these are claims of a server; then narrow `effects`, and `edge-contracts compile`\n',
  up_to_date: '',
  stale: '',
  failed: '',
};
