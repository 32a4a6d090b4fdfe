import type { Ledger } from '../ledger/ledger.js';
import type { OutboxItem } from '../ledger/store.js';
import { type Posted, postWebhook, type WebhookTarget } from './post-webhook.js';
import { idempotencyKey } from './tell.js';

export interface SendOptions {
  readonly targets: readonly WebhookTarget[];
  readonly clock: () => Date;
  /** One try, in milliseconds; 10,000 unless given. */
  readonly timeoutMs?: number;
  /** From 0 to 1, for the jitter; `Math.random` unless given. */
  readonly random?: () => number;
  readonly signal?: AbortSignal;
  /** Called with each try. */
  readonly onTry?: (item: OutboxItem, posted: Posted) => void;
}

export interface SentOutbox {
  readonly sent: number;
  readonly failed: number;
  /** Still there, also for a target that no project file names any more. */
  readonly waiting: number;
}

const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** How much of the outbox is looked at. */
const LIMIT = 10_000;

/**
 * Tries what is due, each target in the order of its items. Nothing is given up: an item stays until its target answers
 * with 2xx. A target that fails is left alone for the rest of the round, so that it keeps the others from nothing.
 */
export async function sendOutbox(ledger: Ledger, options: SendOptions): Promise<SentOutbox> {
  const items = await ledger.outbox(LIMIT);
  const byTarget = new Map<string, OutboxItem[]>();
  for (const item of items) {
    const known = byTarget.get(item.to);
    if (known === undefined) byTarget.set(item.to, [item]);
    else known.push(item);
  }
  const counts = await Promise.all(
    options.targets.map((target) => sendTo(ledger, target, byTarget.get(target.name) ?? [], options)),
  );
  const sent = counts.reduce((sum, count) => sum + count.sent, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  return { sent, failed, waiting: items.length - sent };
}

async function sendTo(
  ledger: Ledger,
  target: WebhookTarget,
  items: readonly OutboxItem[],
  options: SendOptions,
): Promise<{ sent: number; failed: number }> {
  const { clock, timeoutMs = TIMEOUT_MS, signal } = options;
  let sent = 0;
  for (const item of items) {
    const now = clock();
    // Those after it wait too: `resolved` is not to arrive before what it resolves.
    if (isOver(signal) || Date.parse(item.next_at) > now.getTime()) break;
    const how = { timeoutMs, now, ...(signal === undefined ? {} : { signal }) };
    const posted = await postWebhook(target, item.body, idempotencyKey(item), how);
    options.onTry?.(item, posted);
    if (!posted.sent) {
      // Ended from outside: that says nothing of the target.
      if (isOver(signal)) break;
      await ledger.settleOutbox({ sent: [], tried: [{ id: item.id, next_at: nextTry(item, options) }] });
      return { sent, failed: 1 };
    }
    // One by one: what was sent and is not settled would be sent again.
    await ledger.settleOutbox({ sent: [item.id], tried: [] });
    sent += 1;
  }
  return { sent, failed: 0 };
}

/** A function, since it changes while something is awaited. */
function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function nextTry({ attempts }: OutboxItem, { clock, random = Math.random }: SendOptions): string {
  return new Date(clock().getTime() + backoffMs(attempts, random())).toISOString();
}

/**
 * How long until the next try, in milliseconds: twice as long each time up to a quarter of an hour, of which between half
 * and the whole is waited, so that twenty monitors do not come back at once.
 */
export function backoffMs(attempts: number, random: number): number {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, 30));
  return Math.round(whole * (0.5 + random / 2));
}
