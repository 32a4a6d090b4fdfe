import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

export const DIAGNOSTICS_SCHEMA = 'edge-contracts/diagnostics/v1';

export interface CheckedEdge {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

/** `check --json`: `schemas/diagnostics.schema.json`. */
export interface DiagnosticsDocument {
  readonly schema: typeof DIAGNOSTICS_SCHEMA;
  /** Contracts that have no error of their own. */
  readonly edges: readonly CheckedEdge[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The contracts that were read, one line each. */
export function checkText(
  edges: readonly CheckedEdge[],
  diagnostics: readonly Diagnostic[],
  paint: Paint,
  place: (file: string) => string,
): string {
  const width = Math.max(0, ...edges.map(({ name }) => name.length));
  const lines = edges.map(({ name, from, to, file }) => {
    const agents = `${safeName(from)} -> ${safeName(to)}`;
    return `  ${paint('strong', name.padEnd(width))}  ${agents}  ${paint('dim', safe(place(file)))}\n`;
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const result = errors === 0 ? paint('good', 'no error') : paint('bad', counted(errors, 'error'));
  const read = errors === 0 ? counted(edges.length, 'contract') : `${edges.length} usable`;
  return `${read}, ${result}\n${lines.join('')}`;
}
