import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { hideSecrets, type SecretsKey } from '../../src/config/hide-secrets.js';
import { normaliseConfig } from '../../src/config/normalise-config.js';
import { SECRET_PREFIX } from '../../src/model/config.js';
import { anyConfig, nested, objectOf, shuffled } from './arbitrary-config.js';

const KEY: SecretsKey = { id: 'k1', bytes: Buffer.from('0123456789abcdef0123456789abcdef') };

function hide(document: JsonValue, ...patterns: string[]): JsonValue {
  return hideSecrets(document, { patterns, key: KEY }).document;
}

function digest(value: JsonValue, kind = 'value'): string {
  const text = `edge-contracts secret 1\n${kind}\n${canonicalJson(value)}`;
  return `${SECRET_PREFIX}k1:${createHmac('sha256', KEY.bytes).update(text).digest('hex')}`;
}

test('keys that are said to be secrets', () => {
  for (const name of ['passwords', 'Secrets', 'api_keys', 'tokens']) {
    for (const member of [true, null])
      assert.deepEqual(hide({ [name]: { hunter2: member } }), {
        [name]: { [digest('hunter2', 'key')]: member },
      });
    assert.deepEqual(hide({ [name]: { DB: 'x', o: { on: true } } }), {
      [name]: { DB: digest('x'), o: { on: true } },
    });
  }
  assert.deepEqual(hide({ max_tokens: { small: 100 } }), { max_tokens: { small: 100 } });
});

test('names beside what they name, however they are capitalised', () => {
  for (const [name, value] of [
    ['name', 'value'],
    ['Name', 'Value'],
    ['NAME', 'VALUE'],
    ['Key', 'Value'],
    ['Variable', 'value'],
  ] as const)
    assert.deepEqual(hide({ [value]: 'x', [name]: 'DB_PASSWORD' }), {
      [value]: digest('x'),
      [name]: 'DB_PASSWORD',
    });
});

test('at the paths of patterns', () => {
  const document = {
    smtp: { host: 'h', port: 25, tls: { on: true, note: 'n' } },
    list: [{ a: 1 }, { a: 2 }],
  };
  const { smtp, list } = document;
  assert.deepEqual(hide(document, '/smtp/host'), { smtp: { ...smtp, host: digest('h') }, list });
  assert.deepEqual(hide(document, '/*/host', '/list/*/a'), {
    smtp: { ...smtp, host: digest('h') },
    list: [{ a: digest(1) }, { a: digest(2) }],
  });
  assert.deepEqual(hide(document, '/smtp'), { smtp: digest(smtp), list }, 'a subtree as one');
  assert.deepEqual(hide(document, '/smtp/*'), {
    smtp: { host: digest('h'), port: digest(25), tls: digest({ note: 'n', on: true }) },
    list,
  });
  assert.deepEqual(
    hide(document, '/smtp/**'),
    { smtp: { host: digest('h'), port: digest(25), tls: { on: digest(true), note: digest('n') } }, list },
    'each below',
  );
  assert.equal(hide(document, ''), digest(document));
  assert.deepEqual(hideSecrets(document, { patterns: ['/smtp/tls', '/list/**'], key: KEY }).hidden, 3);
});

const random = (length: number): string => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(4).slice(0, length);

/** Put together here, so that no scanner takes this file for one that holds secrets. */
const CREDENTIALS: readonly string[] = [
  `-----BEGIN ${'PRIVATE'} KEY-----\nMII\n-----END ${'PRIVATE'} KEY-----`,
  `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----`,
  `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----`,
  `AK${'IA'}ABCDEFGHIJKLMNOP`,
  `AS${'IA'}ABCDEFGHIJKLMNOP`,
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((kind) => `${kind}_${random(36)}`),
  `github_pat_${random(22)}_${random(59)}`,
  `glpat-${random(20)}`,
  `glptt-${random(40)}`,
  ...['b', 'p', 'a', 'r', 's'].map((kind) => `xox${kind}-123456789012-${random(24)}`),
  `xapp-1-A0-${random(20)}`,
  `https://hooks.${'slack'}.com/services/T00000000/B00000000/${random(24)}`,
  `sk_${'live'}_${random(24)}`,
  `rk_${'test'}_${random(24)}`,
  `whsec_${random(32)}`,
  `sk-${random(48)}`,
  `sk-proj-${random(48)}`,
  `sk-ant-api03-${random(48)}`,
  `AI${'za'}${random(35)}`,
  `ya29.${random(40)}`,
  `GOCSPX-${random(28)}`,
  `npm_${random(36)}`,
  `hf_${'abcdefgh'.repeat(5)}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJ${random(20)}.${random(43)}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJ${random(20).repeat(400)}.${random(43)}`,
  'postgres://user:hunter2@db.example.com:5432/app',
  'redis://:hunter2@cache:6379/0',
  'amqp://user:12345@mq',
  'https://user:p%40ss@example.com/x?y',
  `https://${random(32)}@example.com/1`,
  'jdbc:postgresql://u:hunter2@h/d',
  'postgres://u:1/x@h',
  'mysql://root:12#4@db/x',
  'https://maps.example.com/js?v=1&key=hunter2',
  'curl -u admin:hunter2 https://x.example.com',
  'curl --user "admin:hunter2" https://x.example.com',
  'Bearer hunter2hunter2',
  'authorization: basic dXNlcjpodW50ZXIy',
  'Server=db;User Id=app;Password=hunter2;',
  'host=db user=app password=hunter2 dbname=x',
  'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=aHVudGVyMg==;EndpointSuffix=core',
  'https://example.com/hook?token=hunter2',
  'https://blob.example.com/c?sv=2020&sig=hunter2',
  '{"user": "a", "api_key": "hunter2"}',
  '{\\"password\\": \\"hunter2\\"}',
  'mysql -u root --password hunter2',
  'run --db-password "hunter2"',
  'export API_TOKEN=hunter2',
  `${SECRET_PREFIX}k1:${'0'.repeat(64)}`,
  `x ${SECRET_PREFIX}`,
];

for (const credential of CREDENTIALS) {
  test(`looks like a credential: ${credential.slice(0, 40)}`, () => {
    for (const text of [credential, `see ${credential} there`, `a: "${credential}",\n`]) {
      assert.deepEqual(hide({ note: text }), { note: digest(text) }, text);
      assert.deepEqual(hide([text]), [digest(text)]);
    }
    assert.deepEqual(hide({ [credential]: [true] }), { [digest(credential, 'key')]: [true] }, 'as a key');
  });
}

const HARMLESS: readonly string[] = [
  '',
  'true',
  'https://example.com:8080/path?x=1#y',
  'http://[::1]:8080/',
  'http://localhost:3000',
  'ssh://git@github.com/owner/repo.git',
  'git@github.com:owner/repo.git',
  'mongodb://h1:27017,h2:27017/db',
  'registry.example.com:5000/image:1.2.3',
  'task-runner-for-every-long-name-here',
  'a sentence about passwords and tokens, without one.',
  'the compass points north',
  '2026-11-30T09:00:00Z',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'c9f0f895-fb98-4b91-a1d4-3c2f1e0a9b8c',
  'MAX_RETRIES=3',
  '-----BEGIN CERTIFICATE-----',
  'bob@example.com',
  '// a comment: with a colon',
  'docker run -u 1000:1000 image',
  'http://localhost:4873/@scope/name',
  'redis://cache:6379/0',
  'sort -u a',
  '?keys=a&sort_key=b',
];

for (const text of HARMLESS) {
  test(`looks like none: ${text.slice(0, 40)}`, () => {
    assert.deepEqual(hide({ note: text, list: [text], [text]: 1 }), { note: text, list: [text], [text]: 1 });
  });
}

const NAMED: readonly (readonly [string, boolean])[] = [
  ...[
    ...[
      'password',
      'PASSWORD',
      'db_password',
      'smtpPassword',
      'PGPASSWORD',
      'password_old',
      'password2',
      'pwd',
      'smtpPass',
      'apiKeyOld',
    ],
    ...[
      'passwd',
      'pass',
      'smtp-pass',
      'secret',
      'client_secret',
      'clientSecret',
      'token',
      'accessToken',
      'apikey',
    ],
    ...[
      'api_key',
      'API-KEY',
      'x-api-key',
      'private_key',
      'connectionString',
      'connection string',
      'conn_str',
    ],
    ...[
      'aws_secret_access_key',
      'credential',
      'authorization',
      'dsn',
      'cookie',
      'passphrase',
      'APIKey',
      'secret_key_base',
      'private_key_pem',
      'psk',
    ],
  ].map((name) => [name, true] as const),
  ...[
    ...[
      'password_min_length',
      'token_url',
      'max_tokens',
      'secret_name',
      'compass',
      'bypass',
      'key',
      'sort_key',
    ],
    ...['tokenizer', 'author', 'keys', 'passed', 'pattern', 'passport', 'public_key', 'secretary'],
  ].map((name) => [name, false] as const),
];

for (const [name, secret] of NAMED) {
  test(`${name} ${secret ? 'names a secret' : 'names none'}`, () => {
    const shown = hide({ [name]: 4096, b: { [name]: { x: [17] } } });
    assert.deepEqual(shown, {
      [name]: secret ? digest(4096) : 4096,
      b: { [name]: { x: [secret ? digest(17) : 17] } },
    });
    if (secret) assert.deepEqual(hide({ [name]: 'x' }), { [name]: digest('x') });
    if (secret)
      assert.deepEqual(hide({ [name]: true, b: { [name]: null } }), { [name]: true, b: { [name]: null } });
  });
}

test('names that stand beside, before or above what they name', () => {
  assert.deepEqual(hide({ name: 'DB_PASSWORD', value: 'x', other: 'x' }), {
    ...{ name: 'DB_PASSWORD', value: digest('x'), other: 'x' },
  });
  assert.deepEqual(hide(['run', '--token', 'x', '--level', 'x']), [
    'run',
    '--token',
    digest('x'),
    '--level',
    'x',
  ]);
  assert.deepEqual(hide({ kind: 'Secret', data: { a: 'x' }, type: 'x' }), {
    ...{ kind: 'Secret', data: { a: digest('x') }, type: 'x' },
  });
  assert.deepEqual(hide({ passwords: ['a', 'b'], tokens: { a: 'x', most: 5, least: '5' } }), {
    passwords: [digest('a'), digest('b')],
    tokens: { a: digest('x'), most: 5, least: '5' },
  });
  assert.deepEqual(hide({ secret: { tokens: 5 } }), { secret: { tokens: digest(5) } });
});

test('an identity that is a secret is hidden as the key, too', () => {
  const users = [
    { user: 'hunter2', on: true },
    { user: 'other22', on: false },
  ];
  const normalised = normaliseConfig({ users }, { identity: { '/users': 'user' } });
  assert.ok('document' in normalised);
  for (const pattern of ['/users/*/user', '/users/*', '/users/**', '/users', '/**']) {
    const shown = JSON.stringify(hide(normalised.document, pattern));
    assert.doesNotMatch(shown, /hunter2|other22/, pattern);
  }
});

test('equal is equal, other is other: by type, by kind, by key', () => {
  const of = (value: JsonValue): JsonValue => hide(value, '');
  assert.equal(of({ a: 1, b: [2] }), of({ b: [2], a: 1 }));
  assert.equal(of(-0), of(0));
  const values: JsonValue[] = [1, '1', true, 'true', null, 'null', [], {}, [1], '[1]', '', 'a', 'a '];
  assert.equal(new Set(values.map(of)).size, values.length);
  const other = { id: 'k1', bytes: Buffer.from('another key of 16') };
  assert.notEqual(hideSecrets('a', { patterns: [''], key: other }).document, of('a'));
  assert.notEqual(digest('a', 'key'), digest('a'));
});

test('nobody can write a digest into a configuration', () => {
  const hidden = hide({ password: 'x' }) as { password: string };
  const forged = hide({ password: 'x', copy: hidden.password, [hidden.password]: 1 });
  assert.equal(JSON.stringify(forged).split(hidden.password).length, 2, 'only the true one is left');
});

test('keys as any other', () => {
  const document = JSON.parse('{"__proto__":{"password":"x"},"constructor":{"token":"y"}}') as JsonValue;
  const shown = hide(document);
  assert.equal(
    canonicalJson(shown),
    `{"__proto__":{"password":"${digest('x')}"},"constructor":{"token":"${digest('y')}"}}`,
  );
});

test('what has no secret is not copied', () => {
  const document = { a: { b: [1, 'x'] }, c: { token: 'x' } };
  assert.equal((hide(document) as typeof document).a, document.a);
  const hidden = hideSecrets(document.a, { patterns: ['/c'], key: KEY });
  assert.deepEqual([hidden.document === document.a, hidden.hidden], [true, 0]);
});

test('misuse', () => {
  const options = { patterns: [], key: KEY };
  assert.throws(() => hideSecrets(nested(10_000), options), TypeError);
  assert.throws(() => hideSecrets({}, { patterns: ['a'], key: KEY }), TypeError);
  assert.throws(() => hideSecrets({}, { patterns: [], key: { ...KEY, id: 'a:b' } }), TypeError);
  assert.throws(
    () => hideSecrets({}, { patterns: [], key: { ...KEY, bytes: Buffer.from('short') } }),
    TypeError,
  );
});

/** A text that no document has by itself. */
const planted = fc.stringMatching(/^pl[a-z]{10}nt$/);

test('no planted secret is in what comes out; a changed one shows', () => {
  const place = fc.constantFrom<(secret: string) => readonly [string, JsonValue]>(
    (secret) => ['password', secret],
    (secret) => ['secrets', { a: [{ b: secret }] }],
    (secret) => ['note', `postgres://u:${secret}@h/d`],
    (secret) => ['hidden', { deep: [secret, { [secret]: 1 }] }],
    (secret) => ['list', [{ name: 'TOKEN', value: secret }]],
    (secret) => [`Bearer ${secret}`, 1],
  );
  fc.assert(
    fc.property(anyConfig, place, planted, planted, (document, put, one, other) => {
      fc.pre(one !== other);
      const within = (secret: string): JsonValue => objectOf([['rest', document], put(secret)]);
      const shown = (secret: string): string =>
        canonicalJson(hide(within(secret), '/hidden', '/*/not/there'));
      assert.equal(shown(one).includes(one), false);
      assert.notEqual(shown(one), shown(other));
      assert.equal(shown(one), canonicalJson(hide(shuffled(within(one)), '/hidden')));
    }),
  );
});

test('hostile texts take linear time', () => {
  const pieces = [
    'a',
    '/',
    '://',
    '://a:',
    '//a',
    '-',
    '--a',
    'eyJ',
    'eyJaaaaaaaaa.',
    'password',
    'password ',
    'A',
    '@',
  ];
  for (const piece of [
    ...pieces,
    '--password',
    ' -a-',
    'Bearer ',
    'SG.aaaaaaaaaaaaaaaaaaaa',
    '-----BEGIN',
    '://a:1,',
  ]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    hide({ note: text, [text]: 1 });
  }
});
