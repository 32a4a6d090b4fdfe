import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../canonical/canonical-json.js';
import type { Digest } from '../../canonical/digest.js';
import type { JsonValue } from '../../canonical/json-value.js';
import { failure } from '../../diagnostics/diagnostic.js';

/** Makes the tokens that stand for values. */
export interface Tokens {
  /** For a field as a whole: `redacted:` and 20 letters. */
  readonly field: (value: JsonValue) => string;
  /** For a part of a text: `[email:` and 20 letters and `]`. */
  readonly text: (name: string, value: string) => string;
  /** For the digest of a record as it came: whoever has all else of it could try what was replaced. */
  readonly digest: (digest: string) => Digest;
}

/** In bytes; shorter keys can be guessed, and with the key every value that can be guessed. */
const SHORTEST_KEY = 16;

/**
 * Tokens of one key: HMAC-SHA-256 of the value's canonical JSON, 80 bits of it. Equal values have equal tokens, so that
 * what was paired before is paired after; without the key nobody can try what a token stands for.
 *
 * @throws DiagnosticError `redaction.key` for a key that could be guessed.
 */
export function tokensOf(key: Uint8Array): Tokens {
  if (key.length < SHORTEST_KEY)
    throw failure('redaction.key', `the key of redaction holds less than ${SHORTEST_KEY} bytes`, {
      help: 'set it to a long random text, the same wherever the same ledger is written to',
    });
  const secret = Uint8Array.from(key);
  const hex = (what: string, value: JsonValue): string => {
    const hmac = createHmac('sha256', secret).update(`edge-contracts redaction 1\n${what}\n`);
    return hmac.update(canonicalJson(value)).digest('hex');
  };
  const letters = (what: string, value: JsonValue): string => inLetters(hex(what, value).slice(0, 20));
  return {
    field: (value) => `${FIELD_PREFIX}${letters('field', value)}`,
    text: (name, value) => `[${name}:${letters(`text ${name}`, value)}]`,
    digest: (digest) => `sha256:${hex('digest', digest)}`,
  };
}

const FIELD_PREFIX = 'redacted:';

/** Letters alone: a token holds no number that comparing texts, or another pattern, could take for one. */
function inLetters(hex: string): string {
  return hex.replace(/[0-9a-f]/g, (digit) => LETTERS.charAt(Number.parseInt(digit, 16)));
}

const LETTERS = 'bcdfghjklmnpqrst';
const TOKEN_LETTERS = `[${LETTERS}]{20}`;
const FIELD_TOKEN = new RegExp(`^${FIELD_PREFIX}${TOKEN_LETTERS}$`);

/** Is it what stands for a field. */
export function isFieldToken(text: string): boolean {
  return FIELD_TOKEN.test(text);
}

const ANY_TOKEN = new RegExp(`(?:${FIELD_PREFIX}|\\[[a-z]+(?:-[a-z]+)*:)${TOKEN_LETTERS}`);

/** Does a token stand somewhere in a text, such as a record as JSON. */
export function isRedacted(text: string): boolean {
  return ANY_TOKEN.test(text);
}
