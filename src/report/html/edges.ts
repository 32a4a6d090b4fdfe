import type { EdgeReport } from '../../model/carry.js';
import { type EdgeCode, edgeCodes } from '../edge-codes.js';
import { grouped, percent } from '../rate-text.js';
import { SIDES, sheetId } from './behind-numbers.js';
import { type Html, html, when } from './html.js';
import { numberAnchor, rateCell, sheetIf } from './rate-cells.js';
import type { Scene } from './scene.js';
import { agentsOf, nameOf } from './words.js';

/** Edges in the table; they are sorted worst first. */
export const MOST_EDGES = 100;
/** Codes of faults in one row. */
export const MOST_CODES = 4;

export function edgesPart(scene: Scene): Html {
  const { edges } = scene.report;
  const shown = edges.slice(0, MOST_EDGES);
  return html`<section id="edges" aria-labelledby="edges-t">
<h2 id="edges-t">Edges, worst first</h2>
<p class="lead">By the upper end of the interval of the constraints’ rate at attempt 1: an edge with few observations does not come first by chance. The stroke across a bar is the contract’s threshold.</p>
${edges.length === 0 ? html`<p class="empty">No transfer crossed any edge.</p>` : edgeTable(shown, scene)}
${when(edges.length > shown.length, () => html`<p class="note">${grouped(edges.length - shown.length)} more edges, which do better, are not shown.</p>`)}
</section>
`;
}

function edgeTable(edges: readonly EdgeReport[], scene: Scene): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="edges-c"><table class="rates edges">
<caption id="edges-c">Constraints per edge</caption>
<thead><tr><th scope="col">Edge</th><th scope="col">Attempt 1</th><th scope="col">Delivered</th><th scope="col" class="n">Transfers</th><th scope="col" class="n">Violated</th><th scope="col">Faults</th></tr></thead>
<tbody>${edges.map((edge, index) => edgeRow(edge, index, scene))}</tbody>
</table></div>`;
}

function edgeRow(edge: EdgeReport, index: number, { behind, edges }: Scene): Html {
  const threshold = edge.contract?.threshold ?? null;
  const cells = SIDES.map((side) =>
    rateCell({
      rate: edge.rates[side].constraints,
      sheet: sheetIf(sheetId.edge(index, side), behind),
      threshold,
    }),
  );
  return html`<tr id="e${index + 1}" data-e="${edges.indexOf(edge.edge)}"><th scope="row"><div class="edge-name">${nameOf(edge.edge)}</div><div class="soft">${agentsOf(edge.from, edge.to)}</div>${contractLine(edge)}</th>${cells}<td class="n">${grouped(edge.transfers)}</td><td class="n">${violatedText(edge.violated)}</td><td>${faultList(edge, index)}</td></tr>
`;
}

function contractLine({ contract, rates }: EdgeReport): Html {
  if (contract === null) return html`<div class="soft">no contract</div>`;
  const { owner, mode, threshold } = contract;
  const limit =
    threshold === null ? html`` : html`, threshold ${percent(threshold)}${below(rates, threshold)}`;
  return html`<div class="soft">${nameOf(owner)}, ${mode}${limit}</div>`;
}

/** Said in words what the drawing shows: where rate and interval stand. */
function below({ attempt_1: { constraints } }: EdgeReport['rates'], threshold: number): Html {
  const { value, upper, interval } = constraints;
  if (value === null || (upper ?? value) >= threshold) return html``;
  const surely = interval !== null && interval[1] < threshold;
  return html`: <strong class="bad">${surely ? '▼ below' : '▽ below, but the interval reaches it'}</strong>`;
}

function violatedText(count: number): Html {
  return count === 0
    ? html`0`
    : html`<a class="bad" href="#${sheetId.runs('violated')}" aria-label="${grouped(count)} violated: the runs"><strong>▲ ${grouped(count)}</strong></a>`;
}

function faultList(edge: EdgeReport, row: number): Html {
  const codes = edgeCodes(edge);
  if (codes.length === 0) return html`<span class="soft">none</span>`;
  const more = codes.length - MOST_CODES;
  return html`<ul class="codes">${codes.slice(0, MOST_CODES).map((code, index) => codeItem(code, sheetId.edgeFault(row, index)))}${when(more > 0, () => html`<li class="soft">and ${grouped(more)} more ${more === 1 ? 'kind' : 'kinds'}</li>`)}</ul>`;
}

function codeItem({ code, count }: EdgeCode, sheet: string): Html {
  return html`<li><code>${code}</code> × <a href="#${sheet}" id="${numberAnchor(sheet)}" aria-label="${grouped(count)}: where it was found">${grouped(count)}</a></li>`;
}
