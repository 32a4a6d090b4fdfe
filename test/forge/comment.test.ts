import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isRepository } from '../../src/cli/commands/comment.js';
import { emptyFolder, type Ran, schemaErrors } from '../cli/cli.js';
import { inProcess } from '../cli/in-process.js';
import { CommentsServer, type FaultAnswer, type SeenRequest, TOKEN } from './comments-server.js';

const MARKER = '<!-- edge-contracts diff -->';
const TEXT = `${MARKER}\n\n## Policy changes\n\nwith \`code\`, ünïcode and 🔴\n`;
const BOT = 'github-actions[bot]';

const server = new CommentsServer();
before(() => server.listen());
after(() => server.close());
beforeEach(() => server.reset());

interface Said {
  readonly text?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function post({ text = TEXT, args = [], env = {} }: Said = {}): Promise<Ran> {
  const ran = await inProcess(['comment', ...args], {
    cwd: emptyFolder(),
    input: text,
    env: { ...server.env(), ...env },
  });
  assert.ok(!`${ran.out}${ran.err}`.includes(TOKEN), 'the token is shown');
  return ran;
}

/** Posts, and gives the document, which is as its schema says. */
async function posted(said: Said = {}): Promise<Record<string, unknown>> {
  const { code, out, err } = await post({ ...said, args: ['--json', ...(said.args ?? [])] });
  assert.equal(code, 0, out + err);
  const document = JSON.parse(out) as Record<string, unknown>;
  assert.equal(schemaErrors('comment', document), null);
  return document;
}

async function refused(said: Said, code: string, exit: number): Promise<string> {
  const ran = await post(said);
  assert.deepEqual([ran.code, ran.out], [exit, ''], ran.err);
  assert.match(ran.err, new RegExp(`^error ${code.replace('.', '\\.')}`, 'm'));
  return ran.err;
}

function writes(): string[] {
  return server.seen.filter(({ method }) => method !== 'GET').map(({ method }) => method);
}

/** The first request that this is true of is answered so, every other one as ever. */
function once(of: (seen: SeenRequest) => boolean, answer: FaultAnswer): void {
  let done = false;
  server.fault = (seen) => {
    if (done || !of(seen)) return undefined;
    done = true;
    return answer;
  };
}

const isPost = ({ method }: SeenRequest): boolean => method === 'POST';

describe('one comment', () => {
  it('is made, and then changed in place', async () => {
    const made = await posted();
    assert.equal(made['outcome'], 'created');
    const changed = await posted({ text: TEXT.replace('## Policy', '## Other') });
    assert.deepEqual([changed['outcome'], changed['id']], ['updated', made['id']]);
    const again = await posted({ text: TEXT.replace('## Policy', '## Other') });
    assert.equal(again['outcome'], 'unchanged');
    assert.deepEqual(writes(), ['POST', 'PATCH']);
    assert.deepEqual(
      server.comments.map(({ body }) => body),
      [TEXT.replace('## Policy', '## Other')],
    );
  });

  it('of a file', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'c.md'), TEXT);
    const ran = await inProcess(['comment', 'c.md'], { cwd: folder, env: server.env() });
    assert.equal(ran.code, 0, ran.err);
    assert.match(ran.out, /^acme\/agents#7: commented\nhttps:\/\/github\.com\//);
  });

  it('is found on a later page', async () => {
    server.pageSize = 10;
    for (let n = 0; n < 35; n += 1) server.add('someone', `comment ${n}`);
    const ours = server.add(BOT, `${MARKER}\nold`);
    server.add('someone', 'last');
    const document = await posted();
    assert.deepEqual([document['outcome'], document['id']], ['updated', ours.id]);
    assert.equal(server.seen.filter(({ path }) => path.includes('page=4')).length, 1);
  });

  it('is not what somebody else wrote with the marker, nor what quotes it', async () => {
    const theirs = [
      server.add('mallory', `${MARKER}\n\n## Nothing changed`),
      server.add(BOT, `> ${MARKER}\n\nquoted`),
      server.add(BOT, `see\n${MARKER}\n`),
      server.add(BOT, `${MARKER} and more`),
      server.add(BOT, '<!-- edge-contracts diff: other -->\n'),
    ].map(({ id, body }) => ({ id, body }));
    assert.equal((await posted())['outcome'], 'created');
    assert.deepEqual(
      server.comments.slice(0, 5).map(({ id, body }) => ({ id, body })),
      theirs,
    );
  });

  it('is by whom the token is, or by whom is named', async () => {
    server.user = 'Octo-Cat';
    server.author = 'octo-cat';
    const ours = server.add('octo-cat', `${MARKER}\r\nold, with the line breaks of a form`);
    server.add(BOT, `${MARKER}\nnot ours`);
    assert.equal((await posted())['id'], ours.id);
    server.user = null;
    const app = server.add('our-app[bot]', MARKER);
    assert.equal((await posted({ args: ['--author', 'our-app[bot]'] }))['id'], app.id);
  });

  it('is one for each id', async () => {
    await posted();
    await posted({ args: ['--id', 'billing'] });
    assert.equal((await posted({ args: ['--id', 'billing'] }))['outcome'], 'unchanged');
    assert.deepEqual(
      server.comments.map(({ body }) => body.split('\n')[0]),
      [MARKER, '<!-- edge-contracts diff: billing -->'],
    );
  });

  it('holds 65,536 characters, and no more', async () => {
    const longest = TEXT.padEnd(65_536, '.');
    assert.equal((await posted({ text: longest }))['outcome'], 'created');
    await refused({ text: `${longest}.` }, 'comment.too_long', 3);
  });
});

describe('jobs at the same time', () => {
  it('that both saw no comment leave one, with the text of one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      server.reset();
      const texts = ['a', 'b', 'c'].map((one) => `${TEXT}${one}\n`);
      await Promise.all(texts.map((text) => posted({ text })));
      assert.equal(server.comments.length, 1);
      assert.ok(texts.includes(server.comments[0]?.body ?? ''));
    }
  });

  it('an older job’s comment that came in between is the one that stays', async () => {
    server.fault = (seen) => {
      if (isPost(seen)) server.add(BOT, `${MARKER}\nof another job`);
      return undefined;
    };
    const document = await posted();
    assert.deepEqual([document['outcome'], document['removed']], ['updated', 1]);
    assert.deepEqual(
      server.comments.map(({ id, body }) => [id === document['id'], body]),
      [[true, TEXT]],
    );
  });

  it('what a later run wrote is not overwritten by an earlier one', async () => {
    const run = (id: string, attempt: string): Said => ({
      text: `${TEXT}${id}\n`,
      env: { GITHUB_RUN_ID: id, GITHUB_RUN_ATTEMPT: attempt },
    });
    assert.equal((await posted(run('9', '1')))['outcome'], 'created');
    assert.equal((await posted(run('10', '1')))['outcome'], 'updated');
    assert.equal((await posted(run('9', '2')))['outcome'], 'superseded');
    assert.match(server.comments[0]?.body ?? '', /run 10\.1 -->\n[\s\S]*\n10\n$/);
    assert.equal((await posted(run('10', '2')))['outcome'], 'updated');
  });

  it('a run that is named further down counts for nothing', async () => {
    server.add(BOT, `${MARKER}\n\n<!-- edge-contracts run 99.1 -->\n`);
    assert.equal((await posted({ env: { GITHUB_RUN_ID: '5' } }))['outcome'], 'updated');
  });

  it('a comment that is gone when it is changed is made anew', async () => {
    server.add(BOT, `${MARKER}\nold`);
    server.fault = ({ method }) => {
      if (method === 'PATCH') server.comments.length = 0;
      return undefined;
    };
    assert.equal((await posted())['outcome'], 'created');
  });
});

describe('a server that is not well', () => {
  const SOON = { 'retry-after': '0' };

  for (const status of [500, 502, 503, 429, 403])
    it(`that answers ${status} is asked again`, async () => {
      once(({ path }) => path.includes('/comments'), { status, headers: SOON });
      assert.equal((await posted())['outcome'], 'created');
    });

  it('is asked so often, and no more', async () => {
    server.fault = ({ path }) => (path.includes('/comments') ? { status: 503, headers: SOON } : undefined);
    await refused({}, 'comment.unavailable', 1);
    assert.equal(server.seen.length, 1 + 4);
  });

  it('is not waited for longer than a minute', async () => {
    server.fault = () => ({ status: 403, headers: { 'retry-after': '3600' } });
    assert.match(await refused({}, 'comment.unavailable', 1), /3600 s/);
    server.fault = () => ({
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999' },
    });
    await refused({}, 'comment.unavailable', 1);
  });

  it('that loses the answer to a comment it made does not get a second one', async () => {
    once(isPost, { status: 502, headers: SOON, done: true });
    assert.equal((await posted())['outcome'], 'unchanged');
    assert.deepEqual(writes(), ['POST']);
  });

  it('that never makes one is given up on', async () => {
    server.fault = (seen) => (isPost(seen) ? { status: 500, headers: SOON } : undefined);
    await refused({}, 'comment.unavailable', 1);
    assert.ok(writes().length <= 4);
  });

  const UNEXPECTED: readonly (readonly [string, FaultAnswer])[] = [
    ['no JSON', { status: 200, body: '<html>login' }],
    ['no list', { status: 200, body: '{}' }],
    ['no comments', { status: 200, body: '[{"id":"1"}]' }],
    [
      'another server’s page',
      { status: 200, body: '[]', headers: { link: '<http://127.0.0.1:9/x>; rel="next"' } },
    ],
  ];
  for (const [name, answer] of UNEXPECTED)
    it(`that answers with ${name}`, async () => {
      server.fault = ({ path }) => (path.includes('/comments') ? answer : undefined);
      await refused({}, 'comment.unexpected', 1);
      assert.deepEqual(writes(), []);
    });

  it('with pages that never end', async () => {
    server.fault = ({ path }) =>
      path.includes('/comments')
        ? { status: 200, body: '[]', headers: { link: `<${server.url}${path}>; rel="next"` } }
        : undefined;
    await refused({}, 'comment.unexpected', 1);
    assert.ok(server.seen.length < 60);
  });

  it('that sends on elsewhere: the token does not go there', async () => {
    const other = new CommentsServer();
    await other.listen();
    server.fault = () => ({ status: 301, headers: { location: `${other.url}/user` } });
    await refused({}, 'comment.redirected', 1);
    assert.deepEqual(other.seen, []);
    await other.close();
  });

  it('that is not there', async () => {
    const gone = new CommentsServer();
    await gone.listen();
    const { url } = gone;
    await gone.close();
    assert.match(await refused({ env: { GITHUB_API_URL: url } }, 'comment.unavailable', 1), /ECONNREFUSED/);
  });
});

describe('a token that may not', () => {
  const FORBIDDEN = { status: 403, body: '{"message":"Resource not accessible by integration"}' };

  it('write: the report goes to the summary of the job, and that is told', async () => {
    server.fault = (seen) => (isPost(seen) ? FORBIDDEN : undefined);
    const summary = join(emptyFolder(), 'summary.md');
    writeFileSync(summary, 'before\n');
    const env = { GITHUB_STEP_SUMMARY: summary };
    const document = await posted({ env });
    assert.deepEqual([document['outcome'], document['id']], ['summary', null]);
    assert.equal(readFileSync(summary, 'utf8'), `before\n${TEXT}\n`);
    assert.match((await post({ env })).err, /^warning comment\.read_only/m);
  });

  it('write, where there is no summary', async () => {
    server.fault = (seen) => (isPost(seen) ? FORBIDDEN : undefined);
    await refused({}, 'comment.denied', 1);
    await refused({ env: { GITHUB_STEP_SUMMARY: join(emptyFolder(), 'no/such') } }, 'comment.denied', 1);
  });

  it('read, or is none', async () => {
    server.fault = ({ path }) => (path.includes('/comments') ? { status: 404 } : undefined);
    await refused({}, 'comment.denied', 1);
    server.reset();
    await refused({ env: { GITHUB_TOKEN: 'ended' } }, 'comment.denied', 1);
  });
});

describe('what it is given', () => {
  const WRONG: readonly (readonly [string, Said, string])[] = [
    ['an empty text', { text: '' }, 'comment.no_marker'],
    ['a text without a marker', { text: `\n${TEXT}` }, 'comment.no_marker'],
    ['no token', { env: { GITHUB_TOKEN: '' } }, 'comment.no_token'],
    ['a token with a line break', { env: { GITHUB_TOKEN: 'a\nx-evil: 1' } }, 'comment.no_token'],
    ['no pull request', { env: { GITHUB_REF: 'refs/heads/main' } }, 'comment.no_pull_request'],
    [
      'a branch that is named like one',
      { env: { GITHUB_REF: 'refs/heads/refs/pull/1/x' } },
      'comment.no_pull_request',
    ],
    ['no repository', { env: { GITHUB_REPOSITORY: '' } }, 'comment.no_pull_request'],
    ['a repository elsewhere', { args: ['--repo', '../user'] }, 'comment.no_pull_request'],
    [
      'an address that anybody can listen to',
      { env: { GITHUB_API_URL: 'http://example.com' } },
      'comment.address',
    ],
    ['an address with a user', { env: { GITHUB_API_URL: 'https://a:b@example.com' } }, 'comment.address'],
    ['an address with a query', { env: { GITHUB_API_URL: 'https://example.com/?x=' } }, 'comment.address'],
    ['an id that ends the marker', { args: ['--id', 'a-->'] }, 'input.usage'],
    ['a number that is none', { args: ['--pr', '7/../8'] }, 'input.usage'],
    ['no such file', { args: ['no-such.md'] }, 'input.missing'],
  ];
  for (const [name, said, code] of WRONG)
    it(name, async () => {
      await refused(said, code, 3);
      assert.deepEqual(server.seen, []);
    });

  it('names of repositories', () => {
    for (const name of ['a/b', 'acme/.github', 'a.b/c_d-e']) assert.ok(isRepository(name), name);
    for (const name of ['a', 'a/b/c', './b', 'a/..', 'a/b?c', 'a/b#', 'a/b%2f', '/b', 'a/', 'a/b\n'])
      assert.ok(!isRepository(name), name);
  });

  it('with --json a failure is a document', async () => {
    const { code, out } = await post({ text: 'x', args: ['--json'] });
    assert.equal(code, 3);
    assert.equal(schemaErrors('failure', JSON.parse(out)), null);
  });
});
