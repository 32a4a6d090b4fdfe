/** Marks the file as ours: `ECLG`. */
export const APPLICATION_ID = 0x45434c47;

/**
 * What each version of the database adds to the one before; the version is the number of steps taken, kept as
 * `user_version`. A step that was released is never changed: a database somewhere has taken it.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE head (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL, chain TEXT NOT NULL);
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    run TEXT,
    run_seq INTEGER,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    edge TEXT,
    at TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    place INTEGER,
    leaf TEXT NOT NULL,
    run_chain TEXT,
    chain TEXT NOT NULL,
    body TEXT,
    content TEXT,
    salt TEXT,
    commitment TEXT
  ) STRICT;
  CREATE UNIQUE INDEX entries_by_key ON entries (ifnull(run, ''), key);
  CREATE INDEX entries_by_run ON entries (run, seq) WHERE run IS NOT NULL;
  CREATE INDEX entries_by_kind ON entries (kind, seq);
  CREATE INDEX entries_by_edge ON entries (edge, seq) WHERE edge IS NOT NULL;
  CREATE TABLE runs (
    run TEXT PRIMARY KEY,
    entries INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    chain TEXT NOT NULL,
    closed INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX runs_by_first ON runs (first_seq);
  CREATE TABLE refusals (
    id INTEGER PRIMARY KEY,
    run TEXT,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    seq INTEGER NOT NULL,
    code TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    body TEXT
  ) STRICT;
  CREATE INDEX refusals_by_run ON refusals (run, id);
  CREATE INDEX refusals_by_seq ON refusals (seq);
  CREATE TABLE blobs (digest TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    recipient TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    next_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX outbox_by_time ON outbox (created_at, id);
  `,
];
