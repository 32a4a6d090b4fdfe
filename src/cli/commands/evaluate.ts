import type { Digest } from '../../canonical/digest.js';
import { type FoundProject, findProject, type ProjectPlace } from '../../compile/find-project.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import {
  type EvaluateOptions,
  evaluateRecords,
  type RecordInput,
  type RunEvaluation,
} from '../../evaluate/evaluate-run.js';
import type { Gate } from '../../evaluate/gate.js';
import type { Mode } from '../../model/severity.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { evaluationDocument } from '../../report/evaluation-document.js';
import { evaluationText } from '../../report/evaluation-text.js';
import { redactedText } from '../../report/ledger-append-text.js';
import { type AttestFlags, type Attestor, openAttestor, writeAttestations } from '../attest-file.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import type { Io } from '../io.js';
import { withLiveConfig } from '../live-config.js';
import { openGate } from '../open-gate.js';
import { projectFiles } from '../project-files.js';
import { readInputs } from '../read-input.js';
import type { RecordedEvaluation } from '../record-evaluation.js';
import { type FormatFlags, outFaults, withoutOut, writeFailure, writeReport } from '../write-report.js';

export interface EvaluateFlags extends AttestFlags, FormatFlags {
  readonly edge?: string;
  readonly hop?: number;
  readonly contracts?: string;
  readonly as?: Mode;
  /** Read live config now, for the last handoff of each run. */
  readonly live?: boolean;
  readonly maxBytes?: number;
  readonly digest?: Digest;
  /** Keep it in the ledger. */
  readonly record?: boolean;
  /** Keep it in this one. */
  readonly ledger?: string;
}

/** What was evaluated, or why nothing was. */
interface Evaluated {
  readonly runs: readonly RunEvaluation[];
  readonly diagnostics: readonly Diagnostic[];
  readonly place: ProjectPlace | null;
  readonly texts: ReadonlyMap<string, string>;
  /** Null where it was not to be kept. */
  readonly recorded: RecordedEvaluation | null;
}

/** `evaluate FILE…`: a verdict for each handoff of recorded runs, and one for each run. */
export async function evaluate(files: readonly string[], flags: EvaluateFlags, io: Io): Promise<ExitCode> {
  const misused = outFaults(flags, files, io);
  if (misused.length > 0) return writeFailure('evaluate', misused, withoutOut(flags), { place: null }, io);
  const evaluated = await evaluateFiles(files, flags, io);
  const document = evaluationDocument(evaluated);
  const unwritten = await writeReport({ command: 'evaluate', document }, flags, evaluated, io, () =>
    print(evaluated, io),
  );
  if (evaluated.recorded !== null) io.err(recordedText(evaluated.recorded));
  return worstOf([...unwritten, exitCode(evaluated)]);
}

async function evaluateFiles(files: readonly string[], flags: EvaluateFlags, io: Io): Promise<Evaluated> {
  const { records, diagnostics, texts } = await readInputs(files, io, flags.maxBytes);
  const none = { runs: [], texts, recorded: null };
  if (diagnostics.length > 0) return { ...none, place: null, diagnostics };
  const found = await findProject(io.cwd, flags.contracts);
  const { place } = found;
  try {
    const attestor = openAttestor(flags, files, io);
    const { runs, recorded } = await judged(found, records, flags, attestor, io);
    return { runs, recorded, place, texts, diagnostics: nothingEvaluated(runs, flags) };
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return { ...none, place, diagnostics: told };
  }
}

async function judged(
  found: FoundProject,
  records: readonly RecordInput[],
  flags: EvaluateFlags,
  attestor: Attestor | null,
  io: Io,
): Promise<Pick<Evaluated, 'runs' | 'recorded'>> {
  const gate = await openGate(io, found, flags);
  try {
    refuseUnknownEdge(gate, flags.edge);
    const whole = flags.live === true ? await withLiveConfig(gate, found, records, io) : records;
    const runs = evaluateRecords(gate, whole, optionsOf(flags));
    if (attestor !== null && wasEvaluated(runs)) writeAttestations(attestor, runs, whole, gate.digest);
    const keep = flags.record === true && wasEvaluated(runs);
    const recorded = keep ? await kept(gate, runs, whole, found, flags, io) : null;
    return { runs, recorded };
  } finally {
    gate.close();
  }
}

async function kept(
  gate: Gate,
  runs: readonly RunEvaluation[],
  records: readonly RecordInput[],
  { place }: FoundProject,
  flags: EvaluateFlags,
  io: Io,
): Promise<RecordedEvaluation> {
  const { recordEvaluation } = await import('../record-evaluation.js');
  return recordEvaluation(gate, runs, records, place, flags, io);
}

function optionsOf({ edge, hop, as }: EvaluateFlags): EvaluateOptions {
  return {
    ...(edge === undefined ? {} : { edge }),
    ...(hop === undefined ? {} : { hop }),
    ...(as === undefined ? {} : { as }),
  };
}

function refuseUnknownEdge(gate: Gate, edge: string | undefined): void {
  if (edge === undefined || gate.edges.includes(edge)) return;
  const near = nearest(edge, gate.edges);
  const help = near === undefined ? `there are: ${gate.edges.join(', ')}` : `did you mean \`${near}\`?`;
  throw failure('input.unknown_edge', `there is no contract for the edge \`${edge}\``, { help });
}

function wasEvaluated(runs: readonly RunEvaluation[]): boolean {
  return runs.some(({ transfers }) => transfers.length > 0);
}

function nothingEvaluated(runs: readonly RunEvaluation[], { edge, hop }: EvaluateFlags): Diagnostic[] {
  if (wasEvaluated(runs)) return [];
  const chosen = [
    ...(edge === undefined ? [] : [`edge ${edge}`]),
    ...(hop === undefined ? [] : [`hop ${hop}`]),
  ];
  const of =
    chosen.length === 0
      ? 'the records hold no transfer'
      : `no transfer of ${chosen.join(', ')} is in the records`;
  return failure('input.nothing_evaluated', `nothing was evaluated: ${of}`).diagnostics.slice();
}

function print({ runs, diagnostics, place, texts }: Evaluated, io: Io): void {
  const files = projectFiles(io, place);
  if (diagnostics.length === 0) io.out(evaluationText(runs, { paint: io.paint, place: files.place }));
  else {
    const source = (file: string): string | undefined => texts.get(file) ?? files.source(file);
    io.err(diagnosticsText(diagnostics, { paint: io.errPaint, source, place: files.place }));
  }
}

function recordedText({ appended, already_there, refused, redacted }: RecordedEvaluation): string {
  const counts = `kept in the ledger: ${appended} appended, ${already_there} already there, ${refused} refused`;
  const also = redacted === null ? '' : `; ${redactedText(redacted)}`;
  const help =
    refused === 0 ? '' : '\n  help: `edge-contracts ledger list --refused` shows what is in the way';
  return `${counts}${also}${help}\n`;
}

function exitCode({ runs, diagnostics, recorded }: Evaluated): ExitCode {
  const verdicts = runs.flatMap(({ transfers, run }) => [...transfers, run]);
  return worstOf([
    ...exitOf(diagnostics),
    ...(recorded !== null && recorded.refused > 0 ? [EXIT.negative] : []),
    ...(verdicts.some(({ errors }) => errors.length > 0) ? [EXIT.failed] : []),
    ...(verdicts.some(({ action }) => action === 'block') ? [EXIT.negative] : []),
  ]);
}
