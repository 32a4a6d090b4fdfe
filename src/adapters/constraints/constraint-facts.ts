import { differenceOf, NO_DIFFERENCE } from '../../constraint/compare-constraint.js';
import { type Pairing, pairKnown } from '../../constraint/pair-constraints.js';
import type { Constraint } from '../../model/constraint.js';
import type {
  ConstraintFacts,
  ConstraintPair,
  Origin,
  PairDifference,
  PairStanding,
} from '../../model/facts.js';
import type { HeldConstraint, StatedConstraint } from '../../model/transfer-context.js';
import type { TransferScene } from '../scene.js';
import { SenderList } from './sender-list.js';
import { statedGroups } from './stated-groups.js';
import { unboundAmong } from './unbound.js';

/**
 * What was held against what is sent. A constraint that is carried as it was stated leaves a count and nothing
 * else. So does one that has lapsed, however it is sent: it binds nobody any more. What was stated to another
 * branch and has not reached this one is no fault either; sent otherwise than stated it is listed as `upstream`
 * with no hop of loss.
 */
export function constraintFacts(scene: TransferScene): ConstraintFacts {
  const { context } = scene;
  const sent = scene.payload.constraints ?? NOTHING_SENT;
  const sender = new SenderList(scene);
  const unbound = unboundAmong(scene.live);
  if (isAllVerbatim(scene, sent, sender)) {
    const all = sent.length;
    return { held: all, carried: all, intact: all, unresolved: 0, pairs: [], unbound };
  }
  const pairing = pair(scene, sent);
  const view: View = { scene, sent, sender, pairing };
  const pairs: ConstraintPair[] = [];
  const counts = heldPairs(view, pairs);
  for (const lost of context.upstream) upstreamPair(view, lost, lost.lostAt.hop, pairs);
  for (const elsewhere of context.notReached) elsewherePair(view, elsewhere, pairs);
  for (const closed of context.closed) closedPair(view, closed, pairs);
  unknownPairs(view, pairs);
  return { ...counts, pairs, unbound };
}

/**
 * The common case, told without an index: what is held is sent, each as it was stated and in the same order, the
 * sender's list has it too, nothing is discharged and nothing was lost before. Then there is no pair.
 */
function isAllVerbatim(scene: TransferScene, sent: readonly Constraint[], sender: SenderList): boolean {
  const { held, upstream } = scene.context;
  if (sent.length !== held.length || upstream.length > 0 || scene.discharges.entries.length > 0) return false;
  for (let index = 0; index < held.length; index += 1) {
    const stated = held[index]?.constraint;
    const entry = sent[index];
    if (stated === undefined || entry === undefined || stated.id !== entry.id) return false;
    if (differenceOf(stated, entry, scene.matcher) !== NO_DIFFERENCE) return false;
  }
  return sender.beginsWithHeld();
}

interface View {
  readonly scene: TransferScene;
  readonly sent: readonly Constraint[];
  readonly sender: SenderList;
  readonly pairing: Pairing;
}

type Counts = Pick<ConstraintFacts, 'held' | 'carried' | 'intact' | 'unresolved'>;

const NOTHING_SENT: readonly Constraint[] = [];
const NO_INDEXES: readonly number[] = [];
const NO_ORIGINS: readonly Origin[] = [];

function pair(scene: TransferScene, sent: readonly Constraint[]): Pairing {
  const nameless = sent.some((constraint) => constraint.id === undefined);
  return pairKnown(scene.context.known, nameless ? statedGroups(scene.context) : [], sent);
}

function heldPairs(view: View, pairs: ConstraintPair[]): Counts {
  const { context, discharges } = view.scene;
  const noneForgotten = view.sender.beginsWithHeld();
  let held = 0;
  let carried = 0;
  let intact = 0;
  let unresolved = 0;
  for (const stated of context.held) {
    const { id } = stated.constraint;
    const sent = view.pairing.pairs.get(id) ?? NO_INDEXES;
    const discharged = discharges.byConstraint.get(id) ?? NO_INDEXES;
    const differs = differenceAt(view, stated, sent);
    const whole = sent.length === 1 && discharged.length === 0 && differs === NO_DIFFERENCE;
    // Carried and discharged at once is a fault: then it stays counted.
    if (sent.length > 0 || !discharges.accepted.has(id)) held += 1;
    if (differs.text === 'unresolved') unresolved += 1;
    else if (sent.length > 0) carried += 1;
    if (whole) intact += 1;
    if (!whole || (!noneForgotten && isForgotten(view, stated))) {
      pairs.push(pairOf(view, stated, 'held', sent, discharged, differs, stated.origins, null));
    }
  }
  return { held, carried, intact, unresolved };
}

/** Received, and absent from the sender's own list. What is stated or standing reaches it by another way. */
function isForgotten(view: View, stated: HeldConstraint): boolean {
  return stated.origins.includes('received') && view.sender.has(stated.constraint.id) === false;
}

function upstreamPair(
  view: View,
  stated: StatedConstraint,
  lostAt: number | null,
  pairs: ConstraintPair[],
): void {
  const { id } = stated.constraint;
  const sent = view.pairing.pairs.get(id) ?? NO_INDEXES;
  const discharged = view.scene.discharges.byConstraint.get(id) ?? NO_INDEXES;
  const differs = differenceAt(view, stated, sent);
  // Sent again as it was stated: restored, and nothing to say.
  if (sent.length === 1 && discharged.length === 0 && differs === NO_DIFFERENCE) return;
  pairs.push(pairOf(view, stated, 'upstream', sent, discharged, differs, NO_ORIGINS, lostAt));
}

function elsewherePair(view: View, stated: StatedConstraint, pairs: ConstraintPair[]): void {
  if (view.pairing.pairs.has(stated.constraint.id)) upstreamPair(view, stated, null, pairs);
}

function closedPair(view: View, stated: StatedConstraint, pairs: ConstraintPair[]): void {
  const { id } = stated.constraint;
  const sent = view.pairing.pairs.get(id) ?? NO_INDEXES;
  const discharged = view.scene.discharges.byConstraint.get(id) ?? NO_INDEXES;
  if (sent.length === 0 && discharged.length === 0) return;
  const differs = differenceAt(view, stated, sent);
  pairs.push(pairOf(view, stated, 'closed', sent, discharged, differs, NO_ORIGINS, null));
}

function differenceAt(view: View, stated: StatedConstraint, sent: readonly number[]): PairDifference {
  const first = sent[0];
  const entry = first === undefined ? undefined : view.sent[first];
  if (entry === undefined) return NO_DIFFERENCE;
  return differenceOf(stated.constraint, entry, view.scene.matcher);
}

function pairOf(
  view: View,
  stated: StatedConstraint,
  standing: PairStanding,
  sent: readonly number[],
  discharged: readonly number[],
  differs: PairDifference,
  origins: readonly Origin[],
  lostAt: number | null,
): ConstraintPair {
  const { id, modality, stated_by } = stated.constraint;
  return {
    constraint: id,
    standing,
    origins,
    in_sender: view.sender.has(id),
    modality,
    stated_by,
    lost_at: lostAt,
    sent,
    discharged,
    differs,
  };
}

/** One pair for an id, however often it is sent; one for each entry that has none. */
function unknownPairs(view: View, pairs: ConstraintPair[]): void {
  const byId = new Map<string, number[]>();
  for (const index of view.pairing.unknown) {
    const entry = view.sent[index];
    if (entry === undefined) continue;
    const indexes = entry.id === undefined ? undefined : byId.get(entry.id);
    if (indexes !== undefined) {
      indexes.push(index);
      continue;
    }
    const sent = [index];
    if (entry.id !== undefined) byId.set(entry.id, sent);
    pairs.push(unknownPair(view, entry, sent));
  }
}

function unknownPair(view: View, entry: Constraint, sent: readonly number[]): ConstraintPair {
  const discharged = entry.id === undefined ? undefined : view.scene.discharges.byConstraint.get(entry.id);
  return {
    constraint: entry.id ?? null,
    standing: 'unknown',
    origins: NO_ORIGINS,
    in_sender: view.sender.hasUnknown(entry),
    modality: entry.modality,
    stated_by: entry.stated_by,
    lost_at: null,
    sent,
    discharged: discharged ?? NO_INDEXES,
    differs: NO_DIFFERENCE,
  };
}
