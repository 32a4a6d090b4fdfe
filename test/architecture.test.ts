import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';

/**
 * Who may import whom: a folder imports only from rows above its own, and from itself. `never` lists what a folder
 * must not reach in the rows above either, and why.
 */
const RANKS: readonly (readonly string[])[] = [
  ['diagnostics'],
  ['canonical'],
  ['model'],
  ['constraint', 'config', 'opa', 'postgres'],
  ['checks'],
  ['contract', 'record', 'run'],
  ['adapters'],
  ['sources'],
  ['compile', 'evaluate', 'carry'],
  ['authoring', 'attestation', 'simulation'],
  ['ledger'],
  ['monitor', 'diff', 'forge'],
  ['testing'],
  ['report'],
  ['cli'],
];

const NEVER: Readonly<Record<string, { readonly folders: readonly string[]; readonly why: string }>> = {
  evaluate: { folders: ['contract', 'compile', 'opa'], why: 'a gate parses no YAML and compiles nothing' },
  compile: { folders: ['run', 'adapters', 'record'], why: 'what a contract compiles to depends on no run' },
  run: { folders: ['checks', 'record'], why: 'the fold knows what is, not what may be' },
  adapters: {
    folders: ['checks', 'contract', 'record'],
    why: 'adapters say what is; the policy says what may be',
  },
  carry: {
    folders: ['checks', 'contract', 'record'],
    why: 'a score counts what is, with or without a contract',
  },
  sources: {
    folders: ['constraint', 'opa', 'checks', 'contract', 'run', 'adapters'],
    why: 'sources are read, not judged; what is read knows no contract and no run',
  },
};

/** Packages that only these folders import, so that a change of library stays in one place. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@open-policy-agent/opa-wasm': ['evaluate'],
  yaml: ['contract', 'sources', 'authoring'],
  ajv: ['contract', 'adapters', 'model', 'attestation', 'ledger', 'testing'],
  'ajv-formats': ['contract', 'adapters'],
  re2js: ['contract', 'adapters', 'ledger'],
  commander: ['cli'],
  diff: ['compile', 'diff'],
  '@sigstore/core': ['attestation'],
  rfc6902: ['canonical'],
  'jsonc-parser': ['record', 'sources'],
  'smol-toml': ['sources'],
  ini: ['sources'],
  'properties-file': ['sources'],
  dotenv: ['sources'],
  pg: ['postgres', 'sources', 'ledger'],
  'pg-connection-string': ['postgres'],
  'ipaddr.js': ['sources'],
  libsql: ['ledger'],
  'prom-client': ['monitor'],
  'pure-rand': ['simulation'],
};

/** Built-in modules that touch the world; the folders of pure code import none of them. */
const WORLD = /^node:(fs|net|http|https|child_process|worker_threads|os|dgram|tls)/;
const PURE = [
  'diagnostics',
  'canonical',
  'constraint',
  'config',
  'checks',
  'contract',
  'run',
  'adapters',
  'carry',
  'report',
  'simulation',
];

/** The package's entries, which only gather what is exported. */
const ENTRIES = ['index', 'gate', 'config-reader', 'ledger-entry'];

interface Import {
  readonly file: string;
  readonly from: string;
  /** A folder of `src`, a package, or a built-in module. */
  readonly to: string;
  readonly kind: 'folder' | 'package' | 'builtin';
}

/** Static imports and re-exports, dynamic imports, and what a `createRequire` is asked for. */
const SPECIFIERS: readonly RegExp[] = [
  /^(?:import|export)\b[^;']*?\bfrom\s*'([^'\n]+)'/gm,
  /^import\s*'([^'\n]+)'/gm,
  /\bimport\(\s*'([^'\n]+)'/g,
  /\(import\.meta\.url\)\(\s*'([^'\n]+)'/g,
];

const imports = sourceFiles('src').flatMap(importsOf);

test('there is something to check', () => {
  assert.ok(imports.length > 200, `${imports.length} imports`);
});

test('every folder has a rank', () => {
  const ranked = RANKS.flat();
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(
    folders.map(({ name }) => name).filter((name) => !ranked.includes(name)),
    [],
  );
  assert.deepEqual(
    ranked.filter((name) => !folders.some((folder) => folder.name === name)),
    [],
  );
});

test('a folder imports only from lower rows', () => {
  const wrong = imports.filter(
    ({ kind, from, to }) =>
      kind === 'folder' && !ENTRIES.includes(from) && from !== to && rank(to) >= rank(from),
  );
  assert.deepEqual(wrong.map(told), []);
});

test('no folder imports what it must never', () => {
  const wrong = imports.filter(({ from, to }) => NEVER[from]?.folders.includes(to));
  assert.deepEqual(wrong.map(told), []);
});

test('the gate is its own: nothing that it reaches parses YAML or compiles', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const target of targetsOf(file)) visit(target);
  };
  visit('src/gate.ts');
  const folders = new Set([...reached].map(folderOf));
  assert.deepEqual(
    ['contract', 'compile', 'opa', 'sources', 'ledger', 'cli'].filter((folder) => folders.has(folder)),
    [],
  );
});

test('only the command line, and its own entry, read live config', () => {
  const wrong = imports.filter(
    ({ from, to }) => to === 'sources' && !['sources', 'cli', 'config-reader'].includes(from),
  );
  assert.deepEqual(wrong.map(told), []);
});

test('a package is imported only where it belongs', () => {
  const wrong = imports.filter(
    ({ kind, from, to }) => kind === 'package' && !(PACKAGES[to] ?? []).includes(from),
  );
  assert.deepEqual(wrong.map(told), []);
});

test('pure folders touch no file, network or process', () => {
  const wrong = imports.filter(
    ({ kind, from, to }) => kind === 'builtin' && PURE.includes(from) && WORLD.test(to),
  );
  assert.deepEqual(wrong.map(told), []);
});

test('only the entry of the command line ends the process', () => {
  const wrong = sourceFiles('src').filter(
    (file) => file !== 'src/cli/main.ts' && /process\.exit\(/.test(code(file)),
  );
  assert.deepEqual(
    wrong,
    ['src/opa/opa-worker.ts'].filter((file) => wrong.includes(file)),
  );
});

function rank(folder: string): number {
  return RANKS.findIndex((row) => row.includes(folder));
}

function told({ file, to }: Import): string {
  return `${file} imports ${to}`;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

/** Without comments: an example in a docstring imports nothing. */
function code(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}

function specifiersOf(file: string): string[] {
  const text = code(file);
  return SPECIFIERS.flatMap((form) => [...text.matchAll(form)].map(([, specifier]) => specifier ?? ''));
}

function targetsOf(file: string): string[] {
  return specifiersOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(file), specifier)).replace(/\.js$/, '.ts'))
    .filter((target) => target.endsWith('.ts'));
}

function folderOf(file: string): string {
  const [folder = ''] = relative('src', file).split('/');
  return folder.replace(/\.ts$/, '');
}

function importsOf(file: string): Import[] {
  const from = folderOf(file);
  return specifiersOf(file).map((specifier): Import => {
    if (specifier.startsWith('node:')) return { file, from, to: specifier, kind: 'builtin' };
    if (!specifier.startsWith('.')) return { file, from, to: packageOf(specifier), kind: 'package' };
    const target = relative('src', normalize(join(dirname(file), specifier)));
    return { file, from, to: folderOf(`src/${target.replace(/\.js$/, '.ts')}`), kind: 'folder' };
  });
}

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
