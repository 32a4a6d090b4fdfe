import { createHash } from 'node:crypto';

/** Set by EDGE_CONTRACTS_PROOF_SEED, else another one each time; always printed. */
export const SEED: number = numberFrom('EDGE_CONTRACTS_PROOF_SEED') ?? Math.floor(Math.random() * 2 ** 31);

/** What a normal run has. */
export const LEAST_CASES = 2000;

/** How many cases at least; more with EDGE_CONTRACTS_PROOF_CASES. */
export const CASES: number = Math.max(LEAST_CASES, numberFrom('EDGE_CONTRACTS_PROOF_CASES') ?? 0);

function numberFrom(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name} is no whole number: ${text}`);
  return value;
}

/** How to see a failure again. */
export function again(): string {
  return `seed ${SEED}: repeat with EDGE_CONTRACTS_PROOF_SEED=${SEED}`;
}

/** A seed of its own for each place, so that neighbouring seeds share nothing. */
export function seedOf(...place: readonly (string | number)[]): number {
  return createHash('sha256')
    .update(JSON.stringify([SEED, ...place]))
    .digest()
    .readInt32BE(0);
}

/** The machine may be busy with other tests: this is no place to measure in. */
export const DEADLINE_MS = 300_000;
