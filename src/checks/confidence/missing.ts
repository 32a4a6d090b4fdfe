import type { Check } from '../check.js';

export const confidenceMissing: Check = {
  code: 'confidence.missing',
  title: 'a confidence that the sender has is sent',
  why: 'A partial answer then arrives looking exactly like a complete one.',
  fix: "Send the confidence of the sender's state.",
  default: 'warn',
  needs: ['confidence'],
  proofs: { transfer: { holds: 'confidence.reported' } },
  reason({ facts: { confidence } }) {
    return {
      data: '/payload/confidence',
      message: `the sender has a confidence of ${confidence.sender}, and the payload reports none`,
      values: { held: confidence.sender, sent: confidence.sent },
      fix: {
        patch: [{ op: 'replace', path: '/confidence', value: confidence.sender }],
        say: `Report your confidence of ${confidence.sender}.`,
      },
    };
  },
};
