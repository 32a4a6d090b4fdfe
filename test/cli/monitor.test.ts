import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { verifyWebhook } from '../../src/monitor/sign-webhook.js';
import {
  cli,
  compiledExample,
  exampleProject,
  INCIDENT,
  incidentRecords,
  jsonLines,
  schemaErrors,
} from './cli.js';

const EDGE = 'refunds--notifications';

/** A project with the incident in its ledger. */
async function withIncident(): Promise<string> {
  const folder = exampleProject(await compiledExample());
  const { code, err } = await cli(['ledger', 'append', INCIDENT], { cwd: folder });
  assert.equal(code, 0, err);
  return folder;
}

describe('monitor --once', () => {
  it('ends with 4 where something fires, and tells it once', async () => {
    const folder = await withIncident();
    const first = await cli(['monitor', '--once', '--json'], { cwd: folder });
    assert.equal(first.code, 4, first.err);
    const alerts = first.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; edge: string });
    assert.deepEqual(
      alerts.map(({ kind, edge }) => [kind, edge]),
      [['violated', EDGE]],
    );
    for (const alert of alerts) assert.equal(schemaErrors('alert', alert), null);
    const second = await cli(['monitor', '--once', '--json'], { cwd: folder });
    assert.deepEqual([second.code, second.out], [4, '']);
  });

  it('leads from an alert to its evidence, its id and what is in force', async () => {
    const folder = await withIncident();
    const run = async (...args: string[]): Promise<string> => (await cli(args, { cwd: folder })).out;
    const told = (await run('monitor', '--once')).split('\n');
    const [id = ''] = /(?<=^ {2}id ).*/.exec(told[1] ?? '') ?? [];
    assert.match(told[0] ?? '', /^FIRING {3}page violated/);
    assert.match(told[2] ?? '', /^ {2}edge-contracts runs show refund-41182$/);
    const again = await run('monitor', '--once');
    assert.match(again, /^STILL FIRING since \d{4}-/);
    const acknowledge = `edge-contracts override ${EDGE} --acknowledge ${id} --by … --reason …`;
    for (const text of [told.join('\n'), again, await run('edges', 'show', EDGE)]) {
      assert.ok(text.includes(`id ${id}\n`) && text.includes(acknowledge), text);
      assert.match(text, /runs show refund-41182/);
    }
    assert.match(await run('edges', 'list'), /fires: violated/);
    const who = ['--by', 'me', '--reason', 'x'];
    const set = await run('override', EDGE, '--compose', 'force', '--until', '+1h', ...who, '--json');
    const { override } = JSON.parse(set) as { override: { id: string } };
    assert.equal((await cli(['override', EDGE, '--acknowledge', id, ...who], { cwd: folder })).code, 0);
    // However little of it is asked for: the evidence of what fires is there.
    const shown = JSON.parse(await run('edges', 'show', EDGE, '--since', '2026-12-01', '--json')) as {
      now: { violated: number; violations: { run: string }[]; next: string[] };
    };
    assert.deepEqual([shown.now.violated, shown.now.violations[0]?.run], [1, 'refund-41182']);
    assert.deepEqual(shown.now.next, [
      'edge-contracts runs show refund-41182',
      `edge-contracts override ${EDGE} --end ${override.id} --by … --reason …`,
      `edge-contracts override list ${EDGE}`,
    ]);
  });

  it('ends with 0 where nothing does', async () => {
    const folder = exampleProject(await compiledExample());
    const calm = incidentRecords().slice(0, 3);
    await cli(['ledger', 'append', '-'], { cwd: folder, input: jsonLines(calm) });
    assert.deepEqual(await cli(['monitor', '--once'], { cwd: folder }), { code: 0, out: '', err: '' });
  });

  it('sends what it tells, signed with what a variable holds', async () => {
    const folder = await withIncident();
    const got: { body: string; signature: string; timestamp: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        const header = (name: string): string => String(request.headers[`edge-contracts-${name}`]);
        got.push({ body, signature: header('signature'), timestamp: header('timestamp') });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const project = `monitor: { webhooks: [{ name: chat, url: "${url}", secret: env:HOOK_SECRET }] }\n`;
    writeFileSync(join(folder, 'edge-contracts.yaml'), project);
    const without = await cli(['monitor', '--once'], { cwd: folder });
    assert.deepEqual([without.code, /input\.webhook/.test(without.err), got.length], [3, true, 0]);
    const secret = 'a secret of enough bytes';
    const { code, err } = await cli(['monitor', '--once'], { cwd: folder, env: { HOOK_SECRET: secret } });
    assert.deepEqual([code, got.length], [4, 1]);
    assert.doesNotMatch(err, /webhook|outbox/);
    assert.ok(got[0] !== undefined && verifyWebhook(new TextEncoder().encode(secret), got[0]));
    server.close();
  });
});

describe('edges and audits', () => {
  it('are printed as their schemas say', async () => {
    const folder = await withIncident();
    const documents: readonly (readonly [string, string[]])[] = [
      ['edge-status', ['edges', 'show', EDGE]],
      ['edge-status', ['edges', 'show', 'notifications--triage', '--since', '2026-01-01']],
      ['edge-list', ['edges', 'list']],
      ['audit', ['audit', 'discharges']],
      ['audit', ['audit', 'exceptions']],
      ['audit', ['audit', 'overrides']],
      ['audit', ['audit', 'violations', '--agent', 'notifications', '--modality', 'prohibition']],
    ];
    for (const [schema, args] of documents) {
      const { code, out, err } = await cli([...args, '--json'], { cwd: folder });
      assert.equal(code, 0, err);
      assert.equal(schemaErrors(schema, JSON.parse(out)), null, args.join(' '));
    }
    const { out } = await cli(['audit', 'violations', '--csv'], { cwd: folder });
    assert.match(out, /^at,by,[\s\S]*\r\n.*notifications,transmission,violated,refund-41182,2,1,/);
  });

  it('refuse what is not there', async () => {
    const folder = await withIncident();
    const refused: readonly (readonly [string[], RegExp])[] = [
      [['edges', 'show', 'refunds--notification'], /did you mean `refunds--notifications`/],
      [['edges', 'show', EDGE, '--since', 'yesterday'], /input\.usage/],
      [['audit', 'violations', '--since', '2026-02-30'], /input\.usage/],
      [['audit', 'contract', `sha256:${'0'.repeat(64)}`], /input\.no_contract/],
      [['edges', 'list', '--ledger', 'nowhere.db'], /input\.no_ledger/],
    ];
    for (const [args, message] of refused) {
      const { code, err } = await cli(args, { cwd: folder });
      assert.equal(code, 3, args.join(' '));
      assert.match(err, message);
    }
  });
});
