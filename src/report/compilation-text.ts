import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

export const COMPILATION_SCHEMA = 'edge-contracts/compilation/v1';

/** An output on disk that is not what the contracts compile to. */
export interface OutputDifference {
  /** Below the folder of outputs. */
  readonly path: string;
  readonly code: 'compile.stale' | 'compile.edited' | 'compile.missing' | 'compile.left_over';
  /** Unified; null where there is none to show. */
  readonly diff: string | null;
}

/** `schemas/compilation.schema.json`. */
export interface CompilationDocument {
  readonly schema: typeof COMPILATION_SCHEMA;
  /** `failed`: see the diagnostics. `current` and `differs` are answers to `--check`. */
  readonly outcome: 'compiled' | 'up_to_date' | 'current' | 'differs' | 'failed';
  /** The folder of outputs, from the working directory. */
  readonly folder: string;
  readonly edges: readonly string[];
  /** The digest of the bundle's bytes, to pin where it is loaded; null where none was written. */
  readonly bundle: string | null;
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly differences: readonly OutputDifference[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What was compiled and written; or, after `--check`, what differs. */
export function compilationText(document: CompilationDocument, paint: Paint): string {
  const { outcome, edges, folder, written, removed, differences } = document;
  const contracts = counted(edges.length, 'contract');
  const folderName = safe(folder);
  if (outcome === 'failed') return '';
  if (outcome === 'up_to_date') return `${contracts}: nothing changed, ${folderName} is up to date\n`;
  if (outcome === 'current') return `${contracts}: ${folderName} is what they compile to\n`;
  if (outcome === 'differs') return differencesText(differences, folderName, paint);
  const files = [...written.map((path) => ['wrote', path]), ...removed.map((path) => ['removed', path])];
  const lines = files.map(([word = '', path = '']) => `  ${paint('dim', word.padEnd(7))} ${safe(path)}\n`);
  const head = `compiled ${contracts} into ${folderName}: ${edges.map(safeName).join(', ')}\n`;
  const pin = document.bundle === null ? '' : `bundle ${document.bundle}\n`;
  return `${paint('strong', head)}${lines.join('')}${pin}`;
}

const WORDS: Readonly<Record<OutputDifference['code'], string>> = {
  'compile.stale': 'is not what the contracts compile to',
  'compile.edited': 'is not what was compiled last: edited by hand, or of another commit',
  'compile.missing': 'is missing',
  'compile.left_over': 'is left over: no contract compiles to it',
};

function differencesText(differences: readonly OutputDifference[], folder: string, paint: Paint): string {
  const told = differences.map(({ path, code, diff }) => {
    const head = `${paint('warning', code)}: ${folder}/${safe(path)} ${WORDS[code]}\n`;
    return diff === null ? head : `${head}${diffText(diff, paint)}`;
  });
  const count = counted(differences.length, 'output differs', 'outputs differ');
  const left = differences.some(({ code }) => code === 'compile.left_over');
  const then = left ? ', delete what is left over even then, and commit' : ' and commit what it writes';
  return `${told.join('')}\n${count}; run \`edge-contracts compile\`${then}\n`;
}

function diffText(diff: string, paint: Paint): string {
  const lines = diff.replace(/\n$/, '').split('\n');
  return `${lines.map((line) => diffLine(safe(line, 200), paint)).join('\n')}\n`;
}

function diffLine(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('good', line);
  if (line.startsWith('-')) return paint('bad', line);
  return line.startsWith('@@') ? paint('place', line) : line;
}
