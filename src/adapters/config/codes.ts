/** What `explain CODE` says of readings that cannot be compared; those of a source that cannot be read are its own. */
export const COMPARISON_CODES: readonly {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}[] = [
  {
    code: 'config_source.not_recorded',
    title: 'nobody looked at the source at that moment',
    why: 'Without the state when the sender received its task, or when it handed on, there is nothing to compare.',
    fix: 'Let the recorder fold what `gate.configReceived` and `gate.configSent` give, or print it with `edge-contracts read-config`.',
  },
  {
    code: 'config_source.other_key',
    title: 'the secrets of the two readings were digested with different keys',
    why: 'Equal secrets then have different digests: every one of them would look changed.',
    fix: 'Name one key for all processes in the project file: `adapters: { secrets_key: VARIABLE }`.',
  },
  {
    code: 'config_source.document_missing',
    title: 'the record holds the digest of the document, and not the document',
    why: 'A digest says that something changed, and not what.',
    fix: 'Record the document as well, or put it back into the record from where it is kept by its digest.',
  },
  {
    code: 'config_source.document_changed',
    title: 'the recorded document is not the one that its digest names',
    why: 'The record was changed after it was written, or was never whole.',
    fix: 'See who can write the records; read the source again.',
  },
  {
    code: 'config_source.other_source',
    title: 'the reading is of another source than the contract names',
    why: 'The baseline of another file shows other changes, or none.',
    fix: 'Record the source as the contract has it, with its adapter and location; start a new run where the contract moved it.',
  },
  {
    code: 'config_source.wrong_answer',
    title: 'the reader of live config answered with what is no reading',
    why: 'A reader of your own gave something that cannot stand in a record.',
    fix: 'Let it give adapter, location, time, and either digest and document, or `error`.',
  },
  {
    code: 'config_source.failed',
    title: 'the reader of live config failed',
    why: 'A reader of your own threw where it should have given a reading with `error`.',
    fix: 'Look into its own log: what it threw is not repeated here, since it may quote what it read.',
  },
];
