import type { ContractSet } from '../contract/contract.js';
import type { Gate } from '../evaluate/gate.js';
import type { Manifest } from '../model/bundle.js';

/** One version of a project: what was read, what it compiles to, and a gate over its bundle. */
export interface CompiledSide {
  readonly set: ContractSet;
  /** Committed outputs as they would be written now: path below the outputs' folder, and text. */
  readonly files: ReadonlyMap<string, string>;
  readonly manifest: Manifest;
  /** Over both versions' edges that changed: an edge that did not change may be missing in it. */
  readonly gate: Gate;
}
