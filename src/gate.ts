/**
 * `edge-contracts/gate`: the gate without the compiler. It loads a compiled bundle, folds a run, decides a handoff,
 * answers before a side effect, records runs in memory, and composes payloads that carry what is held.
 */
export {
  type AttestOptions,
  type AttestRunOptions,
  attestRunVerdict,
  attestVerdict,
} from './attestation/attest-verdict.js';
export { readSigningKey, type SigningKey } from './attestation/attestation-key.js';
export type { Digest } from './canonical/digest.js';
export type { JsonObject, JsonSchema, JsonValue } from './canonical/json-value.js';
export { type ConstraintMatcher, normalisedMatcher } from './constraint/matcher.js';
export { type Diagnostic, DiagnosticError, type Span } from './diagnostics/diagnostic.js';
export { InternalError } from './diagnostics/failures.js';
export { type DecideBytesOptions, type DecidedBytes, decideBytes } from './evaluate/decide-bytes.js';
export {
  type EvaluateOptions,
  evaluateRecords,
  evaluateRun,
  type RecordInput,
  type RunEvaluation,
} from './evaluate/evaluate-run.js';
export type {
  CollectedFacts,
  DecideOptions,
  EffectOptions,
  Gate,
  GateOptions,
} from './evaluate/gate.js';
export { type LoadGateOptions, loadGate } from './evaluate/load-gate.js';
export { overridesAt, overridesFrom } from './evaluate/overrides.js';
export { EngineFailure } from './evaluate/policy.js';
export type { ProposedEffect } from './evaluate/proposed-effect.js';
export type { ProposedToolCall } from './evaluate/proposed-tool-call.js';
export { repair } from './evaluate/repair.js';
export type * from './model/alert.js';
export * from './model/attestation.js';
export type * from './model/bundle.js';
export type * from './model/case.js';
export type * from './model/config.js';
export type * from './model/constraint.js';
export type * from './model/facts.js';
export type * from './model/ledger.js';
export type * from './model/payload.js';
export { readPayload } from './model/read-payload.js';
export type * from './model/record.js';
export { recordDigest, runDigest } from './model/record-digest.js';
export type * from './model/score.js';
export type * from './model/severity.js';
export type { Tool, ToolCeiling } from './model/tool.js';
export type * from './model/transfer-context.js';
export { validateRecord } from './model/validate-record.js';
export type * from './model/verdict.js';
export {
  type ReadRecord,
  type ReadRecordsOptions,
  type RecordsReading,
  readRecords,
} from './record/read-records.js';
export { type AgentState, agentState } from './run/agent-state.js';
export { compose, type Draft, type DraftDischarge, type Place } from './run/compose.js';
export { contextOf } from './run/context-of.js';
export { foldRecord, foldRun } from './run/fold-record.js';
export { livesOf } from './run/lives-of.js';
export {
  type ClaimedState,
  type EffectInput,
  type HandoffGate,
  type HandoffInput,
  type IdMaker,
  type MessageInput,
  openRun,
  type Recorder,
  type RecorderOptions,
  type Settling,
  type StatedInput,
  type StatementInput,
  type ToolCallInput,
} from './run/recorder.js';
export { emptyRun, type RunState } from './run/run-state.js';
export type { Violation } from './run/violation.js';
export { violations } from './run/violations.js';
