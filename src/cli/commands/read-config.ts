import { findProject } from '../../compile/find-project.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import { ConfigReadings } from '../../evaluate/config-readings.js';
import type { ConfigPlan, EdgeManifest } from '../../model/bundle.js';
import type { ConfigReading } from '../../model/config.js';
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
    const records = await recordsOf(gate.manifest.edges, readings, flags, io);
    warnOfLostKey(
      found.place,
      records.map(({ reading }) => reading),
      io,
    );
    for (const record of records) io.out(`${JSON.stringify(record)}\n`);
    return told(records, io);
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return fail(told, io, found);
  }
}

const DEADLINE_MS = 30_000;

/** Output goes into a file, where nobody sees what could not be read. */
function told(records: readonly ConfigRecord[], io: Io): ExitCode {
  const faults = records.flatMap(({ source, reading, baseline }) => [
    ...faultOf(source, reading),
    ...(baseline === undefined ? [] : faultOf(`the baseline of ${source}`, baseline)),
  ]);
  for (const fault of faults) io.err(fault);
  return faults.length > 0 ? EXIT.negative : EXIT.ok;
}

function faultOf(what: string, reading: ConfigReading): string[] {
  if (!('error' in reading)) return [];
  const { code, message } = reading.error;
  return [`error ${code}: ${what} (${reading.location}): ${message}\n`];
}

async function recordsOf(
  edges: readonly EdgeManifest[],
  readings: ConfigReadings,
  { run, hop, agent, edge, attempt = 1 }: ReadConfigFlags,
  io: Io,
): Promise<readonly ConfigRecord[]> {
  if (agent !== undefined) {
    requireKnown(
      agent,
      edges.flatMap(({ from, to }) => [from, to]),
      'agent',
    );
    return readings.received(
      run,
      hop,
      plansOf(
        edges.filter((one) => one.from === agent || one.default),
        io,
      ),
    );
  }
  requireKnown(
    edge ?? '',
    edges.map(({ name }) => name),
    'edge',
  );
  return readings.sentFor(
    { run, hop, attempt },
    plansOf(
      edges.filter(({ name }) => name === edge),
      io,
    ),
  );
}

/** A mistyped name would otherwise read nothing, and the handoff would be blocked for want of it. */
function requireKnown(name: string, known: readonly string[], what: 'agent' | 'edge'): void {
  if (known.includes(name) || (what === 'agent' && known.includes('*'))) return;
  const near = nearest(name, known);
  const help =
    near === undefined ? `there are: ${[...new Set(known)].sort().join(', ')}` : `did you mean \`${near}\`?`;
  throw failure('input.nothing_to_read', `no contract names the ${what} \`${name}\``, { help });
}

/** Most agents have nothing to be read: a recorder asks for all of them. */
function plansOf(edges: readonly EdgeManifest[], io: Io): readonly ConfigPlan[] {
  const plans = new Map(edges.flatMap(({ config }) => config.map((plan) => [plan.source, plan])));
  if (plans.size === 0) io.err('nothing to read: no contract there has `provenance.config`\n');
  return [...plans.values()];
}

function fail(
  diagnostics: readonly Diagnostic[],
  io: Io,
  { place }: Awaited<ReturnType<typeof findProject>>,
): ExitCode {
  io.err(diagnosticsText(diagnostics, { paint: io.errPaint, ...projectFiles(io, place) }));
  return worstOf(exitOf(diagnostics));
}
