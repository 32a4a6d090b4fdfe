import type * as fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';
import type { Constraint, Modality } from '../../src/model/constraint.js';
import type { Payload } from '../../src/model/payload.js';
import { readPayload } from '../../src/model/read-payload.js';
import type { TransferRecord } from '../../src/model/record.js';
import type { RunTerms } from '../../src/model/transfer-context.js';
import type { DraftDischarge } from '../../src/run/compose.js';
import { openRun, type Recorder, type StatedInput } from '../../src/run/recorder.js';
import type { RunState } from '../../src/run/run-state.js';
import { type Dice, drawn } from './dice.js';
import type { Draft } from './facts-generator.js';

/** One handoff of a generated run, as it is put to the gate, and the run before it. */
export interface Attempt {
  readonly run: RunState;
  readonly transfer: TransferRecord;
  /** What was planted in it. */
  readonly planted: readonly string[];
}

/**
 * Runs as the recorder writes them: agents are told constraints, call tools, have effects, and hand on what is
 * composed, which carries honestly. Then none to three faults are planted in each payload, state or number.
 */
export function runOf(terms: RunTerms): fc.Arbitrary<readonly Attempt[]> {
  return drawn((dice) => new RunWriter(dice, terms).attempts());
}

type Broken = Omit<Draft<TransferRecord>, 'payload'> & { payload: Draft<Payload> };
type Plant = (transfer: Broken, dice: Dice) => void;

const PATHS = [
  ['triage', 'refunds', 'notifications', 'triage'],
  ['triage', 'refunds', 'audit', 'refunds', 'notifications'],
  ['triage', 'audit', 'triage', 'refunds'],
];

/** What an agent does before it hands on, where its edge declares it. */
const EFFECTS: Readonly<Record<string, { readonly kind: string; readonly target: string }>> = {
  refunds: { kind: 'payment.refund', target: 'customer' },
  notifications: { kind: 'message.app', target: 'customer' },
};

const FACTS: readonly (readonly [key: string, value: string])[] = [
  ['order_id', '41182'],
  ['refund_id', 'RF-90412'],
  ['amount', 'GBP 68.40'],
];

const RESULT = { order: { id: '41182' }, refund_id: 'RF-90412', amount: 68.4, currency: 'GBP' };

class RunWriter {
  readonly #dice: Dice;
  readonly #recorder: Recorder;
  readonly #attempts: Attempt[] = [];
  /** Ids that a payload left out; later payloads often leave them out again. */
  readonly #lost = new Set<string>();
  #seconds = 0;

  constructor(dice: Dice, terms: RunTerms) {
    this.#dice = dice;
    this.#recorder = openRun({ run: 'r1', terms, clock: () => this.#clock() });
  }

  attempts(): readonly Attempt[] {
    const path = this.#dice.pick(PATHS);
    this.#message(path[0] ?? '');
    for (const [index, from] of path.slice(0, -1).entries()) this.#hop(from, path[index + 1] ?? '');
    return this.#attempts;
  }

  #clock(): Date {
    this.#seconds += 1;
    return new Date(Date.UTC(2026, 10, 30, 9, 0, this.#seconds));
  }

  #message(to: string): void {
    const constraints = this.#dice.list(0, 3, (index) =>
      drawConstraint(this.#dice, `${this.#seconds}-${index}`),
    );
    // Now and then nobody looked for constraints: the run's history is then partial.
    const looked = this.#dice.chance(97) ? { constraints } : {};
    this.#recorder.message({ to, text: 'hello', ...looked });
  }

  #hop(from: string, to: string): void {
    const dice = this.#dice;
    if (dice.chance(25)) this.#message(from);
    if (dice.chance(15)) {
      const constraint = drawConstraint(dice, `s${this.#seconds}`);
      this.#recorder.statement({ by: dice.pick(['policy', 'audit']), to: from, constraint });
    }
    this.#work(from);
    this.#claimState(from);
    const discharged = this.#discharges(from, to);
    const draft = { objective: 'Go on.', remaining: [], established: FACTS.map(([key]) => key), discharged };
    const transfer = thawed(() => this.#recorder.handoff({ from, to, draft }));
    const planted = this.#plant(transfer as unknown as Broken);
    const run = this.#recorder.runState;
    this.#attempts.push({ run, transfer: structuredClone(transfer), planted });
    this.#recorder.settle(transfer, 'allow');
  }

  /** Tool calls, facts from them, and effects that were observed. */
  #work(agent: string): void {
    const dice = this.#dice;
    const called = { by: agent, tool: 'look_up', succeeded: true };
    // Not every runtime records what a tool gave, and not every agent looks up what it was told.
    const result = dice.chance(60) ? { result: RESULT } : {};
    const { id } = this.#recorder.toolCall({ ...called, ...result });
    if (dice.chance(20)) this.#recorder.toolCall({ by: agent, tool: 'look_up', succeeded: false });
    const again = dice.chance(50);
    for (const [key, value] of FACTS) {
      if (again || !this.#isTold(agent, key, value))
        this.#recorder.establish(agent, key, value, 'tool_result', id);
    }
    if (dice.chance(4)) this.#seconds += 3600;
    const effect = EFFECTS[agent];
    if (effect !== undefined && dice.chance(50))
      this.#recorder.effect({ by: agent, ...effect, evidence: id });
    const other = { kind: 'account.delete', target: 'customer' };
    if (dice.chance(4)) this.#recorder.effect({ by: agent, ...other, evidence: id });
  }

  /** Did a payload bring it this fact, with the value and an origin that hold. */
  #isTold(agent: string, wanted: string, value: string): boolean {
    const { records } = this.#recorder;
    const told = records
      .flatMap((record) => (record.kind === 'transfer' && record.to === agent ? [record.payload] : []))
      .flatMap((payload) => readPayload(payload).established ?? [])
      .findLast(({ key }) => key === wanted);
    if (told === undefined || told.value !== value || told.source !== 'tool_result') return false;
    return records.some((one) => one.kind === 'tool_call' && one.id === told.evidence && one.succeeded);
  }

  /** The sender claims what the run knows of it, so that only planted faults are faults. */
  #claimState(agent: string): void {
    const dice = this.#dice;
    const { records } = this.#recorder;
    const constraints = records.flatMap((record): Constraint[] => {
      if (record.kind === 'message') return [...(record.constraints ?? [])];
      return record.kind === 'statement' ? [record.constraint] : [];
    });
    const confidence = dice.pick([0.9, 0.8, null]);
    this.#recorder.state(agent, { constraints, confidence, stop_conditions: ['the customer is content'] });
  }

  /** Rightful ones: the customer takes something back, and the sender closes it on that evidence. */
  #discharges(from: string, to: string): DraftDischarge[] {
    if (!this.#dice.chance(15)) return [];
    if (to === 'audit' || from === 'audit') return [];
    const { records } = this.#recorder;
    const since = records.slice(records.findLastIndex(({ kind }) => kind === 'transfer') + 1);
    const stated = since.flatMap((record) => (record.kind === 'message' ? (record.constraints ?? []) : []));
    if (stated.length === 0) return [];
    const { id } = this.#dice.pick(stated);
    const message = this.#recorder.message({
      to: from,
      text: 'never mind',
      constraints: [],
      withdraws: [id],
    });
    return [{ constraint: id, how: 'withdrawn', evidence: message.id, reason: 'the customer took it back' }];
  }

  #plant(transfer: Broken): string[] {
    const composed = transfer.payload.constraints.map(({ id = '' }) => id);
    const again = composed.filter((id) => this.#lost.has(id) && this.#dice.chance(60));
    transfer.payload.constraints = transfer.payload.constraints.filter(({ id = '' }) => !again.includes(id));
    const planted = [...(again.length > 0 ? ['lost again'] : []), ...this.#plantSome(transfer)];
    const sent = new Set((transfer.payload.constraints ?? []).map(({ id }) => id));
    for (const id of composed) if (!sent.has(id)) this.#lost.add(id);
    return planted;
  }

  #plantSome(transfer: Broken): string[] {
    const count = this.#dice.pick([0, 0, 0, 1, 1, 1, 2, 3]);
    const names = new Set(Array.from({ length: count }, () => this.#dice.pick(Object.keys(PLANTS))));
    // Last, since the others look into the fields.
    const last = (name: string): number =>
      ['discharged and no list of constraints', 'a field too few'].indexOf(name);
    const planted = [...names].sort((a, b) => last(a) - last(b));
    for (const name of planted) PLANTS[name]?.(transfer, this.#dice);
    return planted;
  }
}

const MODALITIES: readonly Modality[] = ['prohibition', 'requirement', 'preference'];
const TEXTS = [
  'do not email the customer',
  'refund before Friday',
  'keep it short',
  'never call before 09:00',
];

function drawConstraint(dice: Dice, mark: string): StatedInput {
  const modality = dice.pick(MODALITIES);
  const forbids = dice.pick([
    [{ kind: 'message.email', target: 'customer' }],
    [{ kind: 'message.*', target: '*' }],
    [{ kind: 'account.*', target: 'customer' }],
  ]);
  return {
    text: `${dice.pick(TEXTS)} (${mark})`,
    modality,
    ...(dice.chance(25) ? { scope: 'task' as const } : {}),
    ...(modality === 'prohibition' && dice.chance(95) ? { forbids } : {}),
  };
}

/** Changes one constraint that is sent, where there is one. */
function changing(change: (constraint: Draft<Constraint>, dice: Dice) => void): Plant {
  return ({ payload }, dice) => {
    if (payload.constraints.length > 0) change(dice.pick(payload.constraints), dice);
  };
}

function dischargeOf({ payload, from, hop }: Broken, dice: Dice, constraint: string): void {
  const how = dice.pick(['satisfied', 'withdrawn', 'superseded'] as const);
  payload.discharged.push({
    constraint,
    how,
    evidence: dice.pick(['m1', 't1', 'e1', 'I say so']),
    reason: 'done',
    by: { agent: from, hop },
  });
}

const PLANTS: Readonly<Record<string, Plant>> = {
  dropped: ({ payload }, dice) => {
    if (payload.constraints.length > 0)
      payload.constraints.splice(dice.int(0, payload.constraints.length - 1), 1);
  },
  'all dropped': ({ payload }) => {
    payload.constraints = [];
  },
  'another modality': changing((constraint, dice) => {
    const others = MODALITIES.filter((modality) => modality !== constraint.modality);
    constraint.modality = dice.pick(others);
  }),
  'the other duty': changing((constraint) => {
    const other = {
      prohibition: 'requirement',
      requirement: 'prohibition',
      preference: 'prohibition',
    } as const;
    constraint.modality = other[constraint.modality];
  }),
  hedged: changing((constraint) => {
    constraint.text = `if possible, ${constraint.text}`;
  }),
  'another scope': changing((constraint) => {
    constraint.scope = constraint.scope === 'run' ? 'task' : 'run';
  }),
  'another target': changing((constraint) => {
    constraint.forbids = [{ kind: 'message.fax', target: 'customer' }];
  }),
  reworded: changing((constraint) => {
    constraint.text = `${constraint.text}, as they said`;
  }),
  'another speaker': changing((constraint) => {
    constraint.stated_by = constraint.stated_by === 'agent' ? 'policy' : 'agent';
  }),
  'no id': changing((constraint) => {
    delete constraint.id;
  }),
  'a false id': changing((constraint) => {
    constraint.id = 'c_unheard_of';
  }),
  twice: ({ payload }, dice) => {
    if (payload.constraints.length > 0)
      payload.constraints.push(structuredClone(dice.pick(payload.constraints)));
  },
  invented: ({ payload }) => {
    payload.constraints.push({
      text: 'be nice',
      modality: 'preference',
      scope: 'run',
      stated_by: 'agent',
      stated_in: 'm1',
    });
  },
  'a discharge without evidence': (transfer, dice) => {
    const { constraints } = transfer.payload;
    if (constraints.length === 0) return;
    const [gone] = constraints.splice(dice.int(0, constraints.length - 1), 1);
    dischargeOf(transfer, dice, gone?.id ?? 'nobody');
  },
  'carried and discharged': (transfer, dice) => {
    const [first] = transfer.payload.constraints;
    if (first?.id !== undefined) dischargeOf(transfer, dice, first.id);
  },
  'carried without its id and discharged': (transfer, dice) => {
    const [first] = transfer.payload.constraints;
    if (first?.id === undefined) return;
    dischargeOf(transfer, dice, first.id);
    delete first.id;
  },
  'discharged and no list of constraints': (transfer, dice) => {
    const [first] = transfer.payload.constraints;
    if (first?.id !== undefined) dischargeOf(transfer, dice, first.id);
    delete (transfer.payload as Partial<Draft<Payload>>).constraints;
  },
  forgotten: ({ sender }) => {
    sender.constraints = [];
  },
  'a sender without a state': ({ sender }) => {
    delete sender.constraints;
    delete sender.facts;
    delete sender.tool_calls;
  },
  'no stop condition': ({ payload }) => {
    payload.stop_conditions = [];
  },
  'another stop condition': ({ payload }) => {
    payload.stop_conditions = ['my own task is done'];
  },
  'no confidence': ({ payload }) => {
    payload.confidence = null;
  },
  'too sure': ({ payload }) => {
    payload.confidence = 1;
  },
  'a fact left out': ({ payload }, dice) => {
    payload.established.splice(dice.int(0, 2), 1);
  },
  'no facts': ({ payload }) => {
    payload.established = [];
  },
  'another value': ({ payload }) => {
    const [fact] = payload.established;
    if (fact !== undefined) fact.value = '99999';
  },
  'a value that its evidence does not show': ({ payload }) => {
    for (const fact of payload.established) if (fact.key === 'amount') fact.value = 'GBP 684.00';
  },
  'a fact with another source': ({ payload }, dice) => {
    const [fact] = payload.established;
    if (fact !== undefined) fact.source = dice.pick(['customer', 'agent']);
  },
  "a fact with another's evidence": ({ payload }, dice) => {
    const [fact] = payload.established;
    if (fact !== undefined) fact.evidence = dice.pick(['t1', 'm1', 't_unheard_of']);
  },
  'a fact from nowhere': ({ payload }) => {
    payload.established.push({ key: 'mood', value: 'good', source: 'tool_result', evidence: 't_unheard_of' });
  },
  'a source of its own': ({ payload }) => {
    payload.established.push({ key: 'mood', value: 'good', source: 'model', evidence: 't1' });
  },
  'an effect that nobody saw': ({ payload }, dice) => {
    const kind = dice.pick(['message.email', 'message.app', 'account.delete']);
    payload.side_effects.push({ kind, target: 'customer', evidence: 't1' });
  },
  'effects left out': ({ payload }) => {
    payload.side_effects = [];
  },
  'a wrong type': ({ payload }) => {
    Object.assign(payload, { objective: 7 });
  },
  'a field too many': ({ payload }) => {
    Object.assign(payload, { mood: 'good' });
  },
  'a field too few': ({ payload }, dice) => {
    delete (payload as Partial<Record<string, JsonValue>>)[dice.pick(Object.keys(payload))];
  },
  'an unknown hop': (transfer) => {
    transfer.after = [...transfer.after, 77];
  },
  'another edge': (transfer, dice) => {
    if (dice.chance(50)) transfer.edge = 'refunds--notifications';
  },
};

/**
 * The recorder freezes what it proposes, so that nothing else is recorded than was decided. Faults are planted in it all
 * the same, as a runtime of another make could record them: for the length of this call nothing is frozen.
 */
function thawed<T>(propose: () => T): T {
  const { freeze } = Object;
  Object.freeze = <V>(value: V): V => value;
  try {
    return propose();
  } finally {
    Object.freeze = freeze;
  }
}
