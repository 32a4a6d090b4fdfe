import type { JsonValue } from '../canonical/json-value.js';
import type { EffectPattern, Modality } from '../model/constraint.js';

export const SIMULATION_PROFILE_SCHEMA = 'edge-contracts/simulation-profile/v1';

/**
 * What runs are made of. Whatever is a count here comes out exactly in every set of runs, whatever the seed; whatever
 * is a share comes out on average.
 */
export interface SimulationProfile {
  readonly schema: typeof SIMULATION_PROFILE_SCHEMA;
  /** Lower-case letters, digits and dashes; part of the ids of the runs. */
  readonly name: string;
  /** What it reproduces, and what of it is made up; shown wherever it is used. */
  readonly notes: readonly string[];
  /** When the first run begins: RFC 3339. */
  readonly start: string;
  /** Seconds from the beginning of one run to that of the next. */
  readonly every_s: number;
  readonly agents: Readonly<Record<string, SimulatedAgent>>;
  readonly constraints: Readonly<Record<string, ConstraintTemplate>>;
  /** The agents that a run passes through, the first being the one that the customer writes to. */
  readonly routes: Readonly<Record<string, readonly string[]>>;
  /** One set: the counts are summed, the order is the seed's. */
  readonly runs: readonly RunKind[];
  readonly customer: CustomerWords;
  /** Runs of a set without an end. */
  readonly open_runs: number;
  readonly facts: FactShares;
  readonly stop_conditions: StopConditionCounts;
  readonly confidence: ConfidenceShares;
  /** Of calls of tools: each is tried once more, and then succeeds. */
  readonly failed_calls: number;
  /** Of an agent that can do what a constraint forbids, or leave what it requires: the share that honours it. */
  readonly honoured: HonouredShares;
  /** Of the whole transcript, by hop; beyond the last, as much more as the last adds. Empty: not recorded. */
  readonly transcript_tokens: readonly number[];
}

export interface SimulatedAgent {
  readonly revision: string;
  /** Its own task's completion, which it may send as the run's. */
  readonly done_when: string;
  /** What it is asked to do, and what is left to do then. */
  readonly objective: string;
  readonly remaining: readonly string[];
  /** What it does the first time that it is reached; of each, one alternative. */
  readonly actions: readonly (readonly ToolUse[])[];
}

export interface CustomerWords {
  readonly opens: readonly string[];
  /** When the first agent of the route has the run once more. */
  readonly returns: readonly string[];
  readonly returns_share: number;
  readonly withdraws: readonly string[];
}

export interface ToolUse {
  readonly tool: string;
  /** What it returns, by key: one of these; `#` in a text stands for a digit. */
  readonly result: Readonly<Record<string, readonly JsonValue[]>>;
  readonly effect?: EffectPattern;
}

export interface ConstraintTemplate {
  readonly text: string;
  readonly modality: Modality;
  readonly stated_by: 'customer' | 'policy';
  readonly forbids?: readonly EffectPattern[];
  readonly requires?: readonly EffectPattern[];
  /** Sent instead of its text where it is weakened; not given: the text stays, and only the modality changes. */
  readonly weakened_text?: string;
  /** In the customer's words; of a policy's nothing is said. */
  readonly said: string;
}

export interface RunKind {
  readonly route: string;
  readonly count: number;
  readonly constraints: readonly ConstraintPlan[];
}

/** A constraint of a run, and what becomes of it at each hop. */
export interface ConstraintPlan {
  /** Names of templates; the seed picks one. */
  readonly of: readonly string[];
  /** Stated to the sender of this hop, before it hands on; not given: 1. */
  readonly before_hop?: number;
  /** One for each hop from there; may end with the one at which it is lost or closed. */
  readonly fates: readonly Fate[];
}

/** What a sender does with a constraint; those with `_blocked` are what a gate did not let through at first. */
export const FATES = [
  'carried',
  'weakened',
  'narrowed',
  'dropped',
  'satisfied',
  'withdrawn',
  'dropped_blocked',
  'weakened_blocked',
  'narrowed_blocked',
] as const;

export type Fate = (typeof FATES)[number];

export interface FactShares {
  /** Of the facts that a sender has from its own tools, those that it sends. */
  readonly own: number;
  /** Of the facts that it received. */
  readonly received: number;
}

export interface StopConditionCounts {
  /** What ends a run; sent to the first agent by the host. */
  readonly of_run: readonly string[];
  /** Of the hops of a set, those that hand on what they were given, and do not put their own in its place. */
  readonly carried: number;
}

export interface ConfidenceShares {
  /** Of senders, those whose state says how sure they are. */
  readonly reported: number;
  /** Of these, those whose payload says it too. */
  readonly sent: number;
}

export interface HonouredShares {
  readonly whole: number;
  /** It was weakened or narrowed on the way. */
  readonly faulty: number;
  /** By luck: the agent does not know of it. */
  readonly lost: number;
}
