import type { JsonValue } from '../canonical/json-value.js';
import type { Constraint } from '../model/constraint.js';
import type { Discharge, EstablishedFact, Payload } from '../model/payload.js';
import type { RunRecord, SenderState } from '../model/record.js';
import { act, type Turn } from './act.js';
import type { Dice } from './dice.js';
import { fateAt, type HeldConstraint, sentAs, unblocked } from './held-constraint.js';
import type { RunPlan } from './plan-set.js';
import type { ConstraintPlan, Fate, SimulationProfile } from './profile.js';
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

/** What of a payload depends on the attempt. */
type Listed = 'constraints' | 'discharged';

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
    const { customer } = this.#profile;
    const { kind, path } = this.#run.plan;
    const plans = kind.constraints.filter(({ before_hop: before = 1 }) => before === hop);
    const returns = hop > 1 && to === path[0] && this.#dice.is(customer.returns_share);
    if (hop > 1 && plans.length === 0 && !returns) return;
    this.#writer.wait(hop > 1 ? this.#dice.whole(2000, 20_000) : 0);
    const id = this.#writer.id('m');
    const stated = plans.map((plan) => this.#state(plan, id));
    const words = [this.#dice.of(hop === 1 ? customer.opens : customer.returns)];
    const text = [...words, ...stated.map(({ template }) => template.said)].join(' ');
    const constraints = stated.map(({ known }) => known);
    this.#writer.message({ id, to, text, constraints });
  }

  #state(plan: ConstraintPlan, stated_in: string): HeldConstraint {
    const template = this.#profile.constraints[this.#dice.of(plan.of)];
    if (template === undefined) throw new Error(`there is no constraint ${plan.of.join(', ')}`);
    const { text, modality, stated_by, forbids, requires } = template;
    const patterns = { ...(forbids && { forbids }), ...(requires && { requires }) };
    const id = this.#writer.id('c');
    const known = { id, text, modality, scope: 'run' as const, stated_by, stated_in, ...patterns };
    const held: HeldConstraint = { plan, template, known, standing: 'whole', sent: known, evidence: null };
    this.#constraints.push(held);
    return held;
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

  #senderOf({ from, turn }: Handoff): SenderState {
    const { agents, confidence } = this.#profile;
    const live = this.#constraints.filter(({ standing }) => standing === 'whole' || standing === 'faulty');
    const own = new Set(turn.facts.map(({ key }) => key));
    const sure = this.#dice.is(confidence.reported) ? this.#dice.whole(80, 99) / 100 : null;
    return {
      revision: agents[from]?.revision ?? from,
      facts: [...this.#received.filter(({ key }) => !own.has(key)), ...turn.facts],
      tool_calls: turn.calls,
      constraints: live.map(({ sent }) => sent),
      confidence: sure,
      stop_conditions: [this.#stop],
    };
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
    if (own === this.#stop) return [];
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

function discharge(
  held: HeldConstraint,
  how: 'satisfied' | 'withdrawn',
  agent: string,
  hop: number,
): Discharge {
  const evidence = held.evidence ?? 'none';
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
