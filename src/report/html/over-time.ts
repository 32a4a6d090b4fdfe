import type { RateOverTime, TransferRef } from '../../model/carry.js';
import { countsText, grouped, intervalText, percent, rateText } from '../rate-text.js';
import { CLASS_NAMES } from '../score-class-text.js';
import { type Html, html, NONE, when } from './html.js';
import type { Scene } from './scene.js';
import { refLink } from './sheets.js';
import { momentOf, nameOf } from './words.js';

type Point = RateOverTime['points'][number];

/** Charts on the page, and rows of the table under each. */
const MOST_CHARTS = 40;
/** Those that are open from the start. */
const OPEN_CHARTS = 6;
const MOST_ROWS = 40;

const [WIDTH, HEIGHT] = [400, 120];

/** The rolling rate, of all edges together and then of each, with the threshold. */
export function overTimePart(scene: Scene): Html {
  const series = scene.report.over_time;
  const rated = series.filter(({ points }) => points.some(({ rate }) => rate.value !== null));
  const drawn = [...rated].sort((a, b) => rankOf(a, scene) - rankOf(b, scene));
  const shown = drawn.slice(0, MOST_CHARTS);
  const byTime = refsByTime(scene);
  return html`<section id="time" aria-labelledby="time-t">
<h2 id="time-t">Over time</h2>
<p class="lead">The rate of each window of transfers (attempt 1), where the window ends. The band is the 95 % interval, the dashed line the contract’s threshold.</p>
${shown.length === 0 ? html`<p class="empty">There are not enough transfers with something to carry for a rate over time.</p>` : charts(shown, scene, byTime)}
${when(drawn.length > shown.length, () => html`<p class="note">${grouped(drawn.length - shown.length)} more series are not shown.</p>`)}
</section>
`;
}

function charts(shown: readonly RateOverTime[], scene: Scene, byTime: ByTime): Html {
  const drawn = shown.map((one, index) => chart(one, index, scene, byTime));
  const rest = drawn.slice(OPEN_CHARTS);
  return html`<div class="charts">${drawn.slice(0, OPEN_CHARTS)}</div>${when(rest.length > 0, () => html`<details class="more"><summary>${grouped(rest.length)} more: further edges, and the other classes</summary><div class="charts">${rest}</div></details>`)}`;
}

/** All edges' constraints first, then each edge, the worst first, then the other classes. */
function rankOf({ edge, class: score }: RateOverTime, { report }: Scene): number {
  if (edge === null) return score === 'constraints' ? -1 : report.edges.length + 1;
  return report.edges.findIndex((one) => one.edge === edge);
}

type ByTime = ReadonlyMap<string, TransferRef>;

/** The last transfer of a window is found by its edge and its time. */
function refsByTime({ report }: Scene): ByTime {
  const refs = new Map<string, TransferRef>();
  for (const { transfers } of report.runs) {
    for (const { run, hop, attempt, edge, at } of transfers) {
      for (const key of [timeKey(null, at), timeKey(edge, at)])
        if (!refs.has(key)) refs.set(key, { run, hop, attempt });
    }
  }
  return refs;
}

function timeKey(edge: string | null, at: string): string {
  return JSON.stringify([edge, Date.parse(at)]);
}

function chart(series: RateOverTime, index: number, scene: Scene, byTime: ByTime): Html {
  const { edge, points, window, threshold } = series;
  const name = edge === null ? html`All edges` : nameOf(edge);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return NONE;
  return html`<figure class="chart" aria-labelledby="c${index}-t">
<figcaption id="c${index}-t"><b>${name}</b> <span class="soft">${CLASS_NAMES[series.class]}, windows of ${grouped(window)} transfers</span></figcaption>
<div class="plot"><div class="y" aria-hidden="true"><span>100 %</span><span>50 %</span><span>0 %</span></div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary(series)}">${drawing(points, threshold)}</svg></div>
<div class="x"><span>${momentOf(first.at)}</span><span>${momentOf(last.at)}</span></div>
<p class="soft">${summary(series)}</p>
<details><summary>The points as a table</summary>${pointTable(series, name, scene, byTime)}</details>
</figure>
`;
}

/** What the drawing shows, in a sentence. */
function summary({ points, threshold }: RateOverTime): string {
  const rated = points.filter(({ rate }) => rate.value !== null);
  const values = rated.map(({ rate }) => rate.value ?? 0);
  const last = rated.at(-1);
  if (last === undefined) return 'No window held anything.';
  const lowest = percent(Math.min(...values));
  const below = threshold === null ? 0 : values.filter((value) => value < threshold).length;
  const limit =
    threshold === null
      ? 'no threshold'
      : `${grouped(below)} of ${grouped(values.length)} windows below the threshold of ${percent(threshold)}`;
  return `Last ${rateText(last.rate)} (${countsText(last.rate)}), lowest ${lowest}; ${limit}.`;
}

function drawing(points: readonly Point[], threshold: number | null): Html {
  const across = positions(points);
  const y = (share: number): number => HEIGHT - share * HEIGHT;
  const grid = [0, 0.5, 1].map(
    (share) => html`<line class="grid" x1="0" x2="${WIDTH}" y1="${y(share)}" y2="${y(share)}"/>`,
  );
  const stretches = stretchesOf(points);
  const at = (index: number, share: number): string =>
    `${(across[index] ?? 0).toFixed(1)} ${y(share).toFixed(1)}`;
  const bands = stretches.map((indexes) => band(indexes, points, at));
  const lines = stretches.map((indexes) => line(indexes, points, at));
  const limit = when(
    threshold !== null,
    () =>
      html`<line class="limit" x1="0" x2="${WIDTH}" y1="${y(threshold ?? 0)}" y2="${y(threshold ?? 0)}"/>`,
  );
  return html`${grid}${bands}${limit}${lines}`;
}

/** By time, where time goes forward; else evenly, since a clock that was put back would draw over itself. */
function positions(points: readonly Point[]): readonly number[] {
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const forward = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
  const span = last - first;
  if (!forward || !(span > 0))
    return points.map((_, index) => (index / Math.max(1, points.length - 1)) * WIDTH);
  return times.map((time) => ((time - first) / span) * WIDTH);
}

/** Neighbours that have a rate. Where a window held nothing the line is broken. */
function stretchesOf(points: readonly Point[]): number[][] {
  const stretches: number[][] = [];
  points.forEach(({ rate }, index) => {
    if (rate.value === null) return;
    const current = stretches.at(-1);
    if (current !== undefined && current.at(-1) === index - 1) current.push(index);
    else stretches.push([index]);
  });
  return stretches;
}

type At = (index: number, share: number) => string;

function band(indexes: readonly number[], points: readonly Point[], at: At): Html {
  const side = (which: 0 | 1): string[] =>
    indexes.map((index) => at(index, points[index]?.rate.interval?.[which] ?? 0));
  const outline = [...side(1), ...side(0).reverse()];
  return html`<path class="band" d="M${outline.join('L')}Z"/>`;
}

function line(indexes: readonly number[], points: readonly Point[], at: At): Html {
  const path = indexes.map((index) => at(index, points[index]?.rate.value ?? 0));
  // A stretch of one point is a dot: a line of no length with a round end.
  const drawn = path.length === 1 ? [...path, ...path] : path;
  return html`<path class="line" d="M${drawn.join('L')}"/>`;
}

function pointTable({ points, edge }: RateOverTime, name: Html, { places }: Scene, byTime: ByTime): Html {
  const every = Math.ceil(points.length / MOST_ROWS);
  const rows = points.filter((_, index) => index % every === 0 || index === points.length - 1);
  const note = every === 1 ? html`` : html`, every ${every}th of ${grouped(points.length)} points`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Points"><table class="points">
<caption>${name}: rate of the window that ends there${note}</caption>
<thead><tr><th scope="col">Ends</th><th scope="col" class="n">Rate</th><th scope="col" class="n">Counts</th><th scope="col" class="n">Interval</th><th scope="col">Last transfer</th></tr></thead>
<tbody>${rows.map(({ at, rate }) => {
    const ref = byTime.get(timeKey(edge, at));
    const link = ref === undefined ? html`<span class="soft">not on this page</span>` : refLink(ref, places);
    return html`<tr><th scope="row">${momentOf(at)}</th><td class="n">${rateText(rate)}</td><td class="n">${countsText(rate)}</td><td class="n">${intervalText(rate)}</td><td>${link}</td></tr>`;
  })}</tbody></table></div>`;
}
