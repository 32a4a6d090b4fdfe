import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noteFaults } from '../../../src/ledger/note-faults.js';
import { createRedactor } from '../../../src/ledger/redact/redactor.js';
import type { VerdictNote } from '../../../src/model/ledger.js';
import type { RedactionFields } from '../../../src/model/redaction.js';
import { verdict } from '../../model/samples.js';
import { notes } from '../samples.js';

const payload = {
  objective: 'refund Ann Fisher',
  remaining: ['tell Ann Fisher'],
  constraints: [
    {
      text: 'never write to Ann',
      modality: 'prohibition',
      scope: 'run',
      stated_by: 'customer',
      stated_in: 'm1',
    },
  ],
  established: [{ key: 'name', value: 'Ann Fisher', source: 'tool', evidence: 't1' }],
  confidence: 0.5,
  side_effects: [{ kind: 'message.email', target: 'ann@example.com', evidence: 't1' }],
};

it('a composed payload is redacted as what it was made of, and the digest of the original is keyed', () => {
  const { constraints } = payload;
  const original = `sha256:${'7'.repeat(64)}` as const;
  const composed = {
    payload,
    patch: [{ op: 'add', path: '/constraints/-', value: constraints[0] ?? null }] as const,
    original,
  };
  const note: VerdictNote = { ...notes.verdict, verdict: { ...verdict, composed } };
  const fields: RedactionFields = {
    transfer: ['/payload/objective', '/payload/remaining/*', '/payload/constraints/*/text'],
    message: ['/text', '/constraints/*/text'],
  };
  const redactor = createRedactor(
    { key: 'KEY', fields, texts: [{ name: 'email', pattern: null }] },
    { key: new TextEncoder().encode('a key of at least sixteen bytes') },
  );
  const { value } = redactor.redact(note);
  const text = JSON.stringify((value as VerdictNote).verdict.composed);
  assert.doesNotMatch(text, /Ann|example\.com/);
  assert.ok(!text.includes(original));
  assert.match(text, /"op":"add","path":"\/constraints\/-"/);
  assert.deepEqual(noteFaults(value as never), []);
});
