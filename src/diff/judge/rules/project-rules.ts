import { showValue } from '../../show-value.js';
import { mirrored, symmetric } from '../mirrored.js';
import type { Rule } from '../rule.js';

/** Whole contracts, their names, and what holds for all of them. */
export const PROJECT_RULES: readonly Rule[] = [
  ...mirrored(
    {
      id: 'contract.added',
      kind: 'contractAdded',
      direction: 'both',
      breaks: ['sender'],
      level: 'warning',
      says: ({ subject }) => `${showValue(subject)} gets a contract of its own`,
    },
    {
      id: 'contract.removed',
      kind: 'contractRemoved',
      direction: 'both',
      breaks: ['author'],
      level: 'error',
      says: ({ subject }) => `${showValue(subject)} has no contract of its own any more`,
    },
  ),
  symmetric({
    id: 'contract.renamed',
    kind: 'contractRenamed',
    direction: 'neutral',
    breaks: ['author'],
    level: 'warning',
    says: ({ before, after }) =>
      `${showValue(before)} is called ${showValue(after)}: hosts that name the edge, and what was recorded, use the old name`,
  }),
  symmetric({
    id: 'contract.other_agents',
    kind: 'agentsChanged',
    direction: 'both',
    breaks: ['sender', 'receiver'],
    level: 'error',
    says: ({ before, after }) => `it is about other agents: ${showValue(after)}, before ${showValue(before)}`,
  }),
  symmetric({
    id: 'metadata.owner',
    kind: 'ownerChanged',
    direction: 'neutral',
    level: 'note',
    says: ({ before, after }) => `the owner is ${showValue(after)}, before ${showValue(before)}`,
  }),
  symmetric({
    id: 'metadata.description',
    kind: 'descriptionChanged',
    direction: 'neutral',
    level: 'note',
    says: () => 'the description is another',
  }),
  symmetric({
    id: 'metadata.runbook',
    kind: 'runbookChanged',
    direction: 'neutral',
    level: 'note',
    says: ({ after }) => `the runbook is ${showValue(after)}`,
  }),
  ...mirrored(
    {
      id: 'uncovered.weakened',
      kind: 'uncoveredChanged',
      direction: 'loosened',
      level: 'error',
      when: ({ before }) => before === 'block',
      says: ({ before, after }) =>
        `edges without a contract: ${showValue(after)}, before ${showValue(before)}`,
    },
    {
      id: 'uncovered.strengthened',
      kind: 'uncoveredChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: ({ after }) => after === 'block',
      says: ({ before, after }) =>
        `edges without a contract: ${showValue(after)}, before ${showValue(before)}`,
    },
  ),
  symmetric({
    id: 'uncovered.retold',
    kind: 'uncoveredChanged',
    direction: 'neutral',
    level: 'warning',
    when: ({ before, after }) => before !== 'block' && after !== 'block',
    says: ({ before, after }) =>
      `edges without a contract: ${showValue(after)}, before ${showValue(before)}; neither version blocks them`,
  }),
  symmetric({
    id: 'adapters.changed',
    kind: 'adaptersChanged',
    direction: 'both',
    breaks: ['author'],
    level: 'error',
    says: ({ before, after }) =>
      `live config is read within other limits: ${showValue(after)}, before ${showValue(before)}`,
  }),
  ...mirrored(
    {
      id: 'effect_kind.added',
      kind: 'effectKindAdded',
      direction: 'both',
      breaks: ['sender'],
      level: 'warning',
      says: ({ subject }) => `the vocabulary has ${showValue(subject)}`,
    },
    {
      id: 'effect_kind.removed',
      kind: 'effectKindRemoved',
      direction: 'both',
      breaks: ['author'],
      level: 'error',
      says: ({ subject }) => `the vocabulary lacks ${showValue(subject)}`,
    },
  ),
  symmetric({
    id: 'effect_kind.changed',
    kind: 'effectKindChanged',
    direction: 'both',
    breaks: ['sender'],
    level: 'error',
    says: ({ subject }) => `the vocabulary says otherwise of ${showValue(subject)}`,
  }),
  ...mirrored(
    {
      id: 'tool.added',
      kind: 'toolAdded',
      direction: 'loosened',
      level: 'warning',
      says: ({ subject }) => `the guard knows the tool ${showValue(subject)}`,
    },
    {
      id: 'tool.removed',
      kind: 'toolRemoved',
      direction: 'tightened',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      says: ({ subject }) =>
        `the guard does not know the tool ${showValue(subject)} any more, and refuses it`,
    },
  ),
  symmetric({
    id: 'tool.changed',
    kind: 'toolChanged',
    direction: 'both',
    breaks: ['sender', 'receiver'],
    level: 'error',
    says: ({ subject }) => `the tool ${showValue(subject)} is said to do other things`,
  }),
];
