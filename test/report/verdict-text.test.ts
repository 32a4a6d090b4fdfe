import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConstraintLife, RunVerdict, Verdict } from '../../src/model/verdict.js';
import { evaluationText } from '../../src/report/evaluation-text.js';
import { paintFor, plain } from '../../src/report/paint.js';
import { lifeText } from '../../src/report/run-verdict-text.js';
import { safe, safeName } from '../../src/report/safe-text.js';
import { verdictText } from '../../src/report/verdict-text.js';
import { runVerdict, verdict } from '../model/samples.js';

const allowed = {
  ...verdict,
  decision: 'allow',
  action: 'allow',
  reasons: [],
  errors: [],
  omitted_reasons: 0,
};

function transfer(over: object): Verdict {
  const { omitted_reasons: _, as: _as, ...rest } = { ...allowed, ...over } as unknown as Verdict;
  return rest;
}

function run(over: object): RunVerdict {
  const clean = { decision: 'allow', action: 'allow', reasons: [], errors: [], lives: [] };
  const { as: _, ...rest } = { ...runVerdict, ...clean, ...over } as unknown as RunVerdict;
  return rest;
}

describe('the text of verdicts', () => {
  it('one line for each handoff that is allowed, however many', () => {
    const transfers = Array.from({ length: 500 }, (_, i) =>
      transfer({ transfer: { ...verdict.transfer, hop: i + 1 } }),
    );
    const text = evaluationText(
      [{ transfers, run: run({ transfers: { evaluated: 500, allowed: 500, blocked: 0 } }) }],
      { paint: plain },
    );
    assert.equal(text.split('\n').filter((line) => line.startsWith('hop ')).length, 500);
    assert.ok(text.split('\n').length < 515);
    assert.match(text, /^500 handoffs, 500 allowed, 0 blocked$/m);
  });

  it('nothing invisible comes through from any member of a verdict', () => {
    const evil = '\u001b]0;x\u0007\u202e\u200b\u2028\r';
    const spoil = (value: unknown): unknown => {
      if (typeof value === 'string') return `${value}${evil}`;
      if (Array.isArray(value)) return value.map(spoil);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, spoil(member)]));
    };
    const text = evaluationText(
      [{ transfers: [spoil(verdict) as Verdict], run: spoil(runVerdict) as RunVerdict }],
      { paint: plain },
    );
    assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    assert.match(text, /<U\+001B>\]0;x<U\+0007><U\+202E>/);
  });

  it('is capped, whatever the run says', () => {
    const long = 'x'.repeat(100_000);
    const reasons = [{ ...verdict.reasons[0], message: long, fix: { say: long } }];
    const text = verdictText(transfer({ reasons, transfer: { ...verdict.transfer, from: long } }), {
      paint: plain,
    });
    assert.ok(text.length < 4000, String(text.length));
  });

  it('tells what kept the gate from deciding', () => {
    const errors = [{ code: 'engine.timeout', message: 'no answer within 250 ms' }];
    const text = verdictText(transfer({ decision: 'block', action: 'block', errors }), { paint: plain });
    assert.match(text, /BLOCK {2}engine\.timeout/);
    assert.match(text, /^ {2}engine\.timeout: no answer within 250 ms$/m);
  });

  it('tells an exception with its end and its owner', () => {
    const exception = { reason: 'field migration', owner: 'payments', expires: '2027-03-31' };
    const text = verdictText(transfer({ reasons: [{ ...verdict.reasons[0], exception }] }), { paint: plain });
    assert.match(text, /\(excepted\):/);
    assert.match(text, /let through to the end of 2027-03-31, by payments: field migration/);
  });

  it('a life of many hops has one line', () => {
    const transitions = Array.from({ length: 400 }, (_, i) => ({ to: 'live', by: 'a', at: '', hop: i + 1 }));
    const life = { ...runVerdict.lives[0], transitions } as unknown as ConstraintLife;
    const text = lifeText(life, plain);
    assert.ok(!text.includes('\n') && text.length < 600, text);
    assert.match(text, /… \d+ more …/);
  });
});

describe('text that came from somewhere', () => {
  it('is cut between characters', () => {
    assert.equal(safe(`${'a'.repeat(9)}😀`, 10), `${'a'.repeat(9)}…`);
    assert.equal(safeName('a'.repeat(100)), `${'a'.repeat(64)}…`);
  });
});

describe('colour', () => {
  const on = (stream: { isTTY?: boolean }, env: Record<string, string>): boolean =>
    paintFor(stream, env)('bad', 'x') !== 'x';

  it('only on a terminal, never with NO_COLOR, always with FORCE_COLOR', () => {
    assert.ok(on({ isTTY: true }, {}));
    assert.ok(!on({}, {}));
    assert.ok(!on({ isTTY: true }, { NO_COLOR: '1' }));
    assert.ok(on({ isTTY: true }, { NO_COLOR: '' }));
    assert.ok(!on({ isTTY: true }, { TERM: 'dumb' }));
    assert.ok(on({}, { FORCE_COLOR: '1' }));
    assert.ok(on({}, { FORCE_COLOR: '1', NO_COLOR: '1' }));
    assert.ok(!on({ isTTY: true }, { FORCE_COLOR: '0' }));
  });
});
