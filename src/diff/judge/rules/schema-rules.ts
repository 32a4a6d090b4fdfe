import type { JsonSchema } from '../../../canonical/json-value.js';
import type { Change, ChangeKind } from '../../../model/policy-diff.js';
import { showValue } from '../../show-value.js';
import { mirrored, symmetric } from '../mirrored.js';
import { type Reach, schemaReach } from '../schema-reach.js';
import type { JudgeScene, Rule } from '../rule.js';

/** What a payload of this edge has to be. */
export const SCHEMA_RULES: readonly Rule[] = [
  ...mirrored(
    {
      id: 'fact.added',
      kind: 'factAdded',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'error',
      says: ({ subject }) => `the fact ${showValue(subject)} has to be sent`,
    },
    {
      id: 'fact.removed',
      kind: 'factRemoved',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      says: ({ subject }) => `the fact ${showValue(subject)} need not be sent any more, and may be anything`,
    },
  ),
  ...changedSchema('fact', 'factSchemaChanged'),
  ...mirrored(
    {
      id: 'property.added',
      kind: 'propertyAdded',
      direction: 'both',
      breaks: ['sender'],
      level: 'error',
      says: ({ subject }) => `the field ${showValue(subject)} may and has to be sent`,
    },
    {
      id: 'property.removed',
      kind: 'propertyRemoved',
      direction: 'both',
      breaks: ['sender', 'receiver'],
      level: 'error',
      says: ({ subject }) => `the field ${showValue(subject)} need and may not be sent any more`,
    },
  ),
  ...changedSchema('property', 'propertySchemaChanged'),
];

/** A schema in the place of another, judged by what each accepts. */
function changedSchema(part: 'fact' | 'property', kind: ChangeKind): readonly Rule[] {
  return [
    ...mirrored(
      {
        id: `${part}.narrowed`,
        kind,
        direction: 'tightened',
        breaks: ['sender'],
        level: 'error',
        when: (change, scene) => reachOf(change, scene) === 'narrower',
        says: ({ subject }) => `${showValue(subject)} accepts less`,
      },
      {
        id: `${part}.widened`,
        kind,
        direction: 'loosened',
        breaks: ['receiver'],
        level: 'error',
        when: (change, scene) => reachOf(change, scene) === 'wider',
        says: ({ subject }) => `${showValue(subject)} accepts more`,
      },
    ),
    symmetric({
      id: `${part}.replaced`,
      kind,
      direction: 'both',
      breaks: ['sender', 'receiver'],
      level: 'error',
      when: (change, scene) => reachOf(change, scene) === 'other',
      says: ({ subject }) => `${showValue(subject)} accepts other values`,
    }),
    symmetric({
      id: `${part}.rephrased`,
      kind,
      direction: 'neutral',
      level: 'note',
      when: (change, scene) => reachOf(change, scene) === 'same',
      says: ({ subject }) => `${showValue(subject)} is written otherwise, and accepts the same`,
    }),
  ];
}

function reachOf({ before, after }: Change, { compareSchemas }: JudgeScene): Reach {
  return schemaReach(before as JsonSchema, after as JsonSchema, compareSchemas);
}
