import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { codeFrame, type FramePart, SourceLines } from './code-frame.js';
import { counted } from './counted.js';
import type { Paint, Style } from './paint.js';
import { safe } from './safe-text.js';

export interface DiagnosticsTextOptions {
  readonly paint: Paint;
  /** The text of a file that a diagnostic names, for the frame; undefined where there is none to show. */
  readonly source?: (file: string) => string | undefined;
  /** A file's path as the reader can open it from where they are. */
  readonly place?: (file: string) => string;
  /** Ends with the counts, and with where more is told. Not given: true. */
  readonly closing?: boolean;
}

const FRAME_STYLES: Readonly<Record<FramePart, Style>> = {
  place: 'place',
  number: 'dim',
  source: 'strong',
  caret: 'bad',
};

/**
 * Each diagnostic with its code, its place and the lines around it, what is wrong, and how to fix it; then how many
 * there are.
 */
export function diagnosticsText(diagnostics: readonly Diagnostic[], options: DiagnosticsTextOptions): string {
  if (diagnostics.length === 0) return '';
  const sources = new Sources(options.source);
  const { shown, left } = withoutFlood(diagnostics);
  const blocks = shown.map((diagnostic) => diagnosticText(diagnostic, options, sources));
  for (const [code, count] of left)
    blocks.push(`… ${counted(count, 'more warning')} ${code}; --json lists all\n`);
  if (options.closing === false) return blocks.join('\n');
  return `${blocks.join('\n')}\n${summary(diagnostics, options.paint)}\n`;
}

/** A project of a hundred edges can have one warning three hundred times: errors must not drown in it. */
const MOST_OF_A_WARNING = 10;

function withoutFlood(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly left: ReadonlyMap<string, number>;
} {
  const seen = new Map<string, number>();
  const left = new Map<string, number>();
  const shown = diagnostics.filter(({ code, severity }) => {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    if (severity === 'error' || count <= MOST_OF_A_WARNING) return true;
    left.set(code, (left.get(code) ?? 0) + 1);
    return false;
  });
  return { shown, left };
}

/** One diagnostic, ending with a line break. */
function diagnosticText(diagnostic: Diagnostic, options: DiagnosticsTextOptions, sources: Sources): string {
  const { paint } = options;
  const { code, severity, message, help } = diagnostic;
  const head = `${paint(severity === 'error' ? 'bad' : 'warning', `${severity} ${code}`)}: ${safe(message)}`;
  const where = whereText(diagnostic, options, sources);
  const fix = help === undefined ? '' : `  ${paint('dim', 'help:')} ${safe(help)}\n`;
  return `${head}\n${where}${fix}`;
}

/** The lines of each file, looked up once however many diagnostics are about it. */
class Sources {
  readonly #text: DiagnosticsTextOptions['source'];
  readonly #known = new Map<string, SourceLines | undefined>();

  constructor(text: DiagnosticsTextOptions['source']) {
    this.#text = text;
  }

  lines(file: string): SourceLines | undefined {
    if (!this.#known.has(file)) {
      const text = this.#text?.(file);
      this.#known.set(file, text === undefined || text === '' ? undefined : new SourceLines(text));
    }
    return this.#known.get(file);
  }
}

function whereText(
  diagnostic: Diagnostic,
  { paint, place = (file) => file }: DiagnosticsTextOptions,
  sources: Sources,
): string {
  const { span, pointer } = diagnostic;
  const at = pointer === undefined || pointer === '' ? '' : ` at ${safe(pointer, 200)}`;
  if (span === undefined) return at === '' ? '' : `  ${paint('dim', at.trim())}\n`;
  const shown = { ...diagnostic, span: { ...span, file: place(span.file) } };
  const lines = sources.lines(span.file);
  const frame =
    lines === undefined
      ? ''
      : codeFrame(shown, lines, { paint: (part, piece) => paint(FRAME_STYLES[part], piece) });
  // What is about a whole file has no line to show.
  const whole = span.line === 1 && span.column === 1;
  const named = whole ? shown.span.file : `${shown.span.file}:${span.line}:${span.column}`;
  const block = frame === '' ? paint('place', safe(named)) : frame;
  const indented = block.replace(/^/gm, '  ');
  return `${indented}\n${at === '' ? '' : `  ${paint('dim', at.trim())}\n`}`;
}

function summary(diagnostics: readonly Diagnostic[], paint: Paint): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const parts = [
    ...(errors > 0 ? [paint('bad', counted(errors, 'error'))] : []),
    ...(warnings > 0 ? [paint('warning', counted(warnings, 'warning'))] : []),
  ];
  const code = diagnostics[0]?.code ?? '';
  return `${parts.join(', ')}; ${paint('dim', `\`edge-contracts explain ${code}\` tells more`)}`;
}
