import { isJsonObject, type JsonSchema, type JsonValue } from '../../../canonical/json-value.js';
import type { Change } from '../../../model/policy-diff.js';
import { showValue } from '../../show-value.js';
import { mirrored, symmetric } from '../mirrored.js';
import type { JudgeScene, Rule } from '../rule.js';
import { type Reach, schemaReach } from '../schema-reach.js';

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
  // Records that name the old edge lose their contract, and those that name the new one get it.
  symmetric({
    id: 'contract.renamed',
    kind: 'contractRenamed',
    direction: 'both',
    breaks: ['author'],
    level: 'warning',
    when: (_, scene) => !isOpen(scene),
    says: ({ before, after }) =>
      `${showValue(before)} is called ${showValue(after)}: what names the old edge is blocked as uncovered, and hosts and records that do have to follow`,
  }),
  symmetric({
    id: 'contract.renamed_open',
    kind: 'contractRenamed',
    direction: 'both',
    breaks: ['author'],
    level: 'error',
    when: (_, scene) => isOpen(scene),
    says: ({ before, after }) =>
      `${showValue(before)} is called ${showValue(after)}, and uncovered edges are not blocked in both versions: what names an edge that has no contract of its name crosses unjudged`,
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
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: asksForDetails,
      says: ({ subject }) => `the vocabulary has ${showValue(subject)}, and says what its details have to be`,
    },
    {
      id: 'effect_kind.removed',
      kind: 'effectKindRemoved',
      direction: 'loosened',
      breaks: ['author'],
      level: 'error',
      when: asksForDetails,
      says: ({ subject }) =>
        `the vocabulary lacks ${showValue(subject)}, so that its details may be anything`,
    },
  ),
  // Contracts can speak of it, or cannot any more; what they say is told where it changes.
  ...mirrored(
    {
      id: 'effect_kind.named',
      kind: 'effectKindAdded',
      direction: 'neutral',
      level: 'note',
      when: (change) => !asksForDetails(change),
      says: ({ subject }) => `the vocabulary has ${showValue(subject)}`,
    },
    {
      id: 'effect_kind.unnamed',
      kind: 'effectKindRemoved',
      direction: 'neutral',
      breaks: ['author'],
      level: 'warning',
      when: (change) => !asksForDetails(change),
      says: ({ subject }) => `the vocabulary lacks ${showValue(subject)}`,
    },
  ),
  ...mirrored(
    {
      id: 'effect_kind.narrowed',
      kind: 'effectKindChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'error',
      when: (change, scene) => detailsReach(change, scene) === 'narrower',
      says: ({ subject }) => `the vocabulary accepts less as details of ${showValue(subject)}`,
    },
    {
      id: 'effect_kind.widened',
      kind: 'effectKindChanged',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      when: (change, scene) => detailsReach(change, scene) === 'wider',
      says: ({ subject }) => `the vocabulary accepts more as details of ${showValue(subject)}`,
    },
  ),
  symmetric({
    id: 'effect_kind.replaced',
    kind: 'effectKindChanged',
    direction: 'both',
    breaks: ['sender', 'receiver'],
    level: 'error',
    when: (change, scene) => detailsReach(change, scene) === 'other',
    says: ({ subject }) => `the vocabulary accepts other details of ${showValue(subject)}`,
  }),
  symmetric({
    id: 'effect_kind.rephrased',
    kind: 'effectKindChanged',
    direction: 'neutral',
    level: 'note',
    when: (change, scene) => detailsReach(change, scene) === 'same',
    says: ({ subject }) => `the vocabulary accepts the same details of ${showValue(subject)}`,
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

/** Does any version let through what no contract is for. */
function isOpen({ uncovered }: JudgeScene): boolean {
  return uncovered.base !== 'block' || uncovered.head !== 'block';
}

function detailsOf(kind: JsonValue): JsonSchema {
  const details = isJsonObject(kind) ? kind['details'] : null;
  return isJsonObject(details) || typeof details === 'boolean' ? details : true;
}

function asksForDetails({ before, after }: Change): boolean {
  return detailsOf(after ?? before) !== true;
}

function detailsReach({ before, after }: Change, { compareSchemas }: JudgeScene): Reach {
  return schemaReach(detailsOf(before), detailsOf(after), compareSchemas);
}
