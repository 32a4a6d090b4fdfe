/** What is wrong: with the connection string, with what answers, or with what it sends. */
export type PostgresFaultKind =
  | 'connection_string'
  | 'no_password'
  | 'unreachable'
  | 'too_large'
  | 'not_text';

/** Made of fixed words and numbers alone: what a server or a driver says can quote a secret. */
export class PostgresFault extends Error {
  override readonly name = 'PostgresFault';
  readonly kind: PostgresFaultKind;

  constructor(kind: PostgresFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
