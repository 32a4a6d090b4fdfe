import type { RunScore, TransferRef } from '../../model/carry.js';
import { SCORE_CLASSES } from '../../model/score.js';
import type { LifeState } from '../../model/verdict.js';
import { runStateWord } from '../run-state-words.js';
import { CLASS_NAMES } from '../score-class-text.js';
import { type GroupKind, type Listing, SIDE_NAMES, SIDES, sheetId } from './behind-numbers.js';
import { edgeCodes } from '../edge-codes.js';
import { MOST_CODES, MOST_EDGES } from './edges.js';
import { faultTitle } from './faults.js';
import { LIFE_STATES } from './header.js';
import { type Html, html } from './html.js';
import { numberAnchor } from './rate-cells.js';
import type { Scene } from './scene.js';
import { refLink, runLink, type Sheet, type SheetList, sheetPart } from './sheets.js';
import { nameOf } from './words.js';

/** Runs that one sheet lists. */
const MOST_RUNS = 40;

/** What every number that is a link leads to. */
export function sheetsPart(scene: Scene): Html {
  const sheets = [
    ...rateSheets(scene),
    ...edgeSheets(scene),
    ...edgeFaultSheets(scene),
    ...groupSheets(scene),
    ...faultSheets(scene),
    ...runSheets(scene),
    ...lifeSheets(scene),
  ];
  return html`<aside class="sheets" aria-label="The transfers behind the numbers">${sheets.map(sheetPart)}</aside>
`;
}

/** A sheet of a rate: what lost something, and what carried all of it. Empty where the page holds nothing of it. */
function rateSheet(scene: Scene, id: string, title: Html): Sheet[] {
  const found = scene.behind.get(id);
  if (found === undefined) return [];
  const { places, report } = scene;
  const list = (name: string, { shown, count }: Listing): SheetList => ({
    title: name,
    items: shown.map((ref) => refLink(ref, places)),
    count,
  });
  const lists = [list('Lost or not decided', found.lost), list('Carried all of it', found.whole)];
  const note = report.runs_omitted > 0 ? { note: 'Of the runs on this page; the rate counts all.' } : {};
  return [{ id, title, back: numberAnchor(id), lists, ...note }];
}

function rateSheets(scene: Scene): Sheet[] {
  return SCORE_CLASSES.flatMap((score) =>
    SIDES.flatMap((side) =>
      rateSheet(scene, sheetId.rate(score, side), html`${CLASS_NAMES[score]}, ${SIDE_NAMES[side]}`),
    ),
  );
}

function edgeSheets(scene: Scene): Sheet[] {
  return scene.report.edges
    .slice(0, MOST_EDGES)
    .flatMap(({ edge }, index) =>
      SIDES.flatMap((side) =>
        rateSheet(
          scene,
          sheetId.edge(index, side),
          html`Constraints on ${nameOf(edge)}, ${SIDE_NAMES[side]}`,
        ),
      ),
    );
}

function groupSheets(scene: Scene): Sheet[] {
  const { by_modality: modalities, by_stated_by: speakers, by_hops_since_stated: hops } = scene.report;
  const groups: readonly (readonly [GroupKind, string, readonly { readonly group: string }[]])[] = [
    ['modality', 'Constraints that are a', modalities],
    ['stated-by', 'Constraints stated by', speakers],
    ['hops', 'Constraints, hops since stated:', hops],
  ];
  return groups.flatMap(([kind, title, all]) =>
    all.flatMap(({ group }, index) =>
      SIDES.flatMap((side) =>
        rateSheet(
          scene,
          sheetId.group(kind, index, side),
          html`${title} ${nameOf(group)}, ${SIDE_NAMES[side]}`,
        ),
      ),
    ),
  );
}

function edgeFaultSheets(scene: Scene): Sheet[] {
  return scene.report.edges.slice(0, MOST_EDGES).flatMap((edge, row) =>
    edgeCodes(edge)
      .slice(0, MOST_CODES)
      .map((found, index) => {
        const title = html`<code>${found.code}</code> on ${nameOf(edge.edge)}`;
        return foundSheet(scene, sheetId.edgeFault(row, index), title, found);
      }),
  );
}

function faultSheets(scene: Scene): Sheet[] {
  return scene.report.faults.map((fault, index) =>
    foundSheet(scene, sheetId.fault(index), faultTitle(fault), fault),
  );
}

function foundSheet(
  { places }: Scene,
  id: string,
  title: Html,
  { where, count }: { readonly where: readonly TransferRef[]; readonly count: number },
): Sheet {
  const items = where.map((ref) => refLink(ref, places));
  const list = { title: 'Found at', items, count: Math.max(count, items.length) };
  return { id, title, back: numberAnchor(id), lists: [list] };
}

function runSheets(scene: Scene): Sheet[] {
  const { counts, runs } = scene.report;
  const sheets = [
    ['violated', 'violated', 'Runs with a violation', counts.violated],
    ['saved', 'can be saved', 'Runs that can be saved', counts.can_be_saved],
  ] as const;
  return sheets
    .filter(([, , , count]) => count > 0)
    .map(([id, word, title, count]) => {
      const found = runs.filter((run) => runStateWord(run) === word);
      return runSheet(scene, sheetId.runs(id), title, found, count);
    });
}

function lifeSheets(scene: Scene): Sheet[] {
  const { lives, runs } = scene.report;
  const having = (state: LifeState): readonly RunScore[] =>
    runs.filter((run) => run.lives.some((life) => life.state === state));
  return LIFE_STATES.filter((state) => lives[state] > 0).map((state) =>
    runSheet(
      scene,
      sheetId.life(state),
      `Runs with a constraint that is ${state}`,
      having(state),
      having(state).length,
    ),
  );
}

function runSheet(
  { places, report }: Scene,
  id: string,
  title: string,
  runs: readonly RunScore[],
  count: number,
): Sheet {
  const items = runs.slice(0, MOST_RUNS).map(({ run }) => runLink(run, places));
  const note = report.runs_omitted > 0 ? { note: 'Of the runs on this page.' } : {};
  return {
    id,
    title: html`${title}`,
    back: numberAnchor(id),
    lists: [{ title: 'Runs', items, count: Math.max(count, items.length) }],
    ...note,
  };
}
