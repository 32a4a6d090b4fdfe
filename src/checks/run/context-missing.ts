import type { Check } from '../check.js';

export const runContextMissing: Check = {
  code: 'run.context_missing',
  title: 'all that came before this handoff is known',
  why: 'What the sender held is derived from what it received. Where that is not known, nothing can be said to be carried.',
  fix: 'Hand the gate the whole run up to this handoff: every earlier transfer, and every message with what it states.',
  default: 'block',
  needs: [],
  proofs: { transfer: { holds: 'transfer.context_known' } },
  reason({ facts: { transfer } }) {
    return {
      data: '/after',
      message: `hop ${transfer.hop} has a history that is ${transfer.history === 'none' ? 'not there' : transfer.history}`,
      values: { history: transfer.history },
    };
  },
};
