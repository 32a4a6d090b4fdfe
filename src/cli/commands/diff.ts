import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadToolchain } from '../../compile/load-toolchain.js';
import { readWaivers } from '../../contract/read-waivers.js';
import { DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { diffContracts } from '../../diff/diff-contracts.js';
import { type FailOn, gateDiff, type Tripped } from '../../diff/gate-diff.js';
import { waiversFile, type WaiverDraft } from '../../diff/waivers/waiver-text.js';
import type { PolicyDiff } from '../../model/policy-diff.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { diffText } from '../../report/diff-text.js';
import { plain } from '../../report/paint.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { tellFailure } from '../failure-document.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { openRecordedRuns, type RecordedRunsFlags } from '../recorded-runs.js';
import { readSides, type ReadSides } from '../sides/read-sides.js';
import { writeWhole } from '../write-whole.js';

export const DIFF_FORMATS = ['text', 'json'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

export interface DiffFlags extends RecordedRunsFlags {
  readonly contracts?: string;
  readonly failOn?: readonly FailOn[];
  readonly format?: DiffFormat;
  readonly json?: boolean;
  /** Where the report goes, instead of to standard output. */
  readonly out?: string;
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
  try {
    const sides = await readSides(base, head, flags, io);
    const compared = await compare(sides, flags, io);
    report(compared, flags, io);
    if (flags.writeWaivers !== undefined) adopt(compared, flags.writeWaivers, flags, io);
    return ended(compared, flags, io);
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return tellFailure(told, isJson(flags), io);
  }
}

async function compare({ base, head, place }: ReadSides, flags: DiffFlags, io: Io): Promise<PolicyDiff> {
  const waivers = head.waivers === null ? null : readWaivers(head.waivers.text, head.waivers.file);
  const wrong = waivers?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
  const [first, ...rest] = wrong;
  // A waiver that cannot be read would be one that is not there: what it lets through is not guessed.
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
  const recorded = await openRecordedRuns(flags, place, io);
  const tools = loadToolchain();
  try {
    const compared = await diffContracts(base, head, {
      ...{ tools, today: io.today, recorded, waivers },
      diagnostics: [...base.diagnostics, ...head.diagnostics],
    });
    const faults = recorded?.faults() ?? [];
    return { ...compared, diagnostics: [...compared.diagnostics, ...faults] };
  } finally {
    tools.opa.close();
    await recorded?.close();
  }
}

function isJson({ json, format }: DiffFlags): boolean {
  return json === true || format === 'json';
}

function report(compared: PolicyDiff, flags: DiffFlags, io: Io): void {
  const text = isJson(flags)
    ? jsonText(compared)
    : diffText(compared, { paint: flags.out === undefined ? io.paint : plain });
  if (flags.out === undefined) io.out(text);
  else writeWhole(resolve(io.cwd, flags.out), text, flags.out);
  // JSON has them; everybody else reads them beside the report.
  if (!isJson(flags) || flags.out !== undefined)
    io.err(diagnosticsText(compared.diagnostics, { paint: io.errPaint }));
}

/** Writes what is found as waivers, so that from now on only what is new counts. */
function adopt({ findings }: PolicyDiff, file: string, flags: DiffFlags, io: Io): void {
  const path = resolve(io.cwd, file);
  if (existsSync(path))
    throw failure('diff.waivers_there', 'this file is there already, and is not overwritten', {
      span: { file, line: 1, column: 1 },
      help: 'name another file, and take over what is meant by hand',
    });
  const open = findings.filter(({ direction, breaks }) => direction !== 'neutral' || breaks.length > 0);
  writeWhole(path, waiversFile(open, flags as WaiverDraft), file);
  io.err(
    `edge-contracts: ${open.length === 1 ? 'one waiver' : `${open.length} waivers`} written to ${file}\n`,
  );
}

function ended(compared: PolicyDiff, { failOn = [], writeWaivers }: DiffFlags, io: Io): ExitCode {
  const tripped = writeWaivers === undefined ? gateDiff(compared, failOn) : [];
  for (const one of tripped) io.err(trippedText(one));
  return worstOf([...exitOf(compared.diagnostics), ...(tripped.length > 0 ? [EXIT.gate] : [])]);
}

function trippedText({ on, says }: Tripped): string {
  return `edge-contracts: not let through (${on === 'expired' ? 'expired waiver' : `--fail-on ${on}`}): ${says}\n`;
}
