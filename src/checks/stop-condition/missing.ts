import type { Check } from '../check.js';
import { stopConditionReason } from './stop-condition-reason.js';

export const stopConditionMissing: Check = {
  code: 'stop_condition.missing',
  title: 'every stop condition of the run is carried',
  why: 'Without it nobody downstream knows when the run is done.',
  fix: 'Carry the stop conditions that were received, word for word, beside any of your own.',
  default: 'block',
  needs: ['stop_conditions'],
  proofs: {
    transfer: { each: 'input.stop_conditions.lost', holds: 'stop_condition.not_missing' },
  },
  reason: (scene, item) => stopConditionReason(scene, item, 'is not carried'),
};
