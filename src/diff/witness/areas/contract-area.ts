import { about, type Area, type Candidate } from '../area.js';
import type { EdgeView } from '../edge-view.js';
import { SCENES } from '../scenes/index.js';
import { asItShouldBe } from '../scenes/payload-scenes.js';
import { firstOf } from '../scenes/scene.js';

/** A contract, or its agents: what it lets through, and what it blocks, where the other version has another or none. */
export const CONTRACT_AREA: Area = {
  finite: true,
  *candidates({ views }) {
    for (const view of views) yield* under(view, 'the handoff is as this contract wants it');
  },
};

/**
 * A name: records that name the edge by the old one, which head does not have, and by the new one, which base does not
 * have. What an uncovered record is decided says little: what is done about it does.
 */
export const RENAME_AREA: Area = {
  finite: true,
  about: 'outcome',
  *candidates({ change, views }) {
    for (const name of [change.before, change.after])
      for (const view of views)
        yield* under(
          { ...view, edge: String(name) },
          `the record names ${String(name)}, and nothing is wrong`,
        );
  },
};

function* under(view: EdgeView, says: string): Generator<Candidate> {
  yield* about(asItShouldBe(view, says), null);
  for (const scenes of SCENES.values()) yield* about(firstOf(scenes(view)), null);
}
