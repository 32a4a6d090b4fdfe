import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import {
  cli,
  compiledExample,
  exampleProject,
  INCIDENT,
  incidentRecords,
  jsonLines,
  MAIN_FILE,
  schemaErrors,
} from './cli.js';

const GOLDEN = `run refund-41182  3 handoffs

hop 1  triage -> refunds         allow
hop 2  refunds -> notifications  BLOCK  constraint.dropped
  constraint.dropped: the sender held the prohibition "do not email the customer about this", and the payload neither carries nor discharges it
    stated by  customer in m1, to triage
    data       /payload/constraints
    contract   contracts/refunds--notifications.yaml:25 (block)
    fix        Carry the constraint "c1" as it was stated, or show the customer's later message that withdraws it.
hop 3  notifications -> triage   BLOCK  constraint.lost_upstream
  constraint.lost_upstream: the prohibition "do not email the customer about this" was lost at hop 2 and is still missing
    stated by  customer in m1, to triage
    data       /payload/constraints
    contract   contracts/notifications--triage.yaml:21 (block)
    fix        Carry the constraint "c1", which an earlier handoff lost, as it was stated.

run  BLOCK  constraint.violated
  constraint.violated: "message.email" to "customer" happened, which "do not email the customer about this" forbids; cause: transmission (lost or changed at hop 2)
    stated by  customer in m1, to triage
    record     e2 by notifications
    cause      transmission: what the actor last received did not hold the constraint whole
    edge       refunds--notifications
    data       /effect
    contract   contracts/refunds--notifications.yaml:25 (block)
constraints
  c1  violated  "do not email the customer about this": stated by customer (m1), live at hop 1 by triage, dropped at hop 2 by refunds, violated by notifications (e2), still missing at hop 3

3 handoffs, 1 allowed, 2 blocked, 1 violation
`;

interface Document {
  readonly transfers: readonly { readonly action: string; readonly transfer: { readonly hop: number } }[];
  readonly runs: readonly { readonly run: string; readonly action: string }[];
  readonly diagnostics: readonly { readonly code: string }[];
}

describe('evaluate', () => {
  let project = '';
  before(async () => {
    project = exampleProject(await compiledExample());
  });

  const evaluate = (args: readonly string[], input?: string): ReturnType<typeof cli> =>
    cli(['evaluate', ...args], { cwd: project, ...(input === undefined ? {} : { input }) });
  const document = (out: string): Document => JSON.parse(out) as Document;

  it('tells the incident, and exits with 2', async () => {
    assert.deepEqual(await evaluate([INCIDENT]), { code: 2, out: GOLDEN, err: '' });
  });

  it('tells the same of standard input, and of a JSON array', async () => {
    const text = readFileSync(INCIDENT, 'utf8');
    assert.equal((await evaluate(['-'], text)).out, GOLDEN);
    assert.equal((await evaluate(['-'], JSON.stringify(incidentRecords(), null, 2))).out, GOLDEN);
  });

  it('joins the records of several files by their run', async () => {
    const records = incidentRecords();
    writeFileSync(join(project, 'a.jsonl'), jsonLines(records.slice(0, 4)));
    writeFileSync(join(project, 'b.jsonl'), jsonLines(records.slice(4)));
    assert.equal((await evaluate(['a.jsonl', 'b.jsonl'])).out, GOLDEN);
  });

  it('--json prints one document that its schema accepts, and nothing else', async () => {
    const { code, out, err } = await evaluate([INCIDENT, '--json']);
    assert.deepEqual([code, err, schemaErrors('evaluation', document(out))], [2, '', null]);
    assert.deepEqual(
      document(out).transfers.map(({ transfer, action }) => [transfer.hop, action]),
      [
        [1, 'allow'],
        [2, 'block'],
        [3, 'block'],
      ],
    );
  });

  it('exits with 0 where all is well', async () => {
    const first = incidentRecords().slice(0, 3);
    const { code, out } = await evaluate(['-'], jsonLines(first));
    assert.equal(code, 0);
    assert.match(out, /^1 handoff, 1 allowed, 0 blocked$/m);
    assert.match(out, /\[not closed\]/);
  });

  it('--hop and --edge choose what is judged; the run is folded whole', async () => {
    const byHop = document((await evaluate([INCIDENT, '--hop', '2', '--json'])).out);
    assert.deepEqual(
      byHop.transfers.map(({ transfer }) => transfer.hop),
      [2],
    );
    const byEdge = document((await evaluate([INCIDENT, '--edge', 'notifications--triage', '--json'])).out);
    assert.deepEqual(
      byEdge.transfers.map(({ transfer }) => transfer.hop),
      [3],
    );
  });

  it('nothing chosen is 3, and an edge that is not there is 3 with the nearest', async () => {
    const none = await evaluate([INCIDENT, '--hop', '9']);
    assert.equal(none.code, 3);
    assert.match(none.err, /input\.nothing_evaluated.*no transfer of hop 9/);
    const unknown = await evaluate([INCIDENT, '--edge', 'refund--notifications', '--json']);
    assert.equal(unknown.code, 3);
    assert.deepEqual(
      document(unknown.out).diagnostics.map(({ code }) => code),
      ['input.unknown_edge'],
    );
    assert.match(unknown.out, /did you mean `refunds--notifications`/);
  });

  it('--as observe lets it through and says what it would have done; --as enforce does it', async () => {
    const observed = await evaluate([INCIDENT, '--as', 'observe']);
    assert.equal(observed.code, 0);
    assert.match(
      observed.out,
      /^hop 2 .* allow \(observe; would block\) {2}constraint\.dropped {2}\[as observe\]$/m,
    );
    assert.equal((await evaluate([INCIDENT, '--as', 'enforce'])).code, 2);
  });

  it('counts and lists what no contract covers', async () => {
    const records = incidentRecords().map((record) =>
      record['kind'] === 'transfer' && record['hop'] === 1 ? { ...record, to: 'someone-else' } : record,
    );
    const input = jsonLines(records.slice(0, 3));
    assert.match((await evaluate(['-'], input)).out, /^hop 1 .* \[by the default contract\]$/m);
    const bare = exampleProject();
    rmSync(join(bare, 'contracts/_default.yaml'));
    const { out, code } = await cli(['evaluate', '-'], { cwd: bare, input });
    assert.equal(code, 2);
    assert.match(out, /^hop 1 .* BLOCK {2}edge\.uncovered {2}\[no contract covers this edge\]$/m);
    assert.match(out, /, 1 without a contract$/m);
  });

  it('paints only where that was asked for', async () => {
    const painted = await cli(['evaluate', INCIDENT], { cwd: project, env: { FORCE_COLOR: '1' } });
    assert.ok(painted.out.includes('\u001b[31mBLOCK'));
    const plain = await cli(['evaluate', INCIDENT], { cwd: project, env: { NO_COLOR: '1' } });
    assert.equal(plain.out, GOLDEN);
  });

  it('shows what a record hides, and passes nothing of it to the terminal', async () => {
    const records = incidentRecords().map((record) =>
      record['kind'] === 'transfer'
        ? { ...record, from: `${String(record['from'])}\u001b[2J\u202e` }
        : record,
    );
    const { out, err } = await evaluate(['-'], jsonLines(records));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    assert.doesNotMatch(out + err, /[\u0000-\u0009\u000b-\u001f\u202e]/);
    assert.match(out, /triage<U\+001B>\[2J<U\+202E>/);
  });

  it('is quiet where its reader has seen enough', async () => {
    const child = spawn(process.execPath, [MAIN_FILE, 'evaluate', INCIDENT, '--json'], { cwd: project });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual([code, err], [2, '']);
  });
});
