import { digestValue } from '../canonical/digest.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { DiagnosticError } from '../diagnostics/diagnostic.js';
import type {
  Constraint,
  EffectPattern,
  KnownConstraint,
  Modality,
  Scope,
  StatedBy,
} from '../model/constraint.js';
import type { DischargeKind, EstablishedFact } from '../model/payload.js';
import { readPayload } from '../model/read-payload.js';
import {
  type ClosedRecord,
  type ConfigRecord,
  type EffectRecord,
  type MessageRecord,
  RECORD_SCHEMA,
  type RecordKind,
  type RunRecord,
  type SenderState,
  type SideEffect,
  type StatementRecord,
  type ToolCallRecord,
  type TransferRecord,
} from '../model/record.js';
import type { RunTerms } from '../model/transfer-context.js';
import { validateRecord } from '../model/validate-record.js';
import type { Composed, Decision } from '../model/verdict.js';
import { compose, type Draft, type DraftDischarge } from './compose.js';
import { contextOf } from './context-of.js';
import { foldRecord } from './fold-record.js';
import { agentOf, emptyRun, evidenceOf, hopOf, knownOf, type RunState } from './run-state.js';
import { sameStatement } from './statement-faults.js';

/** Decides about one attempt before it crosses. `transfer.delivered` is false: it has not crossed yet. */
export type HandoffGate = (run: RunState, transfer: TransferRecord) => Settling;

/** What a gate made of an attempt: a verdict is one. */
export interface Settling {
  readonly action: Decision;
  /** What crosses in place of the payload that was proposed. */
  readonly composed?: Pick<Composed, 'payload'>;
}

export interface RecorderOptions {
  /** Not given: made from the time at which the run is opened. */
  readonly run?: string;
  readonly clock: () => Date;
  /** Not given: no contract covers any edge. */
  readonly terms?: RunTerms;
  readonly gate?: HandoffGate;
  readonly ids?: IdMaker;
}

/** Makes ids; each must be new in the run. */
export interface IdMaker {
  /** `n` counts the records of the kind from 1. Not given: `m1`, `s1`, `t1`, `e1`. */
  readonly record?: (kind: RecordKind, n: number) => string;
  /** Not given: `c_` and the beginning of a digest of the three. */
  readonly constraint?: (run: string, statedIn: string, ordinal: number) => string;
}

/** A constraint as the host states it. */
export interface StatedInput {
  readonly id?: string;
  readonly text: string;
  readonly modality: Modality;
  /** Not given: `run`. */
  readonly scope?: Scope;
  readonly forbids?: readonly EffectPattern[];
  readonly requires?: readonly EffectPattern[];
}

export interface MessageInput {
  readonly to: string;
  readonly text: string;
  /** Absent: nobody looked for any. */
  readonly constraints?: readonly StatedInput[];
  readonly withdraws?: readonly string[];
}

export interface StatementInput {
  /** `policy`, or an agent's name. */
  readonly by: string;
  readonly to: string;
  readonly constraint: StatedInput;
}

export interface ToolCallInput {
  readonly by: string;
  readonly tool: string;
  readonly succeeded: boolean;
  readonly result?: JsonValue;
}

export interface EffectInput extends SideEffect {
  readonly by: string;
  /** The id of the record that shows it. */
  readonly evidence: string;
}

/** What an agent claims of itself, besides the facts and tool calls that the recorder keeps. */
export type ClaimedState = Pick<
  SenderState,
  'revision' | 'constraints' | 'confidence' | 'stop_conditions' | 'context_tokens'
>;

interface HandoffPlace {
  readonly from: string;
  readonly to: string;
  /** Not given: what was delivered to the sender since it last sent, else what its last handoff came after. */
  readonly after?: readonly number[];
  readonly edge?: string;
  /** Set where it is known already whether it crosses: no gate is asked then. */
  readonly delivered?: boolean;
}

/** Either a draft, which is composed, or a payload as it is. */
export type HandoffInput = HandoffPlace &
  (
    | { readonly draft: Draft; readonly payload?: never }
    | { readonly payload: JsonValue; readonly draft?: never }
  );

/** Writes the records of one run, in memory. */
export interface Recorder {
  readonly run: string;
  /** The run's file so far. What is given out is frozen, and does not grow. */
  readonly records: readonly RunRecord[];
  readonly runState: RunState;
  message(input: MessageInput): MessageRecord;
  statement(input: StatementInput): StatementRecord;
  toolCall(input: ToolCallInput): ToolCallRecord;
  effect(input: EffectInput): EffectRecord;
  /** What a gate read of live config (`configReceived`, `configSent`); also while a handoff is proposed. */
  config(records: readonly ConfigRecord[]): void;
  /** A fact of an agent's own; a later one with the same key takes its place. */
  establish(agent: string, key: string, value: JsonValue, source: string, evidence: string): void;
  /** What an agent claims from now on; what is not named stays as it was claimed before. */
  state(agent: string, claim: ClaimedState): void;
  /** To go with the agent's next draft. It goes with that one only, whatever becomes of it. */
  discharge(agent: string, discharge: DraftDischarge): void;
  /**
   * One attempt. With a gate, or with `delivered`, it is recorded at once. Else it is only proposed: nothing is
   * recorded until `settle` says whether it crossed. An attempt on an edge whose last one was blocked is a
   * further attempt at the same hop.
   */
  handoff(input: HandoffInput): TransferRecord;
  /**
   * Records the proposed attempt; with `composed` (of the verdict), with that payload. Deliver the payload of the record
   * that it gives.
   */
  settle(transfer: TransferRecord, action: Decision, composed?: Settling['composed']): TransferRecord;
  close(): ClosedRecord;
}

/** A recorder that numbers its records (`seq`), for a ledger. */
export interface CountedRecorder extends Recorder {
  /**
   * The handoff that waits to be settled. A record of config that came meanwhile stands before it: then it is not the
   * object that `handoff` gave.
   */
  readonly proposed: TransferRecord | null;
  /** Takes a proposed handoff back, as if it had not been asked for. */
  abandon(): void;
}

export interface CountedOptions extends Omit<RecorderOptions, 'gate'> {
  readonly run: string;
  /** The run so far: numbered from 1, without a gap. */
  readonly records?: readonly RunRecord[];
}

/**
 * Opens a run whose records are numbered, or goes on with one. What agents established and claimed since their last
 * handoffs was in no record, and is not known again.
 *
 * @throws TypeError where the records are not those of the run, in order.
 */
export function openCountedRun(options: CountedOptions): CountedRecorder {
  return new MemoryRecorder(options, options.records ?? []);
}

/** Opens a run. Misuse is a TypeError; what is wrong in a draft is a DiagnosticError. */
export function openRun(options: RecorderOptions): Recorder {
  return new MemoryRecorder(options);
}

const MODALITIES: readonly Modality[] = ['prohibition', 'requirement', 'preference'];
const SCOPES: readonly Scope[] = ['run', 'task'];
const HOWS: readonly DischargeKind[] = ['satisfied', 'withdrawn', 'superseded'];
const PREFIXES: Readonly<Partial<Record<RecordKind, string>>> = {
  message: 'm',
  statement: 's',
  tool_call: 't',
  effect: 'e',
};

/** An agent's claimed state as the recorder keeps it. */
interface Claims {
  readonly claim: ClaimedState;
  readonly facts: readonly EstablishedFact[];
  readonly toolCalls: NonNullable<SenderState['tool_calls']>;
  readonly discharges: readonly DraftDischarge[];
  /** What its last delivered handoff came after. */
  readonly lastAfter: readonly number[];
}

const NO_CLAIMS: Claims = { claim: {}, facts: [], toolCalls: [], discharges: [], lastAfter: [] };

/** What types say, checked for callers that have none. */
function requireRecord(record: RunRecord): void {
  const checked = validateRecord(record);
  if ('record' in checked) return;
  const [fault] = checked.faults;
  throw new TypeError(`${fault?.at ?? ''}: ${fault?.message ?? 'this is no record'}`);
}

class MemoryRecorder implements Recorder {
  readonly run: string;
  readonly #records: RunRecord[] = [];
  /** What `records` gave out last, while it is all there is. */
  #given: readonly RunRecord[] | null = null;
  readonly #options: RecorderOptions;
  readonly #claims = new Map<string, Claims>();
  readonly #counts = new Map<RecordKind, number>();
  /** Hops whose last attempt was blocked, by edge. */
  readonly #blocked = new Map<string, { readonly hop: number; readonly attempt: number }>();
  readonly #counted: boolean;
  #proposed: TransferRecord | null = null;
  /** What its sender had to discharge before it was proposed. */
  #discharges: readonly DraftDischarge[] = [];
  #state: RunState;

  /** @param records The run so far, for one whose records are numbered. */
  constructor(options: RecorderOptions, records?: readonly RunRecord[]) {
    if (typeof options?.clock !== 'function')
      throw new TypeError('openRun needs a `clock`, such as `() => new Date()`');
    this.#options = options;
    this.run = options.run ?? `r_${shortDigest(['run', this.#now()])}`;
    requireText(this.run, 'run');
    this.#state = Object.freeze(emptyRun(options.terms ?? { edgeOf: () => null }));
    this.#counted = records !== undefined;
    for (const record of records ?? []) this.#goOn(record);
  }

  get proposed(): TransferRecord | null {
    return this.#proposed;
  }

  get records(): readonly RunRecord[] {
    this.#given ??= Object.freeze([...this.#records]);
    return this.#given;
  }

  get runState(): RunState {
    return this.#state;
  }

  message({ to, text, constraints, withdraws }: MessageInput): MessageRecord {
    requireText(to, 'to');
    requireString(text, 'text');
    this.#requireOpen();
    for (const id of withdraws ?? []) this.#requireKnown(id);
    const id = this.#newId('message');
    const stated = constraints?.map((input, index) => this.#stated(input, 'customer', id, index));
    requireNoOther(stated ?? []);
    return this.#write({
      ...this.#base(),
      kind: 'message',
      id,
      to,
      text,
      ...(stated === undefined ? {} : { constraints: stated }),
      ...(withdraws === undefined ? {} : { withdraws: [...withdraws] }),
    });
  }

  statement({ by, to, constraint }: StatementInput): StatementRecord {
    requireText(by, 'by');
    requireText(to, 'to');
    this.#requireOpen();
    const id = this.#newId('statement');
    const statedBy = by === 'policy' ? 'policy' : 'agent';
    const stated = this.#stated(constraint, statedBy, id, 0);
    return this.#write({ ...this.#base(), kind: 'statement', id, by, to, constraint: stated });
  }

  toolCall({ by, tool, succeeded, result }: ToolCallInput): ToolCallRecord {
    requireText(by, 'by');
    requireText(tool, 'tool');
    if (typeof succeeded !== 'boolean') throw new TypeError('succeeded must be true or false');
    const record = this.#write<ToolCallRecord>({
      ...this.#base(),
      kind: 'tool_call',
      id: this.#newId('tool_call'),
      by,
      tool,
      succeeded,
      ...(result === undefined ? {} : { result: jsonCopy(result, 'result') }),
    });
    this.#called(record);
    return record;
  }

  #called({ by, id, tool, succeeded, at }: ToolCallRecord): void {
    this.#change(by, ({ toolCalls }) => ({ toolCalls: [...toolCalls, { id, tool, succeeded, at }] }));
  }

  effect({ by, kind, target, details, evidence }: EffectInput): EffectRecord {
    requireText(by, 'by');
    requireText(kind, 'kind');
    requireText(target, 'target');
    this.#requireEvidence(evidence);
    const id = this.#newId('effect');
    const more = details === undefined ? {} : { details: jsonCopy(details, 'details') as JsonObject };
    return this.#write({
      ...this.#base(),
      kind: 'effect',
      id,
      by,
      effect: { kind, target, ...more },
      evidence,
    });
  }

  config(records: readonly ConfigRecord[]): void {
    this.#requireOpen();
    for (const record of records) {
      requireRecord(record);
      if (record.kind !== 'config') throw new TypeError('only records of live config are expected');
      if (record.run !== this.run) throw new TypeError(`the record belongs to the run ${record.run}`);
    }
    for (const record of records) this.#write(record);
    if (this.#counted && this.#proposed !== null)
      this.#proposed = frozenCopy({ ...this.#proposed, seq: this.#records.length + 1 });
  }

  establish(agent: string, key: string, value: JsonValue, source: string, evidence: string): void {
    requireText(agent, 'agent');
    requireText(key, 'key');
    requireText(source, 'source');
    requireText(evidence, 'evidence');
    this.#requireOpen();
    this.#addFacts(agent, [{ key, value: jsonCopy(value, 'value'), source, evidence }]);
  }

  state(agent: string, claim: ClaimedState): void {
    requireText(agent, 'agent');
    this.#requireOpen();
    const { confidence } = claim;
    if (typeof confidence === 'number' && !(confidence >= 0 && confidence <= 1)) {
      throw new TypeError('confidence must lie between 0 and 1, or be null');
    }
    for (const constraint of claim.constraints ?? []) requireConstraint(constraint);
    const kept = jsonCopy(claim as JsonValue, 'claim') as ClaimedState;
    this.#change(agent, (before) => ({ claim: { ...before.claim, ...kept } }));
  }

  discharge(agent: string, { constraint, how, evidence, reason }: DraftDischarge): void {
    requireText(agent, 'agent');
    this.#requireOpen();
    this.#requireKnown(constraint);
    if (!HOWS.includes(how)) throw new TypeError(`how must be one of ${HOWS.join(', ')}`);
    requireText(evidence, 'evidence');
    requireString(reason, 'reason');
    const added = { constraint, how, evidence, reason };
    this.#change(agent, ({ discharges }) => ({ discharges: [...discharges, added] }));
  }

  handoff(input: HandoffInput): TransferRecord {
    const { delivered } = input;
    if (delivered !== undefined && typeof delivered !== 'boolean')
      throw new TypeError('delivered must be true or false');
    const proposed = this.#propose(input);
    const { gate } = this.#options;
    try {
      if (delivered !== undefined) return this.settle(proposed, delivered ? 'allow' : 'block');
      if (gate === undefined) return proposed;
      const { action, composed } = gate(this.#state, proposed);
      return this.settle(proposed, action, composed);
    } catch (error) {
      if (this.#proposed === proposed) this.abandon();
      throw error;
    }
  }

  abandon(): void {
    if (this.#proposed === null) throw new TypeError('no handoff is proposed');
    const discharges = this.#discharges;
    this.#change(this.#proposed.from, () => ({ discharges }));
    this.#proposed = null;
  }

  settle(transfer: TransferRecord, action: Decision, composed?: Settling['composed']): TransferRecord {
    if (transfer !== this.#proposed)
      throw new TypeError('only the handoff that was proposed last can be settled');
    if (action !== 'allow' && action !== 'block') throw new TypeError('action must be allow or block');
    const payload = composed === undefined ? transfer.payload : jsonCopy(composed.payload, 'payload');
    const record = this.#write<TransferRecord>({ ...transfer, payload, delivered: action === 'allow' });
    this.#proposed = null;
    this.#settled(record);
    return record;
  }

  #settled(record: TransferRecord): void {
    const { from, to, hop, attempt, after } = record;
    if (!record.delivered) {
      this.#blocked.set(edgeKey(record), { hop, attempt });
      return;
    }
    this.#blocked.delete(edgeKey(record));
    this.#change(from, () => ({ lastAfter: after }));
    this.#addFacts(to, readPayload(record.payload).established ?? []);
  }

  /** Takes a record that was written before this recorder was opened. */
  #goOn(record: RunRecord): void {
    const seq = this.#records.length + 1;
    if (record.run !== this.run || record.seq !== seq)
      throw new TypeError(`record ${seq} of the run ${this.run} is expected, and this is another`);
    const taken = this.#write(record);
    if (taken.kind === 'tool_call') this.#called(taken);
    if (taken.kind !== 'transfer') return;
    const { facts = [], tool_calls: _calls, ...claim } = taken.sender;
    this.#change(taken.from, () => ({ claim, facts }));
    this.#settled(taken);
  }

  close(): ClosedRecord {
    this.#requireOpen();
    this.#requireSettled();
    return this.#write({ ...this.#base(), kind: 'closed' });
  }

  #propose(input: HandoffInput): TransferRecord {
    const { from, to, edge } = input;
    requireText(from, 'from');
    requireText(to, 'to');
    this.#requireOpen();
    this.#requireSettled();
    const after = this.#afterOf(input);
    const base = {
      ...this.#base(),
      kind: 'transfer' as const,
      ...this.#turn(input, after),
      after,
      from,
      to,
      ...(edge === undefined ? {} : { edge }),
      sender: this.#senderState(from),
      delivered: false,
    };
    const payload =
      input.draft === undefined ? jsonCopy(input.payload, 'payload') : this.#composed(base, input.draft);
    const transfer = frozenCopy<TransferRecord>({ ...base, payload });
    requireRecord(transfer);
    this.#discharges = this.#claimsOf(from).discharges;
    this.#change(from, () => ({ discharges: [] }));
    this.#proposed = transfer;
    return transfer;
  }

  /** A payload is made of JSON values only; its interface says more than JsonValue can. */
  #composed(base: Omit<TransferRecord, 'payload'>, draft: Draft): JsonValue {
    const { from, hop } = base;
    const context = contextOf(this.#state, { ...base, payload: null });
    const { discharges } = this.#claimsOf(from);
    const copy = jsonCopy(draft as unknown as JsonValue, 'draft') as unknown as Draft;
    const whole = { ...copy, discharged: [...(copy.discharged ?? []), ...discharges] };
    const by = { agent: from, hop, terms: this.#state.terms.edgeOf(base) };
    try {
      return jsonCopy(compose(context, whole, base.sender, by) as unknown as JsonValue, 'payload');
    } catch (error) {
      // They went with this draft, which was refused.
      if (error instanceof DiagnosticError) this.#change(from, () => ({ discharges: [] }));
      throw error;
    }
  }

  #afterOf({ from, after }: HandoffInput): readonly number[] {
    for (const hop of after ?? []) {
      if (hopOf(this.#state, hop)?.crossing == null) throw new TypeError(`hop ${hop} was never delivered`);
    }
    if (after !== undefined) return [...after];
    const received: number[] = [];
    for (let link = agentOf(this.#state, from).inbox; link !== null; link = link.rest) {
      received.push(link.item.record.hop);
    }
    return received.length > 0 ? received.reverse() : this.#claimsOf(from).lastAfter;
  }

  /** A blocked hop is tried again, unless the sender has meanwhile received what comes after it. */
  #turn(place: HandoffPlace, after: readonly number[]): Pick<TransferRecord, 'hop' | 'attempt'> {
    const blocked = this.#blocked.get(edgeKey(place));
    if (blocked !== undefined && after.every((hop) => hop < blocked.hop)) {
      return { hop: blocked.hop, attempt: blocked.attempt + 1 };
    }
    return { hop: this.#state.highestHop + 1, attempt: 1 };
  }

  #senderState(agent: string): SenderState {
    const { claim, facts, toolCalls } = this.#claimsOf(agent);
    return { ...claim, facts, tool_calls: toolCalls };
  }

  #claimsOf(agent: string): Claims {
    return this.#claims.get(agent) ?? NO_CLAIMS;
  }

  #change(agent: string, change: (before: Claims) => Partial<Claims>): void {
    const before = this.#claimsOf(agent);
    this.#claims.set(agent, { ...before, ...change(before) });
  }

  #addFacts(agent: string, added: readonly EstablishedFact[]): void {
    this.#change(agent, ({ facts }) => {
      const others = facts.filter(({ key }) => !added.some((fact) => fact.key === key));
      return { facts: [...others, ...added] };
    });
  }

  #stated(input: StatedInput, statedBy: StatedBy, statedIn: string, ordinal: number): KnownConstraint {
    const { text, modality, scope = 'run', forbids, requires } = input;
    requireConstraint({ text, modality, scope });
    const makeId = this.#options.ids?.constraint ?? constraintId;
    const id = input.id ?? makeId(this.run, statedIn, ordinal);
    requireText(id, 'id of a constraint');
    const stated: KnownConstraint = {
      id,
      text,
      modality,
      scope,
      stated_by: statedBy,
      stated_in: statedIn,
      ...(forbids === undefined ? {} : { forbids }),
      ...(requires === undefined ? {} : { requires }),
    };
    const known = knownOf(this.#state, id)?.first.constraint;
    return requireSame(known, frozenCopy(stated));
  }

  #newId(kind: RecordKind): string {
    const n = (this.#counts.get(kind) ?? 0) + 1;
    const id = this.#options.ids?.record?.(kind, n) ?? `${PREFIXES[kind] ?? kind}${n}`;
    requireText(id, 'id');
    if (evidenceOf(this.#state, id) !== null) throw new TypeError(`the id ${id} is in the run already`);
    return id;
  }

  #base(): Pick<RunRecord, 'schema' | 'run' | 'at' | 'seq'> {
    this.#requireOpen();
    return { schema: RECORD_SCHEMA, run: this.run, at: this.#now(), ...this.#place() };
  }

  /** Of the next record. */
  #place(): Pick<RunRecord, 'seq'> {
    return this.#counted ? { seq: this.#records.length + 1 } : {};
  }

  #now(): string {
    const now = this.#options.clock();
    if (!(now instanceof Date) || Number.isNaN(now.getTime()))
      throw new TypeError('clock must give a valid Date');
    return now.toISOString();
  }

  #write<R extends RunRecord>(written: R): R {
    this.#requireOpen();
    const placed = { ...written, ...this.#place() };
    requireRecord(placed);
    const record = frozenCopy(placed);
    this.#state = Object.freeze(foldRecord(this.#state, record));
    this.#records.push(record);
    this.#given = null;
    this.#counts.set(record.kind, (this.#counts.get(record.kind) ?? 0) + 1);
    return record;
  }

  #requireSettled(): void {
    if (this.#proposed !== null) throw new TypeError(`settle hop ${this.#proposed.hop} first`);
  }

  #requireOpen(): void {
    if (this.#state.closed !== null) throw new TypeError(`the run ${this.run} is closed`);
  }

  #requireKnown(id: string): void {
    if (knownOf(this.#state, id) === undefined) throw new TypeError(`the run knows no constraint ${id}`);
  }

  #requireEvidence(id: string): void {
    if (evidenceOf(this.#state, id) === null) throw new TypeError(`the run has no record ${id}`);
  }
}

/** Given once, where a constraint is stated: the same run, message and ordinal always give the same id. */
function constraintId(run: string, statedIn: string, ordinal: number): string {
  return `c_${shortDigest([run, statedIn, ordinal])}`;
}

function shortDigest(value: JsonValue): string {
  return digestValue(value).slice('sha256:'.length, 'sha256:'.length + 12);
}

function edgeKey({
  from,
  to,
  edge,
}: Pick<TransferRecord, 'from' | 'to'> & { readonly edge?: string }): string {
  return JSON.stringify([from, to, edge ?? null]);
}

/** The same id is the same constraint: a fold would let the first statement stand, and call the run faulty. */
function requireSame(known: KnownConstraint | undefined, again: KnownConstraint): KnownConstraint {
  if (known === undefined || sameStatement(known, again)) return again;
  throw new TypeError(`the run knows the constraint ${again.id} already, with other content`);
}

function requireNoOther(stated: readonly KnownConstraint[]): void {
  const byId = new Map<string, KnownConstraint>();
  for (const each of stated) byId.set(each.id, requireSame(byId.get(each.id), each));
}

function frozenCopy<T>(value: T): T {
  return frozen(structuredClone(value));
}

/** What is frozen here is JSON, and no deeper than `MOST_LEVELS` below a record. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Records are read back to 64 levels, and what is copied here lies some levels down in one. */
const MOST_LEVELS = 58;

/**
 * A copy of a JSON value, without members that are undefined, which its text would not hold.
 *
 * @throws TypeError for what JSON cannot hold.
 */
function jsonCopy(value: JsonValue, name: string, level = 0): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (level > MOST_LEVELS) throw new TypeError(`${name} has a cycle, or more than ${MOST_LEVELS} levels`);
  if (Array.isArray(value)) return Array.from(value, (item) => jsonCopy(item, name, level + 1));
  if (!isJsonObject(value) || !isPlain(value)) throw new TypeError(`${name} must be a JSON value`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.map(([key, member]) => [key, jsonCopy(member as JsonValue, name, level + 1)]),
  );
}

/** Also of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function requireString(value: unknown, name: string): void {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a text`);
}

function requireText(value: unknown, name: string): void {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`${name} must be a text that is not empty`);
}

function requireConstraint({ text, modality, scope }: Pick<Constraint, 'text' | 'modality' | 'scope'>): void {
  requireText(text, 'text of a constraint');
  if (!MODALITIES.includes(modality)) throw new TypeError(`modality must be one of ${MODALITIES.join(', ')}`);
  if (!SCOPES.includes(scope)) throw new TypeError(`scope must be one of ${SCOPES.join(', ')}`);
}
