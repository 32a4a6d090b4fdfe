import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server of its own, in a folder of its own, on a socket in that folder. */
export interface PostgresServer {
  /** Of the superuser, to set things up. */
  readonly url: string;
  /** Of a role by its name and password, in a database. */
  urlOf(role: string, password: string): string;
  sql(text: string): void;
  stop(): void;
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
export function startPostgres(): PostgresServer | null {
  const bin = programs();
  if (bin === null) return null;
  // The server refuses to be run by root.
  const folder = mkdtempSync(join(tmpdir(), 'ec-pg-'));
  const user = process.getuid?.() === 0 ? unprivileged() : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const env = { PATH: `${bin}:${process.env['PATH']}`, LC_ALL: 'C', PGCONNECT_TIMEOUT: '10' };
  const run = (program: string, args: readonly string[]): void => {
    execFileSync(join(bin, program), args, {
      ...user,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  run('initdb', ['-D', data, '-U', 'boss', '-A', 'trust', '-E', 'UTF8', '-N']);
  // Others than the superuser have to know their password.
  writeFileSync(join(data, 'pg_hba.conf'), 'local all boss trust\nlocal all all scram-sha-256\n');
  run('pg_ctl', [
    '-D',
    data,
    '-w',
    '-t',
    '60',
    '-l',
    join(folder, 'log'),
    '-o',
    `-k ${folder} -c listen_addresses='' -c fsync=off`,
    'start',
  ]);
  const urlOf = (role: string, password: string): string =>
    `postgres://${role}:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(folder)}`;
  return {
    url: urlOf('boss', ''),
    urlOf,
    sql: (text) =>
      run('psql', [
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
      ]),
    stop: () => {
      spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], {
        ...user,
        env,
        cwd: folder,
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function unprivileged(): { readonly uid: number; readonly gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
