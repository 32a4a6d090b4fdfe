import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'edge-contracts-signature';
export const TIMESTAMP_HEADER = 'edge-contracts-timestamp';
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** How far a timestamp may be from the receiver's clock, in seconds: what is older was recorded and sent again. */
const TOLERANCE_S = 300;

/**
 * `v1=` and HMAC-SHA256, in hexadecimal, over the timestamp, a dot, and the body as it is sent.
 *
 * @param timestamp seconds since 1970, in decimal
 */
export function signWebhook(secret: Uint8Array, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`;
}

/** For receivers: was this body sent by who knows the secret, and lately. In constant time. */
export function verifyWebhook(
  secret: Uint8Array,
  sent: { readonly signature: string; readonly timestamp: string; readonly body: string },
  now: Date = new Date(),
): boolean {
  if (!/^[0-9]{1,12}$/.test(sent.timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(sent.timestamp)) > TOLERANCE_S) return false;
  const [own, given] = [
    Buffer.from(signWebhook(secret, sent.timestamp, sent.body)),
    Buffer.from(sent.signature),
  ];
  return own.length === given.length && timingSafeEqual(own, given);
}
