import { InternalError } from '../diagnostics/failures.js';
import type { Constraint, KnownConstraint } from '../model/constraint.js';
import type { ConstraintPair } from '../model/facts.js';
import type { DischargeKind } from '../model/payload.js';
import type { Fix, JsonPatchOperation, ReasonConstraint } from '../model/verdict.js';
import type { Handoff, ReasonDraft, Scene } from './check.js';
import { quote } from './quote.js';

/** One pair of the facts, with the constraints it is about. */
export interface PairScene {
  readonly pair: ConstraintPair;
  /** As first stated; null where the run does not know it. */
  readonly held: KnownConstraint | null;
  readonly sent: Constraint | null;
  /** Its quoted text, for messages. */
  readonly text: string;
  readonly about: Pick<ReasonDraft, 'constraint' | 'held' | 'sent'>;
}

export function handoffOf(scene: Scene): Handoff {
  if (scene.handoff === null)
    throw new InternalError('a check about a transfer was asked about a side effect');
  return scene.handoff;
}

/** The item of a list in the facts that a proof failed on. */
export function itemAt<T>(list: readonly T[], item: number): T {
  const found = list[item];
  if (found === undefined)
    throw new InternalError(`the policy names item ${item} of a list of ${list.length}`);
  return found;
}

export function pairScene(scene: Scene, item: number): PairScene {
  const pair = itemAt(scene.facts.constraints.pairs, item);
  const { payload } = handoffOf(scene);
  const held = pair.constraint === null || pair.standing === 'unknown' ? null : known(scene, pair.constraint);
  const sent = payload.constraints?.[pair.sent[0] ?? -1] ?? null;
  const text = quote(held?.text ?? sent?.text ?? pair.constraint ?? '');
  return { pair, held, sent, text, about: aboutPair(scene, pair, held, sent) };
}

function known(scene: Scene, id: string): KnownConstraint | null {
  return scene.known.get(id)?.constraint ?? null;
}

function aboutPair(
  scene: Scene,
  pair: ConstraintPair,
  held: KnownConstraint | null,
  sent: Constraint | null,
): PairScene['about'] {
  if (held === null) return { held, sent };
  const statedTo = scene.known.get(held.id)?.statedTo;
  return { constraint: summary(held, pair, statedTo), held, sent };
}

function summary(
  held: KnownConstraint,
  pair: ConstraintPair,
  statedTo: string | undefined,
): ReasonConstraint {
  const { id, text, modality, scope, stated_by, stated_in } = held;
  return {
    ...{ id, text, modality, scope, stated_by, stated_in },
    ...(pair.origins.length > 0 ? { held_by: pair.origins } : {}),
    ...(statedTo === undefined ? {} : { stated_to: statedTo }),
  };
}

/** Where the payload carries the pair, else its list of constraints. */
export function sentAt(pair: ConstraintPair): string {
  const index = pair.sent[0];
  return index === undefined ? '/payload/constraints' : `/payload/constraints/${index}`;
}

/** The patch that carries a constraint as it was stated. */
export function carryPatch(held: KnownConstraint, pair: ConstraintPair): JsonPatchOperation[] {
  const index = pair.sent[0];
  if (index === undefined) return [{ op: 'add', path: '/constraints/-', value: asJson(held) }];
  return [{ op: 'replace', path: `/constraints/${index}`, value: asJson(held) }];
}

/** A constraint is JSON by its type; the compiler does not see that through its optional members. */
export function asJson(constraint: Constraint): { readonly [member: string]: never } {
  return constraint as unknown as { readonly [member: string]: never };
}

const EVIDENCE: Readonly<Record<DischargeKind, string>> = {
  satisfied: 'a tool call that succeeded, or an effect that meets it',
  withdrawn: 'a later message of the customer that withdraws it',
  superseded: 'a policy that the contract lists',
};

/** How this constraint could leave the run instead, where this contract lets anyone do so. */
export function dischargeWay(scene: Scene, held: KnownConstraint): Pick<Fix, 'or_discharge'> {
  const how = ways(held).filter((way) => scene.edge.discharge[way].length > 0);
  const first = how[0];
  if (first === undefined) return {};
  const by = [...new Set(how.flatMap((way) => scene.edge.discharge[way]))].sort();
  return { or_discharge: { how, by, evidence: how.map((way) => EVIDENCE[way]).join('; or ') } };
}

function ways(held: KnownConstraint): DischargeKind[] {
  const met: DischargeKind[] = held.modality === 'prohibition' ? [] : ['satisfied'];
  if (held.stated_by === 'customer') return [...met, 'withdrawn'];
  if (held.stated_by === 'policy') return [...met, 'superseded'];
  return met;
}

/** A reason whose repair is to carry the constraint as it was stated. */
export function restate(scene: Scene, item: number, message: (pair: PairScene) => string): ReasonDraft {
  const found = pairScene(scene, item);
  const { pair, held, about } = found;
  const draft = { data: sentAt(pair), message: message(found), ...about };
  if (held === null) return draft;
  const say = `Carry the constraint ${quote(held.id)} exactly as it was stated.`;
  return { ...draft, fix: { patch: carryPatch(held, pair), say } };
}
