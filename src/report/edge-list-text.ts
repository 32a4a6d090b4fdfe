import type { EdgeList, EdgeStatus } from '../model/edge-status.js';
import { percent, simulatedWord, sparkline, stateWord } from './edge-status-text.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

/** One line an edge, what fires first. */
export function edgeListText({ edges, skipped }: EdgeList, paint: Paint): string {
  if (edges.length === 0) return 'no edges: the ledger has no handoffs, and there are no contracts\n';
  const width = Math.min(40, Math.max(...edges.map(({ now }) => safe(now.edge, 40).length)));
  const lines = edges.map((edge) => lineText(edge, width, paint));
  const left = skipped.map(({ what, why, count }) => `${count} ${what}: ${safeName(why)}`);
  const firing = edges.filter(({ state }) => state === 'firing').length;
  return `${[...lines, ...left].join('\n')}\n\n${counted(edges.length, 'edge')}, ${firing} firing\n`;
}

function lineText(edge: EdgeStatus, width: number, paint: Paint): string {
  const { state, now, trend, alerts } = edge;
  const { rate, violated, rescue } = now;
  const value =
    rate.value === null ? 'none held' : `${percent(rate.value)} (${rate.carried} of ${rate.held})`;
  const kinds = [...new Set(alerts.map(({ kind }) => kind))];
  const more = [
    ...(kinds.length === 0 ? [] : [`fires: ${kinds.join(' and ')}`]),
    ...(violated === 0 ? [] : [`${violated} violated`]),
    ...(rescue.open_runs === 0 ? [] : [`${rescue.open_runs} can be saved`]),
  ];
  const name = safe(now.edge, 40).padEnd(width);
  // Without a contract there is no threshold, and nothing that could be in order.
  const word =
    state === 'ok' && now.contract.digest === null ? paint('dim', 'NO CONTRACT') : stateWord(state, paint);
  const line = `${name}  ${word} ${value.padEnd(20)} ${sparkline(trend.slice(-12))}`;
  return `${line}${more.length === 0 ? '' : `  ${more.join(', ')}`}${simulatedWord(edge, paint)}`;
}
