/**
 * `edge-contracts/ledger`: the ledger of transfers, runs that are written to it as they happen, and overrides that are
 * followed from it. A host without a ledger loads none of this, and an engine is loaded when it is opened.
 */
export {
  readSigningKey,
  readVerificationKey,
  type SigningKey,
  type VerificationKey,
} from './attestation/attestation-key.js';
export type { Digest } from './canonical/digest.js';
export { type Diagnostic, DiagnosticError } from './diagnostics/diagnostic.js';
export { overridesAt, overridesFrom } from './evaluate/overrides.js';
export {
  CHECKPOINT_EVERY,
  type CheckpointEvery,
  type CheckpointTrust,
  checkpointDue,
  checkpointTrust,
} from './ledger/checkpoint.js';
export { LEDGER_CODES, type LedgerCode, type LedgerCodePage } from './ledger/codes.js';
export { type DecidedAgain, decideAgain } from './ledger/decide-again.js';
export {
  type DurableHandoff,
  type DurableRun,
  type DurableRunOptions,
  openDurableRun,
  resumeDurableRun,
} from './ledger/durable-run.js';
export { type FollowedOverrides, type FollowOptions, followOverrides } from './ledger/follow-overrides.js';
export type { AppendMore, Erase, Ledger } from './ledger/ledger.js';
export { type LedgerOptions, openLedger } from './ledger/open-ledger.js';
export { openPostgresLedger, type PostgresLedgerOptions } from './ledger/open-postgres-ledger.js';
export { openSqliteLedger, type SqliteLedgerOptions } from './ledger/open-sqlite-ledger.js';
export { openPostgresStore, type PostgresOptions } from './ledger/postgres/postgres-store.js';
export {
  addCounts,
  createRedactor,
  NOTHING_REDACTED,
  type Redacted,
  type RedactionCounts,
  type Redactor,
  type RedactorOptions,
} from './ledger/redact/redactor.js';
export { openRedactingLedger, type RedactingOptions } from './ledger/redacting-ledger.js';
export type { RunLedger } from './ledger/run-writer.js';
export { openSqliteStore, type SqliteStoreOptions } from './ledger/sqlite/sqlite-store.js';
export type * from './ledger/store.js';
export {
  type LedgerFinding,
  type LedgerVerification,
  type VerifyLedgerOptions,
  verifyLedger,
} from './ledger/verify-ledger.js';
export { type CheckpointOptions, withCheckpoints } from './ledger/with-checkpoints.js';
export type * from './model/alert.js';
export type * from './model/ledger.js';
export type * from './model/record.js';
export type * from './model/redaction.js';
