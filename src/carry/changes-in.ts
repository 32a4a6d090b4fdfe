import type { AlertChange } from '../model/alert.js';
import type { TransferScore } from '../model/carry.js';
import type { OverrideNote, OverrideSetting } from '../model/ledger.js';
import type { WindowHandoff } from './edge-window.js';

const SHOWN = 20;

/**
 * What changed while these handoffs came: another revision of the sender, another contract, an override. While a release
 * rolls out, two revisions alternate; each is told once, where it is first seen.
 */
export function changesIn(
  kept: readonly WindowHandoff[],
  handoffs: readonly WindowHandoff[],
  overrides: readonly OverrideNote[],
): readonly AlertChange[] {
  const start = handoffs[0]?.place ?? Number.POSITIVE_INFINITY;
  const changes = [
    ...firstSeen(kept, start, 'sender.revision', ({ first }) => first.revision),
    ...firstSeen(kept, start, 'contract.digest', ({ first }) => contractThen(first)),
    ...overrides.filter(({ at }) => isWithin(at, handoffs)).map(overrideChange),
  ];
  return changes.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(-SHOWN);
}

/** When the contract that decides now was first seen to; null where no other was. */
export function contractChangedAt(kept: readonly WindowHandoff[]): string | null {
  const changes = firstSeen(kept, 0, 'contract.digest', ({ first }) => contractThen(first));
  return changes.at(-1)?.at ?? null;
}

/** The contract that decided then; one by which the recording was judged later decided nothing. */
function contractThen({ decided }: TransferScore): string | null {
  return decided === null || decided.afterwards === true ? null : decided.contract;
}

function firstSeen(
  kept: readonly WindowHandoff[],
  start: number,
  what: AlertChange['what'],
  seenIn: (handoff: WindowHandoff) => string | null,
): readonly AlertChange[] {
  const seen = new Set<string>();
  const changes: AlertChange[] = [];
  let last: string | null = null;
  for (const handoff of kept) {
    const value = seenIn(handoff);
    if (value === null) continue;
    if (!seen.has(value) && last !== null && handoff.place >= start)
      changes.push({ what, from: last, to: value, at: handoff.first.at });
    seen.add(value);
    last = value;
  }
  return changes;
}

function isWithin(at: string, handoffs: readonly WindowHandoff[]): boolean {
  const from = handoffs[0];
  return from !== undefined && Date.parse(at) >= Date.parse(from.recorded_at);
}

function overrideChange({ set, at }: OverrideNote): AlertChange {
  return { what: 'override', from: null, to: overrideText(set), at };
}

/** An override in a few words. */
export function overrideText(set: OverrideSetting): string {
  switch (set.what) {
    case 'compose':
    case 'mode':
      return `${set.what} ${set.value}`;
    case 'acknowledge':
      return `acknowledge ${set.alert}`;
    case 'silence':
      return 'silence';
    case 'end':
      return `end ${set.override}`;
  }
}
