/** `edge-contracts`: the gate, and everything that makes a bundle for it. */

export { readVerificationKey, type VerificationKey } from './attestation/attestation-key.js';
export type { Comparison, Comparisons } from './attestation/compare-statement.js';
export {
  type Expected,
  type VerifiedAttestation,
  type VerifyOptions,
  verifyAttestation,
} from './attestation/verify-attestation.js';
export * from './carry/index.js';
export type { Check } from './checks/check.js';
export { CHECKS } from './checks/index.js';
export {
  type Compilation,
  compileContracts,
  type Toolchain,
} from './compile/compile-contracts.js';
export {
  type CompiledProject,
  type CompileOptions,
  compileInMemory,
  compileProject,
} from './compile/compile-project.js';
export { type FoundProject, findProject, type ProjectPlace } from './compile/find-project.js';
export { loadToolchain } from './compile/load-toolchain.js';
export { type SourceFiles, sourcesDigest } from './compile/sources-digest.js';
export * from './contract/index.js';
export * from './gate.js';
export type * from './model/carry.js';
export type * from './model/comparison.js';
export type * from './model/cost.js';
export { ENGINE_VERSION } from './model/engine-version.js';
export type * from './model/readiness.js';
export { OpaCompiler, type OpaCompilerOptions } from './opa/opa-compiler.js';
export { OpaError } from './opa/opa-error.js';
export { type LineFault, type StreamOptions, streamRuns } from './record/stream-records.js';
export { reportPage } from './report/html/page.js';
export { profileFaults } from './simulation/check-profile.js';
export type {
  ConstraintPlan,
  ConstraintTemplate,
  Fate,
  RunKind,
  SimulatedAgent,
  SimulationProfile,
  ToolUse,
} from './simulation/profile.js';
export { SIMULATION_PROFILES } from './simulation/seed-article.js';
export { type SimulateOptions, simulate } from './simulation/simulate.js';
export { type CaseResult, runCase } from './testing/run-case.js';
