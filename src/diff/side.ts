import type { ContractSet } from '../contract/contract.js';

/** One version of a project, read. */
export interface Side {
  /** As it was given: a ref, a folder, a file. */
  readonly label: string;
  /** The commit, where it is a ref. */
  readonly commit: string | null;
  readonly set: ContractSet;
}
