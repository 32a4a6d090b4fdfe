import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedByRun, judgeEvidence } from '../../src/constraint/judge-evidence.js';
import type { KnownConstraint } from '../../src/model/constraint.js';
import type { Discharge } from '../../src/model/payload.js';
import type { Evidence, StatedConstraint } from '../../src/model/transfer-context.js';

const AT = '2026-11-30T10:00:00.000Z';
const AFTER = '2026-11-30T10:00:01.000Z';

function stated(more: Partial<KnownConstraint> = {}, record: string | null = 'm1'): StatedConstraint {
  const constraint: KnownConstraint = {
    id: 'c1',
    text: 'send the receipt',
    modality: 'requirement',
    scope: 'run',
    stated_by: 'customer',
    stated_in: 'm1',
    ...more,
  };
  return { constraint, statedTo: 'triage', at: AT, record };
}

function found(kind: Evidence['kind'], more: Partial<Evidence> = {}): Evidence {
  return {
    ...{ id: 'e', kind, at: AFTER, succeeded: true, order: 5, withdraws: [], effect: null, agent: 'a' },
    ...more,
  };
}

function discharge(how: Discharge['how'], more: Partial<Discharge> = {}): Discharge {
  return { constraint: 'c1', how, evidence: 'e', reason: 'done', by: { agent: 'a', hop: 2 }, ...more };
}

const RECEIPT = { kind: 'message.receipt', target: 'customer' };
const PROHIBITION = stated({ modality: 'prohibition' });
const POLICY = stated({ modality: 'prohibition', stated_by: 'policy' });
const WITHDRAWAL = found('message', { withdraws: ['c1'] });

const TABLE: readonly (readonly [
  string,
  boolean,
  StatedConstraint | undefined,
  Discharge,
  Evidence | null,
])[] = [
  ['a tool call that succeeded', true, stated(), discharge('satisfied'), found('tool_call')],
  [
    'a tool call that failed',
    false,
    stated(),
    discharge('satisfied'),
    found('tool_call', { succeeded: false }),
  ],
  ['an effect', true, stated(), discharge('satisfied'), found('effect', { effect: { by: 'a', ...RECEIPT } })],
  ['a message', false, stated(), discharge('satisfied'), found('message')],
  ['nothing', false, stated(), discharge('satisfied'), null],
  [
    'a preference that is met',
    true,
    stated({ modality: 'preference' }),
    discharge('satisfied'),
    found('tool_call'),
  ],
  ['a prohibition is never satisfied', false, PROHIBITION, discharge('satisfied'), found('tool_call')],
  [
    'the effect that it requires',
    true,
    stated({ requires: [RECEIPT] }),
    discharge('satisfied'),
    found('effect', { effect: { by: 'a', ...RECEIPT } }),
  ],
  [
    'another effect than it requires',
    false,
    stated({ requires: [RECEIPT] }),
    discharge('satisfied'),
    found('effect', { effect: { by: 'a', kind: 'message.email', target: 'customer' } }),
  ],
  [
    'a tool call where it requires an effect',
    false,
    stated({ requires: [RECEIPT] }),
    discharge('satisfied'),
    found('tool_call'),
  ],
  ['withdrawn by a later message', true, PROHIBITION, discharge('withdrawn'), WITHDRAWAL],
  [
    'withdrawn, another constraint',
    false,
    PROHIBITION,
    discharge('withdrawn'),
    found('message', { withdraws: ['c2'] }),
  ],
  [
    'withdrawn by a statement',
    false,
    PROHIBITION,
    discharge('withdrawn'),
    found('statement', { withdraws: ['c1'] }),
  ],
  [
    'withdrawn by an earlier message',
    false,
    PROHIBITION,
    discharge('withdrawn'),
    { ...WITHDRAWAL, at: '2026-11-30T09:59:59.000Z' },
  ],
  ['withdrawn at the same instant', false, PROHIBITION, discharge('withdrawn'), { ...WITHDRAWAL, at: AT }],
  [
    'withdrawn by the message that states it',
    false,
    PROHIBITION,
    discharge('withdrawn'),
    { ...WITHDRAWAL, id: 'm1' },
  ],
  ['a policy’s is not withdrawn', false, POLICY, discharge('withdrawn'), WITHDRAWAL],
  ['superseded by a listed policy', true, POLICY, discharge('superseded', { evidence: 'POL-7' }), null],
  ['superseded by another policy', false, POLICY, discharge('superseded', { evidence: 'POL-8' }), null],
  [
    'a customer’s is not superseded',
    false,
    PROHIBITION,
    discharge('superseded', { evidence: 'POL-7' }),
    null,
  ],
  [
    'by another agent',
    false,
    stated(),
    discharge('satisfied', { by: { agent: 'b', hop: 2 } }),
    found('tool_call'),
  ],
  [
    'at another hop',
    false,
    stated(),
    discharge('satisfied', { by: { agent: 'a', hop: 1 } }),
    found('tool_call'),
  ],
  ['not known to the run', false, undefined, discharge('satisfied'), found('tool_call')],
  ['an unknown word', false, stated(), discharge('forgotten' as 'satisfied'), found('tool_call')],
];

for (const [name, accepted, constraint, claim, evidence] of TABLE) {
  test(`${accepted ? 'closes' : 'does not close'}: ${name}`, () => {
    assert.equal(acceptedByRun(constraint, claim, evidence, ['POL-7'], 'a', 2), accepted);
  });
}

test('later is the order of the file where the stating record is at hand', () => {
  const statement = found('message', { id: 'm1', at: AT, order: 5 });
  const later = (order: number, at: string): boolean =>
    judgeEvidence(PROHIBITION, discharge('withdrawn'), { ...WITHDRAWAL, order, at }, statement).later;
  assert.equal(later(6, AT), true);
  assert.equal(later(4, AFTER), false);
});

test('a standing constraint was there before everything', () => {
  const early = found('tool_call', { at: '2026-11-30T09:00:00.000Z' });
  assert.equal(judgeEvidence(stated({}, null), discharge('satisfied'), early).later, true);
});

test('of a constraint that the run does not know nothing can be shown', () => {
  assert.deepEqual(judgeEvidence(undefined, discharge('satisfied'), found('tool_call')), {
    id: 'e',
    kind: 'tool_call',
    succeeded: true,
    later: false,
    withdraws: false,
    meets_requires: false,
  });
});
