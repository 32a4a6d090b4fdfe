import type { CarryReport } from '../../model/carry.js';
import type { LifeState } from '../../model/verdict.js';
import { amount, grouped } from '../rate-text.js';
import { safe } from '../safe-text.js';
import { sheetId } from './behind-numbers.js';
import { type Html, html, NONE, when } from './html.js';
import { numberAnchor } from './rate-cells.js';
import { momentOf } from './words.js';

/** Kinds of what was left out that are listed. */
const MOST_SKIPPED = 30;

/** What this is, of when, what it does not say, and what is not in it. */
export function headerPart(report: CarryReport): Html {
  return html`<header class="top">
<p class="kicker">edge-contracts</p>
<h1>Carry report${when(report.simulated !== 'none', () => html` <span class="simulated">${SIMULATED[report.simulated]}</span>`)}</h1>
<p class="lead">${lead(report)}</p>${when(report.counts.transfers === 0, () => html`<p class="empty">No transfer was found: there is nothing to report, which is not the same as nothing wrong.</p>`)}
<p class="bound"><b>${safe(report.note, 400)}</b></p>
${leftOut(report)}${notListed(report)}
<nav aria-label="Parts of this page"><ul>${LINKS.map(([anchor, name]) => html`<li><a href="#${anchor}">${name}</a></li>`)}</ul></nav>
</header>
`;
}

/** In the title too, so that a tab or a printed page tells it. */
export const SIMULATED: Readonly<Record<CarryReport['simulated'], string>> = {
  all: 'Simulated',
  some: 'Partly simulated',
  none: '',
};

const LINKS: readonly (readonly [string, string])[] = [
  ['rates', 'What crossed'],
  ['edges', 'Edges'],
  ['matrix', 'Matrix'],
  ['time', 'Over time'],
  ['faults', 'Faults'],
  ['runs', 'Runs'],
];

function lead({ counts, since, until, generated_at: at, simulated }: CarryReport): Html {
  const from = since === null ? NONE : html`, from ${momentOf(since)}`;
  const to = until === null ? NONE : html`, before ${momentOf(until)}`;
  const made =
    simulated === 'all'
      ? ' All of these runs were generated: no agent ran.'
      : simulated === 'some'
        ? ' Some of these runs were generated: no agent ran.'
        : '';
  return html`${amount(counts.runs, 'run')}, ${amount(counts.transfers, 'transfer')}${from}${to}. Times are UTC; made at ${momentOf(at)}.${made}`;
}

/** Never silently: what was left out stands at the top. */
function leftOut({ skipped, counts }: CarryReport): Html {
  const rows = [
    ...skipped
      .slice(0, MOST_SKIPPED)
      .map(({ what, why, count }) => html`<li><b>${grouped(count)}</b> ${safe(what, 80)}: ${safe(why)}</li>`),
    ...(skipped.length > MOST_SKIPPED
      ? [html`<li>and ${grouped(skipped.length - MOST_SKIPPED)} more kinds</li>`]
      : []),
    ...(counts.incomplete_runs > 0
      ? [
          html`<li><b>${grouped(counts.incomplete_runs)}</b> incomplete runs: a record of theirs is missing, so they are in no rate</li>`,
        ]
      : []),
  ];
  if (rows.length === 0) return html`<p class="left-out">Nothing was left out.</p>`;
  return html`<div class="left-out"><p>Left out:</p><ul>${rows}</ul></div>`;
}

/** No omission: each run is in the numbers. */
function notListed({ runs, runs_omitted: omitted, counts }: CarryReport): Html {
  return when(
    omitted > 0,
    () =>
      html`<p class="left-out">All ${amount(counts.runs, 'run')} are in the numbers; ${grouped(runs.length)} ${runs.length === 1 ? 'is' : 'are'} listed one by one.</p>`,
  );
}

/** The few numbers that one looks for first. */
export function summaryPart(report: CarryReport): Html {
  const { counts } = report;
  return html`<section id="summary" aria-labelledby="summary-t">
<h2 id="summary-t" class="hide">In short</h2>
<dl class="figures">
${figure('Violated', counts.violated, counts.violated > 0 ? sheetId.runs('violated') : null, 'runs in which what a constraint forbids happened, or what it requires did not', counts.violated > 0 ? 'bad' : '')}
${figure('Can be saved', counts.can_be_saved, counts.can_be_saved > 0 ? sheetId.runs('saved') : null, 'open runs that lost a constraint nothing has violated yet', counts.can_be_saved > 0 ? 'act' : '')}
${figure('Transfers', counts.transfers, null, `${grouped(counts.first_attempts)} first attempts, ${grouped(counts.delivered)} delivered`, '')}
${figure('Runs', counts.runs, null, `${grouped(counts.closed)} closed, ${grouped(counts.runs - counts.closed)} open, ${grouped(counts.incomplete_runs)} incomplete`, '')}
</dl>
${livesLine(report)}
</section>
`;
}

function figure(name: string, count: number, sheet: string | null, about: string, tone: string): Html {
  const number =
    sheet === null
      ? html`${grouped(count)}`
      : html`<a href="#${sheet}" id="${numberAnchor(sheet)}">${grouped(count)}</a>`;
  return html`<div class="figure ${tone}"><dt>${name}</dt><dd><span class="big">${number}</span><span class="soft">${about}</span></dd></div>`;
}

/** States in the order in which a life goes through them. */
export const LIFE_STATES: readonly LifeState[] = [
  'stated',
  'live',
  'dropped',
  'discharged',
  'lapsed',
  'violated',
];

function livesLine({ lives }: CarryReport): Html {
  const told = LIFE_STATES.filter((state) => lives[state] > 0);
  if (told.length === 0) return html`<p class="note">No constraint was stated in any run.</p>`;
  const items = told.map((state, index) => {
    const sheet = sheetId.life(state);
    return html`${index === 0 ? '' : ', '}<a href="#${sheet}" id="${numberAnchor(sheet)}">${grouped(lives[state])}</a> ${state}`;
  });
  return html`<p class="note">How the constraints ended up: ${items}.</p>`;
}
