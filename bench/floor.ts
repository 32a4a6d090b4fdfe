/**
 * The floor: what the least that could be called a check costs in plain TypeScript. `JSON.parse`, schema validation
 * with ajv (compiled once), a comparison of sets. Nobody tunes this file; it is written as one would write it on a
 * first afternoon. It decides the core rules of `bench/README.md` and gives a decision and codes: no digest, no
 * strict reading, no reasons, no policy.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fastFormats } from 'ajv-formats/dist/formats.js';
import type { Constraint, KnownConstraint } from '../src/model/constraint.js';
import type { Payload } from '../src/model/payload.js';
import type { TransferRecord } from '../src/model/record.js';

/** What the host knows of the run: folded beforehand, as for the other rows. */
export interface FloorContext {
  readonly held: readonly KnownConstraint[];
  readonly stopConditions: readonly string[];
  /** Ids of records that evidence may name. */
  readonly evidence: ReadonlySet<string>;
  readonly mayDischarge: ReadonlySet<string>;
  readonly declaredEffects: ReadonlySet<string>;
  /** Effects of the sender that were observed. */
  readonly observedEffects: ReadonlySet<string>;
  readonly acceptedSources: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

export interface FloorVerdict {
  readonly decision: 'allow' | 'block';
  readonly codes: readonly string[];
}

/** The schemas of record and payload, compiled. */
export function floorValidators(schemas: string): Validators {
  const ajv = new Ajv2020({ allowUnionTypes: true, formats: { ...fastFormats } });
  const read = (name: string): object =>
    JSON.parse(readFileSync(`${schemas}/${name}.schema.json`, 'utf8')) as object;
  const payload = read('payload');
  ajv.addSchema(payload);
  const record = read('record') as { $id: string };
  ajv.addSchema(record);
  const transfer = { $ref: `${record.$id}#/$defs/transferRecord` };
  return { transfer: ajv.compile<TransferRecord>(transfer), payload: ajv.compile<Payload>(payload) };
}

export interface Validators {
  readonly transfer: ValidateFunction<TransferRecord>;
  readonly payload: ValidateFunction<Payload>;
}

/** Decides one transfer record. */
export function floor(bytes: Uint8Array, validators: Validators, context: FloorContext): FloorVerdict {
  const record: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!validators.transfer(record)) return { decision: 'block', codes: ['record.invalid'] };
  const payload: unknown = record.payload;
  if (!validators.payload(payload)) return { decision: 'block', codes: ['payload.invalid'] };
  const codes = [
    ...constraintCodes(payload, record, context),
    ...stopCodes(payload, record, context),
    ...factCodes(payload, record, context),
    ...effectCodes(payload, record, context),
  ];
  return { decision: codes.length === 0 ? 'allow' : 'block', codes };
}

function constraintCodes(payload: Payload, record: TransferRecord, context: FloorContext): string[] {
  const codes: string[] = [];
  const sent = new Map<string, Constraint>();
  for (const constraint of payload.constraints) if (constraint.id) sent.set(constraint.id, constraint);
  const discharged = new Set<string>();
  for (const { constraint, evidence, by } of payload.discharged) {
    const rightful =
      by.agent === record.from &&
      by.hop === record.hop &&
      context.mayDischarge.has(by.agent) &&
      context.evidence.has(evidence);
    if (rightful) discharged.add(constraint);
    else codes.push('constraint.discharge_refused');
  }
  for (const held of context.held) {
    const found = sent.get(held.id);
    if (found === undefined) {
      if (!discharged.has(held.id)) codes.push('constraint.dropped');
      continue;
    }
    if (found.modality !== held.modality) codes.push('constraint.modality');
    if (found.scope !== held.scope) codes.push('constraint.scope');
    if (found.text !== held.text) codes.push('constraint.unresolved');
    if (found.stated_by !== held.stated_by) codes.push('constraint.reattributed');
    if (found.stated_in !== held.stated_in) codes.push('constraint.reattributed');
    if (patterns(found.forbids) !== patterns(held.forbids)) codes.push('constraint.retargeted');
    if (patterns(found.requires) !== patterns(held.requires)) codes.push('constraint.retargeted');
    if (discharged.has(held.id)) codes.push('constraint.discharged_and_carried');
  }
  const own = new Set((record.sender.constraints ?? []).map(({ id }) => id));
  for (const { id, modality, forbids } of context.held) {
    if (!own.has(id)) codes.push('constraint.forgotten');
    if (modality === 'prohibition' && (forbids ?? []).length === 0) codes.push('constraint.unbound');
  }
  if (payload.constraints.length !== sent.size) codes.push('constraint.duplicated');
  const known = new Set(context.held.map(({ id }) => id));
  for (const id of sent.keys()) if (!known.has(id)) codes.push('constraint.invented');
  return codes;
}

function patterns(list: Constraint['forbids'] = []): string {
  return list
    .map(({ kind, target }) => `${kind} ${target}`)
    .sort()
    .join();
}

function stopCodes(payload: Payload, { sender }: TransferRecord, context: FloorContext): string[] {
  const sent = new Set(payload.stop_conditions);
  const held = new Set([...context.stopConditions, ...(sender.stop_conditions ?? [])]);
  return [...held].filter((text) => !sent.has(text)).map(() => 'stop_condition.missing');
}

function factCodes(payload: Payload, { sender }: TransferRecord, context: FloorContext): string[] {
  const codes: string[] = [];
  const own = new Map((sender.facts ?? []).map((fact) => [fact.key, fact]));
  for (const fact of payload.established) {
    if (!context.evidence.has(fact.evidence)) codes.push('established.unsupported');
    if (!context.acceptedSources.has(fact.source)) codes.push('established.unsupported');
    const mine = own.get(fact.key);
    if (mine !== undefined && mine.value !== fact.value) codes.push('established.altered');
  }
  const named = new Set(payload.established.map(({ evidence }) => evidence));
  for (const { id, succeeded } of sender.tool_calls ?? []) {
    if (succeeded && !named.has(id)) codes.push('tool_result.missing');
  }
  return codes;
}

function effectCodes(payload: Payload, record: TransferRecord, context: FloorContext): string[] {
  const codes: string[] = [];
  for (const { kind, target } of payload.side_effects) {
    if (!context.declaredEffects.has(`${kind} ${target}`)) codes.push('side_effect.undeclared');
    if (!context.observedEffects.has(`${kind} ${target}`)) codes.push('side_effect.claimed_not_observed');
  }
  const claimed = new Set(payload.side_effects.map(({ kind, target }) => `${kind} ${target}`));
  for (const effect of context.observedEffects) {
    if (!claimed.has(effect)) codes.push('side_effect.observed_not_claimed');
  }
  if (record.from !== context.from || record.to !== context.to) codes.push('edge.mismatch');
  const own = record.sender.confidence ?? null;
  if (own !== null && payload.confidence !== null && payload.confidence > own)
    codes.push('confidence.raised');
  return codes;
}
