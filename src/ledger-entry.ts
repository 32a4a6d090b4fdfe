/** `edge-contracts/ledger`: keeps what agents hand each other, durably, and shows where it was changed. */
export {
  readSigningKey,
  readVerificationKey,
  type SigningKey,
  type VerificationKey,
} from './attestation/attestation-key.js';
export type { Digest } from './canonical/digest.js';
export type { Diagnostic } from './diagnostics/diagnostic.js';
export { DiagnosticError } from './diagnostics/diagnostic.js';
export {
  CHECKPOINT_EVERY,
  type CheckpointEvery,
  type CheckpointTrust,
  checkpointDue,
  checkpointTrust,
} from './ledger/checkpoint.js';
export { LEDGER_CODES, type LedgerCode, type LedgerCodePage } from './ledger/codes.js';
export type { AppendMore, Erase, Ledger } from './ledger/ledger.js';
export { type LedgerOptions, openLedger } from './ledger/open-ledger.js';
export { openSqliteLedger, type SqliteLedgerOptions } from './ledger/open-sqlite-ledger.js';
export { openRedactingLedger, type RedactingOptions } from './ledger/redacting-ledger.js';
export {
  addCounts,
  createRedactor,
  NOTHING_REDACTED,
  type Redacted,
  type RedactionCounts,
  type Redactor,
  type RedactorOptions,
} from './ledger/redact/redactor.js';
export { openSqliteStore, type SqliteStoreOptions } from './ledger/sqlite/sqlite-store.js';
export type * from './ledger/store.js';
export { type CheckpointOptions, withCheckpoints } from './ledger/with-checkpoints.js';
export {
  type LedgerFinding,
  type LedgerVerification,
  type VerifyLedgerOptions,
  verifyLedger,
} from './ledger/verify-ledger.js';
export type * from './model/ledger.js';
export type * from './model/redaction.js';
