import { absentPart } from '../../../contract/absent-part.js';
import { checkRow } from '../../../contract/check-codes.js';
import type { Change } from '../../../model/policy-diff.js';
import { MODES, SEVERITIES } from '../../../model/severity.js';
import { showValue } from '../../show-value.js';
import { mirrored, symmetric } from '../mirrored.js';
import type { JudgeScene, Rule } from '../rule.js';

/** What contracts set of checks and modes. */
export const CHECK_RULES: readonly Rule[] = [
  ...mirrored(
    {
      id: 'mode.weakened',
      kind: 'modeChanged',
      direction: 'loosened',
      level: 'error',
      when: (change) => order(MODES, change) > 0,
      says: (change) => `the mode is weakened from ${from(change)}: what is blocked today would cross`,
    },
    {
      id: 'mode.strengthened',
      kind: 'modeChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: (change) => order(MODES, change) < 0,
      says: (change) =>
        `the mode is strengthened from ${from(change)}: what crosses with a fault today would be blocked`,
    },
  ),
  symmetric({
    id: 'severity.idle',
    kind: 'severityChanged',
    direction: 'neutral',
    level: 'note',
    when: isIdle,
    says: (change) => `${check(change)} goes from ${from(change)}; neither version judges it`,
  }),
  ...mirrored(
    {
      id: 'severity.lowered',
      kind: 'severityChanged',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      when: (change, scene) => !isIdle(change, scene) && change.before === 'block',
      says: (change) => `${check(change)} no longer blocks: from ${from(change)}`,
    },
    {
      id: 'severity.raised',
      kind: 'severityChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: (change, scene) => !isIdle(change, scene) && change.after === 'block',
      says: (change) => `${check(change)} blocks: from ${from(change)}`,
    },
  ),
  ...mirrored(
    {
      id: 'severity.silenced',
      kind: 'severityChanged',
      direction: 'neutral',
      level: 'warning',
      when: (change, scene) =>
        !isIdle(change, scene) && change.before === 'warn' && change.after === 'ignore',
      says: (change) => `${check(change)} is not told any more: from ${from(change)}`,
    },
    {
      id: 'severity.told',
      kind: 'severityChanged',
      direction: 'neutral',
      level: 'note',
      when: (change, scene) =>
        !isIdle(change, scene) && change.before === 'ignore' && change.after === 'warn',
      says: (change) => `${check(change)} is told: from ${from(change)}`,
    },
  ),
  ...mirrored(
    {
      id: 'rule.added',
      kind: 'ruleAdded',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      says: ({ subject }) => `the rule ${showValue(subject)} is added`,
    },
    {
      id: 'rule.removed',
      kind: 'ruleRemoved',
      direction: 'loosened',
      level: 'error',
      says: ({ subject }) => `the rule ${showValue(subject)} is removed: what it blocks today would cross`,
    },
  ),
  symmetric({
    id: 'rule.rewritten',
    kind: 'ruleTextChanged',
    direction: 'both',
    breaks: ['sender'],
    level: 'error',
    says: ({ subject }) =>
      `the rule ${showValue(subject)} is rewritten; what it proves can be looser and tighter`,
  }),
  ...mirrored(
    {
      id: 'rule.lowered',
      kind: 'ruleSeverityChanged',
      direction: 'loosened',
      level: 'error',
      when: (change) => order(SEVERITIES, change) > 0 && change.before === 'block',
      says: (change) => `the rule ${showValue(change.subject)} no longer blocks: from ${from(change)}`,
    },
    {
      id: 'rule.raised',
      kind: 'ruleSeverityChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: (change) => order(SEVERITIES, change) < 0 && change.after === 'block',
      says: (change) => `the rule ${showValue(change.subject)} blocks: from ${from(change)}`,
    },
  ),
  symmetric({
    id: 'rule.retold',
    kind: 'ruleSeverityChanged',
    direction: 'neutral',
    level: 'note',
    when: (change) => change.before !== 'block' && change.after !== 'block',
    says: (change) =>
      `the rule ${showValue(change.subject)} goes from ${from(change)}; it blocks in neither version`,
  }),
];

function isIdle({ subject }: Change, { pair }: JudgeScene): boolean {
  const { part, missing } = checkRow(subject ?? '') ?? {};
  if (missing !== undefined) return true;
  return pair !== null && absentPart(pair.base, part) !== null && absentPart(pair.head, part) !== null;
}

/** Above 0: further down the list, which is weaker. */
function order(list: readonly string[], { before, after }: Change): number {
  return list.indexOf(String(after)) - list.indexOf(String(before));
}

function from({ before, after }: Change): string {
  return `${showValue(before)} to ${showValue(after)}`;
}

function check({ subject }: Change): string {
  return showValue(subject);
}
