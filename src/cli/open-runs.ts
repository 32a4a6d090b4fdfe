import { runInputOf } from '../carry/run-input.js';
import { type RunScorer, runScorer } from '../carry/score-run.js';
import { findProject } from '../compile/find-project.js';
import { bundleOnDisk, currentSources } from '../compile/fresh-bundle.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Gate } from '../evaluate/gate.js';
import type { Ledger } from '../ledger/ledger.js';
import type { EdgeManifest } from '../model/bundle.js';
import type { RunInput, RunScore, Skipped } from '../model/carry.js';
import { RECORD_CODES } from '../record/codes.js';
import type { Io } from './io.js';
import { openGate } from './open-gate.js';
import { type LedgerFlags, openProjectLedger } from './open-ledger.js';
import { Progress, soFar } from './progress.js';
import { streamInputs } from './stream-input.js';

export interface RunsFlags extends LedgerFlags {
  /** Files of records; none: the ledger. */
  readonly files: readonly string[];
  /** The folder of contracts; false: audit without any. */
  readonly contracts?: string | false;
  /** RFC 3339: runs that began from this time on, and before the other, by their first record. */
  readonly since?: string;
  readonly until?: string;
}

/** Recorded runs, scored one by one, from files or from the ledger. */
export interface ScoredRuns {
  readonly edges: readonly EdgeManifest[];
  readonly scores: AsyncIterable<RunScore>;
  /** One run of the ledger or of the files; null where there is none. */
  readonly find: (run: string) => Promise<RunScore | null>;
  /** Ids of runs there are, at most 10000 of them: one that is asked for and not there may be one of them. */
  readonly ids: () => Promise<readonly string[]>;
  /** After all was read: what was left out, and why; and each of its lines, at most 50. */
  readonly skipped: () => readonly Skipped[];
  readonly faults: () => readonly Diagnostic[];
  readonly close: () => Promise<void>;
}

/**
 * @throws DiagnosticError `input.*`, `ledger.*`; for contracts that are there and wrong, theirs
 */
export async function openRuns(io: Io, flags: RunsFlags): Promise<ScoredRuns> {
  const gate = await gateOf(io, flags.contracts);
  const edges = gate?.manifest.edges ?? [];
  const scorer = runScorer(gate === null ? {} : { terms: gate.terms, edges });
  const left = new LeftOut();
  try {
    const ledger = flags.files.length > 0 ? null : await openProjectLedger(io, flags, { purpose: 'read' });
    const inputs = (): AsyncIterable<RunInput> =>
      ledger === null ? fromFiles(io, flags, left) : fromLedger(ledger, io, flags);
    return {
      edges,
      scores: scored(inputs, scorer, flags),
      find: async (run) => {
        const input = ledger === null ? await inFiles(inputs(), run) : await inLedger(ledger, run);
        return input === null ? null : scorer(input);
      },
      ids: () => idsOf(ledger === null ? inputs() : ledger.runs()),
      skipped: () => left.skipped(),
      faults: () => left.faults,
      close: async () => {
        gate?.close();
        await ledger?.close();
      },
    };
  } catch (error) {
    gate?.close();
    throw error;
  }
}

const MOST_IDS = 10_000;

async function idsOf(runs: AsyncIterable<{ readonly run: string }>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { run } of runs) if (ids.push(run) >= MOST_IDS) break;
  return ids;
}

/** Contracts name edges, owners, thresholds and standing constraints; a run can be scored without any. */
async function gateOf(io: Io, contracts: string | false | undefined): Promise<Gate | null> {
  if (contracts === false) return null;
  const found = await findProject(io.cwd, contracts);
  const named = contracts === undefined ? {} : { contracts };
  const [none] = currentSources(found.place).diagnostics;
  const nothing = none?.code === 'compile.no_contracts' && bundleOnDisk(found.place) === null;
  return nothing && contracts === undefined ? null : openGate(io, found, named);
}

async function* scored(
  inputs: () => AsyncIterable<RunInput>,
  scorer: RunScorer,
  { since, until }: RunsFlags,
): AsyncGenerator<RunScore, void, undefined> {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const to = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  for await (const input of inputs()) {
    const began = Date.parse(input.records[0]?.at ?? '');
    // A run whose beginning is not known is in no span of time; asked for all, it is there.
    if (Number.isNaN(began) ? from > -Infinity || to < Infinity : began < from || began >= to) continue;
    yield scorer(input);
  }
}

async function* fromFiles(io: Io, { files }: RunsFlags, left: LeftOut): AsyncGenerator<RunInput> {
  const progress = new Progress(io);
  let before = 0;
  let current = { file: '', records: 0 };
  try {
    yield* streamInputs(files, io, {
      onFault: (_file, { diagnostics }) => left.add(diagnostics),
      onProgress: (file, records, share) => {
        if (file !== current.file) before += current.records;
        current = { file, records };
        progress.show(() => soFar(before + records, 'records read', files.length === 1 ? share : null));
      },
    });
  } finally {
    progress.done();
  }
}

/** Senders' clocks may be ahead of the ledger's by so much, in milliseconds. */
const CLOCKS = 24 * 3600 * 1000;

async function* fromLedger(ledger: Ledger, io: Io, { since }: RunsFlags): AsyncGenerator<RunInput> {
  const progress = new Progress(io);
  let count = 0;
  const query = since === undefined ? {} : { since: new Date(Date.parse(since) - CLOCKS).toISOString() };
  try {
    for await (const { run } of ledger.runs(query)) {
      const input = await inLedger(ledger, run);
      if (input === null) continue;
      count += 1;
      progress.show(() => soFar(count, 'runs read', null));
      yield input;
    }
  } finally {
    progress.done();
  }
}

async function inLedger(ledger: Ledger, run: string): Promise<RunInput | null> {
  const found = await ledger.run(run);
  return found === null ? null : runInputOf(found);
}

async function inFiles(inputs: AsyncIterable<RunInput>, run: string): Promise<RunInput | null> {
  for await (const input of inputs) if (input.run === run) return input;
  return null;
}

const MOST_FAULTS = 50;

/** Lines that were no records: each kind is counted, the first are kept with their places. */
class LeftOut {
  readonly faults: Diagnostic[] = [];
  readonly #counts = new Map<string, number>();

  add(diagnostics: readonly [Diagnostic, ...Diagnostic[]]): void {
    const [first] = diagnostics;
    this.#counts.set(first.code, (this.#counts.get(first.code) ?? 0) + 1);
    if (this.faults.length < MOST_FAULTS) this.faults.push(first);
  }

  skipped(): readonly Skipped[] {
    const titles = new Map<string, string>(RECORD_CODES.map(({ code, title }) => [code, title]));
    return [...this.#counts].map(([code, count]) => {
      const title = titles.get(code);
      return { what: 'lines', why: title === undefined ? code : `${title} (${code})`, count };
    });
  }
}
