import type { Ledger } from '../ledger/ledger.js';
import type { OutboxItem } from '../ledger/store.js';
import type { Alert } from '../model/alert.js';
import { type AlertNote, LEDGER_NOTE_SCHEMA } from '../model/ledger.js';
import type { Due } from './edge-watch.js';

/** What came of one alert. */
export interface Told {
  readonly alert: Alert;
  /** To whom it goes out: names of webhooks. Empty where it was held back, or there is none. */
  readonly sentTo: readonly string[];
  /** Why it is only recorded. */
  readonly heldBack: 'silenced' | 'acknowledged' | null;
}

/**
 * Records an alert and puts it into the outbox, in one transaction: what is recorded as told is also sent, or neither.
 * Null where the ledger has it already: another monitor was first.
 */
export async function tell(
  ledger: Ledger,
  due: Due,
  targets: readonly string[],
  now: Date,
): Promise<Told | null> {
  const { alert } = due;
  const heldBack = heldBackBy(due);
  const sentTo = heldBack === null ? targets : [];
  const note: AlertNote = {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'alert',
    id: noteId(due),
    at: now.toISOString(),
    ...(alert.simulated === true ? { simulated: true } : {}),
    alert,
    ...(due.silenced ? { silenced: true } : {}),
  };
  const send = sentTo.map((to) => outboxItem(note, to, now));
  const [appended] = await ledger.append([note], { send });
  return appended?.outcome === 'appended' ? { alert, sentTo, heldBack } : null;
}

/** That an alert is over is told to those who were told of it. */
function heldBackBy({ silenced, acknowledged, change, told }: Due): Told['heldBack'] {
  if (silenced || (change.why === 'over' && told?.unsent === true)) return 'silenced';
  return acknowledged && change.state === 'firing' ? 'acknowledged' : null;
}

/**
 * The alert's id and its state. What is told again while it fires also names the note that it follows, so that two
 * monitors who come to the same give it the same name, and the ledger keeps one.
 */
function noteId({ alert, change, told }: Due): string {
  const id = `${alert.id}/${alert.state}`;
  return change.why === 'worse' || change.why === 'again' ? `${id}/${told?.last ?? 0}` : id;
}

function outboxItem(note: AlertNote, to: string, now: Date): Omit<OutboxItem, 'attempts'> {
  const at = now.toISOString();
  return {
    id: `${note.id} ${to}`,
    to,
    body: JSON.stringify(note.alert),
    created_at: at,
    next_at: at,
  };
}

/** What an item is known by at its receiver: the same each time it is sent. */
export function idempotencyKey({ id, to }: Pick<OutboxItem, 'id' | 'to'>): string {
  // A header takes no text of every kind, and agents can have any name.
  return encodeURIComponent(id.slice(0, -(to.length + 1))).slice(0, 1000);
}
