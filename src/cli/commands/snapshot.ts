import { findProject } from '../../compile/find-project.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import type { ConfigPlan, EdgeManifest } from '../../model/bundle.js';
import type { ConfigReader, ConfigReading } from '../../model/config.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { type SnapshotTaken, takeSnapshot } from '../../sources/snapshots.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { openGate } from '../open-gate.js';
import { projectFiles } from '../project-files.js';
import { projectReader, warnOfLostKey } from '../project-reader.js';

export interface SnapshotFlags {
  readonly edge?: string;
  readonly source?: readonly string[];
  readonly contracts?: string;
  readonly json?: boolean;
}

export const SNAPSHOT_TAKEN_SCHEMA = 'edge-contracts/snapshot-taken/v1';

/** `snapshot NAME`: keeps what sources of live config hold now, as the baseline `snapshot:NAME`. */
export async function snapshot(name: string, flags: SnapshotFlags, io: Io): Promise<ExitCode> {
  const found = await findProject(io.cwd, flags.contracts);
  try {
    const gate = await openGate(io, found, flags);
    gate.close();
    const plans = plansOf(gate.manifest.edges, flags);
    const reader = await projectReader(found.place, io);
    const readings: ConfigReading[] = [];
    const taken = await takeSnapshot(name, plans, {
      root: found.place.root,
      reader: keeping(reader, readings),
    });
    warnOfLostKey(found.place, readings, io);
    return tell(taken, flags, io);
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return fail(told, flags, io, found);
  }
}

/** The reader, and what it read. */
function keeping(reader: ConfigReader, readings: ConfigReading[]): ConfigReader {
  return {
    live: async (source) => {
      const reading = await reader.live(source);
      readings.push(reading);
      return reading;
    },
    baseline: (source) => reader.baseline(source),
  };
}

function plansOf(edges: readonly EdgeManifest[], { edge, source }: SnapshotFlags): readonly ConfigPlan[] {
  const of = edges.filter(({ name }) => edge === undefined || name === edge);
  if (of.length === 0 && edge !== undefined) {
    const near = nearest(
      edge,
      edges.map(({ name }) => name),
    );
    const help = near === undefined ? {} : { help: `did you mean \`${near}\`?` };
    throw failure('input.unknown_edge', `there is no contract for the edge \`${edge}\``, help);
  }
  const plans = new Map(of.flatMap(({ config }) => config.map((plan) => [plan.source, plan])));
  const unknown = (source ?? []).find((one) => !plans.has(one));
  if (unknown !== undefined) {
    const near = nearest(unknown, [...plans.keys()]);
    throw failure('input.nothing_to_read', `no contract reads the config source \`${unknown}\``, {
      ...(near === undefined ? {} : { help: `did you mean \`${near}\`?` }),
    });
  }
  const wanted = [...plans.values()].filter((plan) => source?.includes(plan.source) ?? true);
  if (wanted.length > 0) return wanted;
  throw failure('input.nothing_to_read', 'no contract here reads live config', {
    help: 'name an edge whose contract has `provenance.config`',
  });
}

function tell(taken: SnapshotTaken, { json }: SnapshotFlags, io: Io): ExitCode {
  if (json === true) {
    const unread =
      'unread' in taken ? taken.unread.map(({ source, reading }) => ({ source, ...reading.error })) : [];
    const sources = 'taken' in taken ? taken.taken : [];
    io.out(jsonText({ schema: SNAPSHOT_TAKEN_SCHEMA, name: taken.name, sources, unread, diagnostics: [] }));
  } else if ('taken' in taken) {
    for (const { source, digest } of taken.taken) io.out(`${source}  ${digest}\n`);
    io.out(`kept as \`${taken.name}\`: write \`baseline: snapshot:${taken.name}\` to compare with it\n`);
  } else {
    for (const { source, reading } of taken.unread)
      io.err(`error ${reading.error.code}: ${source} (${reading.location}): ${reading.error.message}\n`);
    io.err('nothing was kept: half a snapshot would be a state that never was\n');
  }
  return 'taken' in taken ? EXIT.ok : EXIT.negative;
}

function fail(
  diagnostics: readonly Diagnostic[],
  { json }: SnapshotFlags,
  io: Io,
  { place }: Awaited<ReturnType<typeof findProject>>,
): ExitCode {
  if (json === true)
    io.out(jsonText({ schema: SNAPSHOT_TAKEN_SCHEMA, name: null, sources: [], unread: [], diagnostics }));
  else io.err(diagnosticsText(diagnostics, { paint: io.errPaint, ...projectFiles(io, place) }));
  return worstOf(exitOf(diagnostics));
}
