import { randomFillSync } from 'node:crypto';

const BYTES = 16;
const pool = Buffer.alloc(256 * BYTES);
let at = pool.length;

/** 16 random bytes, in hexadecimal; drawn in lots, since asking for few takes as long as asking for many. */
export function newSalt(): string {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += BYTES;
  const salt = pool.toString('hex', at - BYTES, at);
  // So that the process does not hold the salt of what it erases.
  pool.fill(0, at - BYTES, at);
  return salt;
}
