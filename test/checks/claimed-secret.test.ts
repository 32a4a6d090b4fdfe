import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/canonical/json-value.js';
import type { Scene } from '../../src/checks/check.js';
import { configClaimedNotReal } from '../../src/checks/config/claimed-not-real.js';
import { SECRET_PREFIX } from '../../src/model/config.js';
import type { ConfigClaimFact } from '../../src/model/facts.js';

const PLANTED = 'correct horse battery staple';
const PLAN = {
  source: 'mail',
  adapter: 'yaml',
  location: 'mail.yaml',
  baseline: 'previous',
  identity: {},
  secrets: ['/smtp/password'],
  file: 'contracts/a--b.yaml',
  line: 3,
};

function reasonOf(path: string, details: JsonObject, fact: Partial<ConfigClaimFact>): string {
  const claims = [{ index: 0, source: 'mail', path, operation: 'replace', real: false, ...fact }];
  const claim = { kind: 'config.change', target: `mail${path}`, evidence: 't1', details };
  const scene = {
    facts: { config: { claims, sources: [], changes: [], omitted: 0 } },
    edge: { config: [PLAN] },
    handoff: { payload: { side_effects: [claim] } },
  };
  return JSON.stringify(configClaimedNotReal.reason(scene as unknown as Scene, 0));
}

const SECRETS: readonly (readonly [
  about: string,
  path: string,
  details: JsonObject,
  Partial<ConfigClaimFact>,
])[] = [
  ['at a path that the contract calls secret', '/smtp/password', { after: PLANTED }, {}],
  ['where the source has a digest', '/smtp/user', { before: PLANTED }, { before: `${SECRET_PREFIX}k:00` }],
  [
    'that looks like a credential',
    '/smtp/url',
    { after: `smtp://me:${PLANTED.replaceAll(' ', '-')}@mail` },
    {},
  ],
];

for (const [about, path, details, fact] of SECRETS) {
  test(`what is claimed of a secret ${about} is not told`, () => {
    const told = reasonOf(path, details, fact);
    assert.doesNotMatch(told, /correct.horse/);
    assert.match(told, /"secret":true/);
  });
}

test('what is claimed of anything else is', () => {
  assert.match(
    reasonOf('/smtp/host', { after: 'mail.example' }, { before: 'old', after: 'old' }),
    /mail\.example/,
  );
});
