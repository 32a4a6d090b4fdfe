import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenByConfig, configReason, withConfigViolations } from '../../src/evaluate/config-violations.js';
import type { Reason, Verdict } from '../../src/model/verdict.js';
import { foldRun } from '../../src/run/fold-record.js';
import { livesOf } from '../../src/run/lives-of.js';
import * as samples from '../model/samples.js';

const { message, transfer, closed } = samples.records;
const terms = { edgeOf: () => null };

/** The verdict on a handoff that live config shows to have broken what the customer forbade. */
function verdictWith(code: string): Verdict {
  const [first] = samples.verdict.reasons;
  assert.ok(first);
  const reason: Reason = { ...first, code, check: code, held: samples.constraint };
  return { ...samples.verdict, reasons: [reason] };
}

test('what live config shows broken is violated in its life, and does not lapse with the run', () => {
  const run = foldRun([message, closed], terms);
  const broken = brokenByConfig(foldRun([message], terms), transfer, verdictWith('constraint.violated'));
  const lives = livesOf(run);
  assert.deepEqual(
    lives.map(({ state }) => state),
    ['lapsed'],
  );
  const [life] = withConfigViolations(lives, broken);
  assert.deepEqual([life?.state, life?.transitions.at(-1)?.to], ['violated', 'violated']);
  assert.deepEqual(
    [life?.transitions.at(-1)?.hop, life?.transitions.at(-1)?.by],
    [transfer.hop, transfer.from],
  );
  assert.equal(
    life?.transitions.some(({ to }) => to === 'lapsed'),
    false,
  );
});

test('the run verdict tells it with its cause, and without the repair of a payload', () => {
  const [broken] = brokenByConfig(foldRun([message], terms), transfer, verdictWith('constraint.violated'));
  assert.ok(broken);
  const { reason } = configReason(broken);
  assert.deepEqual(
    [reason.code, reason.cause, 'fix' in reason],
    ['constraint.violated', 'transmission', false],
  );
  assert.match(reason.message, /cause: transmission \(seen at hop 2\)/);
});

test('no other reason breaks a constraint', () => {
  assert.deepEqual(
    brokenByConfig(foldRun([message], terms), transfer, verdictWith('constraint.dropped')),
    [],
  );
});
