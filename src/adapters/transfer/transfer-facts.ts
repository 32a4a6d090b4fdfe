import type { PresentFields, TransferFacts } from '../../model/facts.js';
import type { TransferScene } from '../scene.js';

/** Which attempt this is, and what is wrong with its place in the run. */
export function transferFacts({ transfer, context }: TransferScene): TransferFacts {
  return {
    run: transfer.run,
    hop: transfer.hop,
    attempt: transfer.attempt,
    from: transfer.from,
    to: transfer.to,
    edge: transfer.edge ?? null,
    history: context.history,
    order: context.order,
  };
}

/** Which fields were there. `readPayload` has left out what has the wrong shape. */
export function presentFields({ transfer, payload }: TransferScene): Omit<PresentFields, 'config'> {
  const { sender } = transfer;
  return {
    objective: payload.objective !== undefined,
    remaining: payload.remaining !== undefined,
    constraints: payload.constraints !== undefined,
    discharged: payload.discharged !== undefined,
    established: payload.established !== undefined,
    confidence: payload.confidence !== undefined,
    stop_conditions: payload.stop_conditions !== undefined,
    side_effects: payload.side_effects !== undefined,
    sender_facts: sender.facts !== undefined,
    sender_tool_calls: sender.tool_calls !== undefined,
    sender_constraints: sender.constraints !== undefined,
    sender_confidence: sender.confidence !== undefined,
    sender_stop_conditions: sender.stop_conditions !== undefined,
  };
}
