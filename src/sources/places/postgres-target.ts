import { isIP, Socket } from 'node:net';
import { postgresTarget as readTarget, type PostgresTarget } from '../../postgres/target.js';
import type { ReadContext } from '../read-context.js';
import { SourceFault } from '../source-fault.js';
import { checkAddress, guardedLookup, isAddress } from './addresses.js';

/** What a connection string says, where that may be connected to. */
export function postgresTarget(connection: string, context: ReadContext): PostgresTarget {
  const target = readTarget(connection);
  checkHost(target, context);
  return target;
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

/** The library connects by port and host, or by the path of a socket: neither leaves room for a lookup of ours. */
export function guardedSocket({ allowPrivateAddresses, hooks }: ReadContext): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const lookup = guardedLookup(allowPrivateAddresses, hooks.lookup);
  const guarded = (place: number | string, host?: string): Socket =>
    typeof place === 'string' ? connect({ path: place }) : connect({ port: place, host: host ?? '', lookup });
  return Object.assign(socket, { connect: guarded });
}
