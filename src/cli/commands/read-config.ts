import { findProject } from '../../compile/find-project.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { ConfigReadings } from '../../evaluate/config-readings.js';
import type { ConfigPlan, EdgeManifest } from '../../model/bundle.js';
import type { ConfigRecord } from '../../model/record.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import type { Io } from '../io.js';
import { openGate } from '../open-gate.js';
import { projectFiles } from '../project-files.js';
import { projectReader, warnOfLostKey } from '../project-reader.js';

export interface ReadConfigFlags {
  readonly run: string;
  readonly hop: number;
  /** The agent that received its task with that hop … */
  readonly agent?: string;
  /** … or the edge that the hop is handed on over. */
  readonly edge?: string;
  readonly attempt?: number;
  readonly contracts?: string;
}

/** `read-config`: what a recorder that is no TypeScript program adds to a run's file, a record a line. */
export async function readConfig(flags: ReadConfigFlags, io: Io): Promise<ExitCode> {
  const found = await findProject(io.cwd, flags.contracts);
  try {
    const gate = await openGate(io, found, flags);
    gate.close();
    const reader = await projectReader(found.place, io);
    const readings = new ConfigReadings(reader, DEADLINE_MS, () => new Date());
    const records = await recordsOf(gate.manifest.edges, readings, flags);
    warnOfLostKey(
      found.place,
      records.map(({ reading }) => reading),
      io,
    );
    for (const record of records) io.out(`${JSON.stringify(record)}\n`);
    return records.some(({ reading }) => 'error' in reading) ? EXIT.negative : EXIT.ok;
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return fail(told, io, found);
  }
}

const DEADLINE_MS = 30_000;

function recordsOf(
  edges: readonly EdgeManifest[],
  readings: ConfigReadings,
  { run, hop, agent, edge, attempt = 1 }: ReadConfigFlags,
): Promise<readonly ConfigRecord[]> {
  if (agent !== undefined) {
    const leaving = edges.filter((one) => one.from === agent || one.default);
    return readings.received(run, hop, requirePlans(leaving, `an edge that leaves ${agent}`));
  }
  const named = edges.filter(({ name }) => name === edge);
  return readings.sentFor({ run, hop, attempt }, requirePlans(named, `the edge ${edge ?? ''}`));
}

/** Nothing to read is a mistyped name rather than a wish. */
function requirePlans(edges: readonly EdgeManifest[], what: string): readonly ConfigPlan[] {
  const plans = new Map(edges.flatMap(({ config }) => config.map((plan) => [plan.source, plan])));
  if (plans.size > 0) return [...plans.values()];
  throw failure('input.nothing_to_read', `no contract of ${what} reads live config`, {
    help: 'name an agent or an edge whose contract has `provenance.config`',
  });
}

function fail(
  diagnostics: readonly Diagnostic[],
  io: Io,
  { place }: Awaited<ReturnType<typeof findProject>>,
): ExitCode {
  io.err(diagnosticsText(diagnostics, { paint: io.errPaint, ...projectFiles(io, place) }));
  return worstOf(exitOf(diagnostics));
}
