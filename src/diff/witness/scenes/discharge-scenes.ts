import type { KnownConstraint, StatedBy } from '../../../model/constraint.js';
import { DISCHARGE_KINDS, type DischargeKind } from '../../../model/payload.js';
import { type EdgeView, policiesOf, speakersOf } from '../edge-view.js';
import { type RunDraft, recordBase } from '../run-draft.js';
import { withdrawal } from './constraint-scenes.js';
import {
  type ConstraintKind,
  carry,
  constraintKinds,
  constraintOf,
  departing,
  type Scene,
  type SceneMaker,
  sayKind,
  state,
} from './scene.js';

/** Kinds of constraints that can be closed this way at all, and the evidence that closes them. */
export function closable(view: EdgeView, how: DischargeKind): readonly ConstraintKind[] {
  const only = (speaker: StatedBy): readonly StatedBy[] => speakersOf(view).filter((one) => one === speaker);
  if (how === 'satisfied') return constraintKinds(view, { modalities: ['requirement', 'preference'] });
  if (how === 'withdrawn') return constraintKinds(view, { speakers: only('customer') });
  return constraintKinds(view, { speakers: only('policy') });
}

/**
 * A constraint closed on the evidence that it takes. Whether the sender may close it is the contract's.
 *
 * @param policy Where it is superseded: the policy.
 */
export function* rightfullyClosed(
  view: EdgeView,
  how: DischargeKind,
  policy: string | undefined = policiesOf(view)[0],
  carried = false,
): Generator<Scene> {
  if (how === 'superseded' && policy === undefined) return;
  for (const kind of closable(view, how)) {
    const says = `${sayKind(kind)} is closed as ${how}${carried ? ', and carried all the same' : ''}`;
    yield* departing(view, says, (draft) => {
      const constraint = constraintOf(kind);
      state(draft, constraint, view.from);
      if (carried) carry(draft, constraint);
      close(draft, view, constraint, how, evidenceOf(draft, view, constraint, how, policy));
    });
  }
}

function evidenceOf(
  draft: RunDraft,
  { from }: EdgeView,
  constraint: KnownConstraint,
  how: DischargeKind,
  policy: string | undefined,
): string {
  if (how === 'superseded') return policy ?? '';
  if (how === 'withdrawn') {
    draft.earlier.push(withdrawal(draft, constraint, from));
    return 'm2';
  }
  const call = { kind: 'tool_call', id: 't2', by: from, tool: 'do_it', succeeded: true } as const;
  draft.earlier.push({ ...recordBase(draft, 30), ...call });
  return 't2';
}

function close(
  draft: RunDraft,
  { from }: EdgeView,
  { id }: KnownConstraint,
  how: DischargeKind,
  evidence: string,
): void {
  draft.payload.discharged.push({
    ...{ constraint: id, how, evidence, reason: 'done' },
    by: { agent: from, hop: draft.transfer.hop },
  });
}

export const DISCHARGE_SCENES: Readonly<Record<string, SceneMaker>> = {
  'constraint.discharge_refused': function* (view) {
    for (const how of DISCHARGE_KINDS)
      for (const kind of constraintKinds(view))
        yield* departing(view, `${sayKind(kind)} is closed as ${how}, without evidence`, (draft) => {
          const constraint = constraintOf(kind);
          state(draft, constraint, view.from);
          close(draft, view, constraint, how, 'I say so');
        });
  },
  'constraint.discharged_and_carried': function* (view) {
    for (const how of DISCHARGE_KINDS) yield* rightfullyClosed(view, how, policiesOf(view)[0], true);
  },
};
