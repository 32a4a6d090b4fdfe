import { IDEMPOTENCY_HEADER, SIGNATURE_HEADER, signWebhook, TIMESTAMP_HEADER } from './sign-webhook.js';

/** Where alerts are sent to. */
export interface WebhookTarget {
  readonly name: string;
  readonly url: string;
  readonly secret: Uint8Array;
}

/** What came of one try. `why` has fixed words: what the other side says is shown to nobody. */
export type Posted = { readonly sent: true } | { readonly sent: false; readonly why: string };

export interface PostOptions {
  /** In milliseconds, from the first byte out to the last one in. */
  readonly timeoutMs: number;
  readonly now: Date;
  readonly signal?: AbortSignal;
}

/** How much of an answer is read at most: so much keeps a connection usable, and nothing of it is looked at. */
const LONGEST_ANSWER = 16 * 1024;

/** One POST. Only 2xx counts; no redirect is followed: what was signed is for the address that was reviewed. */
export async function postWebhook(
  { url, secret }: WebhookTarget,
  body: string,
  key: string,
  { timeoutMs, now, signal }: PostOptions,
): Promise<Posted> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'edge-contracts',
        [TIMESTAMP_HEADER]: timestamp,
        [SIGNATURE_HEADER]: signWebhook(secret, timestamp, body),
        [IDEMPOTENCY_HEADER]: key,
      },
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    await drain(response);
    return response.ok ? { sent: true } : { sent: false, why: `it answered ${response.status}` };
  } catch (error) {
    return { sent: false, why: deadline.aborted ? `no answer in ${timeoutMs} ms` : systemCode(error) };
  }
}

/** The status has come: what the rest does to the connection changes nothing. */
async function drain(response: Response): Promise<void> {
  let read = 0;
  try {
    for await (const chunk of response.body ?? []) {
      read += (chunk as Uint8Array).length;
      if (read > LONGEST_ANSWER) break;
    }
  } catch {
    // See above.
  }
}

/** Such as `ECONNREFUSED`; never a message, which may quote an address or an answer. */
function systemCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? `the connection failed (${code})` : 'the connection failed';
}
