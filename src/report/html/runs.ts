import type { RunScore, TransferScore } from '../../model/carry.js';
import { amount, grouped } from '../rate-text.js';
import { RUN_STATES, type RunStateWord, runStateWord } from '../run-state-words.js';
import { safe, safeName } from '../safe-text.js';
import { type Html, html, NONE, when } from './html.js';
import { markLegend } from './marks.js';
import type { ListedTransfer, RunPlace } from './places.js';
import type { Scene } from './scene.js';
import { timelinePart } from './timeline.js';
import { agentsOf, hopText, momentOf, nameOf, quoted } from './words.js';

/** Every run that the report holds: its timeline, and its transfers, to which all numbers lead. */
export function runsPart(scene: Scene): Html {
  const { report, places } = scene;
  const omitted = report.runs_omitted;
  return html`<section id="runs" aria-labelledby="runs-t">
<h2 id="runs-t">Runs, worst first</h2>
${
  places.runs.length === 0
    ? html`<p class="empty">There is no run to show.</p>`
    : html`${filters(scene)}${markLegend()}
<p class="note">${amount(places.runs.length, 'run')} on this page${when(omitted > 0, () => html`; <b>${grouped(omitted)} more</b>, which did better, are counted above and not shown`)}.</p>
<p class="empty" id="no-match" hidden>No run matches these filters.</p>
<div class="runs">${places.runs.map((place, index) => runPart(place, index, scene))}</div>`
}
</section>
`;
}

/** Shown by the script: without it there is nothing that could filter. */
function filters({ edges, codes }: Scene): Html {
  const option = (name: string, index: number): Html =>
    html`<option value="${index}">${safeName(name)}</option>`;
  return html`<div class="filters" role="search" aria-label="Filter the runs" id="filters" hidden>
<label>Edge <select id="f-edge"><option value="">all</option>${edges.map(option)}</select></label>
<label>Modality <select id="f-modality"><option value="">all</option><option value="prohibition">prohibition</option><option value="requirement">requirement</option><option value="preference">preference</option></select></label>
<label>Fault <select id="f-fault"><option value="">all</option>${codes.map(option)}</select></label>
<label>Run <select id="f-state"><option value="">all</option>${RUN_STATES.map((state) => html`<option value="${state}">${state}</option>`)}<option value="open">open</option><option value="closed">closed</option></select></label>
<label class="grow">Text <input id="f-text" type="search" autocomplete="off" spellcheck="false" placeholder="words of a constraint, a name"></label>
<button type="button" id="f-clear">Clear</button>
<p class="status" role="status" id="f-status"></p>
</div>
<noscript><p class="note">Filters need JavaScript. Everything else on this page does not.</p></noscript>
`;
}

function runPart({ run, anchor, listed, unlisted }: RunPlace, index: number, scene: Scene): Html {
  const word = runStateWord(run);
  const open = index === 0 ? html` open` : NONE;
  return html`<details class="run" id="${anchor}" data-s="${word}|${run.closed ? 'closed' : 'open'}"${open}>
<summary>${badge(word)}<span class="run-name">${nameOf(run.run)}</span><span class="soft run-facts">${runFacts(run)}</span></summary>
<div class="run-body">
${healthNote(run)}${timelinePart(run, anchor)}
${transferTable(listed, anchor, unlisted, scene)}
</div>
</details>
`;
}

const BADGES: Readonly<Record<RunStateWord, string>> = {
  violated: '▲',
  'can be saved': '◆',
  lost: '✕',
  incomplete: '◌',
  'in order': '●',
};

function badge(word: RunStateWord): Html {
  return html`<span class="badge s-${word.replaceAll(' ', '-')}"><span aria-hidden="true">${BADGES[word]}</span> ${word}</span>`;
}

function runFacts(run: RunScore): Html {
  const faults = run.transfers.reduce((sum, { faults: { length } }) => sum + length, 0);
  const parts = [
    amount(run.transfers.length + (run.omitted_transfers ?? 0), 'transfer'),
    amount(run.lives.length, 'constraint'),
    `${run.omitted_transfers === undefined ? '' : 'at least '}${amount(faults, 'fault')}`,
    run.closed ? 'closed' : 'open',
    ...(run.simulated ? ['simulated'] : []),
  ];
  return html`${parts.join(' · ')} · ${momentOf(run.from)}`;
}

/** What is known to be missing. Such a run is never scored as if it were whole. */
function healthNote({ history, health, record_faults: faults }: RunScore): Html {
  const told = [
    ...(history === 'complete' ? [] : [`history is ${history}: this run is in no rate`]),
    ...(health === null ? [] : healthWords(health)),
    ...(faults.length === 0 ? [] : [`records: ${faults.join(', ')}`]),
  ];
  return told.length === 0 ? NONE : html`<p class="note warn">◌ ${told.join('; ')}.</p>`;
}

function healthWords(health: NonNullable<RunScore['health']>): string[] {
  const { missing, twice = [], late, refused, erased, pruned } = health;
  const words: readonly (readonly [number, string])[] = [
    [missing.length, 'never arrived'],
    [twice.length, 'with the number of another'],
    [late, 'late'],
    [refused, 'refused'],
    [erased, 'erased'],
    [pruned, 'pruned'],
  ];
  return words.filter(([count]) => count > 0).map(([count, word]) => `${amount(count, 'record')} ${word}`);
}

function transferTable(
  listed: readonly ListedTransfer[],
  anchor: string,
  unlisted: number,
  scene: Scene,
): Html {
  if (listed.length === 0)
    return unlisted > 0
      ? html`<p class="note">${amount(unlisted, 'transfer')} of this run: there is no room on this page.</p>`
      : html`<p class="empty">This run has no transfer.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${anchor}-t"><table class="transfers">
<caption id="${anchor}-t">Transfers</caption>
<thead><tr><th scope="col">Transfer</th><th scope="col">Edge</th><th scope="col" class="n">Constraints</th><th scope="col" class="n">Facts</th><th scope="col" class="n">Tool results</th><th scope="col" class="n">Stop</th><th scope="col">Decided</th><th scope="col">Faults</th></tr></thead>
<tbody>${listed.map((item) => transferRow(item, scene))}</tbody></table></div>
${when(unlisted > 0, () => html`<p class="note">${grouped(unlisted)} more transfers of this run are not listed; those with a fault come first.</p>`)}`;
}

function transferRow({ transfer, anchor }: ListedTransfer, { edges, codes }: Scene): Html {
  const { edge, from, to, scores, at } = transfer;
  const modalities = new Set([...transfer.constraints, ...transfer.faults].map(({ modality }) => modality));
  const found = [...new Set(transfer.faults.map(({ code }) => codes.indexOf(code)))];
  return html`<tr id="${anchor}" tabindex="-1" data-e="${edges.indexOf(edge)}" data-m="${[...modalities].join('|')}" data-f="${found.join('|')}"><th scope="row">${hopText(transfer)}<div class="soft">${momentOf(at)}</div></th><td>${nameOf(edge)}<div class="soft">${agentsOf(from, to)}</div></td>${scoreCell(scores.constraints)}${scoreCell(scores.established)}${scoreCell(scores.tool_results)}${scoreCell(scores.stop_conditions)}<td>${decidedText(transfer)}</td><td>${faultList(transfer)}</td></tr>
`;
}

function scoreCell([carried, held, unresolved]: readonly [number, number, number]): Html {
  if (held === 0) return html`<td class="n soft">–</td>`;
  const open = unresolved > 0 ? html` <span class="soft">(${unresolved} unresolved)</span>` : NONE;
  const text = html`${carried} of ${held}${open}`;
  return carried < held
    ? html`<td class="n"><strong class="bad">▼ ${text}</strong></td>`
    : html`<td class="n">${text}</td>`;
}

function decidedText({ decided, delivered }: TransferScore): Html {
  const crossed = delivered
    ? html`<span class="soft">delivered</span>`
    : html`<span class="bad">■ not delivered</span>`;
  if (decided === null) return html`<span class="soft">no gate</span><div>${crossed}</div>`;
  const { action, decision, mode, afterwards } = decided;
  if (afterwards === true) return html`${crossed}<div class="soft">judged later: ${action} (${mode})</div>`;
  const word =
    action === 'block'
      ? html`<strong class="bad">■ ${delivered ? 'a gate said block' : 'blocked'}</strong>`
      : decision === 'block'
        ? html`let through <span class="soft">(${mode}; would block)</span>`
        : html`allowed`;
  const composed = when(
    decided.composed_by !== undefined,
    () => html`<div class="soft">composed by override ${safe(decided.composed_by ?? '', 60)}</div>`,
  );
  return html`${word}<div>${crossed}</div>${composed}`;
}

/** Faults of one transfer. */
const MOST_FAULTS = 12;

function faultList({ faults }: TransferScore): Html {
  if (faults.length === 0) return html`<span class="soft">none</span>`;
  const more = faults.length - MOST_FAULTS;
  const item = ({ code, text, upstream }: TransferScore['faults'][number]): Html =>
    html`<li><code>${code}</code>${text === null ? NONE : html` <span class="soft">“${quoted(text)}”</span>`}${when(upstream, () => html` <span class="soft">(an earlier hop’s)</span>`)}</li>`;
  return html`<ul class="codes">${faults.slice(0, MOST_FAULTS).map(item)}${when(more > 0, () => html`<li class="soft">and ${grouped(more)} more</li>`)}</ul>`;
}
