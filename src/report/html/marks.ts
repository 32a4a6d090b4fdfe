import { type Html, html } from './html.js';

/** What a constraint did at a hop: each has a shape of its own, and is named beside it. */
export const MARKS = [
  'stated',
  'carried',
  'weakened',
  'unresolved',
  'dropped',
  'missing',
  'restored',
  'discharged',
  'lapsed',
  'violated',
] as const;

export type Mark = (typeof MARKS)[number];

const SHAPES: Readonly<Record<Mark, Html>> = {
  stated: html`<path d="M8 1.5 14.5 8 8 14.5 1.5 8Z" fill="currentColor"/>`,
  carried: html`<circle cx="8" cy="8" r="6" fill="currentColor"/>`,
  weakened: html`<circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 2.5a5.5 5.5 0 0 0 0 11Z" fill="currentColor"/>`,
  unresolved: html`<circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="2.5 2"/>`,
  dropped: html`<path d="M3 3l10 10M13 3 3 13" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>`,
  missing: html`<path d="M2.5 8h11" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-dasharray="2.6 2.8"/>`,
  restored: html`<circle cx="8" cy="8" r="6" fill="currentColor"/><path d="M8 4.4v7.2M4.4 8h7.2" class="cut" stroke-width="2"/>`,
  discharged: html`<rect x="1.5" y="1.5" width="13" height="13" rx="3" fill="currentColor"/><path d="m4.6 8.2 2.3 2.4 4.5-5" class="cut" fill="none" stroke-width="2"/>`,
  lapsed: html`<rect x="2.5" y="2.5" width="11" height="11" rx="2" fill="none" stroke="currentColor" stroke-width="2"/>`,
  violated: html`<path d="M8 1 15.4 14.6H.6Z" fill="currentColor"/><path d="M8 5.6v4.2M8 12v.9" class="cut" stroke-width="2"/>`,
};

/** Drawn once in the page, and used by every mark. */
export function markShapes(): Html {
  return html`<svg class="shapes" width="0" height="0" aria-hidden="true" focusable="false">${MARKS.map((mark) => html`<symbol id="m-${mark}" viewBox="0 0 16 16">${SHAPES[mark]}</symbol>`)}</svg>
`;
}

/** The shape and the word. */
export function markPart(mark: Mark): Html {
  return html`<span class="mark m-${mark}"><svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><use href="#m-${mark}"/></svg>${mark}</span>`;
}

const MEANINGS: Readonly<Record<Mark, string>> = {
  stated: 'somebody stated it',
  carried: 'in the payload',
  weakened: 'in the payload, but changed',
  unresolved: 'reworded, and not decided whether it is the same',
  dropped: 'held by the sender, not in the payload',
  missing: 'still missing, lost at an earlier hop',
  restored: 'in the payload again',
  discharged: 'closed, with evidence',
  lapsed: 'ended with its task or with the run',
  violated: 'what it forbids has happened, or what it requires has not',
};

export function markLegend(): Html {
  return html`<ul class="legend marks" aria-label="Signs">${MARKS.map((mark) => html`<li>${markPart(mark)} <span class="soft">${MEANINGS[mark]}</span></li>`)}</ul>`;
}
