import type { StatedBy } from '../../../model/constraint.js';
import { about, type Area, type AreaScene } from '../area.js';
import type { EdgeView } from '../edge-view.js';
import { addFact } from '../good-run.js';
import { rightfullyClosed } from '../scenes/discharge-scenes.js';
import { SCENES } from '../scenes/index.js';
import { aged, asItShouldBe, sentFrom } from '../scenes/payload-scenes.js';
import {
  carry,
  constraintKinds,
  constraintOf,
  departing,
  type Scene,
  sayKind,
  state,
} from '../scenes/scene.js';

const SUPPORT = ['established.unsupported', 'established.expired'];
const NAMED = ['tool_result', 'customer', 'policy', 'a source of another name'];

/** Facts held to sources, or not: one from each source that is named or means something, and one that is old. */
export const SOURCES_AREA: Area = {
  finite: true,
  *candidates(scene) {
    const sources = new Set([...NAMED, ...namedSources(scene)]);
    for (const view of scene.views) {
      for (const source of sources) yield* about(sentFrom(view, source), SUPPORT);
      for (const seconds of agesAround(scene)) yield* about(aged(view, seconds), SUPPORT);
    }
  },
};

function namedSources({ base, head }: AreaScene): readonly string[] {
  return [base, head].flatMap((side) => side?.manifest.sources ?? []);
}

/** One source. */
export const SOURCE_AREA: Area = {
  finite: true,
  *candidates({ change, views }) {
    for (const view of views) yield* about(sentFrom(view, change.subject ?? ''), SUPPORT);
  },
};

/** How old a fact may be: at each limit, and a second later. */
export const AGE_AREA: Area = {
  finite: true,
  *candidates(scene) {
    for (const view of scene.views)
      for (const seconds of agesAround(scene)) yield* about(aged(view, seconds), ['established.expired']);
  },
};

function agesAround({ base, head }: AreaScene): readonly number[] {
  const limits = [base, head].flatMap((side) => side?.manifest.max_age_seconds ?? []);
  return [...new Set(limits.flatMap((limit) => [limit + 1, limit]))].sort((a, b) => a - b);
}

const SPEAKERS: readonly StatedBy[] = ['customer', 'policy', 'agent'];
const BY_SPEAKER = [
  'payload.invalid',
  'constraint.dropped',
  'constraint.lost_upstream',
  'constraint.invented',
];

/** Who may state constraints: each kind of constraint of each speaker, carried and not carried. */
export const SPEAKER_AREA: Area = {
  finite: true,
  *candidates({ views }) {
    for (const view of views)
      for (const carried of [true, false]) yield* about(statedTo(view, carried), BY_SPEAKER);
  },
};

function* statedTo(view: EdgeView, carried: boolean): Generator<Scene> {
  for (const kind of constraintKinds(view, { speakers: SPEAKERS })) {
    const says = `${sayKind(kind)} is ${carried ? 'carried' : 'not carried'}`;
    yield* departing(view, says, (draft) => {
      const constraint = constraintOf(kind);
      state(draft, constraint, view.from);
      if (carried) carry(draft, constraint);
    });
  }
}

/** A policy that may supersede: constraints superseded by it, and a fact that stands on it. */
export const POLICY_AREA: Area = {
  finite: true,
  *candidates({ change, views }) {
    const policy = change.subject ?? '';
    for (const view of views) {
      yield* about(rightfullyClosed(view, 'superseded', policy), [
        'constraint.discharge_refused',
        'constraint.dropped',
      ]);
      const says = `a fact stands on the policy ${JSON.stringify(policy)}`;
      const scenes = departing(view, says, (draft) => {
        addFact(draft, view, 'further fact', 'x', 'policy');
        const fact = draft.payload.established.at(-1);
        if (fact !== undefined) fact.evidence = policy;
      });
      yield* about(scenes, ['established.unsupported']);
    }
  },
};

/** What every transfer holds: a run that is good under one version, put to the other. */
export const STANDING_AREA: Area = {
  *candidates({ change, views }) {
    const codes = [...SCENES.keys()].filter((code) => code.startsWith('constraint.'));
    for (const view of views) {
      yield* about(asItShouldBe(view, 'what this version holds on every transfer is carried'), codes);
      yield* about(standingLeftOut(view, change.subject ?? ''), codes);
    }
  },
};

function* standingLeftOut(view: EdgeView, id: string): Generator<Scene> {
  yield* departing(view, `the standing constraint ${JSON.stringify(id)} is not carried`, (draft) => {
    const { constraints } = draft.payload;
    const at = constraints.findIndex((constraint) => constraint.id === id);
    if (at < 0) return false;
    constraints.splice(at, 1);
    return true;
  });
}
