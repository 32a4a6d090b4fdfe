import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { caseFileText, withCase } from '../../authoring/case-text.js';
import { findProject } from '../../compile/find-project.js';
import { DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import type { Case } from '../../model/case.js';
import type { RunRecord } from '../../model/record.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { newCaseText } from '../../report/new-case-text.js';
import { MAX_BYTES } from '../../record/read-json.js';
import { readCaseFile } from '../../testing/case-file.js';
import { type CaseOfRun, caseOfRun } from '../../testing/case-of-run.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import type { Io } from '../io.js';
import { openGate } from '../open-gate.js';
import { openProjectLedger } from '../open-ledger.js';
import { readBytes, readInputs } from '../read-input.js';
import { writeWhole } from '../write-whole.js';

export interface NewCaseFlags {
  readonly run?: string;
  readonly hop?: number;
  readonly out: string;
  readonly name?: string;
  readonly contracts?: string;
  readonly ledger?: string;
}

/** `new case [FILE]`: a case out of a recorded run. */
export async function newCase(file: string | undefined, flags: NewCaseFlags, io: Io): Promise<ExitCode> {
  try {
    const records = file === undefined ? await ofLedger(flags, io) : await ofFile(file, flags, io);
    const before = textOf(flags.out, io);
    const made = await caseOf(records, nameFor(records, flags, before), flags, io);
    const path = resolve(io.cwd, flags.out);
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, textWith(made.case, before, flags.out), flags.out);
    io.out(newCaseText(made, flags.out, io.paint));
    return EXIT.ok;
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    io.err(diagnosticsText(told, { paint: io.errPaint }));
    return worstOf(exitOf(told));
  }
}

async function ofFile(file: string, { run }: NewCaseFlags, io: Io): Promise<readonly RunRecord[]> {
  const { records, diagnostics } = await readInputs([file], io);
  const [first, ...rest] = diagnostics;
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
  const ids = [...new Set(records.map(({ record }) => record.run))];
  const [only, another] = ids;
  const id = run ?? (another === undefined ? only : undefined);
  if (id === undefined)
    throw failure('input.unknown_run', `there are ${ids.length} runs in this file`, {
      help: 'name one with --run',
    });
  if (!ids.includes(id)) throw noRun(id, ids);
  return records.map(({ record }) => record).filter((record) => record.run === id);
}

async function ofLedger(flags: NewCaseFlags, io: Io): Promise<readonly RunRecord[]> {
  const id = flags.run ?? '';
  const ledger = await openProjectLedger(io, flags, { purpose: 'read' });
  try {
    const found = await ledger.run(id);
    if (found === null) throw noRun(id, []);
    return found.records;
  } finally {
    await ledger.close();
  }
}

function noRun(id: string, ids: readonly string[]): DiagnosticError {
  const near = nearest(id, ids);
  const help = near === undefined ? 'see `edge-contracts runs list`' : `did you mean \`${near}\`?`;
  return failure('input.unknown_run', `there is no run \`${id}\``, { help });
}

async function caseOf(
  records: readonly RunRecord[],
  name: string,
  { hop, contracts }: NewCaseFlags,
  io: Io,
): Promise<CaseOfRun> {
  const found = await findProject(io.cwd, contracts);
  const gate = await openGate(io, found, contracts === undefined ? {} : { contracts });
  try {
    const made = caseOfRun(gate, records, { name, ...(hop === undefined ? {} : { hop }) });
    if (made !== null) return made;
    const what = hop === undefined ? 'the run holds no handoff' : `the run has no hop ${hop}`;
    throw failure('input.nothing_evaluated', what);
  } finally {
    gate.close();
  }
}

function textOf(out: string, { cwd }: Io): string | null {
  const path = resolve(cwd, out);
  return existsSync(path) ? new TextDecoder().decode(readBytes(path, out, MAX_BYTES)) : null;
}

/** One that no case of the file has. */
function nameFor(records: readonly RunRecord[], { name, hop }: NewCaseFlags, before: string | null): string {
  if (name !== undefined) return name;
  const base = `${records[0]?.run ?? 'run'}${hop === undefined ? '' : `, hop ${hop}`}`.slice(0, 200);
  const taken = new Set(before === null ? [] : namesIn(before));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base} (${number})`;
    if (!taken.has(candidate)) return candidate;
  }
}

function namesIn(text: string): readonly string[] {
  return readCaseFile(text, '').cases.map((found) => found.case.name);
}

/**
 * The file with the case in it, read back before it is written: what a run holds is anyone's text.
 *
 * @throws DiagnosticError `case.*`
 */
function textWith(example: Case, before: string | null, out: string): string {
  const text = before === null ? caseFileText(example) : withCase(before, example);
  const span = { file: out, line: 1, column: 1 };
  if (text === null)
    throw failure('case.no_place', 'there is no place in this file for one more case', {
      span,
      help: 'it has to end with `cases:` and a list with a dash for each; or give another file',
    });
  const { cases, diagnostics } = readCaseFile(text, out);
  const [problem] = diagnostics;
  const last = cases.at(-1)?.case;
  if (problem === undefined && isDeepStrictEqual(last, JSON.parse(JSON.stringify(example)))) return text;
  throw failure('case.no_place', problem?.message ?? 'the file would not say what the run holds', {
    span,
    help: 'keep the run in a file of records, and name it in the case: `from: { file: … }`',
  });
}
