/**
 * Our own bug: something that must not happen, did. The user cannot fix it, so the text asks for a report.
 * What the user can fix is a `Diagnostic`; misuse of the API is a `TypeError`.
 */
export class InternalError extends Error {
  override readonly name = 'InternalError';
  readonly code = 'engine.internal';

  constructor(message: string, options?: ErrorOptions) {
    super(`${message} (this is a bug in edge-contracts: please report it)`, options);
  }
}
