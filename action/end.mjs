/** The last step of action.yml: its outputs, and the worst exit code of the steps. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { OUT = '', GITHUB_OUTPUT = '' } = process.env;
const steps = ['COMPILE', 'CHECK', 'TEST', 'DIFF', 'COMMENT'].map((name) => [name, process.env[name] ?? '']);
const codes = steps.map(([, code]) => codeOf(code));
// As the command line orders them: what could not be done comes before what was judged.
const worst = [1, 3, 2, 4].find((code) => codes.includes(code)) ?? 0;

for (const [name, code] of steps)
  console.log(`${name.toLowerCase().padEnd(8)} ${code === '' ? 'did not end' : code}`);
const file = (name) => (OUT !== '' && existsSync(join(OUT, name)) ? join(OUT, name) : '');
const diff = readDiff(file('diff.json'));
const outputs = {
  decision: worst === 0 ? 'allow' : worst === 2 || worst === 4 ? 'block' : 'error',
  'exit-code': worst,
  compared: diff !== null,
  ...(diff === null ? {} : countsOf(diff)),
  report: diff === null ? '' : file('diff.json'),
  markdown: file('diff.md'),
  sarif: file('sarif'),
};
appendFileSync(
  GITHUB_OUTPUT,
  Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
);
process.exitCode = worst;

/** A step that left no code did not come to its end. */
function codeOf(text) {
  if (text === 'skipped') return 0;
  const code = /^\d+$/.test(text) ? Number(text) : 1;
  return code <= 4 ? code : 1;
}

/** Null: there is none, or the document says why not. */
function readDiff(path) {
  const document = path === '' ? null : JSON.parse(readFileSync(path, 'utf8'));
  return document?.schema === 'edge-contracts/diff/v1' ? document : null;
}

function countsOf({ findings, impact, waivers }) {
  const of = (wanted) =>
    findings.filter(({ direction }) => direction === wanted || direction === 'both').length;
  return {
    loosened: of('loosened'),
    tightened: of('tightened'),
    breaking: findings.filter(({ breaks }) => breaks.length > 0).length,
    flips: impact.edges.reduce((sum, { to_block, to_allow }) => sum + to_block + to_allow, 0),
    // The version that the project has installed may be one that does not tell them.
    'new-waivers': waivers.changed?.filter(({ status }) => status !== 'changed').length ?? '',
  };
}
