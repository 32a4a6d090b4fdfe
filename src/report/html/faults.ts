import type { FaultCount } from '../../model/carry.js';
import type { Modality } from '../../model/constraint.js';
import { grouped } from '../rate-text.js';
import { sheetId } from './behind-numbers.js';
import { type Html, html, NONE, when } from './html.js';
import { numberAnchor } from './rate-cells.js';
import type { Scene } from './scene.js';

/** Kinds in the table, most frequent first. */
const MOST_KINDS = 60;

const COLUMNS: readonly (Modality | null)[] = ['prohibition', 'requirement', 'preference', null];

interface Kind {
  readonly code: string;
  readonly total: number;
  /** By column; the index is the fault's in the report. */
  readonly counts: readonly (
    | { readonly count: number; readonly index: number; readonly linked: boolean }
    | undefined
  )[];
}

/** By kind and modality, each count a link to where it was found. */
export function faultsPart({ report }: Scene): Html {
  const kinds = kindsOf(report.faults);
  const shown = kinds.slice(0, MOST_KINDS);
  const most = Math.max(1, ...kinds.map(({ total }) => total));
  return html`<section id="faults" aria-labelledby="faults-t">
<h2 id="faults-t">What went wrong</h2>
${
  kinds.length === 0
    ? html`<p class="empty">No fault was found in any transfer.</p>`
    : html`<p class="lead">Faults by kind, and by the modality of the constraint that they are about. <code>edge-contracts explain CODE</code> tells what each means.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="faults-c"><table class="faults">
<caption id="faults-c">Faults by kind and modality</caption>
<thead><tr><th scope="col">Kind</th><th scope="col" class="n">Prohibition</th><th scope="col" class="n">Requirement</th><th scope="col" class="n">Preference</th><th scope="col" class="n">No constraint</th><th scope="col" class="n">All</th><th scope="col"><span class="hide">Share</span></th></tr></thead>
<tbody>${shown.map((kind) => kindRow(kind, most))}</tbody></table></div>`
}${when(kinds.length > shown.length, () => html`<p class="note">${grouped(kinds.length - shown.length)} more kinds are not shown.</p>`)}
</section>
`;
}

function kindsOf(faults: readonly FaultCount[]): readonly Kind[] {
  const byCode = new Map<string, { fault: FaultCount; index: number }[]>();
  faults.forEach((fault, index) => {
    const known = byCode.get(fault.code);
    if (known === undefined) byCode.set(fault.code, [{ fault, index }]);
    else known.push({ fault, index });
  });
  const kinds = [...byCode].map(([code, found]) => ({
    code,
    total: found.reduce((sum, { fault }) => sum + fault.count, 0),
    counts: COLUMNS.map((modality) => {
      const one = found.find(({ fault }) => fault.modality === modality);
      if (one === undefined) return undefined;
      return { count: one.fault.count, index: one.index, linked: one.fault.where.length > 0 };
    }),
  }));
  return kinds.sort((a, b) => b.total - a.total || (a.code < b.code ? -1 : 1));
}

function kindRow({ code, total, counts }: Kind, most: number): Html {
  const width = Math.max(1, (total / most) * 120).toFixed(1);
  return html`<tr><th scope="row"><code>${code}</code></th>${counts.map(countCell)}<td class="n"><b>${grouped(total)}</b></td><td class="share"><svg viewBox="0 0 120 8" aria-hidden="true" focusable="false"><rect class="share-bar" width="${width}" height="8" rx="2"/></svg></td></tr>
`;
}

function countCell(cell: Kind['counts'][number]): Html {
  if (cell === undefined) return html`<td class="n soft">0</td>`;
  const { count, index, linked } = cell;
  const sheet = sheetId.fault(index);
  if (!linked) return html`<td class="n">${grouped(count)}</td>`;
  return html`<td class="n"><a href="#${sheet}" id="${numberAnchor(sheet)}" aria-label="${grouped(count)}: where it was found">${grouped(count)}</a></td>`;
}

/** For the sheets: what a fault is called. */
export function faultTitle({ code, modality }: FaultCount): Html {
  const about = modality === null ? NONE : html` of a ${modality}`;
  return html`<code>${code}</code>${about}`;
}
