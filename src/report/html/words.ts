import type { TransferRef } from '../../model/carry.js';
import { timeText } from '../rate-text.js';
import { safe, safeName } from '../safe-text.js';
import { type Html, html } from './html.js';

/** Longest text of a constraint that is shown whole. */
const TEXT = 240;

/** A name of an agent, a run, an edge: as short as a name should be, and in its own direction of writing. */
export function nameOf(name: string): Html {
  return html`<bdi>${safeName(name)}</bdi>`;
}

/** A text that somebody wrote. */
export function quoted(text: string): Html {
  return html`<bdi>${safe(text, TEXT)}</bdi>`;
}

/** `refunds → notifications`. */
export function agentsOf(from: string, to: string): Html {
  return html`<span class="agents">${nameOf(from)} <span class="arrow">→</span> ${nameOf(to)}</span>`;
}

/** A moment, in UTC. */
export function momentOf(at: string): Html {
  return html`<time>${safe(timeText(at), 40)}</time>`;
}

/** `hop 2`, or `hop 2, attempt 3`. */
export function hopText({ hop, attempt }: Pick<TransferRef, 'hop' | 'attempt'>): string {
  return attempt > 1 ? `hop ${hop}, attempt ${attempt}` : `hop ${hop}`;
}
