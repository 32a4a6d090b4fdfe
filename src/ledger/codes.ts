/** What `explain CODE` says of something that is wrong with a ledger. */
export interface LedgerCodePage {
  readonly code: LedgerCode;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** Everything that can go wrong with a ledger, and everything that verifying one can find. */
export type LedgerCode =
  // appending
  | 'ledger.record'
  | 'ledger.name'
  | 'ledger.conflict'
  | 'ledger.erased'
  | 'ledger.redaction'
  // writing a run as it happens
  | 'ledger.run_exists'
  | 'ledger.run_unknown'
  | 'ledger.run_closed'
  | 'ledger.run_incomplete'
  | 'ledger.run_redacted'
  | 'ledger.run_stuck'
  | 'ledger.other_writer'
  | 'ledger.not_decidable'
  // the engine
  | 'ledger.location'
  | 'ledger.unavailable'
  | 'ledger.outcome_unknown'
  | 'ledger.timeout'
  | 'ledger.server'
  | 'ledger.denied'
  | 'ledger.locked'
  | 'ledger.full'
  | 'ledger.read_only'
  | 'ledger.not_a_database'
  | 'ledger.damaged'
  | 'ledger.structure'
  | 'ledger.gone'
  | 'ledger.newer'
  | 'ledger.durability'
  | 'ledger.closed'
  // erasing
  | 'ledger.erase_future'
  | 'ledger.erase_nothing'
  | 'ledger.erase_unfinished'
  // verifying
  | 'ledger.changed'
  | 'ledger.missing'
  | 'ledger.swapped'
  | 'ledger.twice'
  | 'ledger.chain'
  | 'ledger.tail_cut'
  | 'ledger.rewritten'
  | 'ledger.run_vanished'
  | 'ledger.run_head'
  | 'ledger.content_changed'
  | 'ledger.content_missing'
  | 'ledger.signature'
  | 'ledger.unknown_key';

type Page = Omit<LedgerCodePage, 'code'>;

const PAGES: Record<LedgerCode, Page> = {
  'ledger.record': {
    title: 'a record that the ledger cannot take',
    why: 'What is kept is read years later by programs that trust its shape. Nothing of the batch was written.',
    fix: 'Correct the record that the message names by its index and pointer, and append the batch again.',
  },
  'ledger.name': {
    title: 'a name that no database can hold',
    why: 'A run, an id or an edge with a NUL character would be cut there, and two names would become one.',
    fix: 'Have the host give names without control characters.',
  },
  'ledger.conflict': {
    title: 'another record is there under the same key',
    why: 'A hop and attempt, or an id, names one thing in a run. Which of the two is right cannot be told afterwards, so the first one counts; the other is kept apart and listed.',
    fix: 'See both with `ledger show`. Two recorders that write to one run, or a recorder that was started twice, are the usual reason.',
  },
  'ledger.erased': {
    title: 'what stood under this key was erased',
    why: 'Taking it again would bring back what somebody asked to be forgotten.',
    fix: 'Nothing, where it is a late copy. A new record needs a key of its own.',
  },
  'ledger.redaction': {
    title: 'redaction changed what names the record',
    why: 'A record that is kept under another run, hop or id than it has cannot be found again, and its copy would count twice.',
    fix: 'Let redaction touch texts and values only, never `run`, `kind`, ids, hops or agents.',
  },
  'ledger.run_exists': {
    title: 'the ledger has this run already',
    why: 'A run that begins again under the same name would be told as one with what came before.',
    fix: 'Give the new run a name of its own, or go on with the old one: `resumeDurableRun`.',
  },
  'ledger.run_unknown': {
    title: 'the ledger has no such run',
    why: 'There is nothing to go on with. A name that is misspelled would begin a run in the middle.',
    fix: 'Look for it with `runs list`, or begin it with `openDurableRun`.',
  },
  'ledger.run_closed': {
    title: 'the run was closed',
    why: 'What comes after the end of a run belongs to none.',
    fix: 'Begin another run.',
  },
  'ledger.run_incomplete': {
    title: 'the run in the ledger is not whole',
    why: 'Records are missing, erased, twice or without a number. What was held cannot be told from them, so nothing is handed on.',
    fix: 'See what is missing with `runs show`. What arrives late is put in its place; else begin another run.',
  },
  'ledger.run_redacted': {
    title: 'the run in the ledger was redacted',
    why: 'Tokens stand in place of what was said, and an agent that is handed a token cannot keep to it.',
    fix: 'Begin another run. A host that has to go on after a crash keeps a ledger without redaction of the texts of constraints.',
  },
  'ledger.run_stuck': {
    title: 'a record of this run is not known to be durable',
    why: 'Whatever came after it would be kept without it. So nothing further is written, and nothing was told as recorded.',
    fix: 'Call `retry()` of the run until it resolves, or resume the run from the ledger. Hand nothing on meanwhile.',
  },
  'ledger.other_writer': {
    title: 'somebody else writes to this run',
    why: 'Two recorders number the records of one run each for itself, and decide without what the other knows.',
    fix: 'Find the other process and end one of the two, then resume the run. Both kept what they were told of.',
  },
  'ledger.not_decidable': {
    title: 'a verdict cannot be made again',
    why: 'The attempt that it is about is not among the records of the run, or what is left of it was erased.',
    fix: 'Look at what is missing with `runs show`, or take it from a copy of the ledger.',
  },
  'ledger.location': {
    title: 'there can be no ledger at this place',
    why: 'The folder is not there, or the path names a folder or a device; or it is no connection string that names a host, a user and a database.',
    fix: 'Name a file in a folder that exists, or write `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.',
  },
  'ledger.unavailable': {
    title: 'the ledger did not answer',
    why: 'The database is away, or failed at what it was asked. Of what was to be appended it is not known whether it is durable: nothing of the batch may be taken as written.',
    fix: 'Ask again once the database is back. To append the same again is safe: what is there already is told as such, and counted once.',
  },
  'ledger.outcome_unknown': {
    title: 'it is not known whether the batch was committed',
    why: 'The connection broke, or the server’s time was over, after COMMIT was sent and before its answer came.',
    fix: 'Append the same again, which is safe: what is there already is told as such, and counted once.',
  },
  'ledger.timeout': {
    title: 'the database took too long',
    why: 'A server that hangs must not hang a gate. Nothing of what was to be appended was written.',
    fix: 'Ask again. See what the server waits for (`pg_stat_activity`), or give it more time with `timeoutMs`.',
  },
  'ledger.server': {
    title: 'a server that cannot keep a ledger',
    why: 'PostgreSQL 13 or later is needed, and a database whose encoding is UTF8.',
    fix: 'Make a database for it: `CREATE DATABASE … ENCODING UTF8 TEMPLATE template0`.',
  },
  'ledger.denied': {
    title: 'the ledger may not be read or written by this account',
    why: 'A ledger that only half of its users can write to has gaps.',
    fix: 'Give the account that runs the gate the right to read and write the file and its folder, or the tables.',
  },
  'ledger.locked': {
    title: 'another writer held the ledger for too long',
    why: 'There is one writer at a time. It was waited for as long as the timeout says; nothing was written.',
    fix: 'Try again. Where it happens often, write larger batches, or use PostgreSQL for many workers.',
  },
  'ledger.full': {
    title: 'there is no room left for the ledger',
    why: 'The disk, or a quota on it, is full. What was acknowledged before is there; what was to be appended is not.',
    fix: 'Make room, or `ledger prune`, and try the same again.',
  },
  'ledger.read_only': {
    title: 'the ledger can only be read',
    why: 'The file, its folder or the file system is mounted or set read only.',
    fix: 'Make the file and its folder writable: SQLite needs both, for the log beside the file.',
  },
  'ledger.not_a_database': {
    title: 'the file is no ledger',
    why: 'It is no SQLite database, or one of another program. It was not touched.',
    fix: 'Name the right file. A ledger that was overwritten has to come from a copy.',
  },
  'ledger.damaged': {
    title: 'the database is damaged',
    why: 'Its pages or its rows contradict each other, or a text in it is none that the ledger writes: a disk that failed, or a file that was cut or written to by something else. Nothing more is written to it.',
    fix: 'Take a copy of all its files, then restore a backup, and run `ledger verify` with the last checkpoint.',
  },
  'ledger.structure': {
    title: 'the tables of the ledger are not as they were made',
    why: 'A table, a column or an index is missing or another, or there is a trigger, a view, a rule or a policy that no ledger has. What is written could be changed on its way or be accepted twice, so nothing is written.',
    fix: 'See who changed the database, and run `ledger verify` with the last checkpoint. Restore a backup, or undo the change.',
  },
  'ledger.gone': {
    title: 'the database went away while it was open',
    why: 'Its file was removed, renamed or replaced. What is written now would be in a file that nobody finds.',
    fix: 'Put the file back, open the ledger again, and append again what was not acknowledged.',
  },
  'ledger.newer': {
    title: 'the ledger was written by a later version',
    why: 'What a later version keeps in it is not known to this one, which would write it wrongly.',
    fix: 'Use that version, or a later one.',
  },
  'ledger.durability': {
    title: 'the database does not keep what it acknowledges',
    why: 'Acknowledged has to mean durable. The setting that makes it so was asked for, and did not take.',
    fix: 'For SQLite: a file system that is local and has locks. For PostgreSQL: `fsync` and `synchronous_commit` on.',
  },
  'ledger.closed': {
    title: 'the ledger was closed, or gave up',
    why: 'After a fault of the disk nobody knows what reached it, so nothing more is written by this handle.',
    fix: 'Open it again, and append again what was not acknowledged.',
  },
  'ledger.erase_future': {
    title: 'erasing up to a time that has not come',
    why: 'What is not there yet cannot be looked at by whoever asks for it to be erased.',
    fix: 'Give a time in the past.',
  },
  'ledger.erase_nothing': {
    title: 'there is nothing to erase',
    why: 'No entry is of that run, or as old. A note that erases nothing would only puzzle whoever reads it.',
    fix: 'See `ledger list`; the run may be spelled otherwise, or be erased already.',
  },
  'ledger.erase_unfinished': {
    title: 'something that was to be erased is still there',
    why: 'It was interrupted, or another process reads the database and so keeps its old pages. A note already says that it is gone.',
    fix: 'Close other readers and erase the same again.',
  },
  'ledger.changed': {
    title: 'an entry is not what was written',
    why: 'Its fields do not give the digest that it was chained with.',
    fix: 'Compare it with a copy of the ledger. Who can write to the database changed it; a failing disk would show as `ledger.damaged`.',
  },
  'ledger.missing': {
    title: 'an entry is missing',
    why: 'Numbers have no gaps: it was there, and was taken out.',
    fix: 'Take it from a copy of the ledger.',
  },
  'ledger.swapped': {
    title: 'two entries stand in each other’s place',
    why: 'Each is as it was written, under the number of the other.',
    fix: 'Compare with a copy of the ledger.',
  },
  'ledger.twice': {
    title: 'two entries have one key',
    why: 'A key is there once in a ledger: somebody removed what keeps it so, and a second record was accepted under it.',
    fix: 'Compare both with a copy of the ledger, and see who changed the database.',
  },
  'ledger.chain': {
    title: 'the chain is broken',
    why: 'The value of a chain at an entry does not follow from the one before: something before it was changed, put in or taken out.',
    fix: 'Look at the first entry that verifying names.',
  },
  'ledger.tail_cut': {
    title: 'the end of the ledger is missing',
    why: 'A checkpoint, or the ledger’s own head, knows of later entries than there are.',
    fix: 'Take them from a copy; a restored backup that is older than the checkpoint looks the same.',
  },
  'ledger.rewritten': {
    title: 'the ledger is not the one that the checkpoint was made of',
    why: 'Its chain is sound in itself, and has another value where the checkpoint was made: it was computed anew.',
    fix: 'The checkpoint that was kept outside is right. Look for a copy of the ledger that agrees with it.',
  },
  'ledger.run_vanished': {
    title: 'a run is missing from the list of runs',
    why: 'It has entries, or a checkpoint counted it.',
    fix: 'Compare with a copy of the ledger.',
  },
  'ledger.run_head': {
    title: 'a run’s head does not agree with its entries',
    why: 'The head says how many entries a run has, and where its chain ends.',
    fix: 'Compare with a copy of the ledger.',
  },
  'ledger.content_changed': {
    title: 'personal content is not what was written',
    why: 'A field does not give the salted digest that stands for it in its entry.',
    fix: 'Compare it with a copy of the ledger.',
  },
  'ledger.content_missing': {
    title: 'personal content is gone, and nobody erased it',
    why: 'Every erasure is an entry of its own. None covers this one.',
    fix: 'Take it from a copy of the ledger, or find out who removed it.',
  },
  'ledger.signature': {
    title: 'a checkpoint’s signature does not hold',
    why: 'The checkpoint was changed, or signed with another key than it names.',
    fix: 'Do not rely on it; use another checkpoint that was kept outside.',
  },
  'ledger.unknown_key': {
    title: 'a checkpoint was signed with a key that was not given',
    why: 'A checkpoint cannot vouch for its own key.',
    fix: 'Give the public key with `--key`, if you trust it.',
  },
};

/** One page for each code: appending, the engine, erasing, verifying. */
export const LEDGER_CODES: readonly LedgerCodePage[] = Object.entries(PAGES).map(([code, page]) => ({
  code: code as LedgerCode,
  ...page,
}));
