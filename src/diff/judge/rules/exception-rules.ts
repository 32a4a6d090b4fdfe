import type { Change } from '../../../model/policy-diff.js';
import { showValue } from '../../show-value.js';
import { mirrored } from '../mirrored.js';
import type { JudgeScene, Rule } from '../rule.js';

/** Ways through that are on record, who may discharge, and what is watched. */
export const EXCEPTION_RULES: readonly Rule[] = [
  ...mirrored(
    {
      id: 'exception.added',
      kind: 'exceptionAdded',
      direction: 'loosened',
      level: 'error',
      says: ({ subject }) => `an exception lets ${showValue(subject)} through`,
    },
    {
      id: 'exception.removed',
      kind: 'exceptionRemoved',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      says: ({ subject }) => `the exception for ${showValue(subject)} is gone: it is judged again`,
    },
  ),
  ...mirrored(
    {
      id: 'exception.extended',
      kind: 'exceptionExpiryChanged',
      direction: 'loosened',
      level: 'error',
      when: ({ before, after }) => String(after) > String(before),
      says: ({ subject, before, after }) =>
        `the exception for ${showValue(subject)} ends later: ${showValue(after)}, not ${showValue(before)}`,
    },
    {
      id: 'exception.shortened',
      kind: 'exceptionExpiryChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: ({ before, after }) => String(after) < String(before),
      says: ({ subject, before, after }) =>
        `the exception for ${showValue(subject)} ends sooner: ${showValue(after)}, not ${showValue(before)}`,
    },
  ),
  ...mirrored(
    {
      id: 'discharger.added',
      kind: 'dischargerAdded',
      direction: 'loosened',
      level: 'error',
      when: (change, scene) => !isIdle(change, scene),
      says: ({ subject }) => `one more may discharge (${showValue(subject)})`,
    },
    {
      id: 'discharger.removed',
      kind: 'dischargerRemoved',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: (change, scene) => !isIdle(change, scene),
      says: ({ subject }) => `one less may discharge (${showValue(subject)})`,
    },
  ),
  // A discharge counts only where the sender makes it.
  ...mirrored(
    {
      id: 'discharger.idle_added',
      kind: 'dischargerAdded',
      direction: 'neutral',
      level: 'note',
      when: isIdle,
      says: ({ subject }) =>
        `one more is named that may discharge (${showValue(subject)}), and does not send here`,
    },
    {
      id: 'discharger.idle_removed',
      kind: 'dischargerRemoved',
      direction: 'neutral',
      level: 'note',
      when: isIdle,
      says: ({ subject }) =>
        `one less is named that may discharge (${showValue(subject)}), and did not send here`,
    },
  ),
  ...mirrored(
    {
      id: 'monitor.removed',
      kind: 'monitorRemoved',
      direction: 'loosened',
      level: 'error',
      says: () => 'nothing watches the rate of this edge any more',
    },
    {
      id: 'monitor.added',
      kind: 'monitorAdded',
      direction: 'tightened',
      level: 'note',
      says: ({ after }) => `the rate of this edge is watched: ${showValue(after)}`,
    },
  ),
  ...mirrored(
    {
      id: 'monitor.alerts_later',
      kind: 'monitorThresholdChanged',
      direction: 'loosened',
      level: 'warning',
      when: ({ before, after }) => Number(after) < Number(before),
      says: ({ before, after }) =>
        `the alert waits for a rate below ${showValue(after)}, not ${showValue(before)}`,
    },
    {
      id: 'monitor.alerts_sooner',
      kind: 'monitorThresholdChanged',
      direction: 'tightened',
      level: 'note',
      when: ({ before, after }) => Number(after) > Number(before),
      says: ({ before, after }) =>
        `the alert comes at a rate below ${showValue(after)}, not ${showValue(before)}`,
    },
  ),
  ...mirrored(
    {
      id: 'monitor.needs_more',
      kind: 'monitorMinimumChanged',
      direction: 'loosened',
      level: 'warning',
      when: ({ before, after }) => Number(after) > Number(before),
      says: ({ before, after }) =>
        `the alert needs ${showValue(after)} observations, not ${showValue(before)}`,
    },
    {
      id: 'monitor.needs_fewer',
      kind: 'monitorMinimumChanged',
      direction: 'tightened',
      level: 'note',
      when: ({ before, after }) => Number(after) < Number(before),
      says: ({ before, after }) =>
        `the alert needs ${showValue(after)} observations, not ${showValue(before)}`,
    },
  ),
  // A longer one is slower to see a fall, and a shorter one may never hold what a rate is told of.
  {
    id: 'monitor.other_window',
    kind: 'monitorWindowChanged',
    direction: 'both',
    breaks: [],
    level: 'warning',
    mirror: 'monitor.other_window',
    says: ({ before, after }) =>
      `the window is ${showValue(after)} transfers, not ${showValue(before)}: ${
        Number(after) > Number(before)
          ? 'a rate that falls is told later'
          : 'a rate is told of fewer, and not at all while they hold less than `min_observations`'
      }`,
  },
  {
    id: 'monitor.other_class',
    kind: 'monitorClassChanged',
    direction: 'both',
    breaks: [],
    level: 'warning',
    mirror: 'monitor.other_class',
    says: ({ before, after }) => `${showValue(after)} is watched in the place of ${showValue(before)}`,
  },
];

/** Neither version's sender: `*` may be anybody. */
function isIdle({ subject }: Change, { pair }: JudgeScene): boolean {
  if (pair === null || subject === null) return false;
  const agent = subject.slice(subject.indexOf(': ') + 2);
  const senders = [pair.base.edge.from, pair.head.edge.from];
  return senders.every((sender) => sender !== '*' && sender !== agent);
}
