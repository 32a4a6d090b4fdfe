import type { KnownConstraint, Modality } from '../../../model/constraint.js';
import { declaredBy, type EdgeView, speakersOf } from '../edge-view.js';
import { concreteEffect } from '../effect-under.js';
import { type Draft, type RunDraft, recordBase } from '../run-draft.js';
import {
  type ConstraintChoice,
  type ConstraintKind,
  carry,
  constraintKinds,
  constraintOf,
  departing,
  ORIGIN,
  relay,
  type Scene,
  type SceneMaker,
  sayKind,
  state,
} from './scene.js';

/** A constraint that is stated to the sender, and carried otherwise than it was stated. */
function carriedOtherwise(
  kinds: ConstraintChoice,
  how: string,
  change: (sent: Draft<KnownConstraint>, draft: RunDraft) => void,
): SceneMaker {
  return function* (view) {
    for (const kind of constraintKinds(view, kinds))
      yield* departing(view, `${sayKind(kind)} is ${how}`, (draft) => {
        const constraint = constraintOf(kind);
        state(draft, constraint, view.from);
        change(carry(draft, constraint), draft);
      });
  };
}

function* ofEachKind(
  view: EdgeView,
  how: string,
  make: (draft: RunDraft, constraint: KnownConstraint, kind: ConstraintKind) => unknown,
  kinds: ConstraintChoice = {},
): Generator<Scene> {
  for (const kind of constraintKinds(view, kinds))
    yield* departing(view, `${sayKind(kind)} ${how}`, (draft) => make(draft, constraintOf(kind), kind));
}

const BINDING: readonly Modality[] = ['prohibition', 'requirement'];

export const CONSTRAINT_SCENES: Readonly<Record<string, SceneMaker>> = {
  'constraint.dropped': (view) =>
    ofEachKind(view, 'is not carried', (draft, constraint) => state(draft, constraint, view.from)),
  'constraint.lost_upstream': (view) =>
    ofEachKind(
      view,
      'was lost one hop before, and is missing still',
      (draft, constraint) => {
        state(draft, constraint, ORIGIN);
        relay(draft, view);
      },
      { scopes: ['run'] },
    ),
  'constraint.weakened': carriedOtherwise({ modalities: BINDING }, 'sent as a preference', (sent) => {
    sent.modality = 'preference';
  }),
  'constraint.modality_changed': carriedOtherwise({ modalities: BINDING }, 'sent as its contrary', (sent) => {
    sent.modality = sent.modality === 'prohibition' ? 'requirement' : 'prohibition';
  }),
  'constraint.strengthened': carriedOtherwise(
    { modalities: ['preference'] },
    'sent as a requirement',
    (sent) => {
      sent.modality = 'requirement';
    },
  ),
  'constraint.narrowed': carriedOtherwise({ scopes: ['run'] }, 'sent for one task', (sent) => {
    sent.scope = 'task';
  }),
  'constraint.widened': carriedOtherwise({ scopes: ['task'] }, 'sent for the whole run', (sent) => {
    sent.scope = 'run';
  }),
  'constraint.retargeted': carriedOtherwise({}, 'sent with other effects', (sent) => {
    sent.forbids = [{ kind: 'of.quite.another.kind', target: 'nobody' }];
  }),
  'constraint.unresolved': carriedOtherwise({}, 'sent in other words', (sent) => {
    sent.text = 'look after whoever wrote to us';
  }),
  'constraint.reattributed': carriedOtherwise({}, 'sent as stated elsewhere', (sent) => {
    sent.stated_in = 'elsewhere';
  }),
  'constraint.duplicated': carriedOtherwise({}, 'sent twice', (sent, draft) => {
    draft.payload.constraints.push(structuredClone(sent));
  }),
  'constraint.stale': (view) =>
    ofEachKind(
      view,
      'was withdrawn one hop before, and is sent on',
      (draft, constraint) => {
        state(draft, constraint, ORIGIN);
        draft.earlier.push(withdrawal(draft, constraint, ORIGIN));
        const discharge = { how: 'withdrawn', evidence: 'm2', reason: 'withdrawn' } as const;
        relay(draft, view, {
          discharged: [{ ...discharge, constraint: constraint.id, by: { agent: ORIGIN, hop: 1 } }],
        });
        carry(draft, constraint);
      },
      { speakers: speakersOf(view).filter((speaker) => speaker === 'customer') },
    ),
  'constraint.invented': (view) =>
    ofEachKind(view, 'is sent, and nobody stated it', (draft, constraint) => {
      carry(draft, constraint);
    }),
  'constraint.forgotten': (view) =>
    ofEachKind(
      view,
      'was received, and the sender does not hold it',
      (draft, constraint) => {
        state(draft, constraint, ORIGIN);
        relay(draft, view, { constraints: [constraint] });
        carry(draft, constraint);
      },
      { scopes: ['run'] },
    ),
  'constraint.violated': violated,
  'constraint.unbound': unbound,
};

/** The customer takes it back. */
export function withdrawal(
  draft: RunDraft,
  constraint: KnownConstraint,
  to: string,
): RunDraft['earlier'][number] {
  const base = recordBase(draft, 45);
  return {
    ...base,
    kind: 'message',
    id: 'm2',
    to,
    text: 'never mind',
    constraints: [],
    withdraws: [constraint.id],
  };
}

/** The receiver is seen doing what it may do, and a prohibition forbids it. */
function* violated(view: EdgeView): Generator<Scene> {
  const effect = concreteEffect(view, 'receiver');
  if (effect === null) return;
  for (const kind of constraintKinds(view, { modalities: ['prohibition'] })) {
    const scenes = departing(view, `${sayKind(kind)} is broken by its receiver`, (draft) => {
      const constraint = { ...constraintOf(kind), forbids: [effect] };
      state(draft, constraint, view.from);
      carry(draft, constraint);
      draft.later.push({
        ...recordBase(draft, -60),
        kind: 'effect',
        id: 'e1',
        by: view.to,
        effect,
        evidence: 't1',
      });
    });
    for (const scene of scenes) yield { ...scene, asked: 'effect' };
  }
}

/** A prohibition that does not say what it forbids, where something that cannot be undone is declared. */
function* unbound(view: EdgeView): Generator<Scene> {
  const kinds = constraintKinds(view, { modalities: ['prohibition'] });
  for (const kind of kinds)
    yield* departing(view, `${sayKind(kind)} does not say what it forbids`, (draft) => {
      const { forbids: _, ...constraint } = constraintOf(kind);
      state(draft, constraint, view.from);
      carry(draft, constraint);
    });
  const final = [...declaredBy(view, 'receiver')].filter(({ reversible }) => !reversible);
  const effect = final.length === 0 ? null : concreteEffect(view, 'receiver', final);
  if (effect === null) return;
  for (const kind of kinds) {
    const says = `${sayKind(kind)} does not say what it forbids, and the receiver is to do what cannot be undone`;
    for (const scene of departing(view, says, (draft) => {
      const { forbids: _, ...constraint } = constraintOf(kind);
      state(draft, constraint, view.from);
      carry(draft, constraint);
    }))
      yield { ...scene, asked: 'guard', question: { effect: { by: view.to, ...effect } } };
  }
}
