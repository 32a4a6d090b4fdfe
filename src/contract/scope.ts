import type { Findings } from './findings.js';
import type { Located } from './located.js';

/** What every reader is given besides its value. */
export interface Scope {
  readonly findings: Findings;
  /** True for a fragment read by itself: what must be there may come from the contract or another fragment. */
  readonly partial: boolean;
  /** The folder of contracts, which `rules` and `extends` are relative to. */
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  /** YYYY-MM-DD; null: nothing is said of exceptions that have ended. */
  readonly today: string | null;
}

/** Reads one value; `name` is what messages call it. Undefined: an error is reported. */
export type Read<T> = (node: Located, scope: Scope, name: string) => T | undefined;
