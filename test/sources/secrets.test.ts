import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { ConfigReading, ConfigSource } from '../../src/model/config.js';
import { SNAPSHOT_FOLDER, takeSnapshot } from '../../src/sources/snapshots.js';
import { KEY, reader, source, tempFolder } from './support.js';

/** Planted everywhere: whatever comes out is searched for it, whole and in the parts that a parser could quote. */
const PLANTED = 'xyzzy-plugh-4711';
const CREDENTIAL = 'ghp_xyzzyplughxyzzyplughxyzzyplugh012345';

/** Each holds the secret where it is read without fault. */
const SOUND: Readonly<Record<string, string>> = {
  'a.yaml': `password: ${PLANTED}\n# ${PLANTED}\nsmtp: { host: x, user: ${PLANTED} }\nnote: token ${CREDENTIAL}\n`,
  'a.json': `{"password": "${PLANTED}", /* ${PLANTED} */ "smtp": {"user": ["${PLANTED}"]}, "note": "${CREDENTIAL}"}`,
  'a.toml': `password = "${PLANTED}" # ${PLANTED}\nnote = "${CREDENTIAL}"\n[smtp]\nuser = "${PLANTED}"\n`,
  'a.ini': `password = ${PLANTED}\nnote = ${CREDENTIAL}\n[smtp]\nuser = ${PLANTED} ; ${PLANTED}\n`,
  'a.properties': `password = ${PLANTED}\n# ${PLANTED}\ndb.password = ${PLANTED}\n`,
  'a.env': `PASSWORD=${PLANTED}\nAPI_KEY="${PLANTED}" # ${PLANTED}\nNOTE=${CREDENTIAL}\n`,
};

/** Each cannot be read, and the parser stumbles over the secret itself. */
const BROKEN: Readonly<Record<string, string>> = {
  'twice.yaml': `${PLANTED}: 1\n${PLANTED}: 2\n`,
  'open.yaml': `a: "${PLANTED}\n`,
  'alias.yaml': `a: *${PLANTED}\n`,
  'tag.yaml': `a: !${PLANTED} x\n`,
  'anchors.yaml': `a: &${PLANTED} &b ${PLANTED}\n`,
  'directive.yaml': `%${PLANTED} x\n---\na: 1\n`,
  'escape.yaml': `a: "\\${PLANTED}"\n`,
  'template.yaml': `a: {{ ${PLANTED} }}\n`,
  'conflict.yaml': `<<<<<<< ${PLANTED}\na: 1\n=======\na: ${PLANTED}\n>>>>>>> x\n`,
  'documents.yaml': `a: ${PLANTED}\n--- ${PLANTED}\n`,
  'indent.yaml': `a: 1\n  ${PLANTED}: 2\n ${PLANTED}\n`,
  'identity.yaml': `users:\n  - { id: ${PLANTED} }\n  - { id: ${PLANTED} }\n`,
  'none.json': `{"a": ${PLANTED}}`,
  'twice.json': `{"${PLANTED}": 1, "${PLANTED}": 2}`,
  'none.toml': `a = ${PLANTED}\n`,
  'twice.toml': `${PLANTED} = 1\n${PLANTED} = 2\n`,
  'open.toml': `a = "${PLANTED}\n`,
  'header.ini': `[${PLANTED}\n`,
  'twice.ini': `${PLANTED} = 1\n${PLANTED} = 2\n`,
  'twice.properties': `${PLANTED} = 1\n${PLANTED} = 2\n`,
  'twice.env': `${PLANTED}=1\n${PLANTED}=2\n`,
  'binary.yaml': `a: ${PLANTED}\0`,
  [`${PLANTED}/x.txt`]: '',
};

const root = tempFolder({ ...SOUND, ...BROKEN });
const gitEnv = {
  ...process.env,
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};
for (const args of [
  ['init', '-q'],
  ['add', '-A'],
  ['commit', '-q', '-m', PLANTED],
])
  execFileSync('git', args, { cwd: root, env: gitEnv });

const server = createServer((request, response) => {
  const status = Number(request.url?.slice(1, 4)) || 200;
  const location = `http://${PLANTED}.example/?token=${PLANTED}`;
  response.writeHead(status, PLANTED, { 'content-type': 'application/json', etag: PLANTED, location });
  response.end(request.url?.includes('broken') === true ? `{"a": ${PLANTED}` : `{"password": "${PLANTED}"}`);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
after(() => {
  server.closeAllConnections();
  server.close();
});
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

const env = {
  PATH: process.env['PATH'],
  APP_PASSWORD: PLANTED,
  APP_NOTE: `see ${CREDENTIAL}`,
  TOKEN: `Bearer ${PLANTED}`,
  BAD_TOKEN: `${PLANTED}\n`,
  DATABASE_URL: `postgres://${PLANTED}:${PLANTED}@127.0.0.1:1/${PLANTED}`,
  BAD_URL: `postgres://${PLANTED}:${PLANTED}@[${PLANTED}`,
};

const file = (location: string): Partial<ConfigSource> => ({
  location,
  adapter: (
    { yaml: 'yaml', json: 'json', toml: 'toml', ini: 'ini', properties: 'ini', env: 'dotenv' } as const
  )[location.split('.').pop() as 'yaml'],
  secrets: ['/smtp/**'],
  identity: { '/users': 'id' },
});
const http = (location: string, from?: string): Partial<ConfigSource> => ({
  adapter: 'http',
  location,
  ...(from === undefined ? {} : { headers: { authorization: from } }),
});
const rows = (location: string): Partial<ConfigSource> => ({
  adapter: 'postgres',
  location,
  query: `SELECT '${PLANTED}'`,
});

const LIVE: readonly Partial<ConfigSource>[] = [
  ...[...Object.keys(SOUND), ...Object.keys(BROKEN)].filter((path) => !path.endsWith('.txt')).map(file),
  ...Object.keys(BROKEN)
    .filter((path) => !path.endsWith('.txt'))
    .map((path) => ({ ...file(path), adapter: 'git' as const, location: `HEAD:${path}` })),
  { adapter: 'env', location: 'APP_' },
  http(`http://${host}/200`, 'TOKEN'),
  http(`http://${host}/200-broken`),
  http(`http://${host}/302`),
  http(`http://${host}/401`),
  http(`http://${host}/500?token=${PLANTED}`),
  http(`http://${PLANTED}:${PLANTED}@${host}/200`),
  http(`http://${host}/200?token=${PLANTED}#${PLANTED}`),
  http(`${PLANTED}://x`),
  http(`not a url ${PLANTED}`),
  http(`http://${host}/200`, 'BAD_TOKEN'),
  http(`http://${host}/200`, `Bearer ${PLANTED}`),
  rows('DATABASE_URL'),
  rows('BAD_URL'),
  rows(`postgres://a:${PLANTED}@127.0.0.1:1/x`),
];

const searched = (what: unknown, where: string): void => {
  const text = typeof what === 'string' ? what : JSON.stringify(what);
  for (const secret of [
    'xyzzy',
    'plugh',
    '4711',
    CREDENTIAL,
    Buffer.from(PLANTED).toString('base64').slice(0, 12),
  ])
    assert.ok(!text.includes(secret), `${where}: ${text}`);
};

describe('a planted secret', () => {
  const config = reader(root, {
    env,
    allowedHosts: [host],
    allowPrivateAddresses: true,
    limits: { deadlineMs: 5000 },
  });
  const seen = new Set<string>();

  for (const part of LIVE) {
    const shown = `${part.adapter} ${part.location?.replaceAll(PLANTED, '…')}`;
    it(`is in no reading of ${shown}`, async () => {
      const reading: ConfigReading = await config.live(source(part));
      searched(reading, shown);
      seen.add('error' in reading ? reading.error.code : 'read');
    });
  }

  it('was looked for in readings and in many kinds of faults', () => {
    assert.ok(seen.size >= 15, [...seen].join(' '));
    assert.ok(seen.has('read'));
  });

  it('is in no baseline, and in no snapshot', async () => {
    const sources = Object.keys(SOUND).map((path) =>
      source({ ...file(path), source: path.replace('.', '-') }),
    );
    const taken = await takeSnapshot('planted', sources, { root, reader: config });
    assert.ok('taken' in taken);
    const folder = join(root, SNAPSHOT_FOLDER);
    for (const name of readdirSync(folder)) searched(readFileSync(join(folder, name), 'utf8'), name);
    for (const one of sources) {
      for (const baseline of ['snapshot:planted', 'git:HEAD', `file:${one.location}`]) {
        const reading = await config.baseline({ ...one, baseline });
        assert.ok('digest' in reading, JSON.stringify(reading));
        searched(reading, baseline);
      }
    }
  });

  it('is in no message of a failed option', () => {
    const short = new TextEncoder().encode('xyzzy');
    const isQuiet = (thrown: unknown): boolean => {
      searched(String(thrown), 'option');
      return thrown instanceof TypeError;
    };
    assert.throws(() => reader(root, { secretsKey: short }), isQuiet);
  });

  it('shows that it changed, by one key, and by no other', async () => {
    const digest = async (content: string, secretsKey: Uint8Array | null): Promise<string> => {
      const reading = await reader(tempFolder({ 'a.yaml': content }), { secretsKey }).live(
        source({ location: 'a.yaml' }),
      );
      assert.ok('digest' in reading);
      return reading.digest;
    };
    const [one, other] = [`password: ${PLANTED}`, `password: ${PLANTED}!`];
    assert.equal(await digest(one, KEY), await digest(`${one} # x`, KEY));
    assert.notEqual(await digest(one, KEY), await digest(other, KEY));
    assert.notEqual(await digest(one, KEY), await digest(one, null));
    assert.notEqual(await digest(one, null), await digest(one, null));
  });
});
