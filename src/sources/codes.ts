/** What `explain CODE` says of a source of live config that could not be read. */
export interface SourceCodePage {
  readonly code: SourceCode;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** Everything that can go wrong between a source and its reading. */
export type SourceCode =
  | 'config_source.location'
  | 'config_source.missing'
  | 'config_source.denied'
  | 'config_source.outside_root'
  | 'config_source.not_a_file'
  | 'config_source.too_large'
  | 'config_source.changing'
  | 'config_source.timeout'
  | 'config_source.not_text'
  | 'config_source.conflict_markers'
  | 'config_source.template'
  | 'config_source.format_unknown'
  | 'config_source.syntax'
  | 'config_source.many_documents'
  | 'config_source.duplicate_key'
  | 'config_source.key_refused'
  | 'config_source.value_refused'
  | 'config_source.too_deep'
  | 'config_source.too_many_values'
  | 'config_source.identity'
  | 'config_source.git'
  | 'config_source.ref'
  | 'config_source.variable'
  | 'config_source.host_refused'
  | 'config_source.address_refused'
  | 'config_source.redirect'
  | 'config_source.status'
  | 'config_source.content_type'
  | 'config_source.tls'
  | 'config_source.unreachable'
  | 'config_source.sql'
  | 'config_source.sql_writes'
  | 'config_source.baseline'
  | 'config_source.snapshot'
  | 'config_source.internal';

type Page = Omit<SourceCodePage, 'code'>;

const PAGES: Record<SourceCode, Page> = {
  'config_source.location': {
    title: 'the location does not say where to read',
    why: 'What is read must be what the contract names. A location that can be read in two ways, or as an option of a command, names nothing.',
    fix: 'Write it as `docs/config.md` shows for the adapter: a path inside the project, `REF:PATH`, a URL without user name, or the name of an environment variable.',
  },
  'config_source.missing': {
    title: 'there is nothing at the location',
    why: 'A source that is not there has no state. To take it for empty would call everything removed, or nothing changed.',
    fix: 'Correct the location, or see why the file, the path at that commit or the resource went away.',
  },
  'config_source.denied': {
    title: 'the gate may not read the source',
    why: 'What cannot be read cannot be compared.',
    fix: 'Give the account that runs the gate the right to read it: the file mode, the token in the header, the role in the database.',
  },
  'config_source.outside_root': {
    title: 'the path leads out of the folders that may be read',
    why: 'A path with `..`, or a symbolic link, could have the gate read and show any file of the machine.',
    fix: 'Move the file into the project, or name its folder in `allowedRoots` where the reader is opened.',
  },
  'config_source.not_a_file': {
    title: 'what is at the location is not a regular file',
    why: 'A pipe can block for ever, a device has no end, a symbolic link kept in git holds a path and not config.',
    fix: 'Name the file itself.',
  },
  'config_source.too_large': {
    title: 'the source holds more than is read',
    why: 'Config is read by people. Something of this size is data, or an attack on the reader; it is left unread.',
    fix: 'Name a smaller file or a narrower query, or raise the limit where the reader is opened.',
  },
  'config_source.changing': {
    title: 'the file changed while it was read, twice',
    why: 'Half of one state and half of another is a state that never was.',
    fix: 'Have its writer write aside and rename into place; then ask again.',
  },
  'config_source.timeout': {
    title: 'the source did not answer in time',
    why: 'A gate that waits for ever holds everybody up, and one that guesses lets things through.',
    fix: 'See why the source is slow, or raise the deadline where the reader is opened.',
  },
  'config_source.not_text': {
    title: 'the bytes are not UTF-8 text',
    why: 'A NUL, or bytes that are no UTF-8, mean a binary file or another encoding. Guessing it would compare something else than what programs read.',
    fix: 'Name the right file, or write it as UTF-8.',
  },
  'config_source.conflict_markers': {
    title: 'the file holds markers of a merge conflict',
    why: 'Two states stand in one file, and nobody has decided between them.',
    fix: 'Resolve the conflict, at the line that the message names.',
  },
  'config_source.template': {
    title: 'the file is a template that was not rendered',
    why: 'What `{{ … }}` and `<% … %>` stand for is not in the file, so it does not say what the config is.',
    fix: 'Read the rendered file or the live system. Where the braces are meant as text, quote the value.',
  },
  'config_source.format_unknown': {
    title: 'the path does not tell the format',
    why: 'A file read by the wrong format gives another document.',
    fix: 'Use an ending that says it: `.yaml`, `.yml`, `.json`, `.jsonc`, `.toml`, `.ini`, `.cfg`, `.conf`, `.properties`, `.env`.',
  },
  'config_source.syntax': {
    title: 'the text is not in the format of the adapter',
    why: 'What cannot be read for sure is not guessed at.',
    fix: 'Correct the line that the message names; the text itself is not shown, since it may hold secrets.',
  },
  'config_source.many_documents': {
    title: 'the file holds several YAML documents',
    why: 'A path such as `/flags/a` would not say in which of them it is.',
    fix: 'Give each document a file and a source of its own.',
  },
  'config_source.duplicate_key': {
    title: 'a key is written twice',
    why: 'Readers disagree on which of the two counts: the gate could see one value and the program use the other.',
    fix: 'Write every key once. In SQL, give every column a name of its own.',
  },
  'config_source.key_refused': {
    title: 'a key that cannot be a member of a document',
    why: '`__proto__` changes what objects inherit in careless readers, and a key that is no text has no path.',
    fix: 'Rename the key, or quote it to make it text.',
  },
  'config_source.value_refused': {
    title: 'a value that JSON cannot hold',
    why: 'NaN, Infinity, tagged values and halves of characters have no one form that could be compared.',
    fix: 'Write a number, or text.',
  },
  'config_source.too_deep': {
    title: 'values are nested too deep',
    why: 'Depth costs stack, in this reader and in each after it.',
    fix: 'Flatten the document, or raise the limit where the reader is opened.',
  },
  'config_source.too_many_values': {
    title: 'the document holds too many values',
    why: 'A few kilobytes of aliases or brackets can grow into gigabytes in memory.',
    fix: 'Split it, or raise the limit where the reader is opened.',
  },
  'config_source.identity': {
    title: 'the items of a list cannot be told apart by the declared identity',
    why: 'An item without the member, or two with one value, cannot be followed from the baseline to the live state.',
    fix: 'Correct `identity` in the contract, or the list.',
  },
  'config_source.git': {
    title: 'git could not be asked',
    why: 'Without the repository, nothing is known of the file at that commit.',
    fix: 'See that `git` is installed, that the project lies in a repository, and that git accepts its owner (`safe.directory`).',
  },
  'config_source.ref': {
    title: 'there is no such commit in the repository',
    why: 'A ref that does not exist has no state; a shallow clone lacks the commits before its depth.',
    fix: 'Correct the ref, or fetch it (`git fetch --unshallow`).',
  },
  'config_source.variable': {
    title: 'an environment variable that is named is not set, or cannot be used',
    why: 'The connection string or the header cannot be made without it. Nothing is filled in from elsewhere.',
    fix: 'Set it where the gate runs; a connection string has to name host, user and database. The contract holds its name, never its value.',
  },
  'config_source.host_refused': {
    title: 'the host, or the scheme, may not be read',
    why: 'Plain http can be changed on its way, and a URL could name any host.',
    fix: 'Use https, or name the host in `allowedHosts` where the reader is opened.',
  },
  'config_source.address_refused': {
    title: 'the host has an address that is not public',
    why: 'Private, loopback, link-local and metadata addresses answer to whoever is inside: a name could be pointed at them.',
    fix: 'Where the service is meant to be internal, open the reader with `allowPrivateAddresses` and `allowedHosts`.',
  },
  'config_source.redirect': {
    title: 'the server sends the reader elsewhere',
    why: 'A redirect to another host would read, and send headers to, something that the contract does not name.',
    fix: 'Write the final URL into the contract.',
  },
  'config_source.status': {
    title: 'the server answered with an error',
    why: 'The body of an error is not the config.',
    fix: 'See what the status means for this server; the body is not shown, since it may hold secrets.',
  },
  'config_source.content_type': {
    title: 'the answer is not plain JSON of a known length',
    why: 'A login page with status 200 is no config, a compressed body has no size until it is unpacked, and without a length or chunks half an answer looks like a whole one.',
    fix: 'Have the server send `application/json` (or `…+json`) without compression and with `Content-Length` or in chunks, or correct the URL.',
  },
  'config_source.tls': {
    title: 'the server could not prove who it is',
    why: 'A certificate that does not hold means that anyone could have answered.',
    fix: 'Renew the certificate, or give the gate the authority that signed it (`NODE_EXTRA_CA_CERTS`).',
  },
  'config_source.unreachable': {
    title: 'the server could not be reached',
    why: 'Without an answer nothing is known.',
    fix: 'See that the host, the port and the network are right from where the gate runs.',
  },
  'config_source.sql': {
    title: 'the database refused the statement',
    why: 'Without rows nothing is known. The message gives the SQLSTATE; the text is not shown, since it may hold values.',
    fix: 'Run the statement by hand with the same role. It has to be one statement.',
  },
  'config_source.sql_writes': {
    title: 'the statement is not one that only reads',
    why: 'Looking must not change anything. The transaction is read only, and only `SELECT`, `WITH`, `VALUES`, `TABLE` and `SHOW` are sent.',
    fix: 'Write one `SELECT`. Use a role that may do nothing else.',
  },
  'config_source.baseline': {
    title: 'the baseline cannot be read by this reader',
    why: '`previous` is recorded in the run at the time of the handoff; it cannot be read afterwards.',
    fix: 'Use `git:REF`, `file:PATH` or `snapshot:NAME`; `git:` needs a source that is a file.',
  },
  'config_source.snapshot': {
    title: 'the snapshot is not what was taken, or cannot be kept',
    why: 'Content without the digest it is filed under was changed or cut, and proves nothing. What cannot be written is no baseline.',
    fix: 'Take it again, and see that `.edge-contracts/snapshots` is a folder that only those who take snapshots write to.',
  },
  'config_source.internal': {
    title: 'the reader failed in a way that it should not',
    why: 'A fault of ours is no reason to let something through.',
    fix: 'Report it, with the adapter and the versions. The message holds nothing of the source.',
  },
};

/** One page for each code, in the order in which a reading meets them. */
export const SOURCE_CODES: readonly SourceCodePage[] = Object.entries(PAGES).map(([code, page]) => ({
  code: code as SourceCode,
  ...page,
}));
