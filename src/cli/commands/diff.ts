import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadToolchain } from '../../compile/load-toolchain.js';
import { readWaivers } from '../../contract/read-waivers.js';
import { type Diagnostic, DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { diffContracts } from '../../diff/diff-contracts.js';
import { type FailOn, gateDiff, type Tripped } from '../../diff/gate-diff.js';
import { type WaiverDraft, waiversFile } from '../../diff/waivers/waiver-text.js';
import type { PolicyDiff } from '../../model/policy-diff.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { diffText } from '../../report/diff-text.js';
import { safe } from '../../report/safe-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import type { Io } from '../io.js';
import { outputPlace } from '../open-output.js';
import { projectFiles } from '../project-files.js';
import { openRecordedRuns, type RecordedRunsFlags } from '../recorded-runs.js';
import { type ReadSides, readSides } from '../sides/read-sides.js';
import { writeNew } from '../write-new.js';
import { type FormatFlags, outFaults, withoutOut, writeFailure, writeReport } from '../write-report.js';

export interface DiffFlags extends RecordedRunsFlags, FormatFlags {
  readonly contracts?: string;
  readonly failOn?: readonly FailOn[];
  readonly writeWaivers?: string;
  readonly owner?: string;
  readonly reason?: string;
  readonly expires?: string;
}

/** `diff BASE [HEAD]`: what changed between two versions of the contracts, and what each change means. */
export async function diff(
  base: string,
  head: string | undefined,
  flags: DiffFlags,
  io: Io,
): Promise<ExitCode> {
  const misused = [...outFaults(flags, flags.runs ?? [], io), ...writtenTwice(flags, io)];
  if (misused.length > 0) return writeFailure('diff', misused, withoutOut(flags), { place: null }, io);
  try {
    const sides = await readSides(base, head, flags, io);
    const wrong = outFaults(flags, filesOf(sides), io);
    if (wrong.length > 0) return writeFailure('diff', wrong, withoutOut(flags), { place: sides.place }, io);
    refuseThere(flags.writeWaivers, io);
    const document = await compare(sides, flags, io);
    const unwritten = await writeReport(
      { command: 'diff', document },
      flags,
      { place: sides.place, ...(sides.head.commit === null ? {} : { ref: `${sides.head.label}:` }) },
      io,
      () => print(document, sides, io),
    );
    if (flags.writeWaivers !== undefined) adopt(document, flags.writeWaivers, flags, io);
    return worstOf([...unwritten, ...ended(document, flags, io)]);
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return writeFailure('diff', told, flags, { place: null }, io);
  }
}

async function compare({ base, head, place }: ReadSides, flags: DiffFlags, io: Io): Promise<PolicyDiff> {
  const waivers = head.waivers === null ? null : readWaivers(head.waivers.text, head.waivers.file);
  const baseWaivers = base.waivers === null ? null : readWaivers(base.waivers.text, base.waivers.file);
  const wrong = waivers?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
  const [first, ...rest] = wrong;
  // A waiver that cannot be read would be one that is not there: what it lets through is not guessed.
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
  const recorded = await openRecordedRuns(flags, place, io);
  const tools = (io.loadToolchain ?? loadToolchain)();
  try {
    const compared = await diffContracts(base, head, {
      ...{ tools, today: io.today, recorded, waivers, baseWaivers },
      diagnostics: [...base.diagnostics, ...head.diagnostics],
    });
    const faults = recorded?.faults() ?? [];
    return { ...compared, diagnostics: [...compared.diagnostics, ...faults] };
  } finally {
    tools.opa.close();
    await recorded?.close();
  }
}

/** What is read must not be written over. */
function filesOf({ base, head }: ReadSides): readonly string[] {
  return [...base.reads, ...head.reads];
}

function print(document: PolicyDiff, { place }: ReadSides, io: Io): void {
  const files = projectFiles(io, place);
  // Of a waiver that ended its finding tells, and of those that fit nothing one line.
  const told = document.diagnostics.filter(
    ({ code }) => code !== 'waivers.expired' && code !== 'waivers.unused',
  );
  io.err(diagnosticsText(told, { paint: io.errPaint, ...files }));
  io.out(diffText(document, { paint: io.paint, place: files.place }));
}

/** The waivers in the place of the report: one of the two would be gone. */
function writtenTwice({ out, also = [], writeWaivers }: DiffFlags, io: Io): readonly Diagnostic[] {
  if (writeWaivers === undefined) return [];
  const waivers = outputPlace(resolve(io.cwd, writeWaivers));
  const outs = [...(out === undefined ? [] : [out]), ...also.map((one) => one.out)];
  if (!outs.some((one) => outputPlace(resolve(io.cwd, one)) === waivers)) return [];
  const message =
    '`--write-waivers` names the file that `--out` or `--also` writes: one of the two would be lost';
  return failure('input.usage', message).diagnostics;
}

/** Before anything is told: a result and then an error would be two documents. */
function refuseThere(file: string | undefined, io: Io): void {
  if (file === undefined) return;
  // A link to nowhere is there too: what is written would be elsewhere than was said.
  const there = lstatSync(resolve(io.cwd, file), { throwIfNoEntry: false });
  if (there !== undefined) throw waiversThere(file);
}

function waiversThere(file: string): DiagnosticError {
  return failure('diff.waivers_there', 'this file is there already, and is not overwritten', {
    span: { file, line: 1, column: 1 },
    help: 'name another file, and take over what is meant by hand',
  });
}

/** Writes what is found as waivers, so that from now on only what is new counts. */
function adopt({ findings }: PolicyDiff, file: string, flags: DiffFlags, io: Io): void {
  const path = resolve(io.cwd, file);
  const open = findings.filter(({ direction, breaks }) => direction !== 'neutral' || breaks.length > 0);
  if (!writeNew(path, waiversFile(open, flags as WaiverDraft), file)) throw waiversThere(file);
  io.err(
    `edge-contracts: ${open.length === 1 ? 'one waiver' : `${open.length} waivers`} written to ${file}\n`,
  );
}

function ended(compared: PolicyDiff, { failOn = [] }: DiffFlags, io: Io): readonly ExitCode[] {
  const tripped = gateDiff(compared, failOn);
  for (const one of tripped) io.err(trippedText(one));
  return [...exitOf(compared.diagnostics), ...(tripped.length > 0 ? [EXIT.gate] : [])];
}

/** Five names, each as long as it may be, fit. */
const LONGEST_TOLD = 1000;

function trippedText({ on, says }: Tripped): string {
  const asked = on === 'expired' ? 'expired waiver' : `--fail-on ${on}`;
  return `edge-contracts: not let through (${asked}): ${safe(says, LONGEST_TOLD)}\n`;
}
