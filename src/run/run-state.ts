import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { History, Origin } from '../model/facts.js';
import type { ClosedRecord, ConfigRecord, EffectRecord, TransferRecord } from '../model/record.js';
import type {
  EdgeTerms,
  Evidence,
  PayloadView,
  ReceivedFact,
  RunTerms,
  StatedConstraint,
} from '../model/transfer-context.js';
import type { LifeTransition } from '../model/verdict.js';
import type { Chain } from './chain.js';
import { IntMap } from './int-map.js';
import { Names } from './names.js';
import type { Violation } from './violation.js';

/**
 * All that is known of one run after some of its records. It never changes: folding one more record gives
 * another state, which shares most of this one. Read it through `contextOf`, `agentState`, `violations`,
 * `livesOf`; what stands beside `run`, `closed`, `length`, `faults` and `history` is the fold's own.
 */
export interface RunState {
  readonly run: string | null;
  readonly closed: ClosedRecord | null;
  /** How many records were put to the fold. */
  readonly length: number;
  /** What is wrong with the records themselves, `run.*`. */
  readonly faults: readonly Diagnostic[];
  /** The worst history that any transfer so far had. */
  readonly history: History;

  readonly terms: RunTerms;
  readonly names: {
    readonly constraints: Names;
    readonly agents: Names;
    readonly records: Names;
    readonly facts: Names;
  };
  readonly evidence: IntMap<Evidence>;
  /** Every constraint that the run knows, by its key (the number of its id). */
  readonly known: IntMap<Known>;
  /** The same, in the order of their first statements. */
  readonly stated: IntMap<Known>;
  readonly knownCount: number;
  readonly hops: IntMap<Hop>;
  readonly highestHop: number;
  readonly agents: IntMap<Agent>;
  readonly effects: Chain<EffectRecord>;
  readonly crossings: Chain<Crossing>;
  readonly violations: Chain<Violation>;
  readonly transitions: Chain<Transition>;
  /** Keys that ever were live in a delivered payload, discharged, lapsed. */
  readonly everLive: IntMap<true>;
  readonly everClosed: IntMap<Closed>;
  readonly everLapsed: IntMap<true>;
  /** What was seen of live config, by `configKey`; the first record of each key stays. */
  readonly config: IntMap<SeenConfig>;
  /** A message came that nobody looked at for constraints. */
  readonly unlooked: boolean;
}

/** A constraint that the run knows, with its key and its place. */
export interface Known {
  readonly key: number;
  /** Its place among the run's first statements. */
  readonly serial: number;
  /** Its first statement's place in the file. */
  readonly order: number;
  /** What was stated first, unless somebody more trusted said otherwise later; with the record that states it last. */
  readonly first: StatedConstraint;
  /** How far its speaker is trusted, `trustIn`. */
  readonly trust: number;
}

/** One hop, with all its attempts. */
export interface Hop {
  /** The first attempt: it says which agents and edge the hop joins. */
  readonly first: TransferRecord;
  readonly attempts: number;
  readonly lastAttempt: number;
  readonly crossing: Crossing | null;
}

export interface Closed {
  readonly hop: number;
  readonly agent: string;
}

/** How a constraint was carried: without a fault, or since which hop not (`lost`: not at all; task scope only). */
export type Carried =
  | { readonly whole: true }
  | { readonly whole: false; readonly since: number; readonly lost: boolean };

export const WHOLE: Carried = { whole: true };

/**
 * What the payloads delivered along one path, or along paths that met, did to the constraints. Maps are by the
 * constraints' keys. `closed` goes before `carried`, `carried` before `lost`: after paths met, a key can be in
 * more than one.
 */
export interface Past {
  /** Run scope: live in the last payload of at least one path. */
  readonly carried: IntMap<Carried>;
  /** Run scope: the hop of the first loss that was not made good since. */
  readonly lost: IntMap<number>;
  readonly closed: IntMap<Closed>;
  /** Task scope: bound to the receiver of the last hop. */
  readonly attached: IntMap<Carried>;
  readonly lapsed: IntMap<true>;
  /** By an agent's number: the order of its last transfer on these paths. */
  readonly sends: IntMap<number>;
  /** An ancestor is missing. */
  readonly gap: boolean;
}

export const NO_PAST: Past = {
  carried: IntMap.empty(),
  lost: IntMap.empty(),
  closed: IntMap.empty(),
  attached: IntMap.empty(),
  lapsed: IntMap.empty(),
  sends: IntMap.empty(),
  gap: false,
};

/** A delivered transfer, and the past that its receiver stands on. */
export interface Crossing {
  readonly record: TransferRecord;
  readonly payload: PayloadView;
  readonly order: number;
  readonly terms: EdgeTerms | null;
  readonly edge: string | null;
  readonly past: Past;
  /** Lost before, held again by the sender alone or told anew, and dropped again: this edge's fault, not upstream. */
  readonly lostAgain: IntMap<true>;
}

export interface SeenConfig {
  readonly record: ConfigRecord;
  /** Its place in the run's file. */
  readonly order: number;
}

/** How a sender comes to hold a constraint, as bits: each constraint can be held in several ways. */
export const ORIGIN: Readonly<Record<Origin, number>> = { received: 1, stated: 2, standing: 4, sender: 8 };

export type FactChain = NonNullable<Chain<ReceivedFact>>;

/** One agent's part in the run. */
export interface Agent {
  /** What was stated to it, restatements too, newest first. */
  readonly told: Chain<{ readonly known: Known; readonly order: number }>;
  /** What was delivered to it since it last sent, newest first. */
  readonly inbox: Chain<Crossing>;
  /** The last transfer delivered to it. */
  readonly received: Crossing | null;
  /** The order of the last delivered transfer from it, or -1. */
  readonly sentAt: number;
  readonly effects: Chain<{ readonly record: EffectRecord; readonly order: number }>;
  /** Discharged somewhere in what it sent or received. */
  readonly closed: IntMap<Closed>;
  /** Run scope, by key: ever delivered live to it, and not in `closed`; with the order of the last delivery. */
  readonly owes: IntMap<number>;
  /** By the number of its key: each fact that was ever delivered to it, newest first. */
  readonly facts: IntMap<FactChain>;
}

export const NEW_AGENT: Agent = {
  told: null,
  inbox: null,
  received: null,
  sentAt: -1,
  effects: null,
  closed: IntMap.empty(),
  owes: IntMap.empty(),
  facts: IntMap.empty(),
};

export interface Transition {
  readonly key: number;
  readonly transition: LifeTransition;
}

/** The state before the first record. */
export function emptyRun(terms: RunTerms): RunState {
  return {
    run: null,
    closed: null,
    length: 0,
    faults: [],
    history: 'complete',
    terms,
    names: { constraints: new Names(), agents: new Names(), records: new Names(), facts: new Names() },
    evidence: IntMap.empty(),
    known: IntMap.empty(),
    stated: IntMap.empty(),
    knownCount: 0,
    hops: IntMap.empty(),
    highestHop: 0,
    agents: IntMap.empty(),
    effects: null,
    crossings: null,
    violations: null,
    transitions: null,
    everLive: IntMap.empty(),
    everClosed: IntMap.empty(),
    everLapsed: IntMap.empty(),
    config: IntMap.empty(),
    unlooked: false,
  };
}

/**
 * The state with some members changed. Member by member: where a state has so many, `{ ...state, length }` takes ten times
 * as long, and folding a record takes several.
 */
export function changedState(state: RunState, change: Partial<RunState>): RunState {
  return {
    run: change.run === undefined ? state.run : change.run,
    closed: change.closed === undefined ? state.closed : change.closed,
    length: change.length === undefined ? state.length : change.length,
    faults: change.faults === undefined ? state.faults : change.faults,
    history: change.history === undefined ? state.history : change.history,
    terms: change.terms === undefined ? state.terms : change.terms,
    names: change.names === undefined ? state.names : change.names,
    evidence: change.evidence === undefined ? state.evidence : change.evidence,
    known: change.known === undefined ? state.known : change.known,
    stated: change.stated === undefined ? state.stated : change.stated,
    knownCount: change.knownCount === undefined ? state.knownCount : change.knownCount,
    hops: change.hops === undefined ? state.hops : change.hops,
    highestHop: change.highestHop === undefined ? state.highestHop : change.highestHop,
    agents: change.agents === undefined ? state.agents : change.agents,
    effects: change.effects === undefined ? state.effects : change.effects,
    crossings: change.crossings === undefined ? state.crossings : change.crossings,
    violations: change.violations === undefined ? state.violations : change.violations,
    transitions: change.transitions === undefined ? state.transitions : change.transitions,
    everLive: change.everLive === undefined ? state.everLive : change.everLive,
    everClosed: change.everClosed === undefined ? state.everClosed : change.everClosed,
    everLapsed: change.everLapsed === undefined ? state.everLapsed : change.everLapsed,
    config: change.config === undefined ? state.config : change.config,
    unlooked: change.unlooked === undefined ? state.unlooked : change.unlooked,
  };
}

/** An agent's part so far. */
export function agentOf(state: RunState, name: string): Agent {
  return state.agents.get(state.names.agents.find(name)) ?? NEW_AGENT;
}

/** The state with this agent's part changed; what it owes follows from what it received and closed. */
export function withAgent(state: RunState, name: string, change: Partial<Agent>): RunState {
  return changedState(state, { agents: changedAgents(state, state.agents, name, change) });
}

/** The same of agents alone, for who changes more than one of them. */
export function changedAgents(
  { names }: Pick<RunState, 'names'>,
  agents: RunState['agents'],
  name: string,
  change: Partial<Agent>,
): RunState['agents'] {
  const key = names.agents.of(name);
  const before = agents.get(key) ?? NEW_AGENT;
  // Member by member, as in `changedState`.
  const changed: Agent = {
    told: change.told === undefined ? before.told : change.told,
    inbox: change.inbox === undefined ? before.inbox : change.inbox,
    received: change.received === undefined ? before.received : change.received,
    sentAt: change.sentAt ?? before.sentAt,
    effects: change.effects === undefined ? before.effects : change.effects,
    closed: change.closed ?? before.closed,
    owes: change.owes ?? before.owes,
    facts: change.facts ?? before.facts,
  };
  const owes = owedBy(changed, before);
  const agent: Agent = owes === changed.owes ? changed : { ...changed, owes };
  return agents.set(key, agent);
}

function owedBy({ owes, received, closed }: Agent, before: Agent): IntMap<number> {
  let owed = owes;
  if (received !== null && received !== before.received)
    received.past.carried.forEach((_, key) => {
      owed = owed.set(key, received.order);
    });
  if (owed === before.owes && closed === before.closed) return owed;
  owed.forEach((_, key) => {
    if (closed.has(key)) owed = owed.delete(key);
  });
  return owed;
}

/** What the run knows under this id. */
export function knownOf(state: RunState, id: string): Known | undefined {
  return state.known.get(state.names.constraints.find(id));
}

/** A hop, by its number. */
export function hopOf(state: RunState, hop: number): Hop | undefined {
  return state.hops.get(state.names.records.find(hopName(hop)));
}

/** Hops share the table of names with the ids of records, which may be any text: hence the mark in front. */
export function hopName(hop: number): string {
  return `hop\u0000${hop}`;
}

/** What an id names in the records so far. */
export function evidenceOf(state: RunState, id: string): Evidence | null {
  return state.evidence.get(state.names.records.find(id)) ?? null;
}
