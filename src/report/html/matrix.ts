import type { EdgeReport, Rate } from '../../model/carry.js';
import { grouped, rateText } from '../rate-text.js';
import { MOST_EDGES } from './edges.js';
import { type Html, html, when } from './html.js';
import type { Scene } from './scene.js';
import { nameOf } from './words.js';

/** Agents on each side; those of the worst edges come first. */
const MOST_AGENTS = 24;

interface Cell {
  /** Rows of the table of edges. */
  readonly edges: number[];
  readonly carried: number;
  readonly held: number;
  readonly unresolved: number;
}

/** From × to: the rate of constraints at attempt 1 in each cell, and shaded by it. */
export function matrixPart({ report }: Scene): Html {
  const { edges } = report;
  const [from, to] = [agentsIn(edges, 'from'), agentsIn(edges, 'to')];
  const left = edges.filter((edge) => !from.includes(edge.from) || !to.includes(edge.to)).length;
  return html`<section id="matrix" aria-labelledby="matrix-t">
<h2 id="matrix-t">Who loses what to whom</h2>
<p class="lead">Constraints carried at attempt 1, sender by receiver. The darker a cell, the more was lost; the number says how much got across.</p>
${edges.length === 0 ? html`<p class="empty">No transfer crossed any edge.</p>` : matrixTable(from, to, cellsOf(edges))}${when(left > 0, () => html`<p class="note">${grouped(left)} more edges of further agents are not in the matrix.</p>`)}
</section>
`;
}

function matrixTable(from: readonly string[], to: readonly string[], cells: ReadonlyMap<string, Cell>): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="matrix-c"><table class="matrix">
<caption id="matrix-c">From (rows) to (columns)</caption>
<thead><tr><td class="corner"><span>from ↓</span> <span>to →</span></td>${to.map((agent) => html`<th scope="col">${nameOf(agent)}</th>`)}</tr></thead>
<tbody>${from.map((agent) => html`<tr><th scope="row">${nameOf(agent)}</th>${to.map((other) => cellPart(cells.get(keyOf(agent, other))))}</tr>`)}</tbody>
</table></div>
${legend()}`;
}

function agentsIn(edges: readonly EdgeReport[], end: 'from' | 'to'): readonly string[] {
  return [...new Set(edges.map((edge) => edge[end]))].slice(0, MOST_AGENTS).sort();
}

/** Two edges between the same agents are one cell: their counts are added. */
function cellsOf(edges: readonly EdgeReport[]): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  edges.forEach(({ from, to, rates }, index) => {
    const { carried, held, unresolved } = rates.attempt_1.constraints;
    const before = cells.get(keyOf(from, to)) ?? { edges: [], carried: 0, held: 0, unresolved: 0 };
    cells.set(keyOf(from, to), {
      edges: [...before.edges, index],
      carried: before.carried + carried,
      held: before.held + held,
      unresolved: before.unresolved + unresolved,
    });
  });
  return cells;
}

function keyOf(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

function cellPart(cell: Cell | undefined): Html {
  if (cell === undefined) return html`<td class="no-edge"><span aria-label="no edge">·</span></td>`;
  const { edges, carried, held, unresolved } = cell;
  const [first = 0] = edges;
  const row = first < MOST_EDGES ? `#e${first + 1}` : '#edges';
  const several = edges.length > 1 ? html`<span class="counts">${edges.length} edges</span>` : html``;
  if (held === 0) return html`<td class="q-none"><a href="${row}">none held</a>${several}</td>`;
  const value = carried / held;
  const rate: Pick<Rate, 'value' | 'upper' | 'unresolved'> = {
    value,
    upper: (carried + unresolved) / held,
    unresolved,
  };
  return html`<td class="${shadeOf(value)}"><a href="${row}">${rateText(rate)}</a><span class="counts">${grouped(carried)} of ${grouped(held)}</span>${several}</td>`;
}

/** Seven shades, each with its bounds in the legend. */
const SHADES: readonly (readonly [least: number, name: string])[] = [
  [1, '100 %'],
  [0.98, '98 and more'],
  [0.9, '90 to 98'],
  [0.75, '75 to 90'],
  [0.5, '50 to 75'],
  [0.25, '25 to 50'],
  [0, 'below 25'],
];

function shadeOf(value: number): string {
  const index = SHADES.findIndex(([least]) => value >= least);
  return `q${index === -1 ? SHADES.length - 1 : index}`;
}

function legend(): Html {
  return html`<ul class="legend" aria-label="Shades">${SHADES.map(([, name], index) => html`<li><span class="swatch q${index}" aria-hidden="true"></span>${name}</li>`)}</ul>`;
}
