import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { applyPatch } from 'rfc6902';
import type { Toolchain } from '../../src/compile/compile-contracts.js';
import { composeHeld } from '../../src/evaluate/compose-held.js';
import { evaluateRun } from '../../src/evaluate/evaluate-run.js';
import type { Gate, GateOptions } from '../../src/evaluate/gate.js';
import { isOverrideNote, overridesAt, overridesFrom } from '../../src/evaluate/overrides.js';
import { ENGINE_CODES } from '../../src/evaluate/codes.js';
import {
  LEDGER_NOTE_SCHEMA,
  type OverrideNote,
  type OverrideSetting,
  type Overrides,
} from '../../src/model/ledger.js';
import type { TransferRecord } from '../../src/model/record.js';
import { recordDigest } from '../../src/model/record-digest.js';
import type { Verdict } from '../../src/model/verdict.js';
import { foldRecord } from '../../src/run/fold-record.js';
import {
  compileFiles,
  gateOf,
  incident,
  refundsContract,
  startTools,
  withPayload,
} from '../support/project.js';

const EDGE = 'refunds--notifications';
const CONTRACT = 'contracts/refunds--notifications.yaml';
const NOW = new Date('2026-11-30T12:00:00Z');
const FORCE: OverrideSetting = { what: 'compose', value: 'force' };

let tools: Toolchain;
const gates: Gate[] = [];

before(() => {
  tools = startTools();
});

after(() => {
  tools.opa.close();
  for (const gate of gates) gate.close();
});

let count = 0;
function note(set: OverrideSetting, more: Partial<OverrideNote> = {}): OverrideNote {
  count += 1;
  return {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'override',
    id: `o_${count}`,
    at: '2026-11-30T11:00:00Z',
    edge: EDGE,
    set,
    by: 'payments-oncall',
    reason: 'constraints are lost',
    until: set.what === 'end' || set.what === 'acknowledge' ? null : '2026-11-30T13:00:00Z',
    ...more,
  };
}

const compiled = new Map<string, Awaited<ReturnType<typeof compileFiles>>>();

async function gateWith(mode: string, overrides?: Overrides, more: Partial<GateOptions> = {}): Promise<Gate> {
  const known =
    compiled.get(mode) ??
    (await compileFiles({ [CONTRACT]: refundsContract(`edge_check:\n  mode: ${mode}\n`) }, tools));
  compiled.set(mode, known);
  const gate = gateOf(known, {
    clock: () => NOW,
    instance: 'test',
    ...(overrides === undefined ? {} : { overrides }),
    ...more,
  });
  gates.push(gate);
  return gate;
}

const bare = ({ measured: _, ...verdict }: Verdict): Omit<Verdict, 'measured'> => verdict;

for (const [contract, set, action] of [
  ['enforce', 'observe', 'allow'],
  ['enforce', 'warn', 'allow'],
  ['observe', 'enforce', 'block'],
  ['warn', 'enforce', 'block'],
] as const) {
  test(`mode: a contract in ${contract}, set to ${set}, acts so; the decision is the same`, async () => {
    const set1 = note({ what: 'mode', value: set });
    const gate = await gateWith(contract, overridesFrom([set1]));
    const { before: run, hop2 } = incident(gate);
    const verdict = gate.decideSync(run, hop2);
    assert.deepEqual([verdict.decision, verdict.mode, verdict.action], ['block', set, action]);
    assert.equal(verdict.as, undefined);
    assert.equal(verdict.composed, undefined);
    assert.deepEqual(verdict.overrides, [
      {
        id: set1.id,
        what: 'mode',
        value: set,
        by: 'payments-oncall',
        reason: 'constraints are lost',
        until: '2026-11-30T13:00:00Z',
      },
    ]);
    const { overrides: _, mode: _mode, action: _action, ...rest } = bare(verdict);
    const plain = bare((await gateWith(contract)).decideSync(run, hop2));
    const { mode: _m, action: _a, ...same } = plain;
    assert.deepEqual(rest, same, 'nothing else changes');
  });
}

test('`as` goes before an override of the mode, which then is not told as if it had counted', async () => {
  const gate = await gateWith('enforce', overridesFrom([note({ what: 'mode', value: 'observe' })]));
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2, { as: 'enforce' });
  assert.deepEqual([verdict.mode, verdict.action, verdict.overrides], ['enforce', 'block', undefined]);
});

for (const mode of ['enforce', 'warn', 'observe']) {
  test(`compose: force in ${mode}: what was held is put in, and the composed attempt is decided`, async () => {
    const gate = await gateWith(mode, overridesFrom([note(FORCE)]));
    const { before: run, hop2 } = incident(gate);
    const verdict = await gate.decide(run, hop2);
    const { composed } = verdict;
    assert.ok(composed !== undefined);
    assert.deepEqual([verdict.decision, verdict.action, verdict.reasons], ['allow', 'allow', []]);
    assert.equal(composed.original, recordDigest(hop2));
    const delivered: TransferRecord = { ...hop2, payload: composed.payload, delivered: true };
    assert.equal(verdict.transfer.digest, recordDigest(delivered));
    const patched = structuredClone(hop2.payload);
    assert.deepEqual(applyPatch(patched, structuredClone(composed.patch) as never), [null]);
    assert.deepEqual(patched, composed.payload);
    assert.equal((hop2.payload as { constraints: unknown[] }).constraints.length, 0, 'the given one is left');
    const later = bare((await gateWith(mode)).decideSync(run, delivered));
    const { composed: _, overrides: _o, ...same } = bare(verdict);
    assert.deepEqual(same, later, 'without overrides, the recorded attempt has the same verdict');
  });
}

test('compose: what is still wrong is told as always', async () => {
  const gate = await gateWith('enforce', overridesFrom([note(FORCE)]));
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, withPayload(hop2, { confidence: 1, objective: 7 }));
  assert.equal(verdict.action, 'block');
  assert.ok(verdict.composed !== undefined);
  const codes = verdict.reasons.map(({ code }) => code);
  assert.ok(codes.length > 0 && !codes.includes('constraint.dropped'), codes.join());
});

test('compose: an allow is left alone; a payload without the list gets it; one that is no object gets nothing', async () => {
  const gate = await gateWith('enforce', overridesFrom([note(FORCE)]));
  const { before: run, hop2 } = incident(gate);
  const whole = gate.decideSync(run, hop2).composed?.payload ?? null;
  const allowed = gate.decideSync(run, { ...hop2, payload: whole });
  assert.deepEqual([allowed.decision, allowed.composed], ['allow', undefined]);
  assert.equal(allowed.overrides?.length, 1, 'it is told all the same');
  const { constraints: _, ...without } = hop2.payload as { constraints: unknown };
  const added = gate.decideSync(run, { ...hop2, payload: without as never });
  assert.deepEqual(
    [added.decision, added.composed?.patch.map(({ path }) => path)],
    ['allow', ['/constraints']],
  );
  for (const payload of [null, [], 'text', { constraints: 'none' }, { constraints: {} }]) {
    const none = gate.decideSync(run, { ...hop2, payload });
    assert.deepEqual([none.decision, none.action], ['block', 'block'], JSON.stringify(payload));
  }
});

for (const [what, change] of [
  ['weakened', { modality: 'preference' }],
  ['narrowed', { scope: 'task' }],
  ['reworded', { text: 'maybe no mail' }],
  ['narrowed and reattributed', { scope: 'task', stated_by: 'policy' }],
  ['retargeted', { forbids: [{ kind: 'message.sms', target: 'nobody' }] }],
] as const) {
  test(`compose: ${what} is restated`, async () => {
    const plain = await gateWith('enforce');
    const gate = await gateWith('enforce', overridesFrom([note(FORCE)]));
    const { before: run, hop2 } = incident(gate);
    const whole = gate.decideSync(run, hop2).composed?.payload as unknown as { constraints: object[] };
    const changed = withPayload(hop2, {
      constraints: whole.constraints.map((one) => ({ ...one, ...change })) as never,
    });
    assert.equal(plain.decideSync(run, changed).decision, 'block');
    const verdict = gate.decideSync(run, changed);
    assert.deepEqual([verdict.decision, verdict.composed?.payload], ['allow', whole]);
  });
}

test('compose: what nobody held is not put right for its sender', async () => {
  const gate = await gateWith('enforce', overridesFrom([note(FORCE)]));
  const { before: run, hop2 } = incident(gate);
  const invented = {
    ...{ text: 'always be kind', modality: 'requirement', scope: 'run' },
    ...{ stated_by: 'customer', stated_in: 'm9' },
  };
  const verdict = gate.decideSync(run, withPayload(hop2, { constraints: [invented] as never }));
  assert.ok(verdict.composed !== undefined);
  const { constraints } = verdict.composed.payload as { constraints: { text: string }[] };
  assert.deepEqual(
    constraints.map(({ text }) => text === invented.text),
    [true, ...constraints.slice(1).map(() => false)],
  );
});

test('compose: a decision that allows is left alone, whatever it warns of', async () => {
  const gate = await gateWith('enforce', overridesFrom([note(FORCE)]));
  const { before: run, hop2 } = incident(gate);
  const whole = gate.decideSync(run, hop2).composed?.payload as unknown as { constraints: object[] };
  const changed = withPayload(hop2, {
    constraints: whole.constraints.map((one) => ({ ...one, stated_by: 'policy' })) as never,
  });
  const verdict = gate.decideSync(run, changed);
  assert.deepEqual(
    [verdict.decision, verdict.reasons.map(({ code }) => code), verdict.composed],
    ['allow', ['constraint.reattributed'], undefined],
  );
});

test('compose: a discharge of what the run does not know is told, and not taken out', async () => {
  const gate = await gateWith('enforce', overridesFrom([note(FORCE)]));
  const { before: run, hop2 } = incident(gate);
  const discharge = {
    ...{ constraint: 'c_nobody', how: 'satisfied', evidence: 't1', reason: 'done' },
    by: { agent: hop2.from, hop: hop2.hop },
  };
  const verdict = gate.decideSync(run, withPayload(hop2, { discharged: [discharge] as never }));
  assert.deepEqual(
    [verdict.action, verdict.reasons.map(({ code }) => code)],
    ['block', ['constraint.discharge_refused']],
  );
  const payload = verdict.composed?.payload as { discharged: unknown } | undefined;
  assert.deepEqual(payload?.discharged, [discharge]);
});

test('compose: a payload that nothing can be put into leaves the verdict as it was', () => {
  const verdict = {
    decision: 'block',
    reasons: [
      {
        ...{ code: 'constraint.dropped', held: {} },
        fix: { patch: [{ op: 'add', path: '/constraints/-', value: 1 }], say: '' },
      },
    ],
  } as unknown as Verdict;
  const transfer = { payload: null } as unknown as TransferRecord;
  assert.equal(
    composeHeld(verdict, transfer, () => assert.fail()),
    verdict,
  );
});

test('composing ends, also where every round finds more', () => {
  let asked = 0;
  const blocked = {
    decision: 'block',
    reasons: [
      {
        ...{ code: 'constraint.dropped', held: {} },
        fix: { patch: [{ op: 'add', path: '/constraints/-', value: 1 }], say: '' },
      },
    ],
    transfer: { digest: 'sha256:0' },
  } as unknown as Verdict;
  const composed = composeHeld(blocked, { payload: { constraints: [] } } as unknown as TransferRecord, () => {
    asked += 1;
    return blocked;
  }).composed;
  assert.equal(asked, 5);
  assert.deepEqual(composed?.payload, { constraints: [1, 1, 1, 1, 1] });
});

const at = (time: string): Date => new Date(`2026-11-30T${time}Z`);
const OBSERVE: OverrideSetting = { what: 'mode', value: 'observe' };

for (const [what, notes, time, expected] of [
  ['not yet begun', [note(OBSERVE, { id: 'a' })], '10:59:59.999', []],
  ['begun', [note(OBSERVE, { id: 'a' })], '11:00:00', ['a']],
  ['one millisecond before its end', [note(OBSERVE, { id: 'a' })], '12:59:59.999', ['a']],
  ['at its end', [note(OBSERVE, { id: 'a' })], '13:00:00', []],
  ['for another edge', [note(OBSERVE, { id: 'a', edge: 'other' })], '12:00:00', []],
  [
    'ended',
    [note(OBSERVE, { id: 'a' }), note({ what: 'end', override: 'a' }, { at: '2026-11-30T12:00:00Z' })],
    '12:00:00',
    [],
  ],
  [
    'before it is ended: a replay of then',
    [note(OBSERVE, { id: 'a' }), note({ what: 'end', override: 'a' }, { at: '2026-11-30T12:00:00Z' })],
    '11:59:59',
    ['a'],
  ],
  [
    'ended from another edge: it is not',
    [note(OBSERVE, { id: 'a' }), note({ what: 'end', override: 'a' }, { edge: 'other' })],
    '12:00:00',
    ['a'],
  ],
  [
    'two at once: the later entry counts, whatever their clocks say',
    [
      note(OBSERVE, { id: 'a', at: '2026-11-30T11:30:00Z' }),
      note({ what: 'mode', value: 'warn' }, { id: 'b' }),
    ],
    '12:00:00',
    ['b'],
  ],
  [
    'two at once, the later one ended: the earlier one is back',
    [
      note(OBSERVE, { id: 'a' }),
      note({ what: 'mode', value: 'warn' }, { id: 'b' }),
      note({ what: 'end', override: 'b' }),
    ],
    '12:00:00',
    ['a'],
  ],
  [
    'two at once, the later one over',
    [
      note(OBSERVE, { id: 'a' }),
      note({ what: 'mode', value: 'warn' }, { id: 'b', until: '2026-11-30T11:59:00Z' }),
    ],
    '12:00:00',
    ['a'],
  ],
  ['of two kinds: both', [note(OBSERVE, { id: 'a' }), note(FORCE, { id: 'b' })], '12:00:00', ['a', 'b']],
  [
    'alerts are acknowledged each for itself',
    [
      note({ what: 'acknowledge', alert: 'x' }, { id: 'a' }),
      note({ what: 'acknowledge', alert: 'y' }, { id: 'b' }),
      note({ what: 'silence' }, { id: 'c' }),
    ],
    '12:00:00',
    ['a', 'b', 'c'],
  ],
  ...(
    [
      ['observe', OBSERVE, '2026-12-01T11:00:00Z', true],
      ['observe', OBSERVE, '2026-12-01T11:00:00.001Z', false],
      ['warn', { what: 'mode', value: 'warn' }, '2026-12-01T11:00:00.001Z', false],
      ['a silence', { what: 'silence' }, '2026-12-01T11:00:00Z', true],
      ['a silence', { what: 'silence' }, '9999-01-01T00:00:00Z', false],
      ['a silence', { what: 'silence' }, null, false],
      ['enforce', { what: 'mode', value: 'enforce' }, '2026-12-07T11:00:00Z', true],
      ['enforce', { what: 'mode', value: 'enforce' }, '2026-12-07T11:00:00.001Z', false],
      ['composing', FORCE, '2026-12-07T11:00:00.001Z', false],
      ['composing', FORCE, null, false],
      ['an acknowledgement', { what: 'acknowledge', alert: 'x' }, '2026-12-01T11:00:00Z', false],
    ] as const
  ).map(
    ([what, set, until, counts]) =>
      [`${what} until ${until}`, [note(set, { id: 'a', until })], '12:00:00', counts ? ['a'] : []] as const,
  ),
  [
    'one that lasts too long is as if it were not there: what it would replace counts',
    [note(OBSERVE, { id: 'a' }), note(OBSERVE, { id: 'b', until: '2027-11-30T11:00:00Z' })],
    '12:00:00',
    ['a'],
  ],
] as const) {
  test(`in force, ${what}`, () => {
    assert.deepEqual(
      overridesAt(notes, EDGE, at(time)).map(({ id }) => id),
      expected,
    );
  });
}

test('in force: as a small model says, for any notes and times', () => {
  const edges = fc.constantFrom('e1', 'e2');
  const minute = fc.integer({ min: 0, max: 20 });
  const time = (minutes: number): string => new Date(NOW.getTime() + minutes * 60_000).toISOString();
  const drawn = fc.record({
    edge: edges,
    begins: minute,
    lasts: fc.integer({ min: 1, max: 10 }),
    kind: fc.constantFrom('enforce', 'warn', 'observe', 'force', 'end'),
    ends: fc.integer({ min: 0, max: 11 }),
  });
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 12 }), edges, minute, (drawn, edge, minutes) => {
      const notes = drawn.map(({ edge, begins, lasts, kind, ends }, index): OverrideNote => {
        const more = { id: `${index}`, edge, at: time(begins) };
        if (kind === 'end') return note({ what: 'end', override: `${ends}` }, more);
        const until = time(begins + lasts);
        return kind === 'force'
          ? note(FORCE, { ...more, until })
          : note({ what: 'mode', value: kind }, { ...more, until });
      });
      // One after the other, as a person would go through the list.
      const model: Record<string, string> = {};
      drawn.forEach((one, index) => {
        if (one.edge !== edge || one.kind === 'end') return;
        if (minutes < one.begins || minutes >= one.begins + one.lasts) return;
        const ended = drawn.some(
          (other) =>
            other.kind === 'end' && other.edge === edge && other.ends === index && other.begins <= minutes,
        );
        if (!ended) model[one.kind === 'force' ? 'compose' : 'mode'] = `${index}`;
      });
      const found = overridesFrom(notes).activeFor(edge, new Date(time(minutes)));
      assert.deepEqual(Object.fromEntries(found.map(({ id, set }) => [set.what, id])), model);
      assert.deepEqual(overridesAt(found, edge, new Date(time(minutes))), found, 'asked again, the same');
    }),
  );
});

test('an override counts for a run that is judged again at the time of its records, and not after', async () => {
  const during = note(FORCE, { at: '2020-01-01T00:00:00Z', until: '2020-01-01T00:00:01Z' });
  const gate = await gateWith('enforce', overridesFrom([during]));
  const { records, before: run, hop2 } = incident(gate);
  assert.equal(gate.decideSync(run, hop2, { now: new Date('2020-01-01T00:00:00.500Z') }).action, 'allow');
  assert.equal(gate.decideSync(run, hop2).action, 'block');
  const day = note(FORCE, {
    at: new Date(Date.parse(hop2.at) - 1).toISOString(),
    until: new Date(Date.parse(hop2.at) + 1).toISOString(),
  });
  const inputs = records.map((record) => ({ record }));
  const then = evaluateRun(await gateWith('enforce', overridesFrom([day])), inputs).transfers;
  const told = then.filter(({ overrides }) => overrides !== undefined);
  assert.deepEqual(
    told.map(({ transfer }) => transfer.hop),
    [2],
  );
  assert.ok(then.length > 1);
});

const NONSENSE: readonly (readonly [string, unknown])[] = [
  ['a promise', Promise.resolve([])],
  ['nothing', undefined],
  ['null', null],
  ['a text', 'observe'],
  ['an object', { mode: 'observe' }],
  ['a list with a hole', [undefined]],
  ['another kind', [{ ...note(OBSERVE), kind: 'alert' }]],
  ['a mode that is none', [note({ what: 'mode', value: 'off' } as never)]],
  ['a setting that is none', [note({ what: 'skip' } as never)]],
  ['one without an end', [note(OBSERVE, { until: null })]],
  ['one that ends before it begins', [note(OBSERVE, { until: '2026-11-30T10:00:00Z' })]],
  ['one with a time that is none', [note(OBSERVE, { until: '2026-11-31T10:00:00Z' })]],
  ['an end that ends', [note({ what: 'end', override: 'a' }, { until: '2026-11-30T13:00:00Z' })]],
  ['one by nobody', [note(OBSERVE, { by: '' })]],
  ['a good one beside a bad one', [note(OBSERVE), {}]],
];

for (const [what, answer] of NONSENSE) {
  test(`a port that answers with ${what}: nothing is set, and the verdict says so`, async () => {
    const gate = await gateWith('enforce', { activeFor: () => answer as never });
    const { before: run, hop2 } = incident(gate);
    const verdict = gate.decideSync(run, hop2);
    assertNotAsked(verdict);
    assert.ok(!(Array.isArray(answer) && answer.every(isOverrideNote)));
  });
}

test('a port that gives more than is in force: only that counts', async () => {
  const notes = [
    note(OBSERVE, { edge: 'other' }),
    note(OBSERVE, { until: '2026-11-30T12:00:00Z' }),
    note({ what: 'silence' }),
    note({ what: 'acknowledge', alert: 'x' }),
  ];
  const gate = await gateWith('enforce', { activeFor: () => notes });
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assert.deepEqual([verdict.action, verdict.overrides], ['block', undefined]);
  assert.ok(!verdict.reasons.some(({ code }) => code === 'engine.overrides'));
});

test('a port that throws sets nothing, in the verdict and in the guard, and is not quoted', async () => {
  const failing: Overrides = {
    activeFor: () => {
      throw new Error('password=hunter2');
    },
  };
  const gate = await gateWith('enforce', failing);
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assertNotAsked(verdict);
  assert.ok(!JSON.stringify(verdict).includes('hunter2'));
  const crossed = foldRecord(run, { ...hop2, delivered: true });
  const guarded = gate.guard(crossed, { by: hop2.to, kind: 'message.email', target: 'customer' });
  assert.equal(guarded.action, 'block');
  assert.ok(guarded.reasons.some(({ code }) => code === 'engine.overrides'));
  const observing = await gateWith('observe', failing);
  assert.equal(observing.decideSync(run, hop2).action, 'allow', 'nor does it tighten');
});

function assertNotAsked(verdict: Verdict): void {
  assert.deepEqual([verdict.decision, verdict.action, verdict.mode], ['block', 'block', 'enforce']);
  assert.deepEqual([verdict.overrides, verdict.composed], [undefined, undefined]);
  const [told] = verdict.reasons.filter(({ code }) => code === 'engine.overrides');
  assert.equal(told?.severity, 'warn');
  assert.equal(verdict.checks['engine.overrides'], 'warned');
  assert.ok(ENGINE_CODES.some(({ code }) => code === 'engine.overrides'));
}

test('a clock that gives no time: nothing is in force, and the handoff blocks', async () => {
  const gate = await gateWith('enforce', overridesFrom([note(OBSERVE)]), {
    clock: () => new Date(Number.NaN),
  });
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideSync(run, hop2);
  assert.deepEqual([verdict.action, verdict.overrides], ['block', undefined]);
});

test('overridesFrom refuses a list of which an item is no note', () => {
  assert.throws(() => overridesFrom([note(OBSERVE), {} as OverrideNote]), TypeError);
});

test('the guard follows an override of the mode of the edge by which its actor was reached', async () => {
  const { before: run, hop2 } = incident(await gateWith('enforce'));
  const crossed = foldRecord(run, { ...hop2, delivered: true });
  const effect = { by: hop2.to, kind: 'message.email', target: 'customer' };
  const gate = await gateWith('enforce', overridesFrom([note(OBSERVE), note(FORCE)]));
  const answer = gate.guard(crossed, effect);
  assert.deepEqual([answer.decision, answer.mode, answer.action], ['block', 'observe', 'allow']);
  assert.deepEqual(
    answer.overrides?.map(({ what, value }) => [what, value]),
    [['mode', 'observe']],
  );
  const late = gate.guard(crossed, effect, { now: at('13:00:00') });
  assert.deepEqual([late.mode, late.action, late.overrides], ['enforce', 'block', undefined]);
  const strict = await gateWith('observe', overridesFrom([note({ what: 'mode', value: 'enforce' })]));
  assert.equal(strict.guard(crossed, effect).action, 'block');
  const tool = gate.guard(crossed, { by: hop2.to, tool: 'nobody_knows_it' });
  assert.deepEqual([tool.action, tool.overrides?.length], ['allow', 1]);
});

test('facts that are judged again follow an override of the mode, and are not composed', async () => {
  const gate = await gateWith('enforce', overridesFrom([note(OBSERVE), note(FORCE)]));
  const { before: run, hop2 } = incident(gate);
  const verdict = gate.decideFacts(await gate.collectFacts(run, hop2));
  assert.deepEqual([verdict.decision, verdict.action, verdict.composed], ['block', 'allow', undefined]);
  assert.deepEqual(
    verdict.overrides?.map(({ what }) => what),
    ['mode'],
  );
});

test('under the default contract, what is set on a pair of agents counts, before what is set on the contract', async () => {
  const compiled = await compileFiles(
    { 'contracts/_default.yaml': readFileSync('contracts/_default.yaml', 'utf8') },
    tools,
  );
  const of = (...notes: OverrideNote[]): Gate => {
    const gate = gateOf(compiled, { clock: () => NOW, instance: 'test', overrides: overridesFrom(notes) });
    gates.push(gate);
    return gate;
  };
  const warn: OverrideSetting = { what: 'mode', value: 'warn' };
  for (const [notes, mode] of [
    [[note(OBSERVE)], 'observe'],
    [[note(OBSERVE, { edge: '_default' })], 'observe'],
    [[note(warn), note(OBSERVE, { edge: '_default' })], 'warn'],
    [[note(warn, { edge: 'refunds--archive' })], 'enforce'],
  ] as const) {
    const gate = of(...notes);
    const { before: run, hop2 } = incident(gate);
    assert.equal(gate.decideSync(run, hop2).mode, mode);
    const crossed = foldRecord(run, { ...hop2, delivered: true });
    assert.equal(gate.guard(crossed, { by: hop2.to, kind: 'message.email', target: 'customer' }).mode, mode);
  }
});
