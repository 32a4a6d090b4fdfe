import type { Answer } from './engines.js';

/** Counts what a proof has seen, so that nothing passes because it never came up. */
export class Mix {
  readonly #label: string;
  readonly #codes = new Map<string, number>();
  #cases = 0;
  #allowed = 0;

  constructor(label: string) {
    this.#label = label;
  }

  add({ decision, unproven }: Pick<Answer, 'decision' | 'unproven'>): void {
    this.#cases += 1;
    if (decision === 'allow') this.#allowed += 1;
    // Each rule of a project is a check of its own; here they are one code.
    const codes = new Set(unproven.map((code) => code.replace(/:.*/, '')));
    for (const code of codes) this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
  }

  get cases(): number {
    return this.#cases;
  }

  /** In a hundred. */
  get allowed(): number {
    return (100 * this.#allowed) / Math.max(1, this.#cases);
  }

  /** Those of the codes that failed less often than wanted, with how often. */
  rarerThan(wanted: number, codes: readonly string[]): string[] {
    return codes
      .map((code): [string, number] => [code, this.#codes.get(code) ?? 0])
      .filter(([, count]) => count < wanted)
      .map(([code, count]) => `${code} ${count}`);
  }

  print(): void {
    const rows = [...this.#codes].sort(([a], [b]) => (a < b ? -1 : 1));
    const width = Math.max(0, ...rows.map(([code]) => code.length));
    console.log(`${this.#label}: ${this.#cases} cases, ${this.allowed.toFixed(1)} % allowed`);
    for (const [code, count] of rows) console.log(`  ${code.padEnd(width)} ${String(count).padStart(6)}`);
  }
}
