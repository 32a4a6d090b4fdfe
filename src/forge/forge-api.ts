import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonValue } from '../canonical/json-value.js';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';

export interface ForgeAddress {
  /** Such as `https://api.github.com`, without a slash at its end. */
  readonly url: string;
  readonly token: string;
}

export interface ForgeLimits {
  /** Of one request, from the first byte out to the last one in. */
  readonly timeoutMs: number;
  /** Requests for one thing, the first one too. */
  readonly tries: number;
  /** The longest that is waited before a try, whatever the server asks for. */
  readonly longestWaitMs: number;
}

export const FORGE_LIMITS: ForgeLimits = { timeoutMs: 20_000, tries: 4, longestWaitMs: 60_000 };

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the address. */
  readonly path: string;
  readonly body?: JsonValue;
}

export interface Answered {
  readonly status: number;
  /** Null where the answer is empty. */
  readonly json: JsonValue;
  /** Where the next page is, below the address; null: this was the last. */
  readonly next: string | null;
}

/** So much of an answer is read: a page of a hundred comments at their longest, four bytes a character, and escaped. */
const LONGEST_ANSWER = 64 * 1024 * 1024;
const VERSION = '2022-11-28';

type Tried = { readonly answered: Answered } | { readonly why: string; readonly waitMs: number | null };

/**
 * The API of a forge. What is not there for the moment is asked again, a few times; a redirect is not followed, since the
 * token is for the address that was given. No message quotes what the server says.
 */
export class ForgeApi {
  readonly #address: ForgeAddress;
  readonly #limits: ForgeLimits;

  constructor(address: ForgeAddress, limits: ForgeLimits = FORGE_LIMITS) {
    this.#address = address;
    this.#limits = limits;
  }

  /**
   * Asks, and again where the server cannot answer now. A `POST` is asked once: whether it did its work is not known
   * then, and who asks has to look.
   *
   * @returns null only for a `POST` of which nothing is known
   * @throws DiagnosticError `comment.unavailable`, `comment.redirected`, `comment.unexpected`
   */
  async ask(asked: Asked): Promise<Answered | null> {
    const { tries, longestWaitMs } = this.#limits;
    for (let attempt = 1; ; attempt += 1) {
      const tried = await this.#try(asked);
      if ('answered' in tried) return tried.answered;
      const waitMs = tried.waitMs ?? 1000 * 2 ** (attempt - 1);
      if (waitMs > longestWaitMs) throw unavailable(`${tried.why}, for ${Math.ceil(waitMs / 1000)} s`);
      if (asked.method !== 'POST' && attempt >= tries) throw unavailable(`${tried.why}, ${tries} times`);
      await sleep(waitMs);
      if (asked.method === 'POST') return null;
    }
  }

  async #try(asked: Asked): Promise<Tried> {
    const deadline = AbortSignal.timeout(this.#limits.timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.#address.url}${asked.path}`, this.#request(asked, deadline));
      text = await readText(response);
    } catch (error) {
      if (error instanceof TooLong) throw unexpected('the answer is too long to be one');
      const why = deadline.aborted ? `no answer in ${this.#limits.timeoutMs} ms` : systemCode(error);
      return { why, waitMs: null };
    }
    return this.#judge(response, text);
  }

  #request({ method, body }: Asked, signal: AbortSignal): RequestInit {
    return {
      method,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${this.#address.token}`,
        'user-agent': 'edge-contracts',
        'x-github-api-version': VERSION,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  }

  #judge({ status, headers }: Response, text: string): Tried {
    if (status >= 300 && status < 400)
      throw failure('comment.redirected', `the API answered ${status}: it is at another address now`, {
        help: 'a repository that was renamed is the usual cause: give its name with `--repo`',
      });
    if (isForLater(status, headers)) return { why: `it answered ${status}`, waitMs: waitOf(headers) };
    const next = status === 200 ? this.#nextOf(headers.get('link') ?? '') : null;
    return { answered: { status, json: jsonOf(text, status), next } };
  }

  /** `Link: <…>; rel="next"`, which has to lead to the same server: the token goes along. */
  #nextOf(link: string): string | null {
    const next = link
      .split(/,(?=\s*<)/)
      .find((part) => /;\s*rel="?next"?/i.test(part))
      ?.match(/<([^>]*)>/)?.[1];
    if (next === undefined) return null;
    const { url } = this.#address;
    const target = URL.canParse(next, `${url}/`) ? new URL(next, `${url}/`).href : '';
    if (!target.startsWith(`${new URL(url).href.replace(/\/$/, '')}/`))
      throw unexpected('its next page is on another server');
    return target.slice(new URL(url).href.replace(/\/$/, '').length);
  }
}

/** Too many requests, of whatever kind, and all that a server says of itself. */
function isForLater(status: number, headers: Headers): boolean {
  if (status >= 500 || status === 429 || status === 408) return true;
  return status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0');
}

function waitOf(headers: Headers): number | null {
  const after = headers.get('retry-after');
  if (after !== null && /^\d{1,9}$/.test(after)) return Number(after) * 1000;
  const reset = headers.get('x-ratelimit-reset');
  if (headers.get('x-ratelimit-remaining') !== '0' || reset === null || !/^\d{1,12}$/.test(reset))
    return null;
  return Math.max(0, Number(reset) * 1000 - Date.now());
}

class TooLong extends Error {}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size > LONGEST_ANSWER) throw new TooLong();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What an error page says is of no interest; an answer that is meant as one has to be JSON. */
function jsonOf(text: string, status: number): JsonValue {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    if (status >= 400) return null;
    throw unexpected('the answer is no JSON');
  }
}

export function unexpected(why: string): DiagnosticError {
  return failure('comment.unexpected', `the API does not answer as GitHub’s does: ${why}`, {
    help: 'see that `GITHUB_API_URL` is the address of the API itself, and what stands in between',
  });
}

function unavailable(why: string): DiagnosticError {
  return failure('comment.unavailable', `the API cannot be used now: ${why}`, {
    help: 'run the job again later; the text is in the file that it was given',
  });
}

/** Such as `ECONNREFUSED`; never a message, which may quote an address or an answer. */
function systemCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? `the connection failed (${code})` : 'the connection failed';
}
