import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';
import type { CommonProblem, ContractCode } from './codes.js';

/** Which of the files that are read it is about: the first part of its codes. */
type Area = 'contract' | 'project' | 'tools' | 'waivers' | 'case';

/**
 * Collects what is wrong, in one pass, each finding once (a fragment is read with every contract that extends
 * it). Nothing here throws, and nothing here formats.
 */
export class Findings {
  readonly #found = new Map<string, Diagnostic>();
  readonly #area: Area;

  constructor(area: Area = 'contract') {
    this.#area = area;
  }

  /** An error with the code of the file at hand: `contract.tab`, `project.tab`. */
  common(problem: CommonProblem, span: Span, message: string, help?: string): void {
    this.error(`${this.#area}.${problem}`, span, message, help);
  }

  error(code: ContractCode, span: Span, message: string, help?: string): void {
    this.add({ code, severity: 'error', message, span, ...(help === undefined ? {} : { help }) });
  }

  warning(code: ContractCode, span: Span, message: string, help?: string): void {
    this.add({ code, severity: 'warning', message, span, ...(help === undefined ? {} : { help }) });
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    for (const d of diagnostics) {
      const { file, line, column } = d.span ?? { file: '', line: 0, column: 0 };
      const key = JSON.stringify([d.code, file, line, column, d.message]);
      this.#found.set(key, d);
    }
  }

  /** Takes over what another pass found. */
  addAll(other: Findings): void {
    this.add(...other.#found.values());
  }

  get hasErrors(): boolean {
    return [...this.#found.values()].some((d) => d.severity === 'error');
  }

  /** Sorted by file, line and column. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values()].sort(byPlace);
  }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [x, y] = [a.span, b.span];
  if (x === undefined || y === undefined) return x === y ? 0 : x === undefined ? -1 : 1;
  if (x.file !== y.file) return x.file < y.file ? -1 : 1;
  return x.line - y.line || x.column - y.column;
}
