import type { LedgerCode } from './codes.js';

/** One thing that is not as it was written. */
export interface LedgerFinding {
  readonly code: LedgerCode;
  /** The entry, or the first of several; null where it is about none. */
  readonly seq: number | null;
  readonly run: string | null;
  readonly message: string;
}

const MOST = 1000;

/** Findings, of which the first thousand are listed and all are counted. */
export class Findings {
  readonly listed: LedgerFinding[] = [];
  count = 0;

  add(
    code: LedgerCode,
    at: { readonly seq: number | null; readonly run?: string | null },
    message: string,
  ): void {
    this.count += 1;
    if (this.listed.length < MOST) this.listed.push({ code, seq: at.seq, run: at.run ?? null, message });
  }
}
