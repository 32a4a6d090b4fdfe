import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type ImportedTools, importTools, type ToolsOnFile } from '../../authoring/import-tools.js';
import { type ListedTool, readToolsList } from '../../authoring/read-tools-list.js';
import { findProject, type ProjectPlace } from '../../compile/find-project.js';
import { sourceText } from '../../compile/source-text.js';
import { readToolsFile, TOOLS_FILE } from '../../contract/read-tools.js';
import { type Diagnostic, DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { readJson } from '../../record/read-json.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { TOOLS_SCHEMA, type ToolsDocument, toolsText } from '../../report/tools-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { projectFiles } from '../project-files.js';
import { nameOf, readInput } from '../read-input.js';

export interface ToolsFlags {
  readonly server?: string;
  readonly contracts?: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

interface Done {
  readonly document: ToolsDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/** `tools FILE|-`: what a server's tools may do at most, into the tools file; `--check` compares and writes nothing. */
export async function tools(input: string, flags: ToolsFlags, io: Io): Promise<ExitCode> {
  const { place, diagnostics: wrong } = await findProject(io.cwd, flags.contracts);
  const path = place.project.tools ?? TOOLS_FILE;
  const file = relative(io.cwd, join(place.root, path));
  const failed: ToolsDocument = { schema: TOOLS_SCHEMA, outcome: 'failed', file, changes: [] };
  const { document, diagnostics } =
    wrong.length > 0
      ? { document: failed, diagnostics: wrong }
      : await done(input, place, path, failed, flags, io);
  if (flags.json === true) io.out(jsonText({ ...document, diagnostics }));
  else {
    io.err(diagnosticsText(diagnostics, { paint: io.errPaint, ...projectFiles(io, place) }));
    io.out(toolsText(document, io.paint));
  }
  const stale = document.outcome === 'stale' ? [EXIT.gate] : [];
  return worstOf([...exitOf(diagnostics.filter(({ code }) => code !== STALE)), ...stale]);
}

const STALE = 'tools_list.stale';

async function done(...[input, place, path, failed, flags, io]: DoneArguments): Promise<Done> {
  try {
    const listed = await listedIn(input, io);
    if (listed.tools === null) return { document: failed, diagnostics: listed.diagnostics };
    const onFile = toolsOnFile(place, path);
    const imported = importTools(listed.tools, onFile, flags.server ?? null, path);
    return settled(imported, onFile, listed.diagnostics, { place, path, failed, flags });
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { document: failed, diagnostics };
  }
}

type DoneArguments = [
  input: string,
  place: ProjectPlace,
  path: string,
  failed: ToolsDocument,
  flags: ToolsFlags,
  io: Io,
];

interface Settling {
  readonly place: ProjectPlace;
  readonly path: string;
  readonly failed: ToolsDocument;
  readonly flags: ToolsFlags;
}

function settled(
  { text, changes, diagnostics: found }: ImportedTools,
  onFile: ToolsOnFile | null,
  listed: readonly Diagnostic[],
  { place, path, failed, flags }: Settling,
): Done {
  const diagnostics = [...found, ...listed];
  if (found.some(({ severity }) => severity === 'error')) return { document: failed, diagnostics };
  const document = { ...failed, changes };
  if (onFile?.text === text) return { document: { ...document, outcome: 'up_to_date' }, diagnostics };
  if (flags.check === true)
    return { document: { ...document, outcome: 'stale' }, diagnostics: [...diagnostics, stale(path)] };
  refuseUnreadable(text, path);
  writeAside(join(place.root, path), text, path);
  return { document: { ...document, outcome: 'written' }, diagnostics };
}

function stale(file: string): Diagnostic {
  const message = 'the tools file is not what the server offers now';
  const help = 'run the same without `--check`, review what changes, and commit it';
  return { code: STALE, severity: 'error', message, help, span: { file, line: 1, column: 1 } };
}

async function listedIn(
  input: string,
  io: Io,
): Promise<{ readonly tools: readonly ListedTool[] | null; readonly diagnostics: readonly Diagnostic[] }> {
  const file = nameOf(input);
  const read = readJson(await readInput(input, io), { file });
  return 'code' in read ? { tools: null, diagnostics: [read] } : readToolsList(read.value, file);
}

/** @throws DiagnosticError where what is there cannot be read: it would be overwritten. */
function toolsOnFile({ root, project }: ProjectPlace, path: string): ToolsOnFile | null {
  const stat = statSync(resolve(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const text = sourceText(resolve(root, path), path, stat);
  if (typeof text !== 'string') throw new DiagnosticError([text]);
  const { tools: read, diagnostics } = readToolsFile(text, path, project.effects);
  const [first, ...rest] = diagnostics;
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
  return { text, tools: read };
}

/**
 * What is written can be read again, but for what only a person can decide.
 *
 * @throws DiagnosticError
 */
function refuseUnreadable(text: string, path: string): void {
  const { diagnostics } = readToolsFile(text, path, null);
  const [first, ...rest] = diagnostics.filter(({ code }) => code !== 'tools.read_only_effects');
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
}

/** @throws DiagnosticError `input.unwritable` */
function writeAside(target: string, text: string, path: string): void {
  const aside = `${target}.${process.pid}.${randomBytes(3).toString('hex')}.tmp`;
  try {
    writeFileSync(aside, text, { flag: 'wx' });
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const span = { file: path, line: 1, column: 1 };
    throw failure('input.unwritable', `this file cannot be written (${code})`, { span });
  }
}
