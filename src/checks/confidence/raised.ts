import type { Check } from '../check.js';

export const confidenceRaised: Check = {
  code: 'confidence.raised',
  title: "the confidence that is sent is not above the sender's own",
  why: 'A receiver acts on a surer answer than the sender has.',
  fix: "Send the confidence of the sender's state.",
  default: 'warn',
  needs: ['confidence'],
  proofs: { transfer: { holds: 'confidence.not_raised' } },
  reason({ facts: { confidence } }) {
    return {
      data: '/payload/confidence',
      message: `the sender has a confidence of ${confidence.sender}, and the payload reports ${confidence.sent}`,
      values: { held: confidence.sender, sent: confidence.sent },
      fix: {
        patch: [{ op: 'replace', path: '/confidence', value: confidence.sender }],
        say: `Report your confidence of ${confidence.sender}, not ${confidence.sent}.`,
      },
    };
  },
};
