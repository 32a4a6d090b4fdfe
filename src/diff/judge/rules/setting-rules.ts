import { isJsonObject } from '../../../canonical/json-value.js';
import type { Change } from '../../../model/policy-diff.js';
import { showValue } from '../../show-value.js';
import { mirrored, symmetric } from '../mirrored.js';
import type { Rule } from '../rule.js';

/** What the project file says beside its contracts: where things lie, what is kept, and who is told. */
export const SETTING_RULES: readonly Rule[] = [
  symmetric({
    id: 'project.contracts_moved',
    kind: 'contractsMoved',
    direction: 'neutral',
    level: 'note',
    says: (change) => `contracts and waivers are read from ${from(change)}`,
  }),
  symmetric({
    id: 'project.policies_moved',
    kind: 'policiesMoved',
    direction: 'neutral',
    breaks: ['author'],
    level: 'warning',
    says: (change) =>
      `outputs are written to ${from(change)}: hosts that read the old folder go on with what was compiled last`,
  }),
  symmetric({
    id: 'project.tools_file_moved',
    kind: 'toolsFileMoved',
    direction: 'neutral',
    level: 'note',
    says: (change) => `tools are listed in ${from(change)}`,
  }),
  symmetric({
    id: 'ledger.moved',
    kind: 'ledgerMoved',
    direction: 'both',
    breaks: ['author'],
    level: 'error',
    says: (change) =>
      `the ledger is ${from(change)}: what was kept, overrides and alerts stay behind in the old one`,
  }),
  ...mirrored(
    {
      id: 'ledger.checkpoint_removed',
      kind: 'checkpointRemoved',
      direction: 'loosened',
      breaks: ['author'],
      level: 'error',
      says: () => 'no checkpoint of the ledger is signed any more unless somebody does it by hand',
    },
    {
      id: 'ledger.checkpoint_added',
      kind: 'checkpointAdded',
      direction: 'tightened',
      level: 'note',
      says: ({ after }) => `checkpoints of the ledger are signed: ${showValue(after)}`,
    },
  ),
  ...mirrored(
    {
      id: 'ledger.checkpoint_rarer',
      kind: 'checkpointChanged',
      direction: 'loosened',
      level: 'warning',
      when: (change) => pace(change) === 'rarer',
      says: (change) => `checkpoints are signed less often: ${from(change)}`,
    },
    {
      id: 'ledger.checkpoint_sooner',
      kind: 'checkpointChanged',
      direction: 'tightened',
      level: 'note',
      when: (change) => pace(change) === 'sooner',
      says: (change) => `checkpoints are signed more often: ${from(change)}`,
    },
  ),
  symmetric({
    id: 'ledger.checkpoint_otherwise',
    kind: 'checkpointChanged',
    direction: 'both',
    breaks: ['author'],
    level: 'error',
    when: (change) => pace(change) === 'otherwise',
    says: (change) => `checkpoints are signed otherwise: ${from(change)}`,
  }),
  ...mirrored(
    {
      id: 'ledger.unvouched',
      kind: 'ledgerKeysChanged',
      direction: 'loosened',
      breaks: ['author'],
      level: 'error',
      when: ({ after }) => isEmpty(after),
      says: () => 'no key is listed any more that checkpoints of the ledger are verified with',
    },
    {
      id: 'ledger.vouched',
      kind: 'ledgerKeysChanged',
      direction: 'tightened',
      level: 'note',
      when: ({ before }) => isEmpty(before),
      says: ({ after }) => `checkpoints of the ledger are verified with ${showValue(after)}`,
    },
  ),
  symmetric({
    id: 'ledger.other_keys',
    kind: 'ledgerKeysChanged',
    direction: 'both',
    breaks: ['author'],
    level: 'error',
    when: ({ before, after }) => !isEmpty(before) && !isEmpty(after),
    says: (change) => `checkpoints of the ledger are verified with ${from(change)}`,
  }),
  ...mirrored(
    {
      id: 'redaction.removed',
      kind: 'redactionRemoved',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      says: () => 'nothing is redacted any more: records are kept as they are',
    },
    {
      id: 'redaction.added',
      kind: 'redactionAdded',
      direction: 'tightened',
      level: 'warning',
      says: ({ after }) => `what is kept is redacted: ${showValue(after)}`,
    },
  ),
  symmetric({
    id: 'redaction.other_key',
    kind: 'redactionKeyChanged',
    direction: 'both',
    breaks: ['author'],
    level: 'warning',
    says: (change) => `tokens are made with ${from(change)}: those of one value are others than before`,
  }),
  ...mirrored(
    {
      id: 'redaction.field_removed',
      kind: 'redactedFieldRemoved',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      says: ({ subject }) => `${showValue(subject)} is kept as it is`,
    },
    {
      id: 'redaction.field_added',
      kind: 'redactedFieldAdded',
      direction: 'tightened',
      level: 'note',
      says: ({ subject }) => `${showValue(subject)} is redacted`,
    },
  ),
  ...mirrored(
    {
      id: 'redaction.text_removed',
      kind: 'redactedTextRemoved',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      says: ({ subject }) => `texts of the kind ${showValue(subject)} are kept as they are`,
    },
    {
      id: 'redaction.text_added',
      kind: 'redactedTextAdded',
      direction: 'tightened',
      level: 'note',
      says: ({ subject }) => `texts of the kind ${showValue(subject)} are redacted`,
    },
  ),
  symmetric({
    id: 'redaction.text_rewritten',
    kind: 'redactedTextChanged',
    direction: 'both',
    breaks: ['receiver'],
    level: 'error',
    says: ({ subject }) => `what a text of the kind ${showValue(subject)} looks like is written anew`,
  }),
  ...mirrored(
    {
      id: 'monitor.webhook_removed',
      kind: 'webhookRemoved',
      direction: 'loosened',
      breaks: ['receiver'],
      level: 'error',
      says: ({ subject }) => `no alert is sent to the webhook ${showValue(subject)} any more`,
    },
    {
      id: 'monitor.webhook_added',
      kind: 'webhookAdded',
      direction: 'tightened',
      level: 'warning',
      says: ({ subject }) => `alerts are sent to the webhook ${showValue(subject)} too`,
    },
  ),
  symmetric({
    id: 'monitor.webhook_changed',
    kind: 'webhookChanged',
    direction: 'both',
    breaks: ['receiver'],
    level: 'error',
    says: (change) =>
      `alerts of the webhook ${showValue(change.subject)} go elsewhere, or are signed otherwise: ${from(change)}`,
  }),
  ...mirrored(
    {
      id: 'monitor.metrics_removed',
      kind: 'metricsRemoved',
      direction: 'loosened',
      level: 'warning',
      says: () => 'numbers are not served any more unless `--metrics` says where',
    },
    {
      id: 'monitor.metrics_added',
      kind: 'metricsAdded',
      direction: 'tightened',
      level: 'note',
      says: ({ after }) => `numbers are served at ${showValue(after)}`,
    },
  ),
  symmetric({
    id: 'monitor.metrics_moved',
    kind: 'metricsMoved',
    direction: 'both',
    level: 'warning',
    says: (change) => `numbers are served at ${from(change)}`,
  }),
];

function from({ before, after }: Change): string {
  return `${showValue(after)}, not ${showValue(before)}`;
}

function isEmpty(value: Change['before']): boolean {
  return Array.isArray(value) && value.length === 0;
}

type Pace = 'rarer' | 'sooner' | 'otherwise';

/** Another key is no matter of how often. */
function pace({ before, after }: Change): Pace {
  if (!isJsonObject(before) || !isJsonObject(after) || before['key'] !== after['key']) return 'otherwise';
  const steps = [
    Number(after['every']) - Number(before['every']),
    Number(before['daily']) - Number(after['daily']),
  ];
  if (steps.every((step) => step >= 0)) return 'rarer';
  return steps.every((step) => step <= 0) ? 'sooner' : 'otherwise';
}
