/** `one`: a name of one secret (`db_password`); `many`: of several, or of a count (`tokens`, `max_tokens`). */
export type SecretName = 'one' | 'many' | null;

/**
 * Does a key say that its value is a secret. The end of a name says what a thing is: `smtp_password` is one,
 * `password_min_length` and `token_url` are none. What only says which one (`password_old`, `apiKey2`) is left out first.
 */
export function secretName(key: string): SecretName {
  const known = names.get(key);
  if (known !== undefined) return known;
  const found = nameOf(key);
  if (names.size >= MOST_NAMES) names.clear();
  if (key.length <= LONGEST_NAME) names.set(key, found);
  return found;
}

/** The same few names stand in every item of a list. Bounded, since keys may be anyone's. */
const names = new Map<string, SecretName>();
const MOST_NAMES = 4096;
const LONGEST_NAME = 64;

/** Nouns, written together: with one of these at its end a name is one of a secret. */
const NOUN =
  /(?:passw(?:or)?d|passphrase|passcode|pwd|secret|token|credential|authorization|connectionstring|connstr(?:ing)?|(?:api|app|access|account|private|secret|shared|auth|master|encryption|signing|license|ssh|service|client|webhook|storage|deploy)key)(s?)$/;

/** Too short to be looked for within a word: `compass`. */
const WORD = /^(pass|pw|psk|dsn|cookie|jwt|pat|bearer|netrc|kubeconfig)(s?)$/;

const WHICH =
  /^(?:\d+|old|new|prev|previous|current|next|primary|secondary|backup|default|value|text|raw|plain|plaintext|hash|hashed|base64|b64|base|pem|der|encrypted|enc|prod|production|staging|dev|test|live)$/;

function nameOf(key: string): SecretName {
  const words = key
    .slice(-LONGEST_NAME)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  while (words.length > 1 && WHICH.test(words[words.length - 1] ?? '')) words.pop();
  const last = (words[words.length - 1] ?? '').replace(/\d+$/, '');
  const found = NOUN.exec(words.slice(0, -1).join('') + last) ?? WORD.exec(last);
  if (found === null) return null;
  return found[1] === 's' || found[2] === 's' ? 'many' : 'one';
}
