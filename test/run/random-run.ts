import fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Constraint, EffectPattern, KnownConstraint, Modality } from '../../src/model/constraint.js';
import type { Discharge } from '../../src/model/payload.js';
import { RECORD_SCHEMA, type RunRecord, type TransferRecord } from '../../src/model/record.js';
import type { RunTerms } from '../../src/model/transfer-context.js';

const AGENTS = ['a', 'b', 'c'] as const;
const EFFECTS: readonly EffectPattern[] = [
  { kind: 'message.email', target: 'customer' },
  { kind: 'payment.refund', target: 'customer' },
];

/** One edge of the random runs has a standing constraint, and policies that may supersede. */
export const RANDOM_TERMS: RunTerms = {
  edgeOf: ({ from, to }) => ({
    name: `${from}--${to}`,
    standing: from === 'a' && to === 'b' ? [STANDING] : [],
    policies: ['p9'],
  }),
};

const STANDING: KnownConstraint = {
  id: 'p1',
  text: 'standing: no email',
  modality: 'prohibition',
  scope: 'run',
  stated_by: 'policy',
  stated_in: 'policy-1',
  forbids: [{ kind: 'message.email', target: 'customer' }],
};

/** Random runs: a tape of numbers, each the choice at one step, so that a failing run shrinks. */
export const randomRun: fc.Arbitrary<RunRecord[]> = fc
  .array(fc.nat(9999), { minLength: 30, maxLength: 500, size: 'max' })
  .map((tape) => new RunWriter(tape).records());

class RunWriter {
  readonly #tape: readonly number[];
  #place = 0;
  readonly #records: RunRecord[] = [];
  readonly #constraints: KnownConstraint[] = [];
  #hop = 0;

  constructor(tape: readonly number[]) {
    this.#tape = tape;
  }

  records(): RunRecord[] {
    while (this.#place < this.#tape.length && this.#records.length < 24) this.#step();
    if (this.#chance(60)) this.#records.push({ ...this.#base(), kind: 'closed' });
    return this.#records;
  }

  #step(): void {
    const step = this.#records.length === 0 && this.#chance(95) ? 0 : this.#below(20);
    if (step < 3) this.#message();
    else if (step < 4) this.#statement();
    else if (step < 5) this.#toolCall();
    else if (step < 9) this.#effect();
    else this.#transfer();
  }

  #message(): void {
    const id = `m${this.#records.length}`;
    const constraints = Array.from({ length: this.#below(3) }, () => this.#state(id, 'customer'));
    this.#records.push({
      ...this.#base(),
      kind: 'message',
      id,
      to: this.#pick(AGENTS),
      text: 'hello',
      ...(this.#chance(97) ? { constraints } : {}),
      ...(this.#constraints.length > 0 && this.#chance(40)
        ? { withdraws: [this.#pick(this.#constraints).id] }
        : {}),
    });
  }

  #statement(): void {
    const by = this.#chance(70) ? 'policy' : this.#pick(AGENTS);
    const id = `s${this.#records.length}`;
    const constraint = this.#state(id, by === 'policy' ? 'policy' : 'agent');
    this.#records.push({ ...this.#base(), kind: 'statement', id, by, to: this.#pick(AGENTS), constraint });
  }

  /** A new constraint, or now and then a known one again. */
  #state(statedIn: string, statedBy: KnownConstraint['stated_by']): KnownConstraint {
    if (this.#constraints.length > 0 && this.#chance(15)) return this.#pick(this.#constraints);
    const modality = this.#pick<Modality>(['prohibition', 'prohibition', 'requirement', 'preference']);
    const n = this.#constraints.length;
    const effects = this.#chance(80) ? [this.#pick(EFFECTS)] : undefined;
    const constraint: KnownConstraint = {
      id: `c${n}`,
      text: `constraint number ${n}x`,
      modality,
      scope: this.#chance(75) ? 'run' : 'task',
      stated_by: statedBy,
      stated_in: statedIn,
      ...(effects && modality === 'prohibition' ? { forbids: effects } : {}),
      ...(effects && modality === 'requirement' && this.#chance(50) ? { requires: effects } : {}),
    };
    this.#constraints.push(constraint);
    return constraint;
  }

  #toolCall(): void {
    const succeeded = this.#chance(80);
    const id = `t${this.#records.length}`;
    this.#records.push({
      ...this.#base(),
      kind: 'tool_call',
      id,
      by: this.#pick(AGENTS),
      tool: 'x',
      succeeded,
    });
  }

  #effect(): void {
    const id = `e${this.#records.length}`;
    const [by, effect] = [this.#pick(AGENTS), this.#pick(EFFECTS)];
    this.#records.push({ ...this.#base(), kind: 'effect', id, by, effect, evidence: 't0' });
  }

  #transfer(): void {
    const transfers = this.#records.filter((record) => record.kind === 'transfer');
    const last = transfers[transfers.length - 1];
    const retry = last !== undefined && !last.delivered && this.#chance(80);
    const hop = retry ? last.hop : this.#newHop();
    const from = retry ? last.from : this.#sender(transfers);
    const transfer = {
      hop,
      attempt: retry ? last.attempt + 1 : 1,
      after: this.#after(transfers, from),
      from,
      to: retry ? last.to : this.#pick(AGENTS.filter((agent) => agent !== from)),
    };
    this.#records.push({
      ...this.#base(),
      kind: 'transfer',
      ...transfer,
      sender: this.#chance(50) ? {} : { constraints: this.#carry(60) },
      payload: this.#payload(from, hop),
      delivered: this.#chance(85),
    });
  }

  #newHop(): number {
    this.#hop = this.#chance(97) ? this.#hop + 1 : Math.max(1, this.#hop - 1);
    return this.#hop;
  }

  #sender(transfers: readonly TransferRecord[]): string {
    const last = transfers.filter(({ delivered }) => delivered).pop();
    return last !== undefined && this.#chance(60) ? last.to : this.#pick(AGENTS);
  }

  #after(transfers: readonly TransferRecord[], from: string): number[] {
    const crossed = transfers.filter(({ delivered }) => delivered);
    if (this.#chance(4)) return [this.#below(this.#hop + 3)];
    const here = crossed.filter(({ to }) => to === from).map(({ hop }) => hop);
    if (here.length === 0) return [];
    const latest = here[here.length - 1] ?? 0;
    return this.#chance(70) ? [latest] : [...new Set([latest, ...here.filter(() => this.#chance(40))])];
  }

  #payload(from: string, hop: number): JsonValue {
    const payload: Record<string, JsonValue> = {
      objective: 'go on',
      remaining: [],
      discharged: this.#discharges(from, hop) as unknown as JsonValue,
      established: this.#facts(),
      confidence: null,
      stop_conditions: [],
      side_effects: [],
    };
    if (this.#chance(96)) payload['constraints'] = this.#carry(75) as unknown as JsonValue;
    return payload;
  }

  /** Facts of few keys, values and origins, so that they come again. */
  #facts(): JsonValue[] {
    return ['k1', 'k2', 'k3'].flatMap((key) => {
      if (!this.#chance(50)) return [];
      const evidence = `t${this.#below(3)}`;
      return [{ key, value: this.#below(2), source: 'tool_result', evidence }];
    });
  }

  /** Each known constraint is sent in this share of cases, mostly as it was stated. */
  #carry(share: number): Constraint[] {
    return [...this.#constraints, STANDING].flatMap((constraint) => {
      if (!this.#chance(share)) return [];
      const { id: _, ...nameless } = constraint;
      switch (this.#below(12)) {
        case 0:
          return [{ ...constraint, modality: 'preference' as const }];
        case 1:
          return [
            { ...constraint, scope: constraint.scope === 'run' ? ('task' as const) : ('run' as const) },
          ];
        case 2:
          return [constraint, constraint];
        case 3:
          return [{ ...constraint, id: 'unknown' }];
        case 4:
          return [nameless];
        case 5:
          return [{ ...constraint, text: `${constraint.text} if you like` }];
        default:
          return [constraint];
      }
    });
  }

  #discharges(agent: string, hop: number): Discharge[] {
    if (this.#constraints.length === 0 || !this.#chance(45)) return [];
    const { id, modality, stated_by } = this.#pick([...this.#constraints, STANDING]);
    const right =
      modality !== 'prohibition' ? 'satisfied' : stated_by === 'policy' ? 'superseded' : 'withdrawn';
    const how = this.#chance(85) ? right : 'withdrawn';
    const evidence = how === 'superseded' ? 'p9' : this.#evidenceFor(how, id);
    const by = this.#chance(97) ? { agent, hop } : { agent: 'someone', hop };
    return [{ constraint: id, how, evidence, reason: '', by }];
  }

  #evidenceFor(how: string, constraint: string): string {
    const fits = (record: RunRecord): boolean =>
      how === 'withdrawn'
        ? record.kind === 'message' && (record.withdraws ?? []).includes(constraint)
        : record.kind === 'effect' || record.kind === 'tool_call';
    const fitting = this.#records.filter(fits);
    const record = this.#chance(85) && fitting.length > 0 ? this.#pick(fitting) : this.#pick(this.#records);
    return record !== undefined && 'id' in record ? String(record.id) : 'nothing';
  }

  #base(): { schema: typeof RECORD_SCHEMA; run: string; at: string } {
    const at = new Date(Date.UTC(2026, 10, 30, 9, 0, this.#records.length)).toISOString();
    return { schema: RECORD_SCHEMA, run: 'r', at };
  }

  #below(limit: number): number {
    const choice = this.#tape[this.#place++] ?? 0;
    return choice % limit;
  }

  #chance(percent: number): boolean {
    return this.#below(100) < percent;
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(Math.max(1, items.length))];
    return item as T; // a list that is empty gives undefined, and callers that may have one look
  }
}
