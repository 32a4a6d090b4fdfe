import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { EstablishedFact } from '../model/payload.js';
import type { SenderToolCall } from '../model/record.js';
import type { Dice } from './dice.js';
import { forbidsEffect, type HeldConstraint, requiresEffect } from './held-constraint.js';
import type { SimulationProfile, ToolUse } from './profile.js';
import type { RunWriter } from './run-writer.js';

/** What an agent did before it handed on. */
export interface Turn {
  readonly calls: SenderToolCall[];
  readonly facts: EstablishedFact[];
  readonly effects: { readonly kind: string; readonly target: string; readonly evidence: string }[];
}

export interface Actor {
  readonly profile: SimulationProfile;
  readonly dice: Dice;
  readonly writer: RunWriter;
  readonly agent: string;
  readonly constraints: readonly HeldConstraint[];
}

/** The agent's actions, each by the alternative that the constraints that it honours leave it. */
export function act(actor: Actor): Turn {
  const turn: Turn = { calls: [], facts: [], effects: [] };
  for (const alternatives of actor.profile.agents[actor.agent]?.actions ?? []) {
    const use = chosen(actor, alternatives);
    if (use !== undefined) call(actor, use, turn);
  }
  return turn;
}

function chosen(
  { profile, dice, constraints }: Actor,
  alternatives: readonly ToolUse[],
): ToolUse | undefined {
  const touching = constraints.filter(
    (held) =>
      held.standing !== 'closed' &&
      alternatives.some(({ effect }) => forbidsEffect(held, effect) || requiresEffect(held, effect)),
  );
  const planned = touching.filter(isToBeSatisfied);
  const needed = alternatives.find(({ effect }) => planned.some((held) => requiresEffect(held, effect)));
  if (needed !== undefined) return needed;
  const honoured = touching.filter((held) => isHonoured(held, profile, dice));
  const allowed = alternatives.filter(({ effect }) => !honoured.some((held) => forbidsEffect(held, effect)));
  return allowed.find(({ effect }) => honoured.some((held) => requiresEffect(held, effect))) ?? allowed[0];
}

/** Then it has to be, whatever else forbids it, or the profile's counts would not come out. */
function isToBeSatisfied({ plan, evidence }: HeldConstraint): boolean {
  return evidence === null && plan.fates.includes('satisfied');
}

function isHonoured({ standing }: HeldConstraint, { honoured }: SimulationProfile, dice: Dice): boolean {
  return standing !== 'closed' && dice.is(honoured[standing]);
}

function call({ profile, dice, writer, agent, constraints }: Actor, use: ToolUse, turn: Turn): void {
  const { tool, effect } = use;
  writer.wait(dice.whole(800, 4000));
  if (dice.is(profile.failed_calls)) {
    const failed = { id: writer.id('t'), by: agent, tool, succeeded: false };
    writer.toolCall({ ...failed, result: { error: 'timeout' } });
    turn.calls.push({ id: failed.id, tool, succeeded: false, at: writer.at });
    writer.wait(dice.whole(800, 4000));
  }
  const id = writer.id('t');
  const result: Record<string, JsonValue> = {};
  for (const [key, values] of Object.entries(use.result)) {
    const value = thrown(dice.of(values), dice);
    result[key] = value;
    turn.facts.push({ key, value, source: 'tool_result', evidence: id });
  }
  writer.toolCall({ id, by: agent, tool, succeeded: true, result: result as JsonObject });
  turn.calls.push({ id, tool, succeeded: true, at: writer.at });
  if (effect === undefined) return;
  const { kind, target } = effect;
  const seen = writer.id('e');
  writer.effect({ id: seen, by: agent, effect: { kind, target }, evidence: id });
  turn.effects.push({ kind, target, evidence: id });
  for (const held of constraints) if (requiresEffect(held, effect)) held.evidence ??= seen;
}

/** `#` is a digit, and the first one in a text no nought. */
function thrown(value: JsonValue, dice: Dice): JsonValue {
  if (typeof value !== 'string' || !value.includes('#')) return value;
  let text = '';
  let first = 1;
  for (const character of value) {
    text += character === '#' ? dice.whole(first, 9) : character;
    if (character === '#') first = 0;
  }
  return text;
}
