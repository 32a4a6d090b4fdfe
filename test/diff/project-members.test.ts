import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Project } from '../../src/contract/contract.js';
import { DEFAULT_PROJECT } from '../../src/contract/index.js';
import { detectChanges } from '../../src/diff/detect/detect-changes.js';
import { judgeChanges } from '../../src/diff/judge/judge-changes.js';
import { compareCarefully, setOf } from './support.js';

/** Every member, and nothing left out of it. */
const FULL: Required<Project> = {
  ...{ contracts: 'edges', policies: 'compiled', uncovered: 'warn', tools: 'agents.yaml' },
  adapters: { roots: ['config'], hosts: ['example.org'], privateAddresses: true, secretsKey: 'SECRETS' },
  effects: [
    { kind: 'message.email', description: 'An email.', details: { type: 'object' }, reversible: true },
  ],
  ledger: {
    ...{ path: 'kept.db', url: null, keys: ['a.pem'] },
    checkpoint: { key: 'env:KEY', every: 10, daily: true },
  },
  redaction: {
    key: 'TOKENS',
    fields: { message: ['/text'], transfer: ['/payload/objective'] },
    texts: [
      { name: 'email', pattern: null },
      { name: 'order', pattern: 'A[0-9]+' },
    ],
  },
  monitor: {
    webhooks: [{ name: 'desk', url: 'https://example.org', secret: 'SECRET' }],
    metrics: { host: '127.0.0.1', port: 9464 },
  },
};

/** Each value of it, changed alone, and each item of a list left out; where they are, and the whole. */
function* changed(value: unknown, at: string): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield [`${at}/${index} gone`, value.toSpliced(index, 1)];
      for (const [where, other] of changed(item, `${at}/${index}`)) yield [where, value.with(index, other)];
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      for (const [where, other] of changed(member, `${at}/${name}`))
        yield [where, { ...value, [name]: other }];
  } else yield [at, otherThan(value)];
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : `${value ?? ''}x`;
}

function rulesBetween(base: Project, head: Project): readonly string[] {
  const detection = detectChanges({ ...setOf(), project: base }, { ...setOf(), project: head });
  return judgeChanges(detection, compareCarefully).map(({ rule }) => rule);
}

describe('what the project file says', () => {
  it('is told wherever it is another, member by member and value by value, both ways', () => {
    const silent: string[] = [];
    const walked = new Set<string>();
    for (const [where, other] of changed(FULL, '')) {
      walked.add(where.split('/')[1] ?? '');
      const head = other as Project;
      if (rulesBetween(FULL, head).length === 0 || rulesBetween(head, FULL).length === 0) silent.push(where);
    }
    assert.deepEqual(silent, []);
    assert.deepEqual([...walked].sort(), Object.keys(DEFAULT_PROJECT).sort());
  });

  it('is told where a part comes or goes', () => {
    for (const member of Object.keys(DEFAULT_PROJECT) as (keyof Project)[]) {
      const without = { ...FULL, [member]: DEFAULT_PROJECT[member] };
      assert.notDeepEqual(rulesBetween(FULL, without), [], member);
      assert.notDeepEqual(rulesBetween(without, FULL), [], member);
    }
    for (const part of [{ checkpoint: null }, { keys: [] }, { url: 'URL' }])
      assert.equal(rulesBetween(FULL, { ...FULL, ledger: { ...FULL.ledger, ...part } }).length, 1);
    for (const part of [{ webhooks: [] }, { metrics: null }])
      assert.equal(rulesBetween(FULL, { ...FULL, monitor: { ...FULL.monitor, ...part } }).length, 1);
  });

  it('is no change where only its order is another', () => {
    const { ledger, redaction, monitor, effects, ...rest } = FULL;
    const head: Project = {
      ...rest,
      effects: [...(effects ?? [])].reverse(),
      ledger: { ...ledger, keys: ['a.pem', 'b.pem'] },
      redaction: redaction && { ...redaction, texts: [...redaction.texts].reverse() },
      monitor,
    };
    assert.deepEqual(rulesBetween({ ...FULL, ledger: { ...ledger, keys: ['b.pem', 'a.pem'] } }, head), []);
  });
});
