import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import type { Payload } from '../../src/model/payload.js';
import { readPayload } from '../../src/model/read-payload.js';
import type { TransferRecord } from '../../src/model/record.js';
import { validateRecord } from '../../src/model/validate-record.js';
import type { Draft } from '../../src/run/compose.js';
import { foldRun } from '../../src/run/fold-record.js';
import { livesOf } from '../../src/run/lives-of.js';
import { openRun, type Recorder, type RecorderOptions } from '../../src/run/recorder.js';
import { exampleJson, exampleRun, NAMED_EDGES } from './examples.js';

const DRAFT: Draft = { objective: 'go on', remaining: [] };

/** One second later at each look. */
function ticking(): () => Date {
  let seconds = 0;
  return () => new Date(Date.UTC(2026, 10, 30, 9, 14, seconds++));
}

function open(options: Partial<RecorderOptions> = {}): Recorder {
  return openRun({ run: 'r1', clock: ticking(), terms: NAMED_EDGES, ...options });
}

function payloadOf({ payload }: TransferRecord): Payload {
  return payload as unknown as Payload;
}

function codesOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof DiagnosticError)
      return error.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
    throw error;
  }
  return [];
}

/** The incident's run, up to where hop 2 goes wrong, through the recorder. */
function incident(): Recorder {
  const ids = { constraint: () => 'c1' };
  const run = open({ run: 'refund-41182', ids });
  run.message({
    to: 'triage',
    text: "refund my order, and do not email me about it — I'll check the app.",
    constraints: [
      {
        text: 'do not email the customer about this',
        modality: 'prohibition',
        forbids: [{ kind: 'message.email', target: 'customer' }],
      },
    ],
  });
  run.toolCall({ by: 'triage', tool: 'orders.last', succeeded: true, result: { order_id: '41182' } });
  run.establish('triage', 'order_id', '41182', 'tool_result', 't1');
  run.state('triage', {
    confidence: 0.98,
    stop_conditions: ["the customer's refund is settled and shown in the app"],
  });
  const remaining = ['Check eligibility.', 'Issue refund.', 'Confirm outcome.'];
  const objective = 'Refund order 41182 as requested; customer does not want email.';
  run.handoff({
    from: 'triage',
    to: 'refunds',
    draft: { objective, remaining, established: ['order_id'] },
    delivered: true,
  });
  run.toolCall({ by: 'refunds', tool: 'refunds.check', succeeded: true, result: { eligible: true } });
  const issued = run.toolCall({ by: 'refunds', tool: 'refunds.issue', succeeded: true });
  run.effect({ by: 'refunds', kind: 'payment.refund', target: 'customer', evidence: issued.id });
  run.establish('refunds', 'refund_id', 'RF-90412', 'tool_result', issued.id);
  run.establish('refunds', 'amount', 'GBP 68.40', 'tool_result', issued.id);
  return run;
}

test('the draft of the worked example becomes its payload, with the constraint that was dropped there', () => {
  const run = incident();
  const draft = exampleJson('draft.hop-2.json') as Draft;
  const sent = payloadOf(run.handoff({ from: 'refunds', to: 'notifications', draft, delivered: true }));
  const example = exampleRun('run').find((record) => record.kind === 'transfer' && record.hop === 2);
  const dropped = payloadOf(example as TransferRecord);
  const stated = exampleRun('run').find(({ kind }) => kind === 'message');
  assert.deepEqual(sent, { ...dropped, constraints: stated?.kind === 'message' ? stated.constraints : [] });
});

test('the same calls at the same times write the same run, and folding its file gives the same state', () => {
  const [one, other] = [incident(), incident()];
  assert.deepEqual(one.records, other.records);
  assert.deepEqual(livesOf(foldRun(one.records, NAMED_EDGES)), livesOf(one.runState));
});

test('what the recorder writes is valid by the schema of records', () => {
  const run = incident();
  const constraint = { id: 'c2', text: 'be polite', modality: 'preference', scope: 'task' } as const;
  run.statement({ by: 'policy', to: 'refunds', constraint });
  run.message({ to: 'refunds', text: 'do email me', constraints: [], withdraws: ['c1'] });
  run.handoff({ from: 'refunds', to: 'notifications', edge: 'x', draft: DRAFT, delivered: false });
  run.handoff({ from: 'refunds', to: 'notifications', edge: 'x', draft: DRAFT, delivered: true });
  run.close();
  for (const record of run.records) assert.deepEqual(validateRecord(record), { record });
  const payloads = run.records.filter((record) => record.kind === 'transfer').map(({ payload }) => payload);
  for (const payload of payloads) assert.deepEqual(readPayload(payload), payload);
});

test('ids are given by the recorder: a digest of run, message and ordinal', () => {
  const run = open();
  const constraint = { text: 'do not call', modality: 'prohibition' } as const;
  const { id, constraints } = run.message({ to: 'a', text: 'x', constraints: [constraint, constraint] });
  assert.equal(id, 'm1');
  assert.match(constraints?.[0]?.id ?? '', /^c_[0-9a-f]{12}$/);
  assert.notEqual(constraints?.[0]?.id, constraints?.[1]?.id);
  assert.deepEqual(constraints?.[0], {
    id: constraints?.[0]?.id,
    ...constraint,
    scope: 'run',
    stated_by: 'customer',
    stated_in: 'm1',
  });
  assert.equal(run.statement({ by: 'policy', to: 'a', constraint }).constraint.stated_by, 'policy');
  assert.equal(run.message({ to: 'a', text: 'x' }).constraints, undefined);
});

test('without a gate a handoff is proposed, and recorded when it is settled', () => {
  const run = open();
  run.message({ to: 'a', text: 'x', constraints: [] });
  const proposed = run.handoff({ from: 'a', to: 'b', draft: DRAFT });
  assert.equal(proposed.delivered, false);
  assert.equal(run.records.length, 1);
  assert.throws(() => run.handoff({ from: 'a', to: 'c', draft: DRAFT }), /settle hop 1 first/);
  const crossed = run.settle(proposed, 'allow');
  assert.equal(crossed.delivered, true);
  assert.equal(run.records.at(-1), crossed);
  assert.throws(() => run.settle(proposed, 'allow'), TypeError);
});

test('a gate decides; a blocked handoff is tried again at the same hop', () => {
  const asked: string[] = [];
  const run = open({
    gate: (_, { hop, attempt }) => {
      asked.push(`${hop}.${attempt}`);
      return { action: attempt < 3 && hop === 1 ? 'block' : 'allow' };
    },
  });
  run.message({ to: 'a', text: 'x', constraints: [] });
  for (let attempt = 0; attempt < 3; attempt++) run.handoff({ from: 'a', to: 'b', draft: DRAFT });
  const next = run.handoff({ from: 'b', to: 'c', draft: DRAFT });
  assert.deepEqual(asked, ['1.1', '1.2', '1.3', '2.1']);
  assert.deepEqual(next.after, [1]);
});

test('what a handoff comes after is what its sender received since it last sent', () => {
  const run = open();
  run.message({ to: 'a', text: 'x', constraints: [] });
  const send = (from: string, to: string): readonly number[] =>
    run.handoff({ from, to, draft: DRAFT, delivered: true }).after;
  assert.deepEqual(send('a', 'b'), []);
  assert.deepEqual(send('a', 'c'), []);
  assert.deepEqual(send('b', 'd'), [1]);
  assert.deepEqual(send('c', 'd'), [2]);
  assert.deepEqual(send('d', 'a'), [3, 4]);
  assert.deepEqual(send('d', 'b'), [3, 4]);
});

test('a discharge that the records bear out goes with the next draft and leaves the constraint out', () => {
  const run = incident();
  run.message({ to: 'refunds', text: 'do email me', constraints: [], withdraws: ['c1'] });
  run.discharge('refunds', { constraint: 'c1', how: 'withdrawn', evidence: 'm2', reason: 'asked for' });
  const sent = payloadOf(
    run.handoff({ from: 'refunds', to: 'notifications', draft: DRAFT, delivered: true }),
  );
  assert.deepEqual(sent.constraints, []);
  assert.deepEqual(sent.discharged, [
    {
      constraint: 'c1',
      how: 'withdrawn',
      evidence: 'm2',
      reason: 'asked for',
      by: { agent: 'refunds', hop: 2 },
    },
  ]);
  assert.equal(livesOf(run.runState)[0]?.state, 'discharged');
});

test('what is wrong in a draft is told at once, each with its place', () => {
  const run = incident();
  const draft = {
    ...DRAFT,
    constraints: [],
    established: ['order_id', 'refund_ids'],
    discharged: [
      { constraint: 'c1', how: 'withdrawn', evidence: 'm1', reason: '' },
      { constraint: 'c2', how: 'withdrawn', evidence: 'm1', reason: '' },
      { constraint: 'c1', how: 'satisfied', evidence: 't3', reason: '' },
    ],
  } as Draft;
  assert.deepEqual(
    codesOf(() => run.handoff({ from: 'refunds', to: 'notifications', draft, delivered: true })),
    [
      'compose.unknown_field /constraints',
      'compose.discharge_refused /discharged/0/evidence',
      'compose.unknown_constraint /discharged/1/constraint',
      'compose.discharge_refused /discharged/2/evidence',
      'compose.unknown_fact /established/1',
    ],
  );
  assert.equal(run.runState.highestHop, 1);
  const again = run.handoff({ from: 'refunds', to: 'notifications', draft: DRAFT, delivered: true });
  assert.equal(payloadOf(again).constraints.length, 1);
});

test('a constraint that an ancestor lost is carried again by the next composed payload', () => {
  const run = incident();
  const lossy = { ...payloadOf(run.records.at(-1) as TransferRecord), constraints: [] };
  run.handoff({
    from: 'refunds',
    to: 'notifications',
    payload: JSON.parse(JSON.stringify(lossy)),
    delivered: true,
  });
  const sent = payloadOf(run.handoff({ from: 'notifications', to: 'triage', draft: DRAFT, delivered: true }));
  assert.deepEqual(
    sent.constraints.map(({ id }) => id),
    ['c1'],
  );
  assert.deepEqual(
    livesOf(run.runState)[0]?.transitions.map(({ to }) => to),
    ['stated', 'live', 'dropped', 'restored'],
  );
});

const MISUSE: readonly (readonly [what: string, act: (run: Recorder) => unknown, says: RegExp])[] = [
  ['an empty agent', (run) => run.message({ to: '', text: 'x' }), /to must be a text/],
  [
    'a modality of its own',
    (run) => run.message({ to: 'a', text: 'x', constraints: [{ text: 'x', modality: 'ban' as never }] }),
    /modality must be one of/,
  ],
  [
    'a scope of its own',
    (run) =>
      run.message({
        to: 'a',
        text: 'x',
        constraints: [{ text: 'x', modality: 'prohibition', scope: 'all' as never }],
      }),
    /scope must be one of/,
  ],
  [
    'taking back what is not known',
    (run) => run.message({ to: 'a', text: 'x', withdraws: ['c9'] }),
    /knows no constraint c9/,
  ],
  [
    'discharging what is not known',
    (run) => run.discharge('a', { constraint: 'c9', how: 'satisfied', evidence: 't1', reason: '' }),
    /knows no constraint c9/,
  ],
  [
    'a way of its own to discharge',
    (run) => run.discharge('a', { constraint: 'c1', how: 'done' as never, evidence: 't1', reason: '' }),
    /how must be one of/,
  ],
  [
    'an effect that nothing shows',
    (run) => run.effect({ by: 'a', kind: 'x', target: 'y', evidence: 't9' }),
    /no record t9/,
  ],
  ['a confidence of 2', (run) => run.state('a', { confidence: 2 }), /between 0 and 1/],
  [
    'after a hop that never was',
    (run) => run.handoff({ from: 'a', to: 'b', after: [7], draft: DRAFT }),
    /hop 7 was never delivered/,
  ],
  [
    'settling what was not proposed',
    (run) => run.settle(run.records.at(-1) as TransferRecord, 'allow'),
    /can be settled/,
  ],
  [
    'a record after the end',
    (run) => [run.close(), run.toolCall({ by: 'a', tool: 'x', succeeded: true })],
    /is closed/,
  ],
  [
    'a handoff after the end',
    (run) => [run.close(), run.handoff({ from: 'a', to: 'b', draft: DRAFT })],
    /is closed/,
  ],
  ['closing twice', (run) => [run.close(), run.close()], /is closed/],
];

for (const [what, act, says] of MISUSE) {
  test(`misuse: ${what}`, () => {
    const run = open({ ids: { constraint: () => 'c1' } });
    run.message({ to: 'a', text: 'x', constraints: [{ text: 'x', modality: 'prohibition' }] });
    assert.throws(
      () => act(run),
      (error) => error instanceof TypeError && says.test(error.message),
    );
  });
}

test('misuse: a clock that gives no date, and an id that is taken', () => {
  assert.throws(() => open({ clock: () => new Date(Number.NaN) }).close(), TypeError);
  const run = open({ ids: { record: () => 'same' } });
  run.message({ to: 'a', text: 'x' });
  assert.throws(() => run.message({ to: 'a', text: 'x' }), /the id same is in the run already/);
});

const EMAILS = [{ kind: 'message.email', target: 'customer' }];

test('what the recorder returns is no handle on what it keeps', () => {
  const forbids = structuredClone(EMAILS);
  const run = open();
  const stated = { text: 'do not email', modality: 'prohibition', forbids } as const;
  const message = run.message({ to: 'a', text: 'x', constraints: [stated] });
  const payload = { constraints: [], objective: 'go on' };
  const sent = run.handoff({ from: 'a', to: 'b', payload, delivered: true });
  const before = structuredClone(run.records);
  assert.throws(() => {
    (message as { text: string }).text = 'y';
  }, TypeError);
  assert.throws(() => {
    (message.constraints?.[0]?.forbids as unknown[]).length = 0;
  }, TypeError);
  assert.throws(() => {
    (sent.payload as { objective: string }).objective = 'stop';
  }, TypeError);
  assert.throws(() => (run.records as unknown[]).pop(), TypeError);
  assert.throws(() => {
    (run.runState as { length: number }).length = 0;
  }, TypeError);
  forbids.length = 0;
  payload.objective = 'stop';
  assert.deepEqual(run.records, before);
});

test('a list of records that was given out stays as it was', () => {
  const run = open();
  const none = run.records;
  run.message({ to: 'a', text: 'x' });
  assert.equal(none.length, 0);
  assert.equal(run.records.length, 1);
});

test('a gate cannot change what it decides about', () => {
  const run = open({
    gate: (_, transfer) => {
      (transfer as { to: string }).to = 'c';
      return { action: 'allow' };
    },
  });
  assert.throws(() => run.handoff({ from: 'a', to: 'b', payload: {} }), TypeError);
  assert.equal(run.records.length, 0);
});

test('misuse: a known constraint under its id with other content', () => {
  const run = open();
  const stated = { id: 'c1', text: 'do not email', modality: 'prohibition' } as const;
  run.message({ to: 'a', text: 'x', constraints: [stated] });
  run.message({ to: 'b', text: 'x', constraints: [stated] });
  const other = { ...stated, text: 'do not call' };
  const says = /the run knows the constraint c1 already, with other content/;
  assert.throws(() => run.message({ to: 'a', text: 'x', constraints: [other] }), says);
  const two = [
    { ...stated, id: 'c2' },
    { ...other, id: 'c2' },
  ];
  assert.throws(() => run.message({ to: 'a', text: 'x', constraints: two }), /c2 already/);
  assert.equal(run.records.length, 2);
  assert.equal(run.message({ to: 'a', text: 'x' }).id, 'm3');
  assert.deepEqual(run.runState.faults, []);
});

for (const delivered of ['false', 0, null]) {
  test(`misuse: delivered: ${JSON.stringify(delivered)}`, () => {
    const run = open();
    const input = { from: 'a', to: 'b', draft: DRAFT, delivered: delivered as never };
    assert.throws(() => run.handoff(input), /delivered must be true or false/);
    assert.equal(run.handoff({ from: 'a', to: 'b', draft: DRAFT, delivered: true }).hop, 1);
  });
}

/** A run in which the customer took back c1, which the next draft says. */
function withDischarge(options: Partial<RecorderOptions> = {}): Recorder {
  const run = open({ ids: { constraint: () => 'c1' }, ...options });
  run.message({ to: 'a', text: 'x', constraints: [{ text: 'do not email', modality: 'prohibition' }] });
  run.message({ to: 'a', text: 'do email me', constraints: [], withdraws: ['c1'] });
  run.discharge('a', { constraint: 'c1', how: 'withdrawn', evidence: 'm2', reason: 'asked for' });
  return run;
}

const BAD_GATES: readonly (readonly [what: string, gate: () => unknown])[] = [
  [
    'throws',
    () => {
      throw new RangeError('no gate today');
    },
  ],
  ['gives nothing', () => undefined],
  ['gives no action that there is', () => ({ action: 'maybe' })],
  ['gives a promise', () => Promise.resolve({ action: 'allow' })],
];

for (const [what, bad] of BAD_GATES) {
  test(`a gate that ${what} leaves the recorder as it was`, () => {
    let gate = bad;
    const run = withDischarge({ gate: (() => gate()) as never });
    const before = run.runState;
    assert.throws(
      () => run.handoff({ from: 'a', to: 'b', draft: DRAFT }),
      what === 'throws' ? /no gate today/ : TypeError,
    );
    assert.equal(run.runState, before);
    gate = () => ({ action: 'allow' });
    const sent = run.handoff({ from: 'a', to: 'b', draft: DRAFT });
    assert.deepEqual([sent.hop, sent.attempt], [1, 1]);
    assert.equal(payloadOf(sent).discharged?.length, 1);
  });
}

function cyclic(): unknown {
  const payload: { self?: unknown } = {};
  payload.self = payload;
  return payload;
}

function deep(levels: number): unknown {
  let payload: unknown = 1;
  for (let level = 0; level < levels; level++) payload = [payload];
  return payload;
}

const NO_JSON: readonly (readonly [what: string, value: unknown])[] = [
  ['a cycle', cyclic()],
  ['a BigInt', { n: 1n }],
  ['NaN', { n: [Number.NaN] }],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['a function', { f: () => 1 }],
  ['a symbol', [Symbol('x')]],
  ['a Map', { m: new Map() }],
  ['a Date', new Date(0)],
  ['undefined', undefined],
  ['a hole in a list', { list: [undefined] }],
  ['far too many levels', deep(100_000)],
];

for (const [what, value] of NO_JSON) {
  test(`misuse: ${what}, which is no JSON`, () => {
    const run = withDischarge();
    const before = run.runState;
    assert.throws(() => run.handoff({ from: 'a', to: 'b', payload: value as never }), TypeError);
    const draft = { ...DRAFT, objective: value } as never;
    if (what !== 'undefined') assert.throws(() => run.handoff({ from: 'a', to: 'b', draft }));
    assert.throws(() => run.establish('a', 'k', value as never, 'tool_result', 'm1'), TypeError);
    if (value !== undefined)
      assert.throws(
        () => run.toolCall({ by: 'a', tool: 'x', succeeded: true, result: value as never }),
        TypeError,
      );
    assert.equal(run.runState, before);
  });
}

test('after a payload that is no JSON the recorder is as it was', () => {
  const run = withDischarge();
  assert.throws(() => run.handoff({ from: 'a', to: 'b', payload: cyclic() as never }), TypeError);
  const sent = run.handoff({ from: 'a', to: 'b', draft: DRAFT, delivered: true });
  assert.equal(payloadOf(sent).discharged?.length, 1);
});

test('what stands twice in a payload is no cycle, and a member that is undefined is absent', () => {
  const shared = { a: 1 };
  const payload = { one: shared, two: [shared], none: undefined };
  const sent = open().handoff({ from: 'a', to: 'b', payload, delivered: true });
  assert.deepEqual(sent.payload, { one: { a: 1 }, two: [{ a: 1 }] });
});

test('misuse: closing the run while a handoff is proposed', () => {
  const run = open();
  const proposed = run.handoff({ from: 'a', to: 'b', draft: DRAFT });
  assert.throws(() => run.close(), /settle hop 1 first/);
  assert.throws(() => run.settle(proposed, 'maybe' as never), TypeError);
  run.settle(proposed, 'allow');
  run.close();
});
