/** Installs what package-lock.json names and builds, where that is not done yet. Every npm script can begin with it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command of this project; ends this process where it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

export function install() {
  if (isInstalled()) return;
  console.error('Installing the packages that package-lock.json names …');
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  // As `prepare` of a global install from git, as pre-commit does it, npm's settings would make this one global too; and the
  // scripts of this one would be those that run it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(?:global|prefix|omit|include)$/i.test(name),
    ),
  );
  const scripts = process.env.npm_lifecycle_event === 'prepare' ? ['--ignore-scripts'] : [];
  const stdio = ['ignore', 'ignore', 'inherit'];
  run(command, [...args, 'ci', '--no-fund', '--no-audit', ...scripts], { stdio, env });
}

/** Is what is in node_modules what the lock names; packages for other platforms are not there. */
function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const [locked, present] = [join(root, 'package-lock.json'), hidden].map(packagesOf);
  const missing = Object.entries(locked).filter(([path, { version, optional }]) =>
    path in present ? present[path].version !== version : path !== '' && optional !== true,
  );
  return missing.length === 0;
}

function packagesOf(lock) {
  return JSON.parse(readFileSync(lock, 'utf8')).packages;
}

/** Compiles a project of tsconfig files, where a source is newer than the last time. */
export function build(config, stamp, sources) {
  const built = join(root, stamp);
  if (existsSync(built) && newest(sources) <= statSync(built).mtimeMs) return;
  const tsc = join(root, 'node_modules', 'typescript', 'package.json');
  const { bin } = JSON.parse(readFileSync(tsc, 'utf8'));
  run(process.execPath, [join(dirname(tsc), bin.tsc), '-p', config]);
}

function newest(paths) {
  const times = paths.map((path) => {
    const stat = statSync(join(root, path));
    if (!stat.isDirectory()) return stat.mtimeMs;
    return Math.max(stat.mtimeMs, newest(readdirSync(join(root, path)).map((name) => join(path, name))));
  });
  return Math.max(0, ...times);
}

/** The package as it is published, in `dist/`. */
export function setUp() {
  install();
  build('tsconfig.build.json', 'dist/index.js', ['src', 'tsconfig.json', 'tsconfig.build.json']);
}

// Run by itself, it sets everything up.
if (process.argv[1] === fileURLToPath(import.meta.url)) setUp();
