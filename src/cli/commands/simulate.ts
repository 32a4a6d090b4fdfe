import { DiagnosticError } from '../../diagnostics/diagnostic.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { simulationText } from '../../report/simulation-text.js';
import { simulate } from '../../simulation/simulate.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import type { Io } from '../io.js';
import { profileNamed } from '../read-profile.js';
import { textSink } from '../text-sink.js';

export interface SimulateFlags {
  readonly profile?: string;
  readonly seed?: number;
  readonly runs?: number;
  readonly out?: string;
}

/** `simulate`: runs made up by a profile and a seed, one JSON record a line. */
export async function simulateRuns(flags: SimulateFlags, io: Io): Promise<ExitCode> {
  try {
    return await writeRuns(flags, io);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    io.err(diagnosticsText(error.diagnostics, { paint: io.errPaint }));
    return worstOf(exitOf(error.diagnostics));
  }
}

async function writeRuns(
  { profile: name = 'seed-article', seed = 1, runs, out }: SimulateFlags,
  io: Io,
): Promise<ExitCode> {
  const profile = await profileNamed(name, io);
  const sink = textSink(out, io);
  const written = { runs: 0, records: 0, transfers: 0 };
  try {
    for (const records of simulate(profile, { seed, ...(runs !== undefined && { runs }) })) {
      written.runs += 1;
      for (const record of records) {
        written.records += 1;
        if (record.kind === 'transfer') written.transfers += 1;
        sink.write(`${JSON.stringify(record)}\n`);
      }
      if (sink.isFull() && !(await sink.flush())) return EXIT.ok;
    }
    if (!(await sink.end())) return EXIT.ok;
  } catch (error) {
    sink.abandon();
    throw error;
  }
  io.err(simulationText({ profile, seed, ...written, to: out ?? null }, io.errPaint));
  return EXIT.ok;
}
