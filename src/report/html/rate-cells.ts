import type { Rate } from '../../model/carry.js';
import { countsText, intervalText, rateText } from '../rate-text.js';
import { type Html, html, NONE } from './html.js';

export interface RateCell {
  readonly rate: Rate;
  /** The sheet behind the counts, and the anchor of the number; not given: it is no link. */
  readonly sheet?: string | undefined;
  readonly threshold?: number | null;
  /** Said where nothing was held. */
  readonly none?: string;
}

/** The anchor of a number, which its sheet goes back to. */
export function numberAnchor(sheet: string): string {
  return `n-${sheet}`;
}

/** A rate in a table: the share, the counts as a link to what they are made of, the interval drawn and told. */
export function rateCell({ rate, sheet, threshold = null, none = 'none held' }: RateCell): Html {
  if (rate.held === 0) return html`<td class="rate none">${none} <span class="soft">0 of 0</span></td>`;
  const counts = countsText(rate);
  const linked =
    sheet === undefined
      ? html`${counts}`
      : html`<a href="#${sheet}" id="${numberAnchor(sheet)}" aria-label="${counts}: the transfers behind it">${counts}</a>`;
  return html`<td class="rate"><div class="rate-line"><span class="value">${rateText(rate)}</span> <span class="counts">${linked}</span></div>
${intervalDrawing(rate, threshold)}<div class="interval">${intervalText(rate)}</div></td>`;
}

/**
 * The interval on a line from 0 to 100 %: a bar for the interval, a disc for the rate, a ring for what it would be if
 * everything unresolved were carried, a stroke for the threshold. All of it is told beside it too.
 */
export function intervalDrawing({ value, upper, interval }: Rate, threshold: number | null): Html {
  if (value === null || interval === null) return NONE;
  const [low, high] = interval;
  const x = (share: number): string => `${(share * 100).toFixed(1)}%`;
  const limit =
    threshold === null
      ? NONE
      : html`<line class="limit" x1="${x(threshold)}" y1="1" x2="${x(threshold)}" y2="17"/>`;
  const ring =
    upper === null || upper === value ? NONE : html`<circle class="ring" cx="${x(upper)}" cy="9" r="4"/>`;
  return html`<svg class="drawn" aria-hidden="true" focusable="false"><line class="axis" x1="0" y1="9" x2="100%" y2="9"/><rect class="bar" x="${x(low)}" y="6" width="${x(high - low)}" height="6" rx="3"/>${limit}${ring}<circle class="dot" cx="${x(value)}" cy="9" r="4.5"/></svg>`;
}

/** The sheet of a number, where there is one. */
export function sheetIf(id: string, behind: ReadonlyMap<string, unknown>): string | undefined {
  return behind.has(id) ? id : undefined;
}
