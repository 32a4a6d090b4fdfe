import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord } from '../../src/model/record.js';
import { foldRun } from '../../src/run/fold-record.js';
import { configRecord, handed, reading, received, sent, unread } from '../support/config-run.js';
import { contextAfter } from './build.js';
import { NAMED_EDGES } from './examples.js';

/** Records, of which the last is the handoff; and the document that is its baseline, null: nobody can tell. */
type Row = readonly [about: string, records: readonly RunRecord[], baseline: unknown];

const ROWS: readonly Row[] = [
  ['nobody looked', [handed(1, 'a>b')], null],
  ['a first agent: when the run began', [received(0, 'began'), handed(1, 'a>b')], 'began'],
  [
    'a later one: when it got its task',
    [received(0, 'began'), handed(1, 'a>b'), received(1, 'task'), handed(2, 'b>c')],
    'task',
  ],
  [
    'the start of the run is no task of a later one',
    [received(0, 'began'), handed(1, 'a>b'), handed(2, 'b>c')],
    null,
  ],
  ['another source is another', [received(0, 'other', { source: 'payments' }), handed(1, 'a>b')], null],
  [
    'several tasks: the earliest look',
    [
      ...[handed(1, 'a>b', [], { after: [] }), received(1, 'first')],
      ...[handed(2, 'c>b', [], { after: [] }), received(2, 'second')],
      handed(3, 'b>d', [], { after: [2, 1] }),
    ],
    'first',
  ],
  [
    'one of several tasks that nobody looked at leaves it unknown',
    [
      ...[handed(1, 'a>b', [], { after: [] }), received(1, 'first')],
      handed(2, 'c>b', [], { after: [] }),
      handed(3, 'b>d', [], { after: [1, 2] }),
    ],
    null,
  ],
  [
    'a task that it has not handed on from counts, though the sender names another',
    [
      ...[handed(1, 'a>b', [], { after: [] }), received(1, 'first')],
      ...[handed(2, 'c>b', [], { after: [] }), received(2, 'second')],
      handed(3, 'b>d', [], { after: [2] }),
    ],
    'first',
  ],
  [
    'its own last handoff, where that is later than the task',
    [
      ...[handed(1, 'a>b'), received(1, 'task'), sent(2, 'handed on'), handed(2, 'b>c')],
      handed(3, 'b>d', [], { after: [1] }),
    ],
    'handed on',
  ],
  [
    'a new task, where that is later than its last handoff',
    [
      ...[handed(1, 'a>b'), received(1, 'task'), sent(2, 'handed on'), handed(2, 'b>c')],
      ...[received(2, 'c has it'), handed(3, 'c>b'), received(3, 'again'), handed(4, 'b>d')],
    ],
    'again',
  ],
  [
    'a blocked attempt moves nothing',
    [
      ...[handed(1, 'a>b'), received(1, 'task'), sent(2, 'blocked')],
      ...[handed(2, 'b>c', [], { delivered: false }), handed(2, 'b>c', [], { attempt: 2 })],
    ],
    'task',
  ],
  [
    'a later attempt that crossed',
    [
      ...[handed(1, 'a>b'), received(1, 'task'), sent(2, 'blocked')],
      ...[handed(2, 'b>c', [], { delivered: false }), sent(2, 'crossed', { attempt: 2 })],
      ...[handed(2, 'b>c', [], { attempt: 2 }), handed(3, 'b>d', [], { after: [1] })],
    ],
    'crossed',
  ],
  [
    'the second look at one moment does not count',
    [received(0, 'began'), received(0, 'changed'), handed(1, 'a>b')],
    'began',
  ],
];

for (const [about, records, baseline] of ROWS) {
  test(`baseline: ${about}`, () => {
    const { previous, since } = contextAfter(records).config('flags');
    const document = previous !== null && 'document' in previous ? previous.document : null;
    assert.deepEqual(document, baseline);
    const looked = records[since];
    assert.equal(looked?.kind === 'config' ? looked.reading : null, previous);
  });
}

test('what could not be read is the baseline all the same', () => {
  const records = [
    configRecord({ hop: 0, moment: 'received' }, unread('config_source.timeout')),
    handed(1, 'a>b'),
  ];
  const { previous } = contextAfter(records).config('flags');
  assert.ok(previous !== null && 'error' in previous);
});

test('of this attempt: what was seen, and what its baseline held', () => {
  const file = { baseline: reading('of the file') };
  const records = [
    sent(1, 'one', file),
    sent(1, 'two', { attempt: 2 }),
    handed(1, 'a>b', [], { attempt: 2 }),
  ];
  const second = contextAfter(records).config('flags');
  assert.deepEqual([second.sent, second.baseline], [reading('two'), null]);
  const first = contextAfter([...records.slice(0, 2), handed(1, 'a>b')]).config('flags');
  assert.deepEqual([first.sent, first.baseline], [reading('one'), reading('of the file')]);
});

test('one moment that is recorded twice is a fault of the run', () => {
  const faults = (...records: readonly RunRecord[]): string[] =>
    foldRun(records, NAMED_EDGES).faults.map(({ code }) => code);
  assert.deepEqual(faults(received(0, 1), received(0, 2)), ['run.config_repeated']);
  assert.deepEqual(faults(received(0, 1), received(0, 1)), []);
  assert.deepEqual(faults(sent(1, 1), sent(1, 2, { attempt: 1 })), ['run.config_repeated']);
  assert.deepEqual(faults(received(1, 1), received(1, 2, { attempt: 2 })), ['run.config_repeated']);
  const others = [
    sent(1, 1),
    sent(1, 1, { attempt: 2 }),
    sent(2, 1),
    received(1, 1),
    received(1, 1, { source: 'b' }),
  ];
  assert.deepEqual(faults(...others), []);
});

test('a record’s id that looks like the key of a reading is none', () => {
  const id = 'config\u0000received\u00000\u00000\u0000flags';
  const records: RunRecord[] = [
    {
      schema: 'edge-contracts/record/v1',
      kind: 'message',
      run: 'r1',
      at: '2026-11-30T09:00:00Z',
      id,
      to: 'a',
      text: '',
    },
    received(0, 'began'),
    handed(1, 'a>b'),
  ];
  assert.deepEqual(foldRun(records.slice(0, 2), NAMED_EDGES).faults, []);
  assert.notEqual(contextAfter(records).config('flags').previous, null);
});
