/** The main job, from a fresh machine: install, build, compile the contracts, judge the recorded incident. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';

console.error(
  'Building, and compiling the contracts where they changed, which takes up to a minute the first time …',
);
setUp();
console.error('Judging examples/refund-41182/run.jsonl …');
const cli = join(root, 'dist', 'cli', 'main.js');
const judged = spawnSync(process.execPath, [cli, 'evaluate', 'examples/refund-41182/run.jsonl'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
// The incident is a block (exit code 2): that is the verdict that this command is there to show.
process.exitCode = judged.status === 2 ? 0 : 1;
if (process.exitCode !== 0)
  console.error(`The incident was to be blocked; evaluate ended with ${judged.status}.`);
