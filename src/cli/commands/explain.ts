import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import {
  type CodePage,
  EXPLANATION_SCHEMA,
  explanationsText,
  explanationText,
} from '../../report/explanation-text.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { type Io, jsonText } from '../io.js';
import { allPages } from '../pages.js';

export interface ExplainFlags {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `explain CODE`: what a code means, why it matters, and how to fix what it says. */
export function explain(code: string | undefined, flags: ExplainFlags, io: Io): ExitCode {
  const pages = allPages();
  // `rule.not_proven:refund-limit` is what a verdict calls the check of one rule.
  const wanted = code?.replace(/^rule\.not_proven:.*$/s, 'rule.not_proven');
  const found = flags.all === true ? pages : pages.filter((page) => page.code === wanted);
  const diagnostics = found.length === 0 ? unknown(code ?? '', pages) : [];
  if (flags.json === true) io.out(jsonText({ schema: EXPLANATION_SCHEMA, codes: found, diagnostics }));
  else io.out(textOf(found, flags.all === true, io));
  if (flags.json !== true) io.err(diagnosticsText(diagnostics, { paint: io.errPaint, closing: false }));
  return diagnostics.length > 0 ? EXIT.invalid : EXIT.ok;
}

function textOf(pages: readonly CodePage[], all: boolean, { paint }: Io): string {
  const [only] = pages;
  if (all) return explanationsText(pages, paint);
  return only === undefined ? '' : explanationText(only, paint);
}

function unknown(code: string, pages: readonly CodePage[]): readonly Diagnostic[] {
  const codes = pages.map((page) => page.code);
  const near = nearest(code, codes) ?? codes.find((known) => known.endsWith(`.${code}`));
  const help = near === undefined ? '`edge-contracts explain --all` lists all' : `did you mean \`${near}\`?`;
  return failure('input.unknown_code', `there is no code \`${code}\``, { help }).diagnostics;
}
