import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { type ConnectionOptions as Parsed, parse } from 'pg-connection-string';
import type { ReadContext } from '../read-context.js';
import { SourceFault } from '../source-fault.js';
import { checkAddress, isAddress } from './addresses.js';

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

export function postgresTarget(connection: string, context: ReadContext): PostgresTarget {
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
  checkHost(target, context);
  return target;
}

function unreadable(): SourceFault {
  return new SourceFault('config_source.variable', 'the connection string cannot be read');
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
  if (text === null)
    throw new SourceFault('config_source.variable', `the connection string names no ${what}`);
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

/** As for http; a name is judged by what it resolves to when it is connected to. */
function checkHost({ host, port }: PostgresTarget, context: ReadContext): void {
  const { allowedHosts, allowPrivateAddresses } = context;
  const isSocket = host.startsWith('/');
  // A socket is a service of this machine, and `hosts` has no other word for that.
  const name = isSocket ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const names = [name, `${name}:${port}`].map((one) => one.toLowerCase());
  if (allowedHosts !== null && !allowedHosts.some((allowed) => names.includes(allowed.toLowerCase())))
    throw new SourceFault('config_source.host_refused', 'the host is not among the allowed ones');
  if (allowPrivateAddresses) return;
  if (isSocket)
    throw new SourceFault('config_source.address_refused', 'the host is a socket of this machine');
  if (isAddress(host) || isIP(host) !== 0) checkAddress(host);
}
