/** What `explain CODE` says of a problem with what a command was given. */
export interface InputCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every code that this folder reports. */
export const INPUT_CODES: readonly InputCodePage[] = [
  {
    code: 'input.missing',
    title: 'a file that was named is not there',
    why: 'Nothing was evaluated, and that is a failure.',
    fix: 'Correct the path; it is relative to the working directory.',
  },
  {
    code: 'input.directory',
    title: 'a folder was named where a file is read',
    why: 'Records are read from files, one after the other, in the order in which they are named.',
    fix: 'Name the files: `edge-contracts evaluate runs/*.jsonl`.',
  },
  {
    code: 'input.unreadable',
    title: 'a file cannot be read',
    why: 'A run that is read in part would be judged as if it were whole.',
    fix: 'See to its permissions, and that it is a file.',
  },
  {
    code: 'input.unwritable',
    title: 'a file cannot be written',
    why: 'Outputs have to be on disk to be reviewed and to be used by a gate.',
    fix: 'See to the permissions of the folder, and to the space on the disk.',
  },
  {
    code: 'input.secrets_key',
    title: 'the key of secrets’ digests is not there',
    why: 'Whether a secret changed is seen by its keyed digest. With another key for each process, no two readings could be compared.',
    fix: 'Set the environment variable that `adapters.secrets_key` of the project file names, to at least 16 bytes.',
  },
  {
    code: 'input.webhook',
    title: 'a webhook of the project file cannot be used',
    why: 'An alert that is not signed could be anyone’s, and one that goes to another address than the one that was reviewed tells a stranger what customers asked for.',
    fix: 'Set the environment variables that its `secret` (at least 16 bytes) and its `url` name.',
  },
  {
    code: 'input.metrics',
    title: 'numbers for Prometheus cannot be served there',
    why: 'A monitor that nobody can look at is taken for one that has nothing to say.',
    fix: 'Give a port that is free, and an address of this machine: `--metrics`, or `monitor.metrics` of the project file.',
  },
  {
    code: 'input.no_contract',
    title: 'the ledger keeps no contract of this digest',
    why: 'A contract is shown as it was when it decided, from what the gate kept then, and not as the file is now.',
    fix: 'Take the digest from a verdict or from a line of `edge-contracts audit`.',
  },
  {
    code: 'input.nothing_to_read',
    title: 'no contract reads live config there',
    why: 'Nothing would be recorded, and the handoff would later be blocked for want of it.',
    fix: 'Name an agent or an edge whose contract has `provenance.config`.',
  },
  {
    code: 'input.unknown_edge',
    title: 'no contract covers the edge that was named',
    why: 'A mistyped name would otherwise select nothing, and nothing wrong would be found.',
    fix: 'Correct it to the name that the message suggests; `edge-contracts check` lists all.',
  },
  {
    code: 'input.unknown_run',
    title: 'there is no such run',
    why: 'The ledger, or the files that were named, hold no record of it.',
    fix: 'Correct its id; `edge-contracts runs list` lists all.',
  },
  {
    code: 'input.unknown_override',
    title: 'no override with this id is in force on the edge',
    why: 'Ending what is not there would leave in force what was meant.',
    fix: 'See its id with `edge-contracts override list EDGE`; it may be over by itself.',
  },
  {
    code: 'input.unknown_alert',
    title: 'the edge never had an alert with this id',
    why: 'Acknowledging another alert than the one that fires would leave everybody waiting for somebody else.',
    fix: 'Copy the id from the alert, or from `edge-contracts edges show EDGE`.',
  },
  {
    code: 'input.unknown_finding',
    title: 'the run has no such finding to be labelled',
    why: 'A label of what is not there would count nowhere, and an edge would wait for it.',
    fix: 'Name the hop, the attempt, the code and the constraint as `report --as enforce --json` lists them.',
  },
  {
    code: 'input.nothing_evaluated',
    title: 'no handoff was evaluated',
    why: 'Nothing evaluated is not the same as nothing wrong.',
    fix: 'See that the records hold a transfer, and that `--edge` and `--hop` select one.',
  },
  {
    code: 'input.unknown_code',
    title: 'there is no such code',
    why: 'Every code that is ever reported has a page; one without is mistyped or of another version.',
    fix: 'Correct it to the code that the message suggests; `edge-contracts explain --all` lists all.',
  },
  {
    code: 'input.exists',
    title: 'a file that would be written is there already',
    why: 'A contract that somebody wrote is never overwritten.',
    fix: 'Delete or rename it first, or write into another folder with `--dir`.',
  },
  {
    code: 'input.no_transfer',
    title: 'the recorded runs hold no handoff to learn from',
    why: 'A contract is proposed from what was seen to cross its edge.',
    fix: 'Give runs that hold transfers, or name the edge with `--edge FROM TO`.',
  },
  {
    code: 'input.no_ledger',
    title: 'there is no ledger yet',
    why: 'An empty ledger that a mistyped path had made would answer that nothing was lost.',
    fix: 'Append a recorded run first, or name the ledger with `--ledger`.',
  },
  {
    code: 'input.ledger_place',
    title: 'it cannot be told where the ledger is',
    why: 'A URL holds a password, and so stands in an environment variable alone; one that is not set names nothing.',
    fix: 'Give `--ledger FILE`, or `--ledger env:NAME`, or write `ledger` in the project file.',
  },
  {
    code: 'input.not_in_ledger',
    title: 'the ledger has no such entry or run',
    why: 'Nothing shown, or nothing verified, is not the same as nothing wrong.',
    fix: 'See `edge-contracts ledger list`; `--ledger` names another ledger.',
  },
  {
    code: 'input.checkpoint',
    title: 'a file that was named as a checkpoint is none',
    why: 'To verify without it would prove less than was asked for.',
    fix: 'Give the file that `ledger checkpoint --out` wrote, unchanged.',
  },
  {
    code: 'input.usage',
    title: 'the command was not used as it is meant',
    why: 'A flag that is guessed at could switch off what was asked for.',
    fix: 'See `edge-contracts COMMAND --help`.',
  },
];
