import { mkdirSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { readSigningKey } from '../attestation/attestation-key.js';
import { findProject, type ProjectPlace } from '../compile/find-project.js';
import { currentSources } from '../compile/fresh-bundle.js';
import { DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import type { Ledger } from '../ledger/ledger.js';
import type { RedactionCounts, Redactor } from '../ledger/redact/redactor.js';
import type { LedgerStore } from '../ledger/store.js';
import type { RedactionSettings } from '../model/redaction.js';
import type { Io } from './io.js';
import { readKeyText } from './read-key.js';

export interface LedgerFlags {
  /** A file, or `env:NAME`; not given: what the project file says. */
  readonly ledger?: string;
}

export interface OpenLedgerOptions {
  /** `read`: one that is not there is an error. `append`: it is made, and the project's redaction applies. */
  readonly purpose: 'read' | 'append';
  /** Where it is known already. */
  readonly place?: ProjectPlace;
  /** Told after each append how much was replaced. */
  readonly onRedacted?: (counts: RedactionCounts) => void;
}

/** Where a ledger is. */
export type LedgerLocation =
  | { readonly engine: 'sqlite'; readonly path: string; readonly own: boolean }
  | { readonly engine: 'postgres'; readonly url: string };

/**
 * The ledger that `--ledger` names, else that of the project file, else `.edge-contracts/ledger.db` of the project.
 * Whoever opens it closes it.
 *
 * @throws DiagnosticError for a project file that is wrong; `input.no_ledger` where there is none and it is only read;
 *   `input.ledger_place`, `ledger.*`, `redaction.key`, `attestation.key_*`
 */
export async function openProjectLedger(
  io: Io,
  flags: LedgerFlags,
  { purpose, place: known, onRedacted }: OpenLedgerOptions,
): Promise<Ledger> {
  const place = known ?? (await placeOf(io));
  const location = ledgerLocation(io, flags, place);
  if (purpose === 'read') return opened(await storeOf(location, io, purpose));
  const redaction = place.project.redaction;
  const redactor = redaction === null ? null : await redactorOf(redaction, place, io);
  const { checkpoint } = place.project.ledger;
  const key =
    checkpoint === null ? null : readSigningKey(readKeyText(checkpoint.key, { ...io, cwd: place.root }));
  const store = await storeOf(location, io, purpose);
  const ledger = await opened(store, redactor, onRedacted);
  if (checkpoint === null || key === null) return ledger;
  const { withCheckpoints } = await import('../ledger/with-checkpoints.js');
  return withCheckpoints(ledger, { ...checkpoint, key });
}

/**
 * The project of the working directory.
 *
 * @throws DiagnosticError for a project file that is wrong
 */
export async function placeOf(io: Io): Promise<ProjectPlace> {
  const { place, diagnostics } = await findProject(io.cwd);
  const [first, ...rest] = diagnostics;
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
  return place;
}

/** @throws DiagnosticError `input.ledger_place` */
export function ledgerLocation(
  io: Io,
  { ledger }: LedgerFlags,
  { root, project }: ProjectPlace,
): LedgerLocation {
  if (ledger !== undefined) {
    if (isUrl(ledger)) throw inline();
    if (!ledger.startsWith('env:')) return { engine: 'sqlite', path: resolve(io.cwd, ledger), own: false };
    return fromVariable(ledger.slice('env:'.length), io, io.cwd);
  }
  const { path, url } = project.ledger;
  if (url !== null) return fromVariable(url, io, root);
  return { engine: 'sqlite', path: resolve(root, path), own: true };
}

/** A URL of PostgreSQL, else a path. What the variable holds is in no message: it may be a password. */
function fromVariable(name: string, { env }: Io, folder: string): LedgerLocation {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw wrongPlace('`env:` is not followed by the name of an environment variable');
  const value = env[name];
  if (value === undefined || value === '')
    throw wrongPlace(`the environment variable ${name}, which names the ledger, is not set`);
  if (/^postgres(?:ql)?:\/\//i.test(value)) return { engine: 'postgres', url: value };
  if (isUrl(value))
    throw wrongPlace(`the environment variable ${name} holds a URL that is not one of PostgreSQL`);
  return { engine: 'sqlite', path: resolve(folder, value), own: false };
}

function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

function wrongPlace(message: string): DiagnosticError {
  const help =
    'give `--ledger FILE`, or `--ledger env:NAME` where NAME holds the URL of a PostgreSQL database';
  return failure('input.ledger_place', message, { help });
}

function inline(): DiagnosticError {
  return failure(
    'input.ledger_place',
    'a URL stands on the command line, where others can read its password',
    {
      help: 'put it into an environment variable, and give `--ledger env:NAME`',
    },
  );
}

async function storeOf(location: LedgerLocation, io: Io, purpose: 'read' | 'append'): Promise<LedgerStore> {
  if (location.engine === 'postgres') {
    const { openPostgresStore } = await import('../ledger/postgres/postgres-store.js');
    return openPostgresStore({ connection: location.url });
  }
  const { path, own } = location;
  if (purpose === 'read' && isNothing(path)) throw noLedger(relative(io.cwd, path) || '.');
  if (purpose === 'append' && own) makeFolder(dirname(path));
  const { openSqliteStore } = await import('../ledger/sqlite/sqlite-store.js');
  return openSqliteStore(path);
}

/** An empty file would become a ledger by being opened. */
function isNothing(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

function noLedger(path: string): DiagnosticError {
  return failure('input.no_ledger', `there is no ledger at ${path}`, {
    help: 'append a recorded run first (`edge-contracts ledger append run.jsonl`), or name the ledger with `--ledger`',
  });
}

/** Of the project's own ledger; a folder that `--ledger` names and that is not there is a mistyped one. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw failure('input.unwritable', `the folder of the ledger cannot be made (${code})`);
  }
}

async function opened(
  store: LedgerStore,
  redactor: Redactor | null = null,
  onRedacted?: (counts: RedactionCounts) => void,
): Promise<Ledger> {
  try {
    if (redactor === null) return await (await import('../ledger/open-ledger.js')).openLedger({ store });
    const { openRedactingLedger } = await import('../ledger/redacting-ledger.js');
    return await openRedactingLedger({
      store,
      redactor,
      ...(onRedacted === undefined ? {} : { onRedacted }),
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @throws DiagnosticError `redaction.key`: without the key nothing is appended. */
async function redactorOf(settings: RedactionSettings, place: ProjectPlace, { env }: Io): Promise<Redactor> {
  const value = env[settings.key];
  if (value === undefined || value === '')
    throw failure(
      'redaction.key',
      `the environment variable ${settings.key}, which is to hold the key of redaction, is not set`,
      { help: 'set it to a long random text, the same wherever the same ledger is written to' },
    );
  const { createRedactor } = await import('../ledger/redact/redactor.js');
  return createRedactor(settings, {
    key: new TextEncoder().encode(value),
    standing: await standingTexts(place),
  });
}

/** What contracts that cannot be read say is redacted as everything else. */
async function standingTexts(place: ProjectPlace): Promise<readonly string[]> {
  const { readProject } = await import('../contract/read-project.js');
  const { set } = readProject(currentSources(place).files);
  return set.contracts.flatMap(({ provenance }) => provenance.standing.map(({ text }) => text));
}
