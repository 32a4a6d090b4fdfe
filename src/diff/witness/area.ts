import type { JsonSchema, JsonValue } from '../../canonical/json-value.js';
import type { Change } from '../../model/policy-diff.js';
import type { TransferRecord } from '../../model/record.js';
import type { CompiledSide } from '../compiled-side.js';
import type { EdgeSide, EdgeView } from './edge-view.js';
import type { Scene } from './scenes/scene.js';

/** A run that may be decided otherwise by the two versions. */
export interface Candidate {
  readonly scene: Scene;
  /**
   * The checks that it is about, as lines of a verdict's `checks`: where another one blocks, the run says nothing of this
   * change. Null: any, since what blocks is not what changed.
   */
  readonly checks: readonly string[] | null;
}

/** What candidates are looked for about. */
export interface AreaScene {
  readonly change: Change;
  /** The edge's contract in each version; null where it has none, or the change is the project's. */
  readonly base: EdgeSide | null;
  readonly head: EdgeSide | null;
  /** How runs have to be: good under both versions, under base, under head. Of one version where the edge has one. */
  readonly views: readonly EdgeView[];
  readonly sides: { readonly base: CompiledSide; readonly head: CompiledSide };
  readonly ports: WitnessPorts;
}

export interface WitnessPorts {
  /** Values that one schema accepts and the other refuses, found by comparing the two. */
  readonly examples?: (base: JsonSchema, head: JsonSchema) => readonly JsonValue[];
  /** Recorded handoffs: their values are tried where a custom rule blocks every run that was made up. */
  readonly seeds?: readonly TransferRecord[];
  /** How many changes there are of an edge's contract and of the project. Not given: they are detected again. */
  readonly changesOf?: (edge: string | null) => number;
}

/** Where witnesses for one kind of change are looked for. */
export interface Area {
  readonly candidates: (scene: AreaScene) => Iterable<Candidate>;
  /**
   * The candidates are all that there is: every kind of run that the contract's finite part tells apart. Then what they
   * show is decided, and not only seen.
   */
  readonly finite?: boolean;
  /**
   * What is compared: what is done about a decision that stays the same (`action`), or whatever is decided (`outcome`).
   * Not given: the decision, and what is done where that stays the same.
   */
  readonly about?: 'action' | 'outcome';
}

/** Scenes as candidates about some checks. */
export function* about(scenes: Iterable<Scene>, checks: readonly string[] | null): Generator<Candidate> {
  for (const scene of scenes) yield { scene, checks };
}
