import type { OrderFault } from '../../model/facts.js';
import type { Check } from '../check.js';
import { itemAt } from '../constraint-scene.js';

export const runOutOfOrder: Check = {
  code: 'run.out_of_order',
  title: 'hops and attempts count up, and `after` names hops that reached the sender',
  why: 'A handoff that is told in another order than it happened hides what was lost before it.',
  fix: 'Let the recorder number hops and attempts, and name in `after` the hops whose payloads the sender acts on.',
  default: 'block',
  needs: [],
  proofs: { transfer: { empty: 'input.transfer.order' } },
  reason(scene, item) {
    const { fault, hop } = itemAt(scene.facts.transfer.order, item);
    return {
      data: fault.startsWith('after') ? '/after' : '/hop',
      message: SAID[fault](hop),
      values: { fault, hop },
    };
  },
};

const SAID: Readonly<Record<OrderFault['fault'], (hop: number) => string>> = {
  hop_not_increasing: (hop) => `hop ${hop} is not above every earlier hop`,
  attempt_not_increasing: (hop) => `this attempt at hop ${hop} does not follow the last one`,
  hop_already_delivered: (hop) => `hop ${hop} was delivered already`,
  hop_changed_agents: (hop) => `an earlier attempt at hop ${hop} was between other agents`,
  after_unknown: (hop) => `\`after\` names hop ${hop}, which this run does not have`,
  after_undelivered: (hop) => `\`after\` names hop ${hop}, which was never delivered`,
  after_not_earlier: (hop) => `\`after\` names hop ${hop}, which is not earlier`,
  after_not_to_sender: (hop) => `\`after\` names hop ${hop}, which did not go to this sender`,
};
