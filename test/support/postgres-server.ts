import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server of its own, in a folder of its own, on a socket in that folder. */
export interface PostgresServer {
  /** Of the superuser, to set things up. */
  readonly url: string;
  /** Of a role by its name and password, in a database. */
  urlOf(role: string, password: string): string;
  sql(text: string): void;
  /** Starts it again on the files that are there. */
  start(): void;
  /** Ends the server and all its processes by SIGKILL, as a machine does that loses its power (but for its caches). */
  kill(): void;
  stop(): void;
}

export interface PostgresSetup {
  /** Whether commits wait for the disk, as they have to where that is what is tested. */
  readonly durable?: boolean;
  /** Further settings: `name=value`. */
  readonly settings?: readonly string[];
}

/** Where Debian puts the programs that are not for users, and where others do. */
function programs(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl'))) ?? null
  );
}

/** Null where no PostgreSQL is installed. */
export function startPostgres({ durable = false, settings = [] }: PostgresSetup = {}): PostgresServer | null {
  const bin = programs();
  if (bin === null) return null;
  // The server refuses to be run by root.
  const folder = mkdtempSync(join(tmpdir(), 'ec-pg-'));
  const user = process.getuid?.() === 0 ? unprivileged() : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const env = { PATH: `${bin}:${process.env['PATH']}`, LC_ALL: 'C', PGCONNECT_TIMEOUT: '10' };
  const inFolder = { ...user, env, cwd: folder };
  const run = (program: string, ...args: readonly string[]): void => {
    execFileSync(join(bin, program), args, { ...inFolder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const all = [`fsync=${durable ? 'on' : 'off'}`, "listen_addresses=''", ...settings];
  const options = [`-k ${folder}`, ...all.map((setting) => `-c ${setting}`)].join(' ');
  const start = (): void =>
    run('pg_ctl', '-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', options, 'start');
  const halt = (): void => {
    spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], inFolder);
  };
  run('initdb', '-D', data, '-U', 'boss', '-A', 'trust', '-E', 'UTF8', '-N');
  // Others than the superuser have to know their password.
  writeFileSync(join(data, 'pg_hba.conf'), 'local all boss trust\nlocal all all scram-sha-256\n');
  start();
  const urlOf = (role: string, password: string): string =>
    `postgres://${role}:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(folder)}`;
  return {
    url: urlOf('boss', ''),
    urlOf,
    sql: (text) =>
      run(
        'psql',
        '-X',
        '-q',
        '-v',
        'ON_ERROR_STOP=1',
        '-h',
        folder,
        '-U',
        'boss',
        '-d',
        'postgres',
        '-c',
        text,
      ),
    start,
    kill: () => {
      const lock = join(data, 'postmaster.pid');
      killAll(Number(readFileSync(lock, 'utf8').split('\n')[0]));
      // A dead process whose parent has not asked for it yet still looks like a server that runs.
      for (const file of [lock, join(folder, '.s.PGSQL.5432.lock')]) rmSync(file, { force: true });
    },
    stop: () => {
      halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function unprivileged(): { readonly uid: number; readonly gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Held still while its children are listed, so that it starts no more of them and can tell none of them to stop. */
function killAll(server: number): void {
  process.kill(server, 'SIGSTOP');
  const children = childrenOf(server);
  for (const one of [server, ...children]) killHard(one);
  for (const one of [server, ...children]) while (isAlive(one)) pause();
}

function childrenOf(parent: number): readonly number[] {
  const file = `/proc/${parent}/task/${parent}/children`;
  return readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function killHard(one: number): void {
  try {
    process.kill(one, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** A process that is dead and that nobody has asked about holds nothing any more. */
function isAlive(one: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${one}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
