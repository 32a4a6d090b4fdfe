import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKS } from '../../src/checks/index.js';
import { hasRow, somethingToCheck } from '../../src/testing/something-to-check.js';
import { emptyFacts } from '../support/empty-facts.js';

test('every check has a row, its own or its group’s', () => {
  assert.deepEqual(
    CHECKS.map(({ code }) => code).filter((code) => !hasRow(code)),
    [],
  );
});

test('of a handoff that carries nothing, only what is about any handoff is checked, and the confidence', () => {
  const checked = CHECKS.filter(({ code }) => somethingToCheck(code, emptyFacts())).map(({ code }) => code);
  assert.deepEqual(checked, [
    ...['payload.invalid', 'confidence.missing', 'confidence.raised', 'run.context_missing'],
    ...['run.out_of_order', 'edge.mismatch'],
  ]);
});

test('of one that carries a constraint, whether it is dropped is checked', () => {
  const facts = emptyFacts();
  const held = { ...facts, constraints: { ...facts.constraints, held: 1 } };
  assert.ok(somethingToCheck('constraint.dropped', held));
  assert.ok(!somethingToCheck('constraint.discharge_refused', held));
  assert.ok(!somethingToCheck('no.such_check', held));
});
