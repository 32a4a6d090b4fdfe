import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from '../../src/model/formats.js';
import { packageRoot } from '../../src/model/package-root.js';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const ROOT = packageRoot();

/** The recorded incident. */
export const INCIDENT: string = join(ROOT, 'test', 'run', 'fixtures', 'run.jsonl');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built command line as a process of its own. */
export function cli(args: readonly string[], { cwd = ROOT, input, env = {} }: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { PATH, HOME, ...env } });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.stdin.on('error', () => undefined);
    child.on('close', (code) =>
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
    child.stdin.end(input);
  });
}

/** The path of the built entry file. */
export const MAIN_FILE: string = MAIN;

const folders: string[] = [];

/** An empty folder that is removed after the tests of this file. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edge-contracts-cli-'));
  folders.push(folder);
  return folder;
}

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project of its own with the example's contracts; `compiled` copies what an earlier one compiled to. */
export function exampleProject(compiled?: string): string {
  const folder = emptyFolder();
  cpSync(join(ROOT, 'contracts'), join(folder, 'contracts'), { recursive: true });
  if (compiled !== undefined)
    cpSync(join(compiled, 'policies'), join(folder, 'policies'), { recursive: true });
  return folder;
}

/** Makes the package a dependency of a project, as npm does: `npx --no-install edge-contracts` finds it there. */
export function installed(project: string): void {
  const bin = join(project, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  const script = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'dist', 'cli', 'main.js')}" "$@"\n`;
  writeFileSync(join(bin, 'edge-contracts'), script, { mode: 0o755 });
}

let shared: Promise<string> | undefined;

/** A folder with the example compiled, for tests to copy: to compile takes seconds. */
export function compiledExample(): Promise<string> {
  shared ??= (async () => {
    const folder = exampleProject();
    const { code, err } = await cli(['compile'], { cwd: folder });
    if (code !== 0) throw new Error(`the example does not compile: ${err}`);
    return folder;
  })();
  return shared;
}

/** What a published schema finds wrong with a document that a command printed; null: nothing. */
export function schemaErrors(name: string, document: unknown): string | null {
  const validate = validators.get(name) ?? validatorOf(name);
  validators.set(name, validate);
  return validate(document) ? null : JSON.stringify(validate.errors);
}

const validators = new Map<string, ValidateFunction>();

function validatorOf(name: string): ValidateFunction {
  const ajv = new Ajv2020.default({ strict: true, allowUnionTypes: true, ownProperties: true, formats });
  const folder = join(ROOT, 'schemas');
  const own = `${name}.schema.json`;
  for (const file of readdirSync(folder)) {
    const schema = JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
    if (file !== own && /^(?:(?:run-)?verdict|ledger-entry)\./.test(file)) ajv.addSchema(schema);
  }
  return ajv.compile(JSON.parse(readFileSync(join(folder, own), 'utf8')) as object);
}

/** The records of the incident, to change and write again. */
export function incidentRecords(): Record<string, unknown>[] {
  const lines = readFileSync(INCIDENT, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function jsonLines(records: readonly unknown[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}
