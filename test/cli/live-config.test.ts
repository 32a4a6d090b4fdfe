import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';
import { validateRecord } from '../../src/model/validate-record.js';
import { cli, emptyFolder, schemaErrors } from './cli.js';

const EXAMPLE = join(packageRoot(), 'examples', 'config-rollout');
const KEY = { CONFIG_DIGEST_KEY: 'a key of more than sixteen bytes' };

const PROJECT = 'adapters: { roots: [config], secrets_key: CONFIG_DIGEST_KEY }\n';

let compiled: Promise<string> | undefined;

/** The example as a project of its own, compiled once for all tests. */
async function rollout(projectFile: string = PROJECT): Promise<string> {
  compiled ??= (async () => {
    const folder = copyOf(EXAMPLE);
    writeFileSync(join(folder, 'edge-contracts.yaml'), PROJECT);
    const { code, err } = await cli(['compile'], { cwd: folder });
    if (code !== 0) throw new Error(err);
    return folder;
  })();
  const folder = copyOf(await compiled);
  writeFileSync(join(folder, 'edge-contracts.yaml'), projectFile);
  return folder;
}

function copyOf(from: string): string {
  const folder = emptyFolder();
  for (const name of readdirSync(from)) {
    if (['config', 'contracts', 'policies', 'run.jsonl'].includes(name))
      cpSync(join(from, name), join(folder, name), { recursive: true });
  }
  return folder;
}

function edit(folder: string, file: string, before: string, after: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(before));
  writeFileSync(path, text.replace(before, after));
}

/** The recorded run, with lines put in after hop 1 and before hop 2. */
function runWith(folder: string, received: string, sent: string): string {
  const lines = readFileSync(join(folder, 'run.jsonl'), 'utf8').trimEnd().split('\n');
  const [first, planned, call, handed, closed] = lines;
  const path = join(folder, 'whole.jsonl');
  writeFileSync(
    path,
    [
      first,
      planned,
      ...received.trimEnd().split('\n'),
      call,
      ...sent.trimEnd().split('\n'),
      handed,
      closed,
    ].join('\n'),
  );
  return path;
}

const READ_TASK = ['read-config', '--run', 'rollout-7', '--hop', '1', '--agent', 'deployer'];
const READ_SENT = ['read-config', '--run', 'rollout-7', '--hop', '2', '--edge', 'deployer--verifier'];

describe('read-config', () => {
  it('prints what a recorder adds to a run, so that it can be judged', async () => {
    const folder = await rollout();
    const options = { cwd: folder, env: KEY };
    const received = await cli(READ_TASK, options);
    assert.deepEqual([received.code, received.err], [0, '']);
    edit(folder, 'config/flags.yaml', 'rollout: 5', 'rollout: 10');
    const honest = await cli(READ_SENT, options);
    edit(folder, 'config/flags.yaml', 'enabled: true\n    rollout: 100', 'enabled: false\n    rollout: 100');
    const lying = await cli(READ_SENT, options);
    for (const line of `${received.out}${honest.out}`.trimEnd().split('\n'))
      assert.ok('record' in validateRecord(JSON.parse(line)), line);
    const allowed = await cli(['evaluate', runWith(folder, received.out, honest.out)], options);
    assert.equal(allowed.code, 0, allowed.out);
    const blocked = await cli(['evaluate', runWith(folder, received.out, lying.out)], options);
    assert.equal(blocked.code, 2);
    assert.match(blocked.out, /BLOCK +config\.undeclared_change/);
    assert.match(blocked.out, /"\/flags\/fraud_check\/enabled" was replaced: true before, false now/);
    assert.match(blocked.out, /contracts\/deployer--verifier\.yaml:\d+/);
  });

  it('says which readings a verdict rests on', async () => {
    const folder = await rollout();
    const options = { cwd: folder, env: KEY };
    const received = (await cli(READ_TASK, options)).out;
    edit(folder, 'config/flags.yaml', 'rollout: 5', 'rollout: 10');
    const run = runWith(folder, received, (await cli(READ_SENT, options)).out);
    const { out } = await cli(['evaluate', run, '--json'], options);
    const document = JSON.parse(out) as { transfers: { config?: Record<string, unknown>[] }[] };
    assert.equal(schemaErrors('evaluation', document), null);
    const [flags] = document.transfers[1]?.config ?? [];
    const { source, adapter, location, read } = flags ?? {};
    assert.deepEqual([source, adapter, location, read], ['feature-flags', 'yaml', 'config/flags.yaml', true]);
    assert.match(String(flags?.['digest']), /^sha256:/);
    assert.match(String(flags?.['at']), /^\d{4}-/);
  });

  it('never prints a secret, and says when no other process could compare it', async () => {
    const folder = await rollout('adapters: { roots: [config] }\n');
    const { code, out, err } = await cli(READ_TASK, { cwd: folder });
    assert.equal(code, 0);
    assert.doesNotMatch(out + err, /not-a-real-key/);
    assert.match(err, /a key of this process alone/);
  });

  it('a source that cannot be read is a record that says so, and exits with 2', async () => {
    const folder = await rollout();
    rmSync(join(folder, 'config', 'payments.json'));
    const { code, out, err } = await cli(READ_TASK, { cwd: folder, env: KEY });
    assert.equal(code, 2);
    assert.match(out, /"error":\{"code":"config_source\.missing"/);
    assert.match(err, /^error config_source\.missing: payments \(config\/payments\.json\): /m);
  });

  it('an agent whose edges read nothing has no records, and that is no fault', async () => {
    const args = ['read-config', '--run', 'r', '--hop', '1', '--agent', 'planner'];
    const { code, out, err } = await cli(args, { cwd: await rollout(), env: KEY });
    assert.deepEqual([code, out], [0, '']);
    assert.match(err, /nothing to read/);
  });

  const WRONG: readonly (readonly [args: readonly string[], env: Record<string, string>, says: RegExp])[] = [
    [[...READ_TASK, '--edge', 'deployer--verifier'], KEY, /either --agent or --edge/],
    [READ_TASK.slice(0, 5), KEY, /either --agent or --edge/],
    [['read-config', '--run', 'r', '--hop', '-1', '--agent', 'a'], KEY, /whole number/],
    [['read-config', '--run', 'r', '--hop', '1', '--agent', 'deploier'], KEY, /did you mean `deployer`/],
    [['read-config', '--run', 'r', '--hop', '0', '--edge', 'deployer--verifier'], KEY, /hop 0 is the start/],
    [
      ['read-config', '--run', 'r', '--hop', '1', '--edge', 'deployer--verifyer'],
      KEY,
      /input\.nothing_to_read/,
    ],
    [READ_TASK, {}, /CONFIG_DIGEST_KEY.* is not set/],
    [READ_TASK, { CONFIG_DIGEST_KEY: 'short' }, /less than 16 bytes/],
  ];
  for (const [args, env, says] of WRONG) {
    it(`${args.slice(1).join(' ')} with ${Object.keys(env).length} variables: ${String(says)}`, async () => {
      const { code, out, err } = await cli(args, { cwd: await rollout(), env });
      assert.deepEqual([code, out], [3, '']);
      assert.match(err, says);
      assert.doesNotMatch(err, /short/);
    });
  }
});

describe('evaluate --live', () => {
  it('reads for the last handoff, against a baseline that is not recorded', async () => {
    const folder = await rollout();
    const options = { cwd: folder, env: KEY };
    edit(
      folder,
      'contracts/deployer--verifier.yaml',
      'location: config/flags.yaml',
      'location: config/flags.yaml\n      baseline: snapshot:before',
    );
    edit(
      folder,
      'contracts/deployer--verifier.yaml',
      'location: config/payments.json',
      'location: config/payments.json, baseline: "snapshot:before"',
    );
    assert.equal((await cli(['snapshot', 'before'], options)).code, 0);
    edit(folder, 'config/flags.yaml', 'rollout: 5', 'rollout: 10');
    const { code, out } = await cli(['evaluate', 'run.jsonl', '--live'], options);
    assert.equal(code, 0, out);
    edit(folder, 'config/flags.yaml', 'rollout: 10', 'rollout: 40');
    const beyond = await cli(['evaluate', 'run.jsonl', '--live'], options);
    assert.equal(beyond.code, 2);
    assert.match(beyond.out, /config\.out_of_bounds/);
  });

  it('without it, what nobody recorded is unreadable', async () => {
    const { code, out } = await cli(['evaluate', 'run.jsonl'], { cwd: await rollout() });
    assert.equal(code, 2);
    assert.match(out, /config\.unreadable/);
    assert.match(out, /read-config/);
  });

  it('is not for what is signed', async () => {
    const args = ['evaluate', 'run.jsonl', '--live', '--attest', 'x', '--key', 'y'];
    const { code, err } = await cli(args, { cwd: await rollout() });
    assert.equal(code, 3);
    assert.match(err, /needs the config recorded/);
  });
});

describe('snapshot', () => {
  it('keeps what sources hold, as a document that the schema takes', async () => {
    const folder = await rollout();
    const { code, out } = await cli(['snapshot', 'v1', '--json'], { cwd: folder, env: KEY });
    const document = JSON.parse(out) as { sources: { source: string }[] };
    assert.equal(code, 0);
    assert.equal(schemaErrors('snapshot-taken', document), null);
    assert.deepEqual(
      document.sources.map(({ source }) => source),
      ['feature-flags', 'payments'],
    );
    const kept = join(folder, '.edge-contracts', 'snapshots');
    for (const file of readdirSync(kept))
      assert.doesNotMatch(readFileSync(join(kept, file), 'utf8'), /not-a-real-key/);
  });

  it('keeps nothing where one source cannot be read', async () => {
    const folder = await rollout();
    rmSync(join(folder, 'config', 'payments.json'));
    const { code, out } = await cli(['snapshot', 'v1', '--json'], { cwd: folder, env: KEY });
    const document = JSON.parse(out) as { sources: unknown[]; unread: { code: string }[] };
    assert.deepEqual(
      [code, document.sources, document.unread.map((one) => one.code)],
      [2, [], ['config_source.missing']],
    );
    assert.equal(schemaErrors('snapshot-taken', document), null);
    assert.equal(readdirSync(folder).includes('.edge-contracts'), false);
  });

  it('says by a code why it cannot be kept', async () => {
    const folder = await rollout();
    mkdirSync(join(folder, '.edge-contracts', 'snapshots', 'v1.json'), { recursive: true });
    const { code, out } = await cli(['snapshot', 'v1', '--json'], { cwd: folder, env: KEY });
    const document = JSON.parse(out) as { diagnostics: { code: string }[] };
    assert.equal(schemaErrors('snapshot-taken', document), null);
    assert.deepEqual([code, document.diagnostics.map((one) => one.code)], [3, ['config_source.not_a_file']]);
  });

  const WRONG: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['snapshot', 'V1'], /lower-case letters/],
    [['snapshot', '../v1'], /lower-case letters/],
    [['snapshot', 'v1', '--source', 'feature-flag'], /did you mean `feature-flags`/],
    [['snapshot', 'v1', '--edge', 'planner--deployer'], /no contract here reads live config/],
  ];
  for (const [args, says] of WRONG) {
    it(`${args.join(' ')}: ${String(says)}`, async () => {
      const { code, err } = await cli(args, { cwd: await rollout(), env: KEY });
      assert.equal(code, 3);
      assert.match(err, says);
    });
  }
});

it('a second, other baseline is a fault of the run', async () => {
  const folder = await rollout();
  const received = (await cli(READ_TASK, { cwd: folder, env: KEY })).out;
  edit(folder, 'config/flags.yaml', 'rollout: 5', 'rollout: 10');
  const again = (await cli(READ_TASK, { cwd: folder, env: KEY })).out;
  const sent = (await cli(READ_SENT, { cwd: folder, env: KEY })).out;
  const { code, out } = await cli(['evaluate', runWith(folder, received + again, sent)], { cwd: folder });
  assert.equal(code, 2);
  assert.match(out, /run\.config_repeated/);
});
