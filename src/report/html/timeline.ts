import type { RunScore } from '../../model/carry.js';
import type { ConstraintLife, LifeTransition } from '../../model/verdict.js';
import { amount, grouped } from '../rate-text.js';
import { safe } from '../safe-text.js';
import { type Html, html, NONE, when } from './html.js';
import { type Mark, markPart } from './marks.js';
import { type CellMark, type Track, tracksOf } from './timeline-cells.js';
import { type Column, columnsOf } from './timeline-columns.js';
import { agentsOf, hopText, momentOf, nameOf, quoted } from './words.js';

/** Constraints of one run, the bad ones first. */
const MOST_LIVES = 40;

/** Each constraint along the hops: what happened to it, by shape and word. */
export function timelinePart(run: RunScore, anchor: string): Html {
  const lives = badFirst(run.lives).slice(0, MOST_LIVES);
  if (lives.length === 0)
    return html`<p class="empty">Nobody stated a constraint in this run, or nobody looked for one.</p>`;
  const tracks = tracksOf(run, lives);
  const columns = columnsOf(tracks);
  const more = run.lives.length - lives.length;
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${anchor}-l"><table class="timeline">
<caption id="${anchor}-l">Constraints along the hops</caption>
<thead><tr><th scope="col">Constraint</th>${columns.map(columnHead)}</tr></thead>
<tbody>${tracks.tracks.map((track) => trackRow(track, columns))}</tbody>
</table></div>
${when(more > 0, () => html`<p class="note">${grouped(more)} more constraints of this run are not shown.</p>`)}${storyPart(lives)}`;
}

const BADNESS: Readonly<Record<ConstraintLife['state'], number>> = {
  violated: 0,
  dropped: 1,
  live: 2,
  stated: 2,
  discharged: 2,
  lapsed: 2,
};

function badFirst(lives: readonly ConstraintLife[]): readonly ConstraintLife[] {
  return [...lives].sort((a, b) => BADNESS[a.state] - BADNESS[b.state]);
}

function columnHead(column: Column): Html {
  if (column.kind === 'gap') return gapHead(column.hops, column.changes);
  const { slot } = column;
  if (slot.kind === 'start') return html`<th scope="col">before<div class="soft">hop 1</div></th>`;
  if (slot.kind === 'end') return html`<th scope="col">end<div class="soft">of the run</div></th>`;
  const { transfer, hop } = slot;
  if (transfer === null) return html`<th scope="col">hop ${hop}<div class="soft">not listed below</div></th>`;
  const blocked = transfer.delivered ? NONE : html`<div class="bad">■ not delivered</div>`;
  return html`<th scope="col">${hopText(transfer)}<div class="soft">${agentsOf(transfer.from, transfer.to)}</div>${blocked}</th>`;
}

function gapHead(hops: number, changes: number): Html {
  const what = changes === 0 ? 'nothing changed' : `${grouped(changes)} with changes`;
  return html`<th scope="col" class="gap">… ${amount(hops, 'hop')} …<div class="soft">${what}</div></th>`;
}

function trackRow({ life, cells }: Track, columns: readonly Column[]): Html {
  const { constraint } = life;
  let state: TrackState = 'none';
  const parts = columns.map((column) => {
    if (column.kind === 'gap') return html`<td class="track ${state}"><span class="soft">…</span></td>`;
    const marks = cells.get(column.index) ?? [];
    state = marks.reduce((before, { mark }) => stateAfter(before, mark), state);
    return html`<td class="track ${state}">${marks.length === 0 ? html`<span class="hide">nothing happened</span>` : marks.map(markCell)}</td>`;
  });
  return html`<tr><th scope="row"><div class="said">“${quoted(constraint.text)}”</div><div class="soft">${constraint.modality}, ${constraint.scope}, stated by ${constraint.stated_by}</div></th>${parts}</tr>
`;
}

type TrackState = 'none' | 'held' | 'lost' | 'over';

/** The line behind the marks: whole while the constraint is carried, broken while it is lost, none after its end. */
function stateAfter(before: TrackState, mark: Mark): TrackState {
  if (mark === 'dropped' || mark === 'missing') return 'lost';
  if (mark === 'discharged' || mark === 'lapsed') return 'over';
  return mark === 'violated' ? before : 'held';
}

function markCell({ mark }: CellMark): Html {
  return html`<div>${markPart(mark)}</div>`;
}

/** Transitions of one constraint that are told in words. */
const MOST_STEPS = 12;

/** The same in words: who, where, why, evidence. */
function storyPart(lives: readonly ConstraintLife[]): Html {
  return html`<details class="story"><summary>Who, where and why, in words</summary>
${lives.map(
  ({ constraint, transitions, cause }) => html`<h4>“${quoted(constraint.text)}”</h4>
<ol>${transitions.slice(0, MOST_STEPS).map((step) => html`<li>${stepText(step)}</li>`)}</ol>${when(transitions.length > MOST_STEPS, () => html`<p class="soft">and ${grouped(transitions.length - MOST_STEPS)} more steps</p>`)}${when(cause !== null, () => html`<p class="soft">Cause of the violation: ${CAUSES[cause ?? 'reasoning']}</p>`)}`,
)}</details>
`;
}

const CAUSES: Readonly<Record<NonNullable<ConstraintLife['cause']>, string>> = {
  transmission: 'transmission: it had been lost or changed on the way.',
  reasoning: 'reasoning: it had arrived whole, and was not honoured.',
};

const WORDS: Readonly<Record<LifeTransition['to'], string>> = {
  stated: 'Stated',
  live: 'Carried on',
  dropped: 'Dropped',
  weakened: 'Carried on, but changed',
  restored: 'Carried again',
  discharged: 'Discharged',
  lapsed: 'Lapsed',
  violated: 'Violated',
};

function stepText({ to, by, at, hop, after_hop: after, edge, evidence, effect, why }: LifeTransition): Html {
  const where = hop === undefined ? NONE : html` at hop ${hop}`;
  const later = after === undefined ? NONE : html`, after hop ${after}`;
  const on = edge === undefined || edge === null ? NONE : html` on ${nameOf(edge)}`;
  const record = effect ?? evidence;
  const shown = record === undefined ? NONE : html`, record ${nameOf(record)}`;
  const reason = why === undefined ? NONE : html`: ${safe(why, 300)}`;
  return html`<b>${WORDS[to]}</b>${where}${later} by ${nameOf(by)}${on}${shown} <span class="soft">${momentOf(at)}</span>${reason}`;
}
