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
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error('Installing the packages that package-lock.json names …');
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  run(command, [...args, 'ci', '--no-fund', '--no-audit'], { stdio: ['ignore', 'ignore', 'inherit'] });
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
