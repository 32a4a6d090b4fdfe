import type { AlertFault } from '../model/alert.js';
import type { TransferFault, TransferScore } from '../model/carry.js';
import type { ScoreClass } from '../model/score.js';

const SHOWN = 20;
const LONGEST_TEXT = 500;

/** How the codes begin that are about each class. */
const GROUPS: Readonly<Record<ScoreClass, string>> = {
  established: 'established.',
  tool_results: 'tool_result.',
  constraints: 'constraint.',
  confidence: 'confidence.',
  stop_conditions: 'stop_condition.',
};

/**
 * Faults of a class that this edge answers for. What an earlier hop lost is not its own, and what the sender's state
 * forgot is no fault of the handoff where the payload has it: where it has not, that is told as dropped.
 */
export function ownFaults({ faults }: TransferScore, name: ScoreClass): readonly TransferFault[] {
  return faults.filter(
    ({ code, upstream }) => !upstream && code.startsWith(GROUPS[name]) && code !== 'constraint.forgotten',
  );
}

export function isFaulty(transfer: TransferScore, name: ScoreClass): boolean {
  return ownFaults(transfer, name).length > 0;
}

/** By code, the most frequent first; each with the texts that it befell. */
export function faultsOf(attempts: readonly TransferScore[], name: ScoreClass): readonly AlertFault[] {
  const byCode = new Map<string, TransferFault[]>();
  for (const fault of attempts.flatMap((attempt) => ownFaults(attempt, name))) {
    const known = byCode.get(fault.code);
    if (known === undefined) byCode.set(fault.code, [fault]);
    else known.push(fault);
  }
  const faults = [...byCode].map(([code, all]) => ({ code, count: all.length, constraints: textsOf(all) }));
  return faults.sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)).slice(0, SHOWN);
}

function textsOf(faults: readonly TransferFault[]): AlertFault['constraints'] {
  const counts = new Map<
    string,
    { text: string; modality: AlertFault['constraints'][number]['modality']; count: number }
  >();
  for (const { text, modality } of faults) {
    if (text === null || modality === null) continue;
    const key = JSON.stringify([modality, text]);
    const known = counts.get(key) ?? { text: capped(text), modality, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN);
}

/** By whole characters. */
function capped(text: string): string {
  const characters = [...text.slice(0, 2 * LONGEST_TEXT)];
  return characters.length <= LONGEST_TEXT && text.length <= 2 * LONGEST_TEXT
    ? text
    : `${characters.slice(0, LONGEST_TEXT).join('')}…`;
}
