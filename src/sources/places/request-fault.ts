import type { SourceCode } from '../codes.js';
import { SourceFault } from '../source-fault.js';

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
]);

const TLS =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_OSSL_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|CRL_)/;

/** What a connection failed of, by its code alone: messages quote names, addresses and bytes. */
export function faultOfRequest(thrown: unknown): SourceFault {
  if (thrown instanceof SourceFault) return thrown;
  const code = codeOf(thrown);
  const [told, what]: readonly [SourceCode, string] = TLS.test(code)
    ? ['config_source.tls', 'the TLS connection was refused']
    : UNREACHABLE.has(code)
      ? ['config_source.unreachable', 'the server could not be reached']
      : ['config_source.unreachable', 'the answer was no HTTP, or the connection broke'];
  return new SourceFault(told, code === '' ? what : `${what} (${code})`);
}

/** Only what looks like one of node's own codes. */
export function codeOf(thrown: unknown): string {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,49}$/.test(code) ? code : '';
}
