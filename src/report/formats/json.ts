import type { Reported } from './reported.js';

/** The document, as its published schema has it. */
export function json({ document }: Reported): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
