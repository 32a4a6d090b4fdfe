import { actedVerdicts } from '../../carry/acted-verdicts.js';
import { ReadinessTally } from '../../carry/readiness.js';
import { findProject } from '../../compile/find-project.js';
import { bundleOnDisk, currentSources } from '../../compile/fresh-bundle.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { evaluateRun } from '../../evaluate/evaluate-run.js';
import type { Gate } from '../../evaluate/gate.js';
import type { RunInput } from '../../model/carry.js';
import type { JudgementNote, LedgerRun, RunHealth } from '../../model/ledger.js';
import type { ReadinessReport } from '../../model/readiness.js';
import type { RunRecord } from '../../model/record.js';
import type { Verdict } from '../../model/verdict.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { readinessText } from '../../report/readiness-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { openGate } from '../open-gate.js';
import { openProjectLedger } from '../open-ledger.js';
import { Progress, soFar } from '../progress.js';
import { streamInputs } from '../stream-input.js';

export interface ReadinessFlags {
  readonly ledger?: string;
  readonly contracts?: string | false;
  readonly since?: string;
  readonly until?: string;
  readonly edge?: string;
  /** The share of handoffs that may be stopped for nothing. */
  readonly mostWrong?: number;
  readonly json?: boolean;
}

interface Judged extends RunInput {
  /** What gates decided then. */
  readonly verdicts: readonly Verdict[];
  readonly judgements: readonly JudgementNote[];
}

/**
 * `report --as enforce`: what enforcing would have blocked. Judged by the contracts as they are now; where there are
 * none, by what gates decided then.
 */
export async function reportReadiness(
  files: readonly string[],
  flags: ReadinessFlags,
  io: Io,
): Promise<ExitCode> {
  const gate = await gateOf(io, flags.contracts);
  try {
    if (gate === null && files.length > 0)
      throw failure(
        'compile.no_contracts',
        'without contracts nothing says what would be blocked in these files',
      );
    const faults: Diagnostic[] = [];
    const document = await tallied(files, flags, gate, faults, io);
    io.out(flags.json === true ? jsonText(document) : readinessText(document, { paint: io.paint }));
    if (faults.length > 0) io.err(diagnosticsText(faults, { paint: io.errPaint }));
    return worstOf(exitOf(faults));
  } finally {
    gate?.close();
  }
}

async function gateOf(io: Io, contracts: string | false | undefined): Promise<Gate | null> {
  if (contracts === false) return null;
  const found = await findProject(io.cwd, contracts);
  const [none] = currentSources(found.place).diagnostics;
  const nothing = none?.code === 'compile.no_contracts' && bundleOnDisk(found.place) === null;
  return nothing && contracts === undefined
    ? null
    : openGate(io, found, contracts === undefined ? {} : { contracts });
}

async function tallied(
  files: readonly string[],
  flags: ReadinessFlags,
  gate: Gate | null,
  faults: Diagnostic[],
  io: Io,
): Promise<ReadinessReport> {
  const tally = new ReadinessTally(flags.mostWrong === undefined ? {} : { mostWrong: flags.mostWrong });
  let attempts = 0;
  for await (const run of files.length > 0 ? fromFiles(files, io, faults) : fromLedger(flags, io)) {
    if (!isWithin(run, flags)) continue;
    const verdicts = verdictsOf(run, gate, flags.edge);
    attempts += verdicts.length;
    tally.add({
      verdicts,
      judgements: run.judgements,
      simulated: run.records.some(({ simulated }) => simulated === true),
      incomplete: isIncomplete(run.health),
    });
  }
  if (attempts === 0)
    throw failure(
      'input.nothing_evaluated',
      'nothing was judged: no transfer was found that contracts or gates decide',
    );
  const { since, until } = flags;
  return tally.report({
    generatedAt: new Date().toISOString(),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    skipped: faults.length,
  });
}

function verdictsOf(
  { records, verdicts }: Judged,
  gate: Gate | null,
  edge: string | undefined,
): readonly Verdict[] {
  const all =
    gate === null
      ? verdicts
      : evaluateRun(
          gate,
          records.map((record) => ({ record })),
        ).transfers;
  const named = all.map((verdict) => underLedgerName(verdict, records));
  return edge === undefined ? named : named.filter(({ transfer }) => transfer.edge === edge);
}

/** What only the default contract covers goes by the name that the ledger uses: all of it would be one edge else. */
function underLedgerName(verdict: Verdict, records: readonly RunRecord[]): Verdict {
  const { contract, transfer } = verdict;
  if (contract?.default !== true) return verdict;
  const { hop, attempt } = transfer;
  const record = records.find((one) => one.kind === 'transfer' && one.hop === hop && one.attempt === attempt);
  const own = record?.kind === 'transfer' ? record.edge : undefined;
  const name = own ?? `${transfer.from}--${transfer.to}`;
  return { ...verdict, contract: { ...contract, name }, transfer: { ...transfer, edge: name } };
}

function isIncomplete(health: RunHealth | undefined): boolean {
  if (health === undefined) return false;
  return (
    health.missing.length + (health.twice?.length ?? 0) + health.refused + health.erased + health.pruned > 0
  );
}

function isWithin({ records }: RunInput, { since, until }: ReadinessFlags): boolean {
  const began = Date.parse(records[0]?.at ?? '');
  if (Number.isNaN(began)) return since === undefined && until === undefined;
  return (
    (since === undefined || began >= Date.parse(since)) && (until === undefined || began < Date.parse(until))
  );
}

/** Every line that could not be read is in `faults`. */
async function* fromFiles(files: readonly string[], io: Io, faults: Diagnostic[]): AsyncGenerator<Judged> {
  const onFault = (
    _file: string,
    fault: { readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]] },
  ): void => {
    faults.push(fault.diagnostics[0]);
  };
  for await (const run of streamInputs(files, io, { onFault }))
    yield { ...run, verdicts: [], judgements: [] };
}

async function* fromLedger(flags: ReadinessFlags, io: Io): AsyncGenerator<Judged> {
  const ledger = await openProjectLedger(io, flags, { purpose: 'read' });
  const progress = new Progress(io);
  let count = 0;
  try {
    for await (const { run: id } of ledger.runs()) {
      const run = await ledger.run(id);
      if (run === null) continue;
      count += 1;
      progress.show(() => soFar(count, 'runs judged', null));
      yield judgedOf(run);
    }
  } finally {
    progress.done();
    await ledger.close();
  }
}

function judgedOf({ run, records, health, verdicts, judgements }: LedgerRun): Judged {
  return {
    run,
    records,
    health,
    judgements,
    verdicts: [...actedVerdicts(verdicts).values()].map(({ verdict }) => verdict),
  };
}
