import { about, type Area } from '../area.js';
import { SCENES } from '../scenes/index.js';
import { asItShouldBe } from '../scenes/payload-scenes.js';
import { firstOf } from '../scenes/scene.js';

/** A contract, or its agents: what it lets through, and what it blocks, where the other version has another or none. */
export const CONTRACT_AREA: Area = {
  finite: true,
  *candidates({ views }) {
    for (const view of views) {
      yield* about(asItShouldBe(view, 'the handoff is as this contract wants it'), null);
      for (const scenes of SCENES.values()) yield* about(firstOf(scenes(view)), null);
    }
  },
};
