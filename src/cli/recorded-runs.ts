import type { ProjectPlace } from '../compile/find-project.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { failure } from '../diagnostics/diagnostic.js';
import type { RecordedRun, RecordedRuns } from '../diff/impact/recorded-runs.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Io } from './io.js';
import { openProjectLedger } from './open-ledger.js';
import { Progress, soFar } from './progress.js';
import { nameOf } from './read-input.js';
import { streamInputs } from './stream-input.js';

export interface RecordedRunsFlags {
  /** Files of records. */
  readonly runs?: readonly string[];
  /** A ledger: its file or `env:NAME`; true: the project's. */
  readonly ledger?: string | true;
  /** RFC 3339: runs that began from this time on. */
  readonly since?: string;
}

export interface OpenRecordedRuns extends RecordedRuns {
  /** Lines that could not be read, at most 50. */
  readonly faults: () => readonly Diagnostic[];
  readonly close: () => Promise<void>;
}

/**
 * Recorded runs of files or of a ledger, to be replayed; null where none were named.
 *
 * @throws DiagnosticError `input.*`, `ledger.*`
 */
export async function openRecordedRuns(
  flags: RecordedRunsFlags,
  place: ProjectPlace,
  io: Io,
): Promise<OpenRecordedRuns | null> {
  if (flags.runs !== undefined) return fromFiles(flags.runs, flags, io);
  if (flags.ledger === undefined) {
    if (flags.since === undefined) return null;
    throw failure('input.usage', '`--since` is about recorded runs, and none are named', {
      help: 'name them with `--runs FILE` or `--ledger`',
    });
  }
  const named = flags.ledger === true ? {} : { ledger: flags.ledger };
  const ledger = await openProjectLedger(io, named, { purpose: 'read', place });
  return {
    source: flags.ledger === true ? 'the ledger' : `the ledger \`${flags.ledger}\``,
    runs: began(ledgerRuns(ledger, flags, io), flags),
    faults: () => [],
    close: () => ledger.close(),
  };
}

const MOST_FAULTS = 50;

function fromFiles(files: readonly string[], flags: RecordedRunsFlags, io: Io): OpenRecordedRuns {
  const faults: Diagnostic[] = [];
  const unread = new Map<string, number>();
  const inputs = streamInputs(files, io, {
    onFault: (_file, { diagnostics: [first] }) => {
      const why = `lines that could not be read (${first.code})`;
      unread.set(why, (unread.get(why) ?? 0) + 1);
      if (faults.length < MOST_FAULTS) faults.push(first);
    },
  });
  return {
    source: files.map(nameOf).join(', '),
    runs: began(inputs, flags),
    unread: () => [...unread].map(([why, count]) => ({ why, count })),
    faults: () => faults,
    close: async () => {},
  };
}

/** Senders' clocks may be ahead of the ledger's by so much, in milliseconds. */
const CLOCKS = 24 * 3600 * 1000;

async function* ledgerRuns(
  ledger: Ledger,
  { since }: RecordedRunsFlags,
  io: Io,
): AsyncGenerator<RecordedRun, void, undefined> {
  const progress = new Progress(io);
  const query = since === undefined ? {} : { since: new Date(Date.parse(since) - CLOCKS).toISOString() };
  let count = 0;
  try {
    for await (const { run } of ledger.runs(query)) {
      const found = await ledger.run(run);
      if (found === null) continue;
      count += 1;
      progress.show(() => soFar(count, 'runs replayed', null));
      yield found;
    }
  } finally {
    progress.done();
  }
}

async function* began(
  runs: AsyncIterable<RecordedRun>,
  { since }: RecordedRunsFlags,
): AsyncGenerator<RecordedRun, void, undefined> {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  for await (const run of runs) {
    const first = Date.parse(run.records[0]?.at ?? '');
    // A run whose beginning is not known is in no span of time; asked for all, it is there.
    if (Number.isNaN(first) ? from === Number.NEGATIVE_INFINITY : first >= from) yield run;
  }
}
