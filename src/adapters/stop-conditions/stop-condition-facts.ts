import { normaliseText } from '../../constraint/normalise-text.js';
import type { StopConditionFacts } from '../../model/facts.js';
import type { TransferScene } from '../scene.js';

/** The stop conditions that reached the sender or that it reports, against those that it sends. */
export function stopConditionFacts({ context, transfer, payload }: TransferScene): StopConditionFacts {
  const held = new Map<string, string>();
  for (const received of context.received) addAll(held, received.payload.stop_conditions);
  addAll(held, transfer.sender.stop_conditions);
  const sent = new Map<string, string>();
  addAll(sent, payload.stop_conditions);
  const lost: { readonly text: string }[] = [];
  for (const [form, text] of held) {
    if (!sent.has(form)) lost.push({ text });
  }
  const carried = held.size - lost.length;
  return { held: held.size, carried, lost, added: sent.size - carried };
}

/** By normalised text, the first wording of each. */
function addAll(texts: Map<string, string>, more: readonly string[] | undefined): void {
  if (more === undefined) return;
  for (const text of more) {
    const form = normaliseText(text);
    if (!texts.has(form)) texts.set(form, text);
  }
}
