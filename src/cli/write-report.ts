import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ProjectPlace } from '../compile/find-project.js';
import { type Diagnostic, failure } from '../diagnostics/diagnostic.js';
import { diagnosticsText } from '../report/diagnostics-text.js';
import { FAILURE_SCHEMA } from '../report/failure-document.js';
import type { FormatName } from '../report/formats/format-names.js';
import type { FormatOptions } from '../report/formats/format-options.js';
import { commandOf, type Failed, type Reported } from '../report/formats/reported.js';
import { plain } from '../report/paint.js';
import { isSame } from './attest-file.js';
import { EXIT, type ExitCode, worstOf } from './exit-code.js';
import { diagnosticsOf, exitOf } from './failures.js';
import { type Io, jsonText } from './io.js';
import { outputPlace } from './open-output.js';
import { projectFiles } from './project-files.js';
import { writeWhole } from './write-whole.js';

export interface FormatFlags {
  readonly format?: FormatName;
  /** The file that it goes to. */
  readonly out?: string;
  /** Further formats, each into a file of its own. */
  readonly also?: readonly AlsoFormat[];
  /** `--format json`. */
  readonly json?: boolean;
}

/** `--also FORMAT=FILE`. */
export interface AlsoFormat {
  readonly format: FormatName;
  readonly out: string;
}

/** Where the files are that a report names. */
export interface ReportFiles {
  /** Null: it names none of a project's, but what was given on the command line. */
  readonly place: ProjectPlace | null;
  /** Texts that are no files of the project: records, standard input. */
  readonly texts?: ReadonlyMap<string, string>;
  /** `REF:` before the path of a file at a commit, as a diagnostic names it; a server that shows a report knows the path. */
  readonly ref?: string;
}

/**
 * Tells a result in the format that was asked for; with `--out` as text here, and in its format in the file. What `--also`
 * names is written besides: one run of the command, however many read it.
 *
 * @param print tells it as text
 * @returns exit codes: that the file could not be written
 */
export async function writeReport(
  reported: Reported,
  flags: FormatFlags,
  files: ReportFiles,
  io: Io,
  print: () => void,
): Promise<readonly ExitCode[]> {
  const { out, also = [] } = flags;
  const format = formatOf(flags);
  if (out !== undefined || format === 'text') print();
  else io.out(await reportText(reported, format, files, io));
  const wanted = out === undefined ? also : [{ format, out }, ...also];
  const codes: ExitCode[] = [];
  for (const one of wanted)
    codes.push(...written(one.out, await reportText(reported, one.format, files, io), io));
  return codes;
}

/**
 * Tells why a command gave no result, in the format that was asked for: a file that is there from an earlier time would
 * pass for this one.
 */
export async function writeFailure(
  of: Failed['of'],
  diagnostics: readonly Diagnostic[],
  flags: FormatFlags,
  files: ReportFiles,
  io: Io,
): Promise<ExitCode> {
  const document = { schema: FAILURE_SCHEMA, diagnostics } as const;
  const shown = projectFiles(io, files.place);
  const print = (): void => io.err(diagnosticsText(diagnostics, { paint: io.errPaint, ...shown }));
  const unwritten = await writeReport({ command: 'failure', of, document }, flags, files, io, print);
  return worstOf([EXIT.invalid, ...unwritten, ...exitOf(diagnostics)]);
}

export function formatOf({ format, json }: FormatFlags): FormatName {
  return json === true ? 'json' : (format ?? 'text');
}

/** Formats and pages are loaded where they are asked for: to judge a run does not wait for them. */
async function reportText(
  reported: Reported,
  format: FormatName,
  files: ReportFiles,
  io: Io,
): Promise<string> {
  if (format === 'json') return jsonText(reported.document);
  const { formatted } = await import('../report/formats/index.js');
  const { allPages } = await import('./pages.js');
  return formatted(reported, format, { ...reportOptions(reported, files, io), pages: allPages });
}

function reportOptions(
  reported: Reported,
  { place, texts = new Map(), ref }: ReportFiles,
  io: Io,
): Omit<FormatOptions, 'pages'> {
  const shown = projectFiles(io, place);
  return {
    paint: plain,
    place: shown.place,
    source: (file) => texts.get(file) ?? shown.source(file),
    artifact: artifactsOf(place?.root ?? io.cwd, io.cwd, ref),
    whole: `edge-contracts ${commandOf(reported)} --json`,
  };
}

/** Paths from the root of the repository, as the server that shows a report knows them. */
function artifactsOf(folder: string, cwd: string, ref: string = ''): (file: string) => string | null {
  const root = repositoryOf(folder) ?? repositoryOf(cwd) ?? folder;
  return (named) => {
    const file = ref !== '' && named.startsWith(ref) ? named.slice(ref.length) : named;
    if (file === '' || file === '<stdin>') return null;
    const path = relative(root, resolve(folder, file));
    const outside = path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
    return outside ? null : path.split(sep).join('/');
  };
}

/** The nearest folder upwards that git keeps; in a worktree `.git` is a file. */
function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

function written(out: string, text: string, io: Io): readonly ExitCode[] {
  try {
    writeWhole(resolve(io.cwd, out), text, out);
    return [];
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    io.err(diagnosticsText(told, { paint: io.errPaint }));
    return exitOf(told);
  }
}

/** What contracts, rules, cases and records are kept in, and no format of ours is. */
const SOURCES = /\.(?:ya?ml|rego|jsonl|test\.json)$/i;

/**
 * What is written must not name what is read, nor the same file twice: it would be gone before anybody saw that. Nor a
 * file that can only be a source, since what is read is not known before it could be read.
 */
export function outFaults(
  { out, also = [] }: FormatFlags,
  read: readonly string[],
  io: Io,
): readonly Diagnostic[] {
  const outs = [...(out === undefined ? [] : [out]), ...also.map((one) => one.out)];
  const paths = outs.map((one) => resolve(io.cwd, one));
  if (new Set(paths.map(outputPlace)).size < paths.length)
    return failure('input.usage', '`--out` and `--also` name one file twice').diagnostics;
  const isRead = (path: string): boolean =>
    read.some((file) => file !== '-' && isSame(resolve(io.cwd, file), path)) ||
    (SOURCES.test(path) && existsSync(path));
  if (!paths.some(isRead)) return [];
  const flag = out !== undefined && isRead(resolve(io.cwd, out)) ? '--out' : '--also';
  return failure('input.usage', `\`${flag}\` names a file that is read: it would be overwritten`).diagnostics;
}

/** To say that `--out` or `--also` is wrong, without writing there. */
export function withoutOut({ out: _, also: __, ...flags }: FormatFlags): FormatFlags {
  return flags;
}
