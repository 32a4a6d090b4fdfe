import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding, PolicyDiff, Witness } from '../../src/model/policy-diff.js';
import { diffText } from '../../src/report/diff-text.js';
import { formatted } from '../../src/report/formats/index.js';
import { plain } from '../../src/report/paint.js';
import { asIs, OPTIONS, sampleDiff, sampleFindings } from './formats/samples.js';

const [proven] = sampleFindings(asIs) as readonly [Finding];

/** On an edge that observes: both versions let it through, one of them only since it observes. */
function observed(): PolicyDiff {
  const witness: Witness = {
    ...{ records: [], asked: 'handoff', question: null, says: 'a refund' },
    base: { decision: 'block', action: 'allow', codes: ['constraint.weakened'] },
    head: { decision: 'allow', action: 'allow', codes: [] },
  };
  return sampleDiff(asIs, {
    findings: [{ ...proven, claim: { status: 'proven', witness } }],
    diagnostics: [],
  });
}

const text = (diff: PolicyDiff): string => diffText(diff, { paint: plain });
const markdown = (diff: PolicyDiff): string =>
  formatted({ command: 'diff', document: diff }, 'markdown', OPTIONS);
const annotated = (diff: PolicyDiff): string =>
  formatted({ command: 'diff', document: diff }, 'annotations', OPTIONS);

test('what is let through though it is decided to block is told so, in every format', () => {
  const diff = observed();
  assert.match(text(diff), /base: allow \(would block\) \(constraint\.weakened\); head: allow\n/);
  assert.match(annotated(diff), /base: allow \(would block\), head: allow/);
  assert.match(markdown(diff), /“Would block”: it is decided to block, and let through/);
  assert.match(markdown(diff), /\*\*allow\*\* \(would block\)/);
});

test('waivers that fit nothing are one line, and where waivers live is said', () => {
  const [one] = sampleDiff(asIs).waivers.unused;
  assert.ok(one);
  const unused = [9, 12, 15].map((line) => ({ ...one, line }));
  const diff = { ...observed(), waivers: { ...sampleDiff(asIs).waivers, unused, expired: [] } };
  const lines = text(diff).match(/^.*waivers fit no finding.*$/gm);
  assert.deepEqual(lines, ['3 waivers fit no finding against this base: line 9, 12, 15 of waivers.yaml']);
  assert.match(text(diff), /with an owner, a reason and a last day, in contracts\/waivers\.yaml/);
  assert.match(markdown(diff), /in <code>contracts\/waivers\.yaml<\/code>/);
  assert.match(markdown(diff), /### 3 waivers fit no finding against this base/);
});

test('a waiver that has ended is told at its finding, and nowhere else', () => {
  const [, ended] = sampleFindings(asIs) as readonly [Finding, Finding];
  const diff: PolicyDiff = {
    ...observed(),
    findings: [ended],
    diagnostics: [{ code: 'waivers.expired', severity: 'warning', message: 'it ended on 2026-12-31' }],
  };
  assert.equal(text(diff).match(/ended/gi)?.length, 1);
  assert.equal(markdown(diff).match(/ended/gi)?.length, 2);
});

test('nothing says how to waive where there is nothing to waive', () => {
  assert.doesNotMatch(text({ ...observed(), findings: [] }), /waived by its fingerprint/);
});
