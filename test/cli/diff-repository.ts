import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/model/package-root.js';
import { emptyFolder } from './cli.js';

/** A git repository with the example's contracts, for tests of `diff`. */
export class DiffRepository {
  readonly folder: string;

  /** One commit on `main`: the example's contracts. Or a repository that is there already. */
  constructor(folder: string = emptyFolder(), isNew: boolean = true) {
    this.folder = folder;
    if (!isNew) return;
    this.git('init', '--quiet', '--initial-branch=main', '.');
    cpSync(join(packageRoot(), 'contracts'), join(folder, 'contracts'), { recursive: true });
    for (const name of ['refunds--notifications.test.yaml'])
      rmSync(join(folder, 'contracts', name), { force: true });
    this.commit('as it is');
  }

  /** @throws Error where git fails */
  git(...args: readonly string[]): string {
    const own = [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.com',
      '-c',
      'commit.gpgsign=false',
      '-c',
      'protocol.file.allow=always',
    ];
    const env = { PATH: process.env['PATH'], HOME: this.folder, GIT_CONFIG_NOSYSTEM: '1' };
    const { status, stdout, stderr } = spawnSync('git', [...own, ...args], { cwd: this.folder, env });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
    return stdout.toString();
  }

  commit(message: string): string {
    this.git('add', '--all', '--force');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.git('rev-parse', 'HEAD').trim();
  }

  write(path: string, text: string | Uint8Array): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  /** One text in the place of another. @throws Error where it is not there. */
  edit(path: string, from: string, to: string): void {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} does not say ${from}`);
    this.write(path, text.replace(from, to));
  }

  /** `constraint.weakened` only warns: one finding that loosens. */
  loosen(): void {
    this.edit(REFUNDS, 'mode: enforce', 'mode: enforce\n  constraint: { weakened: warn }');
  }
}

export const REFUNDS = 'contracts/triage--refunds.yaml';
