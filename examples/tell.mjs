/**
 * Tells an example's cases on the screen: `node examples/tell.mjs FOLDER`. Ends with 0 only when every verdict came
 * that its cases expect.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, setUp } from '../scripts/setup.mjs';

const folder = process.argv[2];
if (folder === undefined) throw new TypeError('say which example');
setUp();
// An example with contracts of its own is a project of its own.
const home = join(root, 'examples', folder);
process.chdir(existsSync(join(home, 'contracts')) ? home : root);
const { loadGate, readRecords, runCase } = await import('../dist/index.js');

const compiled = spawnSync(process.execPath, [join(root, 'dist', 'cli', 'main.js'), 'compile'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (compiled.status !== 0) process.exit(1);
const gate = loadGate({ dir: 'policies' });
const files = readdirSync(join(home, 'cases')).filter((name) => name.endsWith('.json'));
let missed = 0;
for (const [index, name] of files.sort().entries()) tellCase(index + 1, join(home, 'cases', name));
const came = files.length - missed;
console.log(`${came} passed, ${missed} failed`);
process.exitCode = missed === 0 && came > 0 ? 0 : 1;

function tellCase(number, file) {
  const example = JSON.parse(readFileSync(file, 'utf8'));
  const result = runCase(gate, example, (path) => recordsIn(join(dirname(file), path)));
  const { expect } = example;
  console.log(`${String(number).padStart(2)}  ${example.description}`);
  const wanted = new Set((expect.transfers ?? []).map(({ hop, attempt = 1 }) => `${hop}/${attempt}`));
  for (const verdict of result.evaluation.transfers) {
    if (wanted.has(`${verdict.transfer.hop}/${verdict.transfer.attempt}`)) tellTransfer(verdict);
  }
  for (const guard of result.guards) {
    tell('guard', `${guard.effect.by}: ${guard.effect.kind} to ${guard.effect.target}`, guard);
  }
  if (expect.run !== undefined) tell('run', 'what happened between and after', result.evaluation.run);
  if (result.differences.length > 0) missed += 1;
  for (const difference of result.differences) console.log(`      NOT AS EXPECTED: ${difference}`);
  console.log(result.differences.length === 0 ? '      as expected\n' : '');
}

function tellTransfer(verdict) {
  const { hop, attempt, from, to } = verdict.transfer;
  tell(`hop ${hop}${attempt > 1 ? `.${attempt}` : ''}`, `${from} -> ${to}`, verdict);
}

function tell(what, who, { decision, reasons }) {
  const causes = reasons.map(({ code, cause, severity }) => {
    const note = cause ?? (severity === 'block' ? undefined : severity);
    return note === undefined ? code : `${code} (${note})`;
  });
  console.log(
    `      ${what.padEnd(8)}${who.padEnd(42)}${decision.padEnd(7)}${[...new Set(causes)].join(', ')}`.trimEnd(),
  );
}

function recordsIn(file) {
  const { records, diagnostics } = readRecords(readFileSync(file), { file });
  if (diagnostics.length > 0) throw new Error(`${file}: ${diagnostics[0].message}`);
  return records.map(({ record }) => record);
}
