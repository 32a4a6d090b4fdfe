import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../src/model/package-root.js';
import { emptyFolder } from '../cli/cli.js';

interface Step {
  readonly id: string;
  readonly shell: string;
  readonly run: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const ROOT = packageRoot();
export const ACTION: Action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

export interface ActionOptions {
  /** The checkout. */
  readonly workspace: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** What `github` is in expressions. */
  readonly github?: object;
  readonly env?: Readonly<Record<string, string>>;
}

export interface RanStep {
  readonly id: string;
  readonly code: number | null;
  readonly log: string;
}

export interface RanAction {
  readonly outputs: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, RanStep>>;
  readonly summary: string;
  /** That of the last step. */
  readonly code: number | null;
}

/** Runs the steps of action.yml as a runner does: each script in a file, by bash, with what its expressions come to. */
export async function runAction(options: ActionOptions): Promise<RanAction> {
  const temp = emptyFolder();
  const ran: RanStep[] = [];
  const contexts = contextsOf(options);
  for (const step of ACTION.runs.steps) {
    // A runner leaves out what comes after a step that failed.
    assert.ok(step.if === 'always()' || ran.every(({ code }) => code === 0), `${step.id} would be left out`);
    const { outputs, ...one } = await runStep(step, contexts, temp, options);
    contexts.steps[step.id] = { outputs };
    ran.push(one);
  }
  const outputs = Object.entries(ACTION.outputs).map(([name, { value }]) => [
    name,
    evaluated(value, contexts),
  ]);
  return {
    outputs: Object.fromEntries(outputs) as Record<string, string>,
    steps: Object.fromEntries(ran.map((one) => [one.id, one])),
    summary: read(join(temp, 'summary')),
    code: ran.at(-1)?.code ?? null,
  };
}

interface Contexts {
  readonly inputs: Readonly<Record<string, string>>;
  readonly github: object;
  readonly steps: Record<string, { readonly outputs: Readonly<Record<string, string>> }>;
}

function contextsOf({ inputs = {}, github = {} }: ActionOptions): Contexts {
  const known = { token: '', event: {}, ...github };
  const empty: Contexts = { inputs: {}, github: known, steps: {} };
  const defaults = Object.entries(ACTION.inputs).map(([name, input]) => [
    name,
    evaluated(String(input.default), empty),
  ]);
  for (const name of Object.keys(inputs)) assert.ok(name in ACTION.inputs, `there is no input ${name}`);
  const given = { ...(Object.fromEntries(defaults) as Record<string, string>), ...inputs };
  return { inputs: given, github: known, steps: {} };
}

/** Paths with `||` between them: what action.yml keeps to. */
function evaluated(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const values = expression.split('||').map((path) => valueAt(path.trim(), contexts));
    return values.find((value) => value !== '') ?? '';
  });
}

function valueAt(path: string, contexts: Contexts): string {
  assert.match(path, /^(?:inputs|github|steps)(?:\.[a-z_-]+)+$/, 'an expression that this cannot evaluate');
  let at: unknown = contexts;
  for (const name of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[name];
  return at === undefined || at === null ? '' : String(at);
}

async function runStep(
  step: Step,
  contexts: Contexts,
  temp: string,
  { workspace, env = {} }: ActionOptions,
): Promise<RanStep & { readonly outputs: Readonly<Record<string, string>> }> {
  assert.equal(step.shell, 'bash');
  const script = join(temp, `${step.id}.sh`);
  const output = join(temp, `${step.id}.output`);
  writeFileSync(script, step.run);
  writeFileSync(output, '');
  mkdirSync(join(temp, 'runner'), { recursive: true });
  const { PATH = '', HOME = '' } = process.env;
  const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluated(text, contexts)]);
  const { code, log } = await bash(
    script,
    resolve(workspace, evaluated(step['working-directory'] ?? '', contexts)),
    {
      PATH,
      HOME,
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(temp, 'summary'),
      RUNNER_TEMP: join(temp, 'runner'),
      ...env,
      ...(Object.fromEntries(own) as Record<string, string>),
    },
  );
  return { id: step.id, code, log, outputs: outputsIn(read(output)) };
}

function bash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], { cwd, env });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, log: Buffer.concat(chunks).toString() }));
  });
}

function outputsIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => /^([a-z-]+)=(.*)$/.exec(line)?.slice(1) ?? assert.fail(line)),
  );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The commands of a log that a runner acts on: `::NAME …::` at the start of a line, the older `##[NAME …]` anywhere. */
export function commandsIn(log: string): readonly string[] {
  const found: string[] = [];
  let stopped: string | null = null;
  for (const line of log.split(/\r\n|[\r\n]/)) {
    const trimmed = line.trimStart();
    if (stopped !== null) {
      if (trimmed === `::${stopped}::`) stopped = null;
      continue;
    }
    stopped = /^::stop-commands::(.+)$/.exec(trimmed)?.[1] ?? null;
    if (stopped === null && (/^::[a-z-]+[^:]*::/.test(trimmed) || /##\[[a-z-]+/.test(line))) found.push(line);
  }
  assert.equal(stopped, null, 'commands were never let through again');
  return found;
}
