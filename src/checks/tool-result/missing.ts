import type { Check } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const toolResultMissing: Check = {
  code: 'tool_result.missing',
  title: 'every tool call of the sender that succeeded backs a fact that is sent',
  why: 'The receiver repeats the call, or goes without what it told. Many results are of no use to it, so by default this is counted and does not block.',
  fix: 'Send a fact with this tool call as its evidence.',
  default: 'ignore',
  needs: ['established', 'sender_tool_calls'],
  proofs: { transfer: { empty: 'input.tool_results.missing' } },
  reason(scene, item) {
    const { id } = itemAt(scene.facts.tool_results.missing, item);
    return {
      data: '/payload/established',
      message: `no fact that is sent has the tool call ${quote(id)} as its evidence`,
      values: { tool_call: id },
    };
  },
};
