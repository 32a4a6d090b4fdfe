import type { IncomingMessage } from 'node:http';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { rootCertificates } from 'node:tls';
import { looksLikeCredential } from '../../config/credential-forms.js';
import type { ReadContext } from '../read-context.js';
import { SourceFault } from '../source-fault.js';
import { checkAddress, guardedLookup, isAddress } from './addresses.js';
import { requestHeaders } from './headers.js';
import { faultOfRequest } from './request-fault.js';

export interface HttpBody {
  readonly bytes: Uint8Array;
  readonly etag?: string;
}

const MOST_REDIRECTS = 3;

/** The JSON body that a URL answers with. Only GET, only to the host that is named, and none of it is shown. */
export async function readHttp(
  location: string,
  headers: Readonly<Record<string, string>>,
  context: ReadContext,
): Promise<HttpBody> {
  const sent = requestHeaders(headers, context.env);
  let url = urlOf(location);
  for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
    checkHost(url, context);
    const response = await send(url, sent, context);
    const next = redirection(response, url);
    if (next === null) return body(response, context);
    response.destroy();
    url = next;
  }
  throw new SourceFault('config_source.redirect', `more than ${MOST_REDIRECTS} redirects`);
}

/** Without a user name, a password, a query's values or a fragment: each may be a secret. */
export function shownUrl(location: string): string {
  if (!URL.canParse(location)) return '(not a URL)';
  const { protocol, host, pathname, search } = new URL(location);
  if (protocol !== 'https:' && protocol !== 'http:') return '(not a URL of http)';
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}

function urlOf(location: string): URL {
  if (!URL.canParse(location)) throw new SourceFault('config_source.location', 'this is no URL');
  const url = new URL(location);
  if (url.username !== '' || url.password !== '')
    throw new SourceFault(
      'config_source.location',
      'the URL holds a user name: use `headers`, by names of variables',
    );
  return url;
}

function checkHost(url: URL, { allowedHosts, allowPrivateAddresses }: ReadContext): void {
  const { protocol, host, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new SourceFault('config_source.host_refused', 'only https and http are read');
  const isNamed = allowedHosts?.some(
    (allowed) => allowed.toLowerCase() === host || allowed.toLowerCase() === hostname,
  );
  if (allowedHosts !== null && isNamed !== true)
    throw new SourceFault('config_source.host_refused', 'the host is not among the allowed ones');
  if (protocol === 'http:' && isNamed !== true)
    throw new SourceFault('config_source.host_refused', 'plain http is read from allowed hosts only');
  const address = hostname.replace(/^\[|\]$/g, '');
  // A name is judged by what it resolves to when it is connected to; an address is not resolved.
  if (isAddress(address) && !allowPrivateAddresses) checkAddress(address);
}

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { signal, hooks, allowPrivateAddresses }: ReadContext,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest;
  const options = {
    method: 'GET',
    headers,
    signal,
    agent: false,
    // Whatever the process was told by its environment.
    rejectUnauthorized: true,
    maxHeaderSize: 16 * 1024,
    lookup: guardedLookup(allowPrivateAddresses, hooks.lookup),
    ...(hooks.ca === undefined ? {} : { ca: [...rootCertificates, hooks.ca] }),
  };
  return new Promise((resolve, reject) => {
    const fail = (thrown: unknown): void => reject(signal.aborted ? signal.reason : faultOfRequest(thrown));
    try {
      request(url, options).on('response', resolve).on('error', fail).end();
    } catch (thrown) {
      fail(thrown);
    }
  });
}

/** Where a redirect leads, if that is on the same server; null where this is none. */
function redirection({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  const { location = '' } = headers;
  if (location === '' || !URL.canParse(location, from.href))
    throw new SourceFault('config_source.redirect', `status ${statusCode} without a place to go to`);
  const url = new URL(location, from);
  if (url.origin !== from.origin)
    throw new SourceFault('config_source.redirect', `status ${statusCode} leads to another server`);
  if (url.username !== '' || url.password !== '')
    throw new SourceFault('config_source.redirect', `status ${statusCode} leads to a URL with a user name`);
  return url;
}

async function body(response: IncomingMessage, context: ReadContext): Promise<HttpBody> {
  try {
    checkResponse(response, context);
    const bytes = await collected(response, context);
    const { etag } = response.headers;
    return { bytes, ...(etag !== undefined && isPlainTag(etag) ? { etag } : {}) };
  } finally {
    response.destroy();
  }
}

/** A tag is shown and recorded, so one that may be a secret is left out. */
function isPlainTag(etag: string): boolean {
  return ETAG.test(etag) && !looksLikeCredential(etag);
}

const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

function checkResponse({ statusCode = 0, headers }: IncomingMessage, { limits }: ReadContext): void {
  if (statusCode === 404 || statusCode === 410)
    throw new SourceFault('config_source.missing', `the server answered with status ${statusCode}`);
  if (statusCode === 401 || statusCode === 403)
    throw new SourceFault('config_source.denied', `the server answered with status ${statusCode}`);
  if (statusCode !== 200)
    throw new SourceFault('config_source.status', `the server answered with status ${statusCode}`);
  if (!JSON_TYPE.test(headers['content-type'] ?? ''))
    throw new SourceFault('config_source.content_type', 'the content type of the answer is not JSON');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new SourceFault('config_source.content_type', 'the answer is compressed, which was not asked for');
  // Without either, a connection that breaks looks like an end.
  if (headers['content-length'] === undefined && !/\bchunked$/i.test(headers['transfer-encoding'] ?? ''))
    throw new SourceFault('config_source.content_type', 'the answer does not say how long it is');
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes);
}

async function collected(response: IncomingMessage, { limits, signal }: ReadContext): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > limits.maxBytes) throw tooLarge(limits.maxBytes);
      parts.push(part);
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw thrown instanceof SourceFault ? thrown : faultOfRequest(thrown);
  }
  return Buffer.concat(parts);
}

function tooLarge(maxBytes: number): SourceFault {
  return new SourceFault('config_source.too_large', `the answer is over ${maxBytes} bytes`);
}
