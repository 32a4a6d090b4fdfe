import type { JsonValue } from '../canonical/json-value.js';
import { normaliseText } from '../constraint/normalise-text.js';
import { failure } from '../diagnostics/diagnostic.js';
import type { Constraint, KnownConstraint } from '../model/constraint.js';
import type { Discharge, EstablishedFact, Payload } from '../model/payload.js';
import type { RunRecord, SenderState } from '../model/record.js';
import { act, type Turn } from './act.js';
import type { Dice } from './dice.js';
import { fateAt, type HeldConstraint, sentAs, unblocked } from './held-constraint.js';
import type { RunPlan } from './plan-set.js';
import type { ConstraintPlan, ConstraintTemplate, Fate, SimulationProfile } from './profile.js';
import { RunWriter } from './run-writer.js';

export interface RunToSimulate {
  readonly profile: SimulationProfile;
  readonly plan: RunPlan;
  readonly dice: Dice;
  readonly seed: number;
  /** From 1. */
  readonly number: number;
}

/** The records of one run, in order. */
export function simulateRun(run: RunToSimulate): RunRecord[] {
  const { profile, seed, number } = run;
  const start = Date.parse(profile.start) + Math.round((number - 1) * profile.every_s * 1000);
  return new RunSimulation(run, new RunWriter(`sim-${profile.name}-${seed}-${number}`, start)).records();
}

interface Handoff {
  readonly hop: number;
  readonly from: string;
  readonly to: string;
  readonly turn: Turn;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What of a payload depends on the attempt. */
type Listed = 'constraints' | 'discharged';

interface Planned {
  readonly plan: ConstraintPlan;
  readonly template: ConstraintTemplate;
}

class RunSimulation {
  readonly #run: RunToSimulate;
  readonly #profile: SimulationProfile;
  readonly #dice: Dice;
  readonly #writer: RunWriter;
  readonly #constraints: HeldConstraint[] = [];
  readonly #acted = new Set<string>();
  /** What the last delivered payload gave the agent that acts now. */
  #received: readonly EstablishedFact[] = [];
  #stop: string;

  constructor(run: RunToSimulate, writer: RunWriter) {
    this.#run = run;
    this.#profile = run.profile;
    this.#dice = run.dice;
    this.#writer = writer;
    this.#stop = run.dice.of(run.profile.stop_conditions.of_run);
  }

  records(): RunRecord[] {
    const { path, open } = this.#run.plan;
    for (let hop = 1; hop < path.length; hop += 1) {
      const [from = '', to = ''] = [path[hop - 1], path[hop]];
      this.#listen(hop, from);
      this.#hand({ hop, from, to, turn: this.#work(from) });
    }
    this.#work(path.at(-1) ?? '');
    this.#writer.wait(1000);
    if (!open) this.#writer.closed();
    return this.#writer.records;
  }

  /** What the customer writes to this agent before it acts. */
  #listen(hop: number, to: string): void {
    const { kind, path } = this.#run.plan;
    const plans = kind.constraints.filter(({ before_hop: before = 1 }) => before === hop);
    const returns = hop > 1 && to === path[0] && this.#dice.is(this.#profile.customer.returns_share);
    if (hop > 1 && plans.length === 0 && !returns) return;
    const stated = plans.map((plan) => this.#template(plan));
    if (hop > 1) this.#writer.wait(this.#dice.whole(2000, 20_000));
    this.#message(
      hop,
      to,
      stated.filter(({ template }) => template.stated_by === 'customer'),
    );
    for (const each of stated) if (each.template.stated_by === 'policy') this.#policy(to, each);
  }

  #template(plan: ConstraintPlan): Planned {
    const name = this.#dice.of(plan.of);
    const template = this.#profile.constraints[name];
    if (template === undefined) throw new Error(`there is no constraint ${name}`);
    return { plan, template };
  }

  #message(hop: number, to: string, stated: readonly Planned[]): void {
    const { customer } = this.#profile;
    const id = this.#writer.id('m');
    const words = this.#dice.of(hop === 1 ? customer.opens : customer.returns);
    const text = [words, ...stated.map(({ template }) => template.said)].join(' ').trim();
    const constraints = stated.map((planned) => this.#state(planned, id));
    this.#writer.message({ id, to, text, constraints });
  }

  #policy(to: string, planned: Planned): void {
    const id = this.#writer.id('s');
    this.#writer.statement({ id, by: 'policy', to, constraint: this.#state(planned, id) });
  }

  #state({ plan, template }: Planned, stated_in: string): KnownConstraint {
    const { text, modality, stated_by, forbids, requires } = template;
    const patterns = { ...(forbids && { forbids }), ...(requires && { requires }) };
    const id = this.#writer.id('c');
    const known = { id, text, modality, scope: 'run' as const, stated_by, stated_in, ...patterns };
    this.#constraints.push({ plan, template, known, standing: 'whole', sent: known, evidence: null });
    return known;
  }

  #work(agent: string): Turn {
    if (this.#acted.has(agent)) return { calls: [], facts: [], effects: [] };
    this.#acted.add(agent);
    const { profile, dice } = this.#run;
    return act({ profile, dice, writer: this.#writer, agent, constraints: this.#constraints });
  }

  #hand(handoff: Handoff): void {
    const { hop, from } = handoff;
    const fates = this.#constraints.map((held) => fateAt(held, hop));
    fates.forEach((fate, index) => {
      if (fate === 'withdrawn') this.#withdraw(this.#constraints[index], from);
    });
    this.#writer.wait(this.#dice.whole(500, 3000));
    const sender = this.#senderOf(handoff);
    const payload = this.#payloadOf(handoff, sender);
    const blocked = fates.some((fate) => fate !== null && unblocked(fate).blocked);
    if (blocked) {
      this.#attempt(handoff, 1, sender, this.#withConstraints(payload, handoff, fates, 1), false);
      this.#writer.wait(this.#dice.whole(1000, 4000));
    }
    const last = this.#withConstraints(payload, handoff, fates, 2);
    this.#attempt(handoff, blocked ? 2 : 1, sender, last, true);
    this.#received = payload.established;
    this.#constraints.forEach((held, index) => {
      const fate = fates[index];
      if (fate) settle(held, fate);
    });
  }

  #withdraw(held: HeldConstraint | undefined, to: string): void {
    if (held === undefined) return;
    this.#writer.wait(this.#dice.whole(2000, 20_000));
    const id = this.#writer.id('m');
    const text = this.#dice.of(this.#profile.customer.withdraws);
    this.#writer.message({ id, to, text, constraints: [], withdraws: [held.known.id] });
    held.evidence = id;
  }

  #senderOf({ hop, from, turn }: Handoff): SenderState {
    const { agents, confidence } = this.#profile;
    const live = this.#constraints.filter(({ standing }) => standing === 'whole' || standing === 'faulty');
    const own = new Set(turn.facts.map(({ key }) => key));
    const sure = this.#dice.is(confidence.reported) ? this.#dice.whole(80, 99) / 100 : null;
    const state: Mutable<SenderState> = {
      revision: agents[from]?.revision ?? from,
      facts: [...this.#received.filter(({ key }) => !own.has(key)), ...turn.facts],
      tool_calls: turn.calls,
      constraints: live.map(({ sent }) => sent),
      confidence: sure,
      stop_conditions: [this.#stop],
    };
    const tokens = tokensAt(this.#profile, hop, this.#dice);
    if (tokens !== null) state.context_tokens = tokens;
    return state;
  }

  #payloadOf({ hop, from, to, turn }: Handoff, sender: SenderState): Omit<Payload, Listed> {
    const { agents, facts, confidence } = this.#profile;
    const own = new Set(turn.calls.map(({ id }) => id));
    const established = (sender.facts ?? []).filter(({ evidence }) =>
      this.#dice.is(own.has(evidence) ? facts.own : facts.received),
    );
    return {
      objective: agents[to]?.objective ?? to,
      remaining: agents[to]?.remaining ?? [],
      established,
      confidence: this.#dice.is(confidence.sent) ? (sender.confidence ?? null) : null,
      stop_conditions: this.#stopSent(hop, from),
      side_effects: turn.effects,
    };
  }

  /** Handed on, or overwritten by the end of the sender's own task. What was held is one condition at each hop. */
  #stopSent(hop: number, from: string): readonly string[] {
    if (this.#run.plan.keepsStop[hop - 1] === true) return [this.#stop];
    const own = this.#profile.agents[from]?.done_when ?? from;
    if (normaliseText(own) === normaliseText(this.#stop)) return [];
    this.#stop = own;
    return [own];
  }

  #withConstraints(
    payload: Omit<Payload, Listed>,
    { hop, from }: Handoff,
    fates: readonly (Fate | null)[],
    attempt: 1 | 2,
  ): Payload {
    const constraints: Constraint[] = [];
    const discharged: Discharge[] = [];
    this.#constraints.forEach((held, index) => {
      const planned = fates[index];
      if (!planned) return;
      const { faulty, blocked } = unblocked(planned);
      const fate = blocked && attempt === 2 ? 'carried' : faulty;
      const entry = sentAs(held, fate);
      if (entry !== null) constraints.push(entry);
      if (fate === 'satisfied' || fate === 'withdrawn') discharged.push(discharge(held, fate, from, hop));
    });
    const { objective, remaining, established, confidence, stop_conditions, side_effects } = payload;
    return {
      objective,
      remaining,
      constraints,
      discharged,
      established,
      confidence,
      stop_conditions,
      side_effects,
    };
  }

  #attempt(
    { hop, from, to }: Handoff,
    attempt: number,
    sender: SenderState,
    payload: Payload,
    delivered: boolean,
  ): void {
    const after = hop === 1 ? [] : [hop - 1];
    const sent = payload as unknown as JsonValue;
    this.#writer.transfer({ hop, attempt, after, from, to, sender, payload: sent, delivered });
  }
}

/** A run's transcript is up to 8 % shorter or longer than the profile's. */
function tokensAt({ transcript_tokens: table }: SimulationProfile, hop: number, dice: Dice): number | null {
  const last = table.at(-1);
  if (last === undefined) return null;
  const more = Math.max(0, last - (table.at(-2) ?? 0));
  const usual = table[hop - 1] ?? last + (hop - table.length) * more;
  return Math.round((usual * dice.whole(920, 1080)) / 1000);
}

function discharge(
  held: HeldConstraint,
  how: 'satisfied' | 'withdrawn',
  agent: string,
  hop: number,
): Discharge {
  const { evidence } = held;
  if (evidence === null)
    throw failure('simulation.impossible', 'a constraint is to be satisfied by what did not happen');
  const reason = how === 'satisfied' ? 'It is done.' : 'The customer took it back.';
  return { constraint: held.known.id, how, evidence, reason, by: { agent, hop } };
}

/** How the receiver has it. */
function settle(held: HeldConstraint, planned: Fate): void {
  const { faulty, blocked } = unblocked(planned);
  const fate = blocked ? 'carried' : faulty;
  const entry = sentAs(held, fate);
  if (fate === 'dropped') held.standing = 'lost';
  else if (entry === null) held.standing = 'closed';
  else {
    held.sent = entry;
    held.standing = fate === 'carried' ? 'whole' : 'faulty';
  }
}
