import type { HandoffCost, HopCost } from '../model/cost.js';
import type { Paint } from './paint.js';
import { amount, grouped, percent } from './rate-text.js';
import { safe } from './safe-text.js';
import { type cell, number, tableText, wrapped } from './text-table.js';

const COLUMNS = 100;

/** The cost of the alternative, for a terminal. */
export function costText(cost: HandoffCost, { paint }: { readonly paint: Paint }): string {
  const parts = [headText(cost, paint), hopsText(cost, paint), sumText(cost), notesText(cost, paint)];
  return parts.filter((part) => part !== '').join('\n');
}

function headText({ simulated, runs, transfers, skipped }: HandoffCost, paint: Paint): string {
  const label = { all: '  SIMULATED', some: '  PARTLY SIMULATED', none: '' }[simulated];
  const size = `${amount(runs, 'run')}, ${amount(transfers, 'delivered transfer')}`;
  const left =
    skipped > 0 ? `${paint('warning', `left out: ${amount(skipped, 'line')} that could not be read`)}\n` : '';
  return `${paint('strong', 'Cost of handing on the whole transcript')}${label === '' ? '' : paint('warning', label)}  ${size}\n${left}`;
}

function hopsText({ by_hop: hops, omitted_transfers: omitted }: HandoffCost, paint: Paint): string {
  const head = ['hop', 'transfers', 'transcript', '10 to 90 %', 'of hop 1', 'payload', '10 to 90 %', 'share'];
  const rows = [head.map((text) => number(text, 'dim')), ...hops.map(hopRow)];
  const more = omitted > 0 ? `  and ${amount(omitted, 'transfer')} of later hops, in the sums only\n` : '';
  return `${paint('strong', 'Tokens by hop')}  ${paint('dim', 'medians')}\n${tableText(rows, paint)}${more}`;
}

function hopRow({ hop, transfers, transcript, payload, share, growth }: HopCost): ReturnType<typeof cell>[] {
  const range = (spread: { low: number; high: number }): string =>
    `${grouped(spread.low)} to ${grouped(spread.high)}`;
  return [
    number(grouped(hop)),
    number(grouped(transfers), 'dim'),
    number(transcript === null ? '–' : grouped(transcript.median), 'strong'),
    number(transcript === null ? '' : range(transcript), 'dim'),
    number(growth === null ? '–' : `${growth.toFixed(1)} x`),
    number(grouped(payload.median), 'strong'),
    number(range(payload), 'dim'),
    number(share === null ? '–' : shareText(share)),
  ];
}

/** A payload can be longer than a transcript of which little is recorded. */
function shareText(share: number): string {
  return share > 1 ? `${share.toFixed(1)} x` : percent(share, ' ');
}

function sumText({ growth, total }: HandoffCost): string {
  const grew =
    growth === null
      ? ''
      : `  From hop 1 to hop ${growth.to_hop} the transcript grows ${growth.transcript.ratio.toFixed(1)} times, the payload ${growth.payload.ratio.toFixed(1)} times.\n`;
  const share = total.share === null ? '' : `, ${shareText(total.share)} of it`;
  return `${grew}  In all: ${grouped(total.transcript)} tokens of transcripts, ${grouped(total.payload)} of payloads${share}.\n`;
}

function notesText({ counted, notes, transfers }: HandoffCost, paint: Paint): string {
  const missing = transfers - counted.recorded;
  const lines = [
    ...notes,
    ...(counted.transcript === 'recorded' && missing > 0
      ? [
          `${amount(missing, 'transfer')} told no count, and ${missing === 1 ? 'is' : 'are'} not in the transcript’s numbers.`,
        ]
      : []),
    `Tokens of ${counted.transcript === 'recorded' ? 'payloads' : 'texts'}: ${safe(counted.rule)}.`,
  ];
  return lines.map((line) => `${paint('dim', wrapped(line, COLUMNS, '  '))}\n`).join('');
}
