import type { ToolResultFacts } from '../../model/facts.js';
import type { TransferScene } from '../scene.js';

/** The sender's tool calls that succeeded, against the evidence of the facts that it sends. */
export function toolResultFacts({ transfer, payload }: TransferScene): ToolResultFacts {
  const sent = new Set<string>();
  for (const fact of payload.established ?? []) sent.add(fact.evidence);
  const held = new Set<string>();
  const missing: { readonly id: string }[] = [];
  for (const { id, succeeded } of transfer.sender.tool_calls ?? []) {
    if (!succeeded || held.has(id)) continue;
    held.add(id);
    if (!sent.has(id)) missing.push({ id });
  }
  return { held: held.size, carried: held.size - missing.length, missing };
}
