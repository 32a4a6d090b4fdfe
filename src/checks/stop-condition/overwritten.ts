import type { Check } from '../check.js';
import { stopConditionReason } from './stop-condition-reason.js';

export const stopConditionOverwritten: Check = {
  code: 'stop_condition.overwritten',
  title: "the run's stop condition is not replaced by another",
  why: "A run then ends when a specialist finishes, not when the customer's problem does.",
  fix: 'Carry the stop conditions that were received, word for word, beside any of your own.',
  default: 'block',
  needs: ['stop_conditions'],
  proofs: {
    transfer: { each: 'input.stop_conditions.lost', holds: 'stop_condition.not_overwritten' },
  },
  reason: (scene, item) => stopConditionReason(scene, item, 'is replaced by another'),
};
