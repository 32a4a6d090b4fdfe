import type { TransferRef } from '../../model/carry.js';
import { grouped } from '../rate-text.js';
import { type Html, html, when } from './html.js';
import type { Places } from './places.js';
import { hopText, nameOf } from './words.js';

/** One sheet: what a number is made of. It is shown while it is the target of the page's address. */
export interface Sheet {
  readonly id: string;
  readonly title: Html;
  /** The anchor of the number, to go back to. */
  readonly back: string;
  readonly lists: readonly SheetList[];
  readonly note?: string;
}

export interface SheetList {
  readonly title: string;
  readonly items: readonly Html[];
  /** Of all, those not listed too. */
  readonly count: number;
}

export function sheetPart({ id, title, back, lists, note }: Sheet): Html {
  return html`<section class="sheet" id="${id}" tabindex="-1" aria-labelledby="${id}-t">
<div class="sheet-head"><h3 id="${id}-t">${title}</h3><a class="close" href="#${back}">Close</a></div>
${lists.map(listPart)}${when(note !== undefined, () => html`<p class="soft">${note ?? ''}</p>`)}
</section>
`;
}

function listPart({ title, items, count }: SheetList): Html {
  const more = count - items.length;
  return html`<h4>${title} <span class="soft">${grouped(count)}</span></h4>
${when(count === 0, () => html`<p class="soft">None.</p>`)}<ul class="refs">${items.map((item) => html`<li>${item}</li>`)}${when(more > 0, () => html`<li class="soft">and ${grouped(more)} more</li>`)}</ul>
`;
}

/** A link to the transfer, or to its run where that is too long to list it; its name alone where neither is here. */
export function refLink(ref: TransferRef, places: Places): Html {
  const anchor = places.find(ref);
  const text = html`${nameOf(ref.run)} <span class="hop">${hopText(ref)}</span>`;
  if (anchor === null) return html`${text} <span class="soft">(not on this page)</span>`;
  return html`<a href="#${anchor}">${text}</a>`;
}

/** A link to a run of the page. */
export function runLink(run: string, places: Places): Html {
  const anchor = places.findRun(run);
  return anchor === null ? nameOf(run) : html`<a href="#${anchor}">${nameOf(run)}</a>`;
}
