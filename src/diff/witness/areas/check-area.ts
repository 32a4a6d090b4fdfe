import { DISCHARGE_KINDS } from '../../../model/payload.js';
import { about, type Area, type AreaScene } from '../area.js';
import type { EdgeView } from '../edge-view.js';
import { goodRun } from '../good-run.js';
import { rightfullyClosed } from '../scenes/discharge-scenes.js';
import { SCENES } from '../scenes/index.js';
import { firstOf, type Scene } from '../scenes/scene.js';
import { timeOn } from '../view-of.js';

const DAY_MS = 86_400_000;

/** A check's severity: every way in which it alone can fail. */
export const SEVERITY_AREA: Area = {
  finite: true,
  *candidates({ change, views }) {
    const code = change.subject ?? '';
    for (const view of views) yield* about(SCENES.get(code)?.(view) ?? [], [code]);
  },
};

/** The mode: whatever fails, and an engine that cannot decide, which `warn` does not let through. */
export const MODE_AREA: Area = {
  finite: true,
  about: 'action',
  *candidates({ views }) {
    for (const view of views) {
      for (const scenes of SCENES.values()) yield* about(firstOf(scenes(view)), null);
      yield* about(undecidable(view), null);
    }
  },
};

/** No exception can be compared with a day of the year 0, so that nothing is decided then. */
function* undecidable(view: EdgeView): Generator<Scene> {
  const draft = goodRun({ ...view, at: Date.parse('0000-06-01T12:00:00Z') });
  if (draft === null) return;
  yield { draft, asked: 'handoff', question: null, says: 'the handoff is dated in a year that is none' };
}

/** An exception: the check fails on its last day, and on the day after. */
export const EXCEPTION_AREA: Area = {
  finite: true,
  *candidates({ change, views, base, head }) {
    const code = change.subject ?? '';
    for (const at of daysAround([base, head], code))
      for (const view of views) yield* about(SCENES.get(code)?.({ ...view, at }) ?? [], [code]);
  },
};

function daysAround(sides: readonly AreaScene['base'][], code: string): readonly number[] {
  const ends = sides.flatMap((side) =>
    (side?.manifest.exceptions ?? [])
      .filter((entry) => entry.code === code)
      .map(({ expires }) => timeOn(expires)),
  );
  return [...new Set(ends.flatMap((end) => [end, end + DAY_MS]))].sort((a, b) => a - b);
}

/** Who may discharge: every kind of constraint that can be closed this way, closed on its evidence. */
export const DISCHARGE_AREA: Area = {
  finite: true,
  *candidates({ change, views, base, head }) {
    const [word = '', agent = ''] = (change.subject ?? '').split(/: (.*)/s);
    const how = DISCHARGE_KINDS.find((kind) => kind === word);
    if (how === undefined) return;
    const policies = new Set([base, head].flatMap((side) => side?.manifest.policies ?? []));
    for (const view of views) {
      const acting: EdgeView = isAnybody(base) || isAnybody(head) ? { ...view, from: agent } : view;
      for (const policy of how === 'superseded' ? policies : [undefined])
        yield* about(rightfullyClosed(acting, how, policy), ['constraint.discharge_refused']);
    }
  },
};

function isAnybody(side: AreaScene['base']): boolean {
  return side?.manifest.from === '*';
}
