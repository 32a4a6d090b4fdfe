import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SourceFault } from '../source-fault.js';

export function isAddress(host: string): boolean {
  return ipaddr.isValid(host);
}

/**
 * What no table has a name for is not public: of IPv6, 2000::/3 is all that was ever given out. `::127.0.0.1`, the old way
 * to write IPv4, lies outside of it.
 */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const known = ipaddr.process(address);
  const isGiven = !(known instanceof ipaddr.IPv6) || ((known.parts[0] ?? 0) & 0xe000) === 0x2000;
  return isGiven && known.range() === 'unicast';
}

/** Only what the registries call global unicast; IPv4 within IPv6 is judged as what it is. */
export function checkAddress(address: string): void {
  if (!isPublic(address))
    throw new SourceFault('config_source.address_refused', 'the host has an address that is not public');
}

/**
 * Resolves a name for a connection and judges what it resolves to: the addresses that are judged are those that are
 * connected to, so that a name cannot answer with one to the judge and with another to the connection.
 */
export function guardedLookup(
  allowPrivateAddresses: boolean,
  lookup: LookupFunction = systemLookup as LookupFunction,
): LookupFunction {
  if (allowPrivateAddresses) return lookup;
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      if (error !== null) return callback(error, address, family);
      try {
        const all = typeof address === 'string' ? [address] : address.map((one) => one.address);
        for (const one of all) checkAddress(one);
      } catch (fault) {
        return callback(fault as NodeJS.ErrnoException, '', 0);
      }
      return callback(null, address, family);
    });
}
