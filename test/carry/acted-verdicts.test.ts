import assert from 'node:assert/strict';
import { it } from 'node:test';
import { actedVerdicts } from '../../src/carry/acted-verdicts.js';
import type { VerdictNote } from '../../src/model/ledger.js';

/** `gate-a:allow` as a note on hop 1. */
function noteOf(text: string, hop = 1): VerdictNote {
  const [instance, decision] = text.split(':');
  const verdict = { decision, transfer: { hop, attempt: 1 }, measured: { decided_by: { instance } } };
  return { kind: 'verdict', verdict } as unknown as VerdictNote;
}

const ROWS: readonly (readonly [notes: readonly string[], acted: string])[] = [
  [['gate-a:allow'], 'gate-a:allow'],
  [['evaluate:block'], 'evaluate:block'],
  // What CI says a week later was not what let it through.
  [['gate-a:allow', 'evaluate:block'], 'gate-a:allow'],
  [['evaluate:block', 'gate-a:allow'], 'gate-a:allow'],
  [['gate-a:block', 'gate-b:allow', 'evaluate:block'], 'gate-b:allow'],
  [['evaluate:block', 'evaluate:allow'], 'evaluate:allow'],
];

for (const [notes, acted] of ROWS) {
  it(`of ${notes.join(', then ')} what was acted on is ${acted}`, () => {
    const found = actedVerdicts(notes.map((text) => noteOf(text)));
    assert.deepEqual([...found], [['1/1', noteOf(acted)]]);
  });
}

it('each attempt has its own', () => {
  const found = actedVerdicts([noteOf('gate-a:allow', 1), noteOf('evaluate:block', 2)]);
  assert.deepEqual([...found.keys()], ['1/1', '2/1']);
});
