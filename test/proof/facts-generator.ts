import type * as fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Contract } from '../../src/contract/contract.js';
import type { DeclaredChange, DeclaredEffect } from '../../src/model/bundle.js';
import { CONFIG_OPERATIONS } from '../../src/model/config.js';
import type { Modality, StatedBy } from '../../src/model/constraint.js';
import type {
  ConfigChangeFact,
  ConfigReadFact,
  ConfigSourceFact,
  ConstraintPair,
  DischargeFact,
  EstablishedEntry,
  Facts,
  ForbidMatch,
  PairDifference,
  RelayedFact,
} from '../../src/model/facts.js';
import {
  AGENTS,
  CONFIG_PATHS,
  CONFIG_SOURCES,
  KINDS,
  POLICIES,
  SOURCES,
  TARGETS,
  TODAY,
} from './contract-generator.js';
import { type Dice, drawn } from './dice.js';
import { declaredChanges, EFFECT_CODES, isWithin, TRANSFER_CODES } from './plain-reading.js';

/** Facts that a generator still writes on. */
export type Draft<Value> = Value extends readonly (infer Item)[]
  ? Draft<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Draft<Value[Key]> }
    : Value;

/** What is planted in one case. */
export interface Plan {
  readonly subject: Facts['subject'];
  readonly faults: readonly string[];
}

/**
 * Facts for a contract, as the collectors could give them: in order first, with harmless variety; then the planned
 * faults, and now and then a field that is absent.
 */
export function factsFor(contract: Contract, plan: Plan): fc.Arbitrary<Facts> {
  const draw = plan.subject === 'effect' ? drawEffectFacts : drawTransferFacts;
  return drawn((dice) => draw(dice, contract, plan.faults));
}

type Fault = (facts: Draft<Facts>, dice: Dice, contract: Contract) => void;

function drawTransferFacts(dice: Dice, contract: Contract, faults: readonly string[]): Facts {
  const facts = emptyFacts('transfer');
  placeIt(facts, dice, contract);
  readConfig(facts, dice, contract);
  for (const vary of VARIETY) if (dice.chance(35)) vary(facts, dice, contract);
  for (const code of faults) faultOf(code)(facts, dice, contract);
  if (dice.chance(6)) facts.present[dice.pick(PRESENT)] = false;
  if (!facts.present.sender_constraints) for (const pair of facts.constraints.pairs) pair.in_sender = null;
  return facts as Facts;
}

function faultOf(code: string): Fault {
  const fault = FAULTS[code];
  if (fault === undefined) throw new Error(`no fault is planted for ${code}`);
  return fault;
}

/** Facts in which nothing is wrong and nothing is there. */
export function emptyFacts(subject: Facts['subject']): Draft<Facts> {
  const there = subject === 'transfer';
  return {
    schema: 'edge-contracts/facts/v1',
    subject,
    now: { date: TODAY, seconds: 1_796_032_801 },
    transfer: {
      run: 'r1',
      hop: 1,
      attempt: 1,
      from: 'refunds',
      to: 'notifications',
      edge: null,
      history: 'complete',
      order: [],
    },
    present: {
      objective: there,
      remaining: there,
      constraints: there,
      discharged: there,
      established: there,
      confidence: there,
      stop_conditions: there,
      side_effects: there,
      sender_facts: there,
      sender_tool_calls: there,
      sender_constraints: there,
      sender_confidence: there,
      sender_stop_conditions: there,
      config: there,
    },
    payload: { errors: [], established: {}, fields: {} },
    constraints: { held: 0, carried: 0, intact: 0, unresolved: 0, pairs: [], unbound: [] },
    discharges: [],
    stop_conditions: { held: 0, carried: 0, lost: [], added: 0 },
    confidence: { sender: null, sent: null },
    established: { held: 0, carried: 0, missing: [], altered: [], entries: [] },
    tool_results: { held: 0, carried: 0, missing: [] },
    side_effects: { observed: [], claimed: [] },
    config: { sources: [], changes: [], omitted: 0, claims: [] },
    effects: [],
    complete: true,
  };
}

const PRESENT = Object.keys(emptyFacts('transfer').present) as (keyof Facts['present'])[];

/** A place in the run that the contract is for. */
function placeIt(facts: Draft<Facts>, dice: Dice, { edge, metadata }: Contract): void {
  const { transfer } = facts;
  transfer.from = edge.from === '*' ? dice.pick(AGENTS) : edge.from;
  transfer.to = edge.to === '*' ? dice.pick(AGENTS) : edge.to;
  transfer.edge = dice.chance(50) ? metadata.name : null;
  transfer.hop = dice.int(1, 5);
  transfer.attempt = dice.int(1, 3);
  if (transfer.hop === 1 && dice.chance(30)) transfer.history = dice.pick(['partial', 'none']);
  // Days on both sides of those on which exceptions end.
  if (dice.chance(20)) facts.now.date = dice.pick(['2026-11-28', '2026-12-01', '2026-12-02', '2028-01-01']);
}

/** What may be there and is no fault under this contract. */
const VARIETY: readonly Fault[] = [
  // A rightful discharge, and one for what this sender holds no more.
  (facts, dice, contract) => {
    const discharge = rightfulDischarge(dice, contract, facts.transfer.from);
    if (discharge === null) return;
    const index = addDischarge(facts, discharge);
    const pair = newPair(dice, {
      discharged: [index],
      stated_by: discharge.stated_by ?? 'customer',
      in_sender: dice.chance(60),
    });
    if (dice.chance(70)) facts.constraints.pairs.push(pair);
  },
  // Held, not sent, of a speaker whose constraints the contract does not accept.
  (facts, dice, { provenance }) => {
    const others = SPEAKERS.filter((speaker) => provenance.statedBy?.includes(speaker) === false);
    if (others.length > 0) facts.constraints.pairs.push(newPair(dice, { stated_by: dice.pick(others) }));
  },
  // Not in the sender's list, and it reached it by another way than a payload.
  (facts, dice) => {
    const origins = dice.some(['stated', 'standing'] as const, 60);
    facts.constraints.pairs.push(newPair(dice, { in_sender: false, origins, sent: [next(facts)] }));
  },
  (facts, dice, contract) => {
    if (irreversibleOf(contract).length === 0)
      facts.constraints.unbound.push({ constraint: `u${dice.int(1, 9)}` });
  },
  (facts, dice) => {
    facts.stop_conditions.held = dice.int(0, 3);
    facts.stop_conditions.carried = facts.stop_conditions.held;
    facts.stop_conditions.added = dice.int(0, 2);
  },
  (facts, dice) => {
    facts.confidence = dice.pick([
      { sender: 0.9, sent: 0.9 },
      { sender: 1, sent: 0 },
      { sender: 0.3, sent: 0.29999999 },
      { sender: null, sent: 0.4 },
    ]);
  },
  (facts, dice, contract) => {
    const entry = supportedEntry(dice, contract, facts.established.entries.length);
    if (entry !== null) facts.established.entries.push(entry);
  },
  (facts, dice, contract) => {
    const effect = matching(dice, contract, 'sender');
    if (effect !== null) observe(facts, effect, true);
  },
  (facts, dice) => claim(facts, dice, true, matches(dice, MODALITIES)),
  (facts, dice) => claim(facts, dice, true, matches(dice, ['requirement', 'preference'])),
  (facts, dice) => {
    facts.payload.fields['amount'] = dice.pick([0, 99.5, 100]);
  },
  // What others changed is theirs, whatever it is.
  (facts, dice, contract) => {
    if (!isConfigRead(contract)) return;
    const other = { agent: 'somebody', hop: dice.pick([null, 1]) };
    const change = { ...anyChange(dice, contract), claimed: dice.chance(50) };
    facts.config.changes.push({ ...change, other, matches: matches(dice, MODALITIES) });
  },
  (facts, dice, contract) => {
    const change = someAllowed(dice, contract);
    if (change === null) return;
    facts.config.changes.push({ ...change, matches: matches(dice, ['requirement', 'preference']) });
    facts.config.claims.push({
      index: 0,
      ...{ source: change.source, path: change.path },
      ...{ operation: dice.pick([null, change.operation]), real: true },
    });
  },
  // Where no source is read, nobody asks whether a claim of config is true.
  (facts, _dice, contract) => {
    if (contract.provenance.config === null)
      facts.config.claims.push({ index: 0, source: 'x', path: '/y', operation: null, real: false });
  },
];

/** What a change may come to; each bound lets some of these through and others not. */
const CONFIG_VALUES: readonly JsonValue[] = [
  ...[null, true, false, 0, 1, 25, 25.5, 26, 99.9, 100, -1, '', 'on', 'ON', 'acme', 'globex', 'four'],
  ...['2026-11-30', '2026-13-01', '2026-02-31', '2026-11-30T10:00:00Z', '2026-11-30t23:59:60.5+14:00'],
  ...[
    '2026-11-30T24:00:00Z',
    '2026-11-30 10:00:00Z',
    '\u{1f600}\u{1f600}\u{1f600}',
    'secret:hmac-sha256:k:0',
  ],
  ...[[], [1], {}, { a: [1] }, { a: [1, 2] }],
];
const READ: ConfigReadFact = {
  read: true,
  fault: null,
  why: null,
  ref: null,
  etag: null,
  digest: 'd',
  at: null,
};
const UNREAD: ConfigReadFact = { ...READ, read: false, fault: 'config_source.timeout', digest: null };
const SEGMENTS = ['checkout', 'x.y', 'a~1b', '', '\n', 'é'];

/** Every source is read, and what is declared happened. */
function readConfig(facts: Draft<Facts>, dice: Dice, contract: Contract): void {
  const { sources, changes } = facts.config;
  for (const { source, adapter, location, baseline } of contract.provenance.config ?? []) {
    const fact: ConfigSourceFact = {
      ...{ source, adapter, location, ...READ },
      baseline: { kind: baseline, ...READ },
    };
    sources.push(fact as Draft<ConfigSourceFact>);
  }
  for (const declared of declaredChanges(contract)) {
    if (dice.chance(3)) continue;
    changes.push(allowedChange(dice, declared));
  }
}

/** A change that the declaration allows, and the payload tells; one of another agent, where none is allowed. */
function allowedChange(dice: Dice, declared: DeclaredChange): Draft<ConfigChangeFact> {
  const good = CONFIG_VALUES.filter((value) => declared.value === null || isWithin(declared.value, value));
  const operations = declared.operations.filter((one) => one === 'remove' || good.length > 0);
  const operation = dice.pick(operations.length > 0 ? operations : declared.operations);
  const { source } = declared;
  return {
    ...{ source, operation, path: pathIn(dice, declared.path) },
    from: operation === 'move' ? pathIn(dice, declared.path) : null,
    ...(operation === 'add' ? {} : { before: dice.pick(CONFIG_VALUES) as Draft<JsonValue> }),
    ...(operation === 'remove' || good.length === 0 ? {} : { after: dice.pick(good) as Draft<JsonValue> }),
    ...{ large: false, secret: false, claimed: true, matches: [] },
    other: operations.length > 0 && dice.chance(90) ? null : { agent: 'somebody', hop: dice.pick([null, 2]) },
  };
}

function pathIn(dice: Dice, pattern: string): string {
  const rest = dice.list(1, 3, () => dice.pick(SEGMENTS)).join('/');
  return pattern
    .split('/')
    .map((segment) => (segment === '**' ? rest : segment === '*' ? dice.pick(SEGMENTS) : segment))
    .join('/');
}

/** Any change of a source that this contract reads, declared or not. */
function anyChange(dice: Dice, contract: Contract): Draft<ConfigChangeFact> {
  const path = dice.chance(60) ? dice.pick(CONFIG_PATHS) : '/nobody/declares/this/one/at/all';
  const sources = (contract.provenance.config ?? []).map(({ source }) => source);
  const source = dice.pick(sources.length > 0 ? sources : CONFIG_SOURCES);
  const change = { source, path, operations: CONFIG_OPERATIONS, value: null };
  return { ...allowedChange(dice, change), other: null };
}

/** A change that is allowed, to be made one that is not; null where the contract declares none. */
function someAllowed(dice: Dice, contract: Contract): Draft<ConfigChangeFact> | null {
  const declared = declaredChanges(contract);
  return declared.length === 0 ? null : allowedChange(dice, dice.pick(declared));
}

function boundedChanges(contract: Contract): DeclaredChange[] {
  return declaredChanges(contract).filter(
    ({ value, operations }) =>
      value !== null && Object.keys(value).length > 0 && operations.some((one) => one !== 'remove'),
  );
}

function isConfigRead({ provenance }: Contract): boolean {
  return (provenance.config ?? []).length > 0;
}

const MODALITIES: readonly Modality[] = ['prohibition', 'requirement', 'preference'];
const SPEAKERS: readonly StatedBy[] = ['customer', 'policy', 'agent'];

/** An index that the payload's list of constraints has not given yet. */
function next(facts: Draft<Facts>): number {
  return facts.constraints.pairs.reduce((count, { sent }) => count + sent.length, 0);
}

/** A held pair, in the sender's list. */
export function newPair(dice: Dice, more: Partial<ConstraintPair> = {}): Draft<ConstraintPair> {
  const base: ConstraintPair = {
    constraint: `c${dice.int(1, 99)}`,
    standing: 'held',
    origins: dice.pick([['received'], ['received', 'sender'], ['stated'], ['standing'], ['sender']] as const),
    in_sender: true,
    modality: dice.pick(MODALITIES),
    stated_by: dice.pick(SPEAKERS),
    lost_at: null,
    sent: [],
    discharged: [],
    differs: {},
  };
  return { ...base, ...more } as Draft<ConstraintPair>;
}

function addDischarge(facts: Draft<Facts>, discharge: Omit<DischargeFact, 'index'>): number {
  const index = facts.discharges.length;
  facts.discharges.push({ ...discharge, index } as Draft<DischargeFact>);
  return index;
}

type Claimed = Omit<DischargeFact, 'index'>;

/** A discharge that this contract accepts, or null where it accepts none of this agent. */
function rightfulDischarge(dice: Dice, contract: Contract, agent: string): Claimed | null {
  const ways = (['satisfied', 'withdrawn', 'superseded'] as const).filter(
    (how) =>
      contract.edgeCheck.discharge[how].includes(agent) &&
      (how !== 'superseded' || contract.provenance.policies.length > 0),
  );
  if (ways.length === 0) return null;
  const how = dice.pick(ways);
  const evidence = {
    id: 't1',
    kind: dice.pick(['tool_call', 'effect'] as const),
    succeeded: true,
    later: dice.chance(80),
    withdraws: false,
    meets_requires: true,
  };
  const known = { constraint: 'c1', how, agent, by_sender: true, known: true };
  if (how === 'satisfied')
    return {
      ...known,
      modality: dice.pick(['requirement', 'preference']),
      stated_by: dice.pick(SPEAKERS),
      evidence,
    };
  const modality = dice.pick(MODALITIES);
  if (how === 'withdrawn') {
    const message = { ...evidence, id: 'm2', kind: 'message', later: true, withdraws: true } as const;
    return {
      ...known,
      modality,
      stated_by: 'customer',
      evidence: { ...message, succeeded: dice.chance(50) },
    };
  }
  const policy = { ...evidence, id: dice.pick(contract.provenance.policies), kind: null, succeeded: false };
  return { ...known, modality, stated_by: 'policy', evidence: policy };
}

/** Any discharge: rightful by accident at most. */
function anyDischarge(dice: Dice, agent: string): Claimed {
  return {
    constraint: dice.pick(['c1', 'c2', 'nobody']),
    how: dice.pick(['satisfied', 'withdrawn', 'superseded'] as const),
    agent: dice.chance(70) ? agent : dice.pick(AGENTS),
    by_sender: dice.chance(80),
    known: dice.chance(80),
    modality: dice.pick([...MODALITIES, null]),
    stated_by: dice.pick([...SPEAKERS, null]),
    evidence: inLine({
      id: dice.pick(['t1', 'm1', ...POLICIES]),
      kind: dice.pick(['tool_call', 'effect', 'message', 'statement', null] as const),
      succeeded: dice.chance(60),
      later: dice.chance(60),
      withdraws: dice.chance(60),
      meets_requires: dice.chance(60),
    }),
  };
}

/** An effect succeeded; a message did not, nor did nothing. */
function inLine(evidence: Claimed['evidence']): Claimed['evidence'] {
  const { kind, succeeded } = evidence;
  return { ...evidence, succeeded: kind === 'effect' || (kind === 'tool_call' && succeeded) };
}

/** A rightful discharge with one thing about it changed. */
function nearlyRightful(dice: Dice, contract: Contract, agent: string): Claimed {
  const claimed = rightfulDischarge(dice, contract, agent);
  if (claimed === null) return anyDischarge(dice, agent);
  const wrong = anyDischarge(dice, dice.pick(AGENTS));
  const key = dice.pick(Object.keys(claimed) as (keyof Claimed)[]);
  if (key !== 'evidence') return { ...claimed, [key]: wrong[key] };
  const part = dice.pick(Object.keys(claimed.evidence) as (keyof Claimed['evidence'])[]);
  return { ...claimed, evidence: inLine({ ...claimed.evidence, [part]: wrong.evidence[part] }) };
}

function supportedEntry(dice: Dice, { provenance }: Contract, index: number): EstablishedEntry | null {
  const { established, policies } = provenance;
  if (established !== null && established.sources.length === 0) return null;
  const source = dice.pick(established?.sources ?? SOURCES);
  const limit = established?.maxAgeSeconds ?? 100_000;
  const age_seconds = dice.pick([limit, 0, Math.floor(limit / 2)]);
  const shows = dice.pick([true, null]);
  const relayed = dice.pick([null, null, keptRelay(dice, shows)]);
  const entry = {
    index,
    key: `k${index}`,
    source,
    evidence: 'x1',
    succeeded: true,
    shows,
    relayed,
    age_seconds,
  };
  if (source === 'tool_result') return { ...entry, found: 'tool_call' };
  if (source === 'customer') return { ...entry, found: 'message' };
  if (source !== 'policy')
    return { ...entry, found: dice.pick(['tool_call', 'effect', 'message', 'statement']) };
  if (policies.length === 0 || dice.chance(50)) return { ...entry, found: 'statement' };
  return {
    ...{ ...entry, found: null, evidence: dice.pick(policies), succeeded: false },
    ...{ shows: null, relayed: null, age_seconds: null },
  };
}

/** Received before, and handed on with as much as it came with. */
function keptRelay(dice: Dice, shows: boolean | null): RelayedFact {
  const relayed = {
    hop: dice.int(1, 4),
    same_source: true,
    same_evidence: true,
    own_evidence: dice.chance(50),
  };
  if (dice.chance(50)) return relayed;
  const own_evidence = shows !== true || dice.chance(50);
  return { ...relayed, same_source: dice.chance(50), same_evidence: false, own_evidence };
}

/** Received before, and handed on with less. */
function lostRelay(dice: Dice): Pick<EstablishedEntry, 'shows' | 'relayed'> {
  const hop = dice.int(1, 4);
  if (dice.chance(50))
    return {
      shows: dice.pick([true, null]),
      relayed: { hop, same_source: false, same_evidence: true, own_evidence: dice.chance(50) },
    };
  const relayed = { hop, same_source: dice.chance(50), same_evidence: false, own_evidence: false };
  return { shows: null, relayed };
}

function anyEntry(dice: Dice, index: number): Draft<EstablishedEntry> {
  return {
    index,
    key: `k${index}`,
    source: dice.pick([...SOURCES, 'model', '']),
    evidence: dice.pick(['x1', 'x2', ...POLICIES]),
    found: dice.pick(['tool_call', 'effect', 'message', 'statement', null]),
    succeeded: dice.chance(60),
    shows: dice.pick([true, false, null]),
    relayed: dice.pick([
      null,
      { hop: 1, same_source: dice.chance(50), same_evidence: dice.chance(50), own_evidence: dice.chance(50) },
    ]),
    age_seconds: dice.pick([null, 0, 1, 900, 901, 3600, 3601, 129_601, -5]),
  };
}

interface Effect {
  readonly kind: string;
  readonly target: string;
}

/** An effect that a declaration of the contract covers. */
function matching(dice: Dice, contract: Contract, by: DeclaredEffect['by']): Effect | null {
  const declared = (contract.declaredSideEffects ?? []).filter((one) => one.by === by);
  if (declared.length === 0) return contract.declaredSideEffects === null ? anyEffect(dice) : null;
  return covered(dice, dice.pick(declared));
}

function covered(dice: Dice, { kind, target }: Effect): Effect {
  return { kind: filled(dice, kind), target: filled(dice, target) };
}

function filled(dice: Dice, pattern: string): string {
  return pattern.replaceAll('*', () => dice.pick(['', 'email', 'x', 'refund']));
}

function anyEffect(dice: Dice): Effect {
  return { kind: dice.pick(KINDS), target: dice.pick(TARGETS) };
}

/** Mostly one that no pattern covers. */
function otherEffect(dice: Dice): Effect {
  return dice.chance(40) ? anyEffect(dice) : { kind: 'account.delete', target: 'Somebody.else.altogether' };
}

const MALFORMED = { at: '/effect/details', keyword: 'required', message: '`to` is missing' };

function observe(facts: Draft<Facts>, { kind, target }: Effect, claimed: boolean): void {
  const { observed } = facts.side_effects;
  observed.push({ id: `e${observed.length + 1}`, kind, target, claimed, faults: [] });
}

function matches(dice: Dice, modalities: readonly Modality[]): ForbidMatch[] {
  return dice.list(0, 2, (index) => ({ constraint: `c${index}`, modality: dice.pick(modalities) }));
}

function claim(facts: Draft<Facts>, dice: Dice, observed: boolean, found: readonly ForbidMatch[]): void {
  const { claimed } = facts.side_effects;
  claimed.push({ index: claimed.length, ...anyEffect(dice), observed, matches: [...found] });
}

/** A carried pair that differs. */
function differing(facts: Draft<Facts>, dice: Dice, differs: PairDifference): void {
  const standing = dice.pick(['held', 'held', 'held', 'upstream', 'closed'] as const);
  facts.constraints.pairs.push(
    newPair(dice, {
      standing,
      sent: [next(facts)],
      origins: standing === 'held' ? ['received', 'sender'] : [],
      lost_at: standing === 'upstream' ? dice.pick([null, 1]) : null,
      differs: { ...differs, ...(dice.chance(25) ? { text: 'unresolved' } : {}) },
    }),
  );
}

const BINDING = ['prohibition', 'requirement'] as const;
const PATTERN = { kind: 'message.email', target: 'customer' };

function patterns(dice: Dice): { lost: (typeof PATTERN)[]; added: (typeof PATTERN)[] } {
  return dice.pick([
    { lost: [PATTERN], added: [] },
    { lost: [], added: [PATTERN] },
    { lost: [PATTERN], added: [{ ...PATTERN, kind: 'message.app' }] },
  ]);
}

/** One fault of each code; what is planted twice is there twice. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'payload.invalid': (facts) => {
    facts.payload.errors.push({ at: '/payload', keyword: 'required', message: 'something is missing' });
  },
  'constraint.dropped': (facts, dice) => {
    facts.constraints.pairs.push(newPair(dice));
  },
  'constraint.lost_upstream': (facts, dice) => {
    facts.constraints.pairs.push(
      newPair(dice, {
        standing: 'upstream',
        origins: [],
        lost_at: dice.int(1, 3),
        in_sender: dice.chance(50),
      }),
    );
  },
  'constraint.weakened': (facts, dice) =>
    differing(
      facts,
      dice,
      dice.pick<PairDifference>([
        { modality: { held: dice.pick(BINDING), sent: 'preference' } },
        { hedged: true, text: 'unresolved' },
      ]),
    ),
  'constraint.modality_changed': (facts, dice) =>
    differing(facts, dice, {
      modality: dice.pick([
        { held: 'prohibition', sent: 'requirement' },
        { held: 'requirement', sent: 'prohibition' },
      ]),
    }),
  'constraint.narrowed': (facts, dice) => differing(facts, dice, { scope: { held: 'run', sent: 'task' } }),
  'constraint.retargeted': (facts, dice) =>
    differing(facts, dice, dice.chance(50) ? { forbids: patterns(dice) } : { requires: patterns(dice) }),
  'constraint.unresolved': (facts, dice) => differing(facts, dice, { text: 'unresolved' }),
  'constraint.discharge_refused': (facts, dice, contract) => {
    const { from } = facts.transfer;
    addDischarge(facts, dice.chance(70) ? nearlyRightful(dice, contract, from) : anyDischarge(dice, from));
  },
  'constraint.discharged_and_carried': (facts, dice, contract) => {
    const discharge = rightfulDischarge(dice, contract, facts.transfer.from) ?? anyDischarge(dice, 'refunds');
    const discharged = [addDischarge(facts, discharge)];
    facts.constraints.pairs.push(newPair(dice, { sent: [next(facts)], discharged }));
  },
  'constraint.duplicated': (facts, dice) => {
    const first = next(facts);
    facts.constraints.pairs.push(newPair(dice, { sent: [first, first + 1] }));
  },
  'constraint.strengthened': (facts, dice) =>
    differing(facts, dice, { modality: { held: 'preference', sent: dice.pick(BINDING) } }),
  'constraint.widened': (facts, dice) => differing(facts, dice, { scope: { held: 'task', sent: 'run' } }),
  'constraint.stale': (facts, dice) => {
    facts.constraints.pairs.push(newPair(dice, { standing: 'closed', origins: [], sent: [next(facts)] }));
  },
  'constraint.invented': (facts, dice) => {
    facts.constraints.pairs.push(
      newPair(dice, {
        constraint: dice.pick([null, 'c0']),
        standing: 'unknown',
        origins: [],
        in_sender: dice.chance(50),
        sent: [next(facts)],
      }),
    );
  },
  'constraint.reattributed': (facts, dice) =>
    differing(
      facts,
      dice,
      dice.chance(50)
        ? { stated_by: { held: 'customer', sent: 'agent' } }
        : { stated_in: { held: 'm1', sent: 'm2' } },
    ),
  'constraint.forgotten': (facts, dice) => {
    facts.constraints.pairs.push(
      newPair(dice, {
        in_sender: false,
        origins: dice.pick([['received'], ['received', 'stated']]),
        sent: [next(facts)],
      }),
    );
  },
  'constraint.unbound': (facts) => {
    facts.constraints.unbound.push({ constraint: 'c7' });
  },
  'stop_condition.missing': (facts) => {
    facts.stop_conditions.lost.push({ text: 'the refund is settled' });
    facts.stop_conditions.added = 0;
  },
  'stop_condition.overwritten': (facts, dice) => {
    facts.stop_conditions.lost.push({ text: 'the refund is settled' });
    facts.stop_conditions.added = dice.int(1, 2);
  },
  'confidence.missing': (facts, dice) => {
    facts.confidence = { sender: dice.pick([0, 0.5, 1]), sent: null };
  },
  'confidence.raised': (facts, dice) => {
    facts.confidence = dice.pick([
      { sender: 0, sent: 1 },
      { sender: 0.8, sent: 0.80000001 },
    ]);
  },
  'established.missing': (facts) => {
    facts.established.missing.push({ key: 'order_id' });
  },
  'established.altered': (facts, dice) => {
    facts.established.altered.push({ key: 'amount', index: 0, against: dice.pick(['sender', 'received']) });
  },
  'established.unsupported': (facts, dice, contract) => {
    const index = facts.established.entries.length;
    const entry = supportedEntry(dice, contract, index) ?? anyEntry(dice, index);
    const wrong = dice.pick<Partial<EstablishedEntry>>([
      { source: 'model' },
      { found: null, evidence: 'x2', succeeded: false, age_seconds: null },
      { shows: false },
      lostRelay(dice),
      { found: dice.pick(['tool_call', 'effect', 'message', 'statement']), succeeded: false },
      anyEntry(dice, index),
    ]);
    facts.established.entries.push({ ...entry, ...wrong });
  },
  'established.expired': (facts, dice, contract) => {
    const entry = supportedEntry(dice, contract, facts.established.entries.length);
    const limit = contract.provenance.established?.maxAgeSeconds ?? 0;
    const age_seconds = limit + dice.pick([1, 1000, 1e9, 0]);
    if (entry !== null) facts.established.entries.push({ ...entry, age_seconds });
  },
  'tool_result.missing': (facts) => {
    facts.tool_results.missing.push({ id: 't9' });
  },
  'side_effect.undeclared': (facts, dice) => observe(facts, otherEffect(dice), true),
  'side_effect.forbidden': (facts, dice) =>
    claim(facts, dice, false, [...matches(dice, MODALITIES), { constraint: 'c1', modality: 'prohibition' }]),
  'side_effect.claimed_not_observed': (facts, dice) =>
    claim(facts, dice, false, matches(dice, ['requirement', 'preference'])),
  'side_effect.observed_not_claimed': (facts, dice, contract) =>
    observe(facts, matching(dice, contract, 'sender') ?? anyEffect(dice), false),
  'constraint.violated': (facts, dice, contract) => {
    const change = someAllowed(dice, contract) ?? anyChange(dice, contract);
    const found = [...matches(dice, MODALITIES), { constraint: 'c1', modality: 'prohibition' as const }];
    facts.config.changes.push({ ...change, other: null, matches: found });
  },
  'config.undeclared_change': (facts, dice, contract) => {
    const moved = { operation: 'move', from: '/nobody/declares/this/one/at/all' } as const;
    const change = dice.chance(30) ? someAllowed(dice, contract) : null;
    const undeclared = change === null ? anyChange(dice, contract) : { ...change, ...moved };
    facts.config.changes.push({ ...undeclared, other: null });
  },
  'config.out_of_bounds': (facts, dice, contract) => {
    const declared = dice.pick(boundedChanges(contract));
    const bad = CONFIG_VALUES.filter((value) => !isWithin(declared.value ?? {}, value));
    const operation = dice.pick(declared.operations.filter((one) => one !== 'remove'));
    const { after: _, ...change } = allowedChange(dice, declared);
    const from = operation === 'move' ? pathIn(dice, declared.path) : null;
    const large = dice.chance(15);
    const value = large ? {} : { after: dice.pick(bad) as Draft<JsonValue> };
    facts.config.changes.push({ ...change, ...value, operation, from, large, other: null });
  },
  'config.claimed_not_real': (facts, dice) => {
    const source = dice.pick([...CONFIG_SOURCES, 'nobody reads this']);
    facts.config.claims.push({ index: 0, source, path: '/x', operation: null, real: false });
  },
  'config.unreadable': (facts, dice) => {
    const source = dice.pick(facts.config.sources);
    if (dice.chance(50)) Object.assign(source, UNREAD);
    else Object.assign(source.baseline, UNREAD);
    // As the collectors have it; and not, so that it is also seen alone.
    if (dice.chance(40)) facts.present.config = false;
  },
  'config.declared_but_absent': (facts, dice, contract) => {
    const { source } = dice.pick(declaredChanges(contract));
    facts.config.changes = facts.config.changes.filter((change) => change.source !== source);
  },
  'config.real_not_claimed': (facts, dice, contract) => {
    const change = someAllowed(dice, contract) ?? anyChange(dice, contract);
    facts.config.changes.push({ ...change, claimed: false, other: null });
  },
  'side_effect.malformed': (facts, dice, contract) => {
    observe(facts, matching(dice, contract, 'sender') ?? anyEffect(dice), dice.chance(70));
    facts.side_effects.observed.at(-1)?.faults.push(MALFORMED);
  },
  'run.context_missing': (facts, dice) => {
    facts.transfer.hop = dice.int(2, 5);
    facts.transfer.history = dice.pick(['partial', 'none']);
  },
  'run.out_of_order': (facts, dice) => {
    facts.transfer.order.push({ fault: dice.pick(['hop_not_increasing', 'after_unknown']), hop: 1 });
  },
  'edge.mismatch': (facts, dice, { edge, metadata }) => {
    const others = AGENTS.filter((agent) => agent !== edge.from && agent !== edge.to);
    const where = dice.pick(edge.from === '*' ? (['edge'] as const) : (['from', 'to', 'edge'] as const));
    facts.transfer[where] = where === 'edge' ? `${metadata.name}-2` : dice.pick(others);
  },
  'rule.not_proven': (facts, dice) => {
    facts.payload.fields['amount'] = dice.pick([100.5, 101, 1e9, '7', null, false]);
    if (dice.chance(70)) for (let n = 0; n < 3; n += 1) claim(facts, dice, true, []);
  },
};

/**
 * Deals faults so that every code comes as often as any other, and only to contracts that judge it: most cases have
 * none or one, so that each is also seen alone.
 */
export class Deck {
  readonly #times = new Map<string, number>();
  #dealt = 0;

  deal(contract: Contract): Plan {
    this.#dealt += 1;
    const subject = this.#dealt % 4 === 0 ? 'effect' : 'transfer';
    const count = HOW_MANY[subject][Math.floor(this.#dealt / 4) % HOW_MANY[subject].length] ?? 0;
    return { subject, faults: Array.from({ length: count }, () => this.#code(subject, contract)) };
  }

  /** The one that came least often so far. */
  #code(subject: Facts['subject'], contract: Contract): string {
    const timesOf = (code: string): number => this.#times.get(`${subject} ${code}`) ?? 0;
    const codes = PLANTED[subject].filter((code) => canFail(code, contract, subject));
    const code = codes.reduce((least, one) => (timesOf(one) < timesOf(least) ? one : least));
    this.#times.set(`${subject} ${code}`, timesOf(code) + 1);
    return code;
  }
}

const HOW_MANY = { transfer: [0, 1, 0, 1, 3, 0, 1, 1, 2, 1], effect: [0, 1, 0, 1, 0, 1, 0] };
// In the order of their last word: then those that would undo each other are not dealt one after the other.
const PLANTED = {
  transfer: [...TRANSFER_CODES, 'rule.not_proven'].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  effect: EFFECT_CODES,
};

function nameOf(code: string): string {
  return code.slice(code.indexOf('.'));
}

/** Can a case of this code fail under this contract at all. */
function canFail(code: string, contract: Contract, subject: Facts['subject']): boolean {
  if (subject === 'effect' && code === 'constraint.violated') return true;
  const { established } = contract.provenance;
  if (code === 'constraint.unbound') return irreversibleOf(contract).length > 0;
  if (code === 'established.unsupported') return established !== null;
  if (code === 'established.expired')
    return established?.maxAgeSeconds != null && established.sources.length > 0;
  if (code === 'side_effect.undeclared') return contract.declaredSideEffects !== null;
  if (code === 'config.out_of_bounds') return boundedChanges(contract).length > 0;
  if (code === 'config.declared_but_absent')
    return isConfigRead(contract) && declaredChanges(contract).length > 0;
  if (code === 'constraint.violated' || code.startsWith('config.')) return isConfigRead(contract);
  return code !== 'rule.not_proven' || contract.edgeCheck.rules.length > 0;
}

function irreversibleOf({ declaredSideEffects }: Contract): DeclaredEffect[] {
  return (declaredSideEffects ?? []).filter(({ reversible }) => !reversible);
}

/** One side effect: declared or not, forbidden or not, asked or observed, with and without unbound prohibitions. */
function drawEffectFacts(dice: Dice, contract: Contract, faults: readonly string[]): Facts {
  const facts = emptyFacts('effect');
  placeIt(facts, dice, contract);
  const wanted = (code: string): boolean => faults.includes(code);
  const declared = matching(dice, contract, 'receiver') ?? anyEffect(dice);
  const observed = wanted('constraint.violated') || (faults.length === 0 && dice.chance(40));
  const forbidden = wanted('side_effect.forbidden') || wanted('constraint.violated');
  const found = matches(dice, forbidden ? MODALITIES : ['requirement', 'preference']);
  const effect = {
    by: dice.pick(AGENTS),
    ...(wanted('side_effect.undeclared') ? otherEffect(dice) : declared),
    observed,
    matches: forbidden ? [...found, { constraint: 'c1', modality: 'prohibition' as const }] : found,
    faults: wanted('side_effect.malformed') ? dice.list(1, 2, () => MALFORMED) : [],
  };
  facts.effects = [effect];
  if (wanted('constraint.unbound') || dice.chance(8)) facts.constraints.unbound.push({ constraint: 'c7' });
  if (wanted('constraint.unbound')) Object.assign(effect, covered(dice, dice.pick(irreversibleOf(contract))));
  return facts as Facts;
}
