/** What `explain CODE` says of redaction. */
export const REDACTION_CODES: readonly {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}[] = [
  {
    code: 'redaction.key',
    title: 'the key of redaction is not there, or can be guessed',
    why: 'Without it nothing could be replaced, and what the project file says must not be stored would be stored. So nothing is appended.',
    fix: 'Set the environment variable that `redaction.key` of the project file names to at least 16 random bytes, the same wherever the same ledger is written to.',
  },
];
