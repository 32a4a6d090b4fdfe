import { type ConnectionOptions as Parsed, parse } from 'pg-connection-string';
import type { ConnectionOptions } from 'node:tls';
import { PostgresFault } from './postgres-fault.js';

/** What a connection string says; what it leaves out is not looked for anywhere else. */
export interface PostgresTarget {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Null where there is none. */
  readonly password: string | null;
  readonly database: string;
  readonly options: string | null;
  /** Null for a connection without TLS. */
  readonly tls: ConnectionOptions | null;
  /** TLS from the first byte. */
  readonly direct: boolean;
}

export function postgresTarget(connection: string): PostgresTarget {
  const parsed = parsedString(connection);
  const target = {
    host: stated(parsed.host, 'host'),
    port: portOf(parsed.port),
    user: stated(parsed.user, 'user'),
    password: textOf(parsed.password),
    database: stated(parsed.database, 'database'),
    options: textOf(parsed.options),
    tls: tlsOf(parsed.ssl),
    direct: parsed.sslnegotiation === 'direct',
  };
  if (target.direct && target.tls === null) throw unreadable();
  return target;
}

function unreadable(): PostgresFault {
  return new PostgresFault('connection_string', 'the connection string cannot be read');
}

function parsedString(connection: string): Parsed {
  try {
    return parse(connection);
  } catch {
    throw unreadable();
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function stated(value: unknown, what: string): string {
  const text = textOf(value);
  if (text === null) throw new PostgresFault('connection_string', `the connection string names no ${what}`);
  // A zero byte ends a name of the protocol, and the next one begins.
  if (text.includes('\0')) throw unreadable();
  return text;
}

function portOf(value: unknown): number {
  const text = textOf(value) ?? '5432';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw unreadable();
  return port;
}

function tlsOf(ssl: Parsed['ssl']): ConnectionOptions | null {
  if (ssl === undefined || ssl === false || ssl === 'false') return null;
  if (ssl === true || ssl === 'true') return {};
  if (ssl === 'no-verify') return { rejectUnauthorized: false };
  if (typeof ssl !== 'object') throw unreadable();
  return Object.fromEntries(Object.entries(ssl).filter(([, value]) => value != null));
}
