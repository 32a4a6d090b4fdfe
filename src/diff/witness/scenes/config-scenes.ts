import type { JsonValue } from '../../../canonical/json-value.js';
import { pointer } from '../../../canonical/pointer.js';
import { matchPath } from '../../../config/path-pattern.js';
import type { ConfigPlan, DeclaredChange } from '../../../model/bundle.js';
import { CONFIG_CHANGE } from '../../../model/config.js';
import type { ConfigRecord } from '../../../model/record.js';
import { asSchema, changeUnder, segmentsUnder } from '../declared-change.js';
import { declaredBy, type EdgeView } from '../edge-view.js';
import { valueOutside } from '../example-value.js';
import { changeConfig, type ConfigEdit } from '../good-run.js';
import { claimOf, type RunDraft, timeOf } from '../run-draft.js';
import { departing, type Scene, type SceneMaker } from './scene.js';

export const CONFIG_SCENES: Readonly<Record<string, SceneMaker>> = {
  'config.undeclared_change': function* (view) {
    for (const source of commonSources(view)) {
      const edit = undeclaredEdit(view, source);
      if (edit !== null)
        yield* departing(view, `${edit.path} of ${source} was changed, which is not declared`, (draft) =>
          changeConfig(draft, edit),
        );
    }
  },
  'config.out_of_bounds': function* (view) {
    for (const change of declaredChanges(view)) yield* outOfBounds(view, change);
  },
  'config.claimed_not_real': function* (view) {
    for (const source of commonSources(view))
      yield* departing(view, `a change of ${source} is claimed that was not made`, (draft) => {
        draft.payload.side_effects.push(
          claimOf(CONFIG_CHANGE, `${source}/nothing/there`, { operation: 'replace' }),
        );
      });
  },
  'config.unreadable': function* (view) {
    for (const source of commonSources(view))
      yield* departing(view, `${source} could not be read`, (draft) => {
        const documents = draft.documents.get(source);
        if (documents === undefined) return false;
        const { records } = documents;
        draft.documents.set(source, { ...documents, records: (run) => unreadable(records(run), run) });
        return true;
      });
  },
  'config.declared_but_absent': function* (view) {
    if (declaredChanges(view).length === 0) return;
    yield* departing(view, 'a declared change of live config was not made', (draft) => {
      for (const { before, after } of draft.documents.values())
        for (const document of [before, after]) emptied(document as Record<string, JsonValue>);
      draft.payload.side_effects = draft.payload.side_effects.filter(({ kind }) => kind !== CONFIG_CHANGE);
    });
  },
  'config.real_not_claimed': function* (view) {
    for (const change of declaredChanges(view)) yield* madeAs(view, change, { claimed: false });
  },
};

function emptied(document: Record<string, JsonValue>): void {
  for (const key of Object.keys(document)) delete document[key];
}

function unreadable(
  [received, sent]: readonly [ConfigRecord, ConfigRecord],
  draft: RunDraft,
): readonly [ConfigRecord, ConfigRecord] {
  const { adapter, location } = sent.reading;
  const error = { code: 'config_source.timeout', message: 'the source did not answer in time' };
  return [received, { ...sent, reading: { adapter, location, at: timeOf(draft, 0), error } }];
}

/** Sources that all sides read alike. */
export function commonSources({ sides }: EdgeView): readonly string[] {
  const [first, ...others] = sides.map(({ manifest }) => manifest.config);
  return (first ?? [])
    .filter((plan) => others.every((plans) => plans.some(isLike(plan))))
    .map(({ source }) => source);
}

function isLike(one: ConfigPlan): (other: ConfigPlan) => boolean {
  return (other) =>
    other.source === one.source && other.adapter === one.adapter && other.location === one.location;
}

export function declaredChanges(view: EdgeView): readonly DeclaredChange[] {
  return declaredBy(view, 'sender').flatMap(({ change }) => (change === undefined ? [] : [change]));
}

/** A change of the source that no declaration of any side covers. */
export function undeclaredEdit(view: EdgeView, source: string): ConfigEdit | null {
  const declared = declaredChanges(view).filter((change) => change.source === source);
  const paths = [['another place'], ['another', 'place'], ['yet', 'another', 'place']];
  for (const segments of paths) {
    for (const operation of ['replace', 'add', 'remove'] as const) {
      const path = pointer(...segments);
      const covered = declared.some((one) => one.operations.includes(operation) && matchPath(one.path, path));
      if (!covered) return { source, segments, path, operation, value: 'now' };
    }
  }
  return null;
}

/** A declared change, made. */
export function* madeAs(
  view: EdgeView,
  change: DeclaredChange,
  more: Partial<ConfigEdit> = {},
  among: readonly DeclaredChange[] = declaredChanges(view),
): Generator<Scene> {
  const edit = changeUnder(change, among, 'v');
  if (edit === null) return;
  const what = more.claimed === false ? 'changed, and not claimed' : 'changed as it is declared';
  yield* departing(view, `${edit.path} of ${edit.source} was ${what}`, (draft) =>
    changeConfig(draft, { ...edit, ...more }),
  );
}

/** A declared change to a value that no bound on it allows. */
function* outOfBounds(
  view: EdgeView,
  { source, path: pattern, operations }: DeclaredChange,
): Generator<Scene> {
  const operation = (['replace', 'add'] as const).find((known) => operations.includes(known));
  const segments = segmentsUnder(pattern, 'wv');
  if (operation === undefined || segments.length === 0) return;
  const path = pointer(...segments);
  const bounds = declaredChanges(view)
    .filter((one) => one.source === source && one.operations.includes(operation) && matchPath(one.path, path))
    .map(({ value }) => asSchema(value));
  const value = valueOutside(bounds);
  if (value === undefined) return;
  yield* departing(view, `${path} of ${source} was set out of bounds`, (draft) =>
    changeConfig(draft, { source, segments, path, operation, value }),
  );
}
