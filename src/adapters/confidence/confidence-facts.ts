import type { ConfidenceFacts } from '../../model/facts.js';
import type { TransferScene } from '../scene.js';

/** What the sender reports of itself, and what it sends. Null: never reported. */
export function confidenceFacts({ transfer, payload }: TransferScene): ConfidenceFacts {
  return { sender: transfer.sender.confidence ?? null, sent: payload.confidence ?? null };
}
