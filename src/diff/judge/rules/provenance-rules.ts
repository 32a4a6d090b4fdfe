import type { Contract } from '../../../contract/contract.js';
import { blocksOn } from '../blocks-on.js';
import { showValue } from '../../show-value.js';
import { mirrored, symmetric } from '../mirrored.js';
import type { Rule } from '../rule.js';

/** The contract that does not have the constraint: is one that nobody stated refused under it. */
function refusesInvented(contract: Contract | undefined): boolean {
  return contract !== undefined && blocksOn(contract, 'constraint.invented');
}

const FOREVER = Number.POSITIVE_INFINITY;

function seconds(value: unknown): number {
  return typeof value === 'number' ? value : FOREVER;
}

/**
 * Where facts and constraints may come from. A speaker that a contract does not accept is refused in a payload, and
 * what it stated is not missed: so each change of speakers loosens one thing and tightens another.
 */
export const PROVENANCE_RULES: readonly Rule[] = [
  ...mirrored(
    {
      id: 'sources.restricted',
      kind: 'sourcesRestricted',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      says: ({ after }) => `facts are held to sources: ${showValue(after)}`,
    },
    {
      id: 'sources.unrestricted',
      kind: 'sourcesUnrestricted',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      says: () => 'facts may come from anywhere, and be of any age',
    },
  ),
  ...mirrored(
    {
      id: 'source.added',
      kind: 'sourceAdded',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      says: ({ subject }) => `facts may come from ${showValue(subject)} too`,
    },
    {
      id: 'source.removed',
      kind: 'sourceRemoved',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      says: ({ subject }) => `facts may not come from ${showValue(subject)} any more`,
    },
  ),
  ...mirrored(
    {
      id: 'age.longer',
      kind: 'maxAgeChanged',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      when: ({ before, after }) => seconds(after) > seconds(before),
      says: ({ before, after }) => `facts may be older: ${age(after)}, before ${age(before)}`,
    },
    {
      id: 'age.shorter',
      kind: 'maxAgeChanged',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      when: ({ before, after }) => seconds(after) < seconds(before),
      says: ({ before, after }) => `facts have to be fresher: ${age(after)}, before ${age(before)}`,
    },
  ),
  ...mirrored(
    {
      id: 'speakers.restricted',
      kind: 'speakersRestricted',
      direction: 'both',
      breaks: ['sender'],
      level: 'error',
      says: ({ after }) =>
        `only ${showValue(after)} may state constraints here; what others stated is not missed`,
    },
    {
      id: 'speakers.unrestricted',
      kind: 'speakersUnrestricted',
      direction: 'both',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      says: () => 'whoever states a constraint, it has to be carried here',
    },
  ),
  ...mirrored(
    {
      id: 'speaker.added',
      kind: 'speakerAdded',
      direction: 'both',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      says: ({ subject }) => `constraints stated by ${showValue(subject)} may and have to be carried here`,
    },
    {
      id: 'speaker.removed',
      kind: 'speakerRemoved',
      direction: 'both',
      breaks: ['sender'],
      level: 'error',
      says: ({ subject }) => `constraints stated by ${showValue(subject)} are refused here, and not missed`,
    },
  ),
  ...mirrored(
    {
      id: 'policy.added',
      kind: 'policyAdded',
      direction: 'loosened',
      level: 'error',
      says: ({ subject }) => `the policy ${showValue(subject)} may supersede constraints`,
    },
    {
      id: 'policy.removed',
      kind: 'policyRemoved',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      says: ({ subject }) => `the policy ${showValue(subject)} may not supersede constraints any more`,
    },
  ),
  ...mirrored(
    {
      id: 'standing.added',
      kind: 'standingAdded',
      direction: 'tightened',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      when: (_, { pair }) => !refusesInvented(pair?.base),
      says: ({ subject }) => `the standing constraint ${showValue(subject)} has to be carried`,
    },
    {
      id: 'standing.removed',
      kind: 'standingRemoved',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      when: (_, { pair }) => !refusesInvented(pair?.head),
      says: ({ subject }) => `the standing constraint ${showValue(subject)} is held no more`,
    },
  ),
  // Where what nobody stated blocks, the version without it refuses a payload that carries it.
  ...mirrored(
    {
      id: 'standing.may_and_has_to_be_carried',
      kind: 'standingAdded',
      direction: 'both',
      breaks: ['sender', 'receiver'],
      level: 'warning',
      when: (_, { pair }) => refusesInvented(pair?.base),
      says: ({ subject }) => `the standing constraint ${showValue(subject)} may and has to be carried`,
    },
    {
      id: 'standing.may_not_be_carried',
      kind: 'standingRemoved',
      direction: 'both',
      breaks: ['sender', 'receiver'],
      level: 'error',
      when: (_, { pair }) => refusesInvented(pair?.head),
      says: ({ subject }) => `the standing constraint ${showValue(subject)} is held no more, and refused`,
    },
  ),
  symmetric({
    id: 'standing.changed',
    kind: 'standingChanged',
    direction: 'both',
    breaks: ['sender', 'receiver'],
    level: 'error',
    says: ({ subject, before, after }) =>
      `the standing constraint ${showValue(subject)} is another: ${showValue(after)}, before ${showValue(before)}`,
  }),
  ...mirrored(
    {
      id: 'config.watched',
      kind: 'configWatched',
      direction: 'tightened',
      breaks: ['sender'],
      level: 'warning',
      says: () => 'live config is read: what changed there is judged',
    },
    {
      id: 'config.unwatched',
      kind: 'configUnwatched',
      direction: 'loosened',
      level: 'error',
      says: () => 'live config is not read any more: whatever changes there, nothing is undeclared',
    },
  ),
  // What the sender says of a source that is not read is not real, and can be where it is read.
  ...mirrored(
    {
      id: 'config_source.added',
      kind: 'configSourceAdded',
      direction: 'both',
      breaks: ['sender'],
      level: 'warning',
      says: ({ subject }) => `the source ${showValue(subject)} is read too`,
    },
    {
      id: 'config_source.removed',
      kind: 'configSourceRemoved',
      direction: 'both',
      breaks: ['sender'],
      level: 'error',
      says: ({ subject }) => `the source ${showValue(subject)} is not read any more`,
    },
  ),
  symmetric({
    id: 'config_source.changed',
    kind: 'configSourceChanged',
    direction: 'both',
    breaks: ['sender', 'author'],
    level: 'error',
    says: ({ subject }) => `the source ${showValue(subject)} is read otherwise`,
  }),
];

function age(value: unknown): string {
  return typeof value === 'number' ? showValue(`${value} s`) : '`of any age`';
}
