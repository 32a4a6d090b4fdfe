import type { CarryReport, GroupRate } from '../../model/carry.js';
import { SCORE_CLASSES, type ScoreClass } from '../../model/score.js';
import { grouped, percent } from '../rate-text.js';
import { CLASS_NAMES } from '../score-class-text.js';
import { type GroupKind, SIDES, sheetId } from './behind-numbers.js';
import { type Html, html, NONE, when } from './html.js';
import { rateCell, sheetIf } from './rate-cells.js';
import type { Scene } from './scene.js';

/** What travels: five classes, attempt 1 beside delivered; then the constraints by modality, speaker and distance. */
export function ratesPart(scene: Scene): Html {
  return html`<section id="rates" aria-labelledby="rates-t">
<h2 id="rates-t">What crossed</h2>
<p class="lead">Of what senders held, how much was in the payload. <b>Attempt 1</b> is the sender’s own quality; <b>delivered</b> is what got through after a gate had its say. The bar is the 95 % interval; follow the counts to the transfers behind them.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="rates-c"><table class="rates">
<caption id="rates-c">Carry rate per class</caption>
<thead><tr><th scope="col">Class</th><th scope="col">Attempt 1</th><th scope="col">Delivered</th></tr></thead>
<tbody>${SCORE_CLASSES.map((score) => classRow(score, scene))}</tbody>
</table></div>
${intactNote(scene.report)}${confidenceNote(scene.report)}
<div class="columns">${GROUPS.map(([kind, title, column, of]) => groupTable(kind, title, column, of(scene.report), scene))}</div>
</section>
`;
}

function classRow(score: ScoreClass, { report, behind }: Scene): Html {
  const cells = SIDES.map((side) =>
    rateCell({
      rate: report.rates[side][score],
      sheet: sheetIf(sheetId.rate(score, side), behind),
      none: score === 'confidence' ? 'never reported' : 'none held',
    }),
  );
  return html`<tr><th scope="row">${CLASS_NAMES[score]}</th>${cells}</tr>`;
}

/** Carried is not yet whole: it may have been weakened on the way. */
function intactNote({ rates }: CarryReport): Html {
  const { attempt_1: first, delivered } = rates;
  if (first.constraints.held === 0 && delivered.constraints.held === 0)
    return html`<p class="note">No sender held a constraint: there is nothing to be lost, or nobody looked for any.</p>`;
  const told = SIDES.map(
    (side, index) =>
      html`${index === 0 ? '' : '; '}${index === 0 ? 'attempt 1' : 'delivered'} <b>${grouped(rates[side].constraints.intact)}</b> of ${grouped(rates[side].constraints.carried)}`,
  );
  return html`<p class="note">Carried without any fault (not weakened, narrowed or changed): ${told} carried constraints.</p>`;
}

function confidenceNote({ confidence_reported: { reported, transfers } }: CarryReport): Html {
  if (transfers === 0) return NONE;
  return html`<p class="note">A confidence was reported by the sender in ${grouped(reported)} of ${grouped(transfers)} transfers (${percent(reported / transfers)}).</p>`;
}

const GROUPS: readonly (readonly [
  GroupKind,
  string,
  string,
  (report: CarryReport) => readonly GroupRate[],
])[] = [
  ['modality', 'Constraints by modality', 'Modality', (report) => report.by_modality],
  ['stated-by', 'Constraints by who stated them', 'Stated by', (report) => report.by_stated_by],
  ['hops', 'Constraints by hops since they were stated', 'Hops', (report) => report.by_hops_since_stated],
];

/** Rows of one table. */
const MOST_GROUPS = 40;

function groupTable(
  kind: GroupKind,
  title: string,
  column: string,
  groups: readonly GroupRate[],
  { behind }: Scene,
): Html {
  if (groups.every(({ attempt_1: first, delivered }) => first.held + delivered.held === 0))
    return html`<div class="panel"><h3>${title}</h3><p class="empty">No constraint was held.</p></div>`;
  const rows = groups.slice(0, MOST_GROUPS).map(({ group, ...rates }, index) => {
    const cells = SIDES.map((side) =>
      rateCell({ rate: rates[side], sheet: sheetIf(sheetId.group(kind, index, side), behind) }),
    );
    return html`<tr><th scope="row">${group}</th>${cells}</tr>`;
  });
  const more = groups.length - rows.length;
  return html`<div class="panel"><div class="scroll" tabindex="0" role="region" aria-labelledby="g-${kind}-c"><table class="rates small">
<caption id="g-${kind}-c">${title}</caption>
<thead><tr><th scope="col">${column}</th><th scope="col">Attempt 1</th><th scope="col">Delivered</th></tr></thead>
<tbody>${rows}</tbody></table></div>${when(more > 0, () => html`<p class="note">${grouped(more)} more groups are not shown.</p>`)}</div>
`;
}
