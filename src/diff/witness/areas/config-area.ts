import { about, type Area, type AreaScene } from '../area.js';
import type { EdgeView } from '../edge-view.js';
import { changeConfig } from '../good-run.js';
import { recordBase } from '../run-draft.js';
import { SCENES } from '../scenes/index.js';
import { asItShouldBe } from '../scenes/payload-scenes.js';
import { departing, type Scene } from '../scenes/scene.js';

const ALL = [...SCENES.keys()].filter((code) => code.startsWith('config.'));

/** Which sources are read, and how: a run whose records are as one version reads them, put to the other. */
export const CONFIG_SOURCE_AREA: Area = {
  *candidates(scene) {
    for (const view of scene.views) {
      yield* about(asItShouldBe(view, 'live config is recorded as this version reads it'), ALL);
      for (const source of sourcesOf(scene)) yield* about(changedByAnother(view, source), ALL);
      for (const code of ALL) yield* about(SCENES.get(code)?.(view) ?? [], ALL);
    }
  },
};

function sourcesOf({ base, head }: AreaScene): readonly string[] {
  return [
    ...new Set([base, head].flatMap((side) => side?.manifest.config.map(({ source }) => source) ?? [])),
  ];
}

/** A claim of what another agent was seen to change: true, where the source is read. */
function* changedByAnother(view: EdgeView, source: string): Generator<Scene> {
  yield* departing(view, `the sender tells of a change of ${source} that another agent made`, (draft) => {
    const segments = ['another place'];
    const path = '/another place';
    const edit = { source, segments, path, operation: 'replace', value: 'now' } as const;
    const effect = { kind: 'config.change', target: `${source}${path}` };
    draft.earlier.push({
      ...recordBase(draft, 0),
      kind: 'effect',
      id: 'e2',
      by: 'another agent',
      effect,
      evidence: 't1',
    });
    return changeConfig(draft, edit);
  });
}
