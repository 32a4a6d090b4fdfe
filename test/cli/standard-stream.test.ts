import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { cli, emptyFolder, incidentRecords, jsonLines, MAIN_FILE } from './cli.js';

const ENV = { PATH: process.env['PATH'] ?? '' };
const NO_DEVICE = existsSync('/dev/full') ? false : 'this system has no /dev/full';

/** Runs a line of the shell, in which `$cli` is the command line. */
function shell(line: string, cwd: string): { readonly status: number | null; readonly stderr: string } {
  const env = { ...ENV, NODE: process.execPath, MAIN: MAIN_FILE };
  const script = line.replaceAll('$cli', '"$NODE" "$MAIN"');
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8' });
  return { status, stderr };
}

describe('an output that takes no more', () => {
  const commands = ['explain --all', 'explain constraint.dropped --json', '--version', 'simulate --runs 50'];
  for (const command of commands) {
    it(`ends \`${command}\` with 1, and says so`, { skip: NO_DEVICE }, () => {
      const { status, stderr } = shell(`$cli ${command} > /dev/full`, emptyFolder());
      assert.equal(status, 1);
      assert.match(stderr, /^input\.unwritable: standard output is not whole.*\(ENOSPC\)$/m);
      assert.doesNotMatch(stderr, /records written/);
    });
  }

  it('is no success where a file took a part of one writing', () => {
    const cwd = emptyFolder();
    const { status, stderr } = shell('ulimit -f 8; $cli explain --all > out', cwd);
    assert.equal(status, 1);
    assert.match(stderr, /standard output is not whole.*\(EFBIG\)/);
    assert.ok(statSync(join(cwd, 'out')).size > 0);
  });

  it('cuts no export of a ledger short in silence', { skip: NO_DEVICE }, async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'run.jsonl'), jsonLines(incidentRecords()));
    assert.equal((await cli(['ledger', 'append', 'run.jsonl', '--ledger', 'l.db'], { cwd })).code, 0);
    for (const flags of ['', '--records']) {
      const { status, stderr } = shell(`$cli ledger export --ledger l.db ${flags} > /dev/full`, cwd);
      assert.equal(status, 1);
      assert.match(stderr, /standard output is not whole/);
    }
  });

  it('is a failure also where it is the one beside the result', { skip: NO_DEVICE }, () => {
    assert.equal(shell('$cli explain nothing.such 2> /dev/full', emptyFolder()).status, 1);
  });
});

it('a reader that has seen enough ends a long output, and is no failure', async () => {
  const child = spawn(process.execPath, [MAIN_FILE, 'simulate', '--runs', '1000000'], { env: ENV });
  child.stdout.once('data', () => child.stdout.destroy());
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.deepEqual([code, said], [0, '']);
});
