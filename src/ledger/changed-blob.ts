import type { StoreFault } from './store.js';

/** A file that is kept by its digest, and is not what the digest is of: its name is not told, as it could be anything. */
export const CHANGED_BLOB: StoreFault = {
  code: 'ledger.changed',
  seq: null,
  message: 'a contract’s source is kept under a digest that is not its own',
};
