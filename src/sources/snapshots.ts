import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canonicalJson } from '../canonical/canonical-json.js';
import { type Digest, digestBytes, digestValue } from '../canonical/digest.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import type { ConfigReader, ConfigSeen, ConfigSource, ConfigUnread } from '../model/config.js';
import { KEPT_JSON } from './formats/json.js';
import { readText } from './formats/read-text.js';
import { SOURCE_LIMITS } from './limits.js';
import { isWithin, outside, readFileBytes } from './places/file.js';
import type { ReadContext } from './read-context.js';
import { SourceFault } from './source-fault.js';

/** Relative to the project's root: contents by their digest, and which name means which. */
export const SNAPSHOT_FOLDER = '.edge-contracts/snapshots';

const NAME = /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/;
const INDEX_SCHEMA = 'edge-contracts/snapshot-index/v1';
const SNAPSHOT_SCHEMA = 'edge-contracts/snapshot/v1';

export function isSnapshotName(name: string): boolean {
  return NAME.test(name) && !name.includes('..');
}

/** What a snapshot took of one source. */
export interface SnapshotEntry {
  readonly source: string;
  readonly digest: Digest;
}

export type SnapshotTaken =
  | { readonly name: string; readonly taken: readonly SnapshotEntry[] }
  /** Nothing was written: half a snapshot would be a state that never was. */
  | {
      readonly name: string;
      readonly unread: readonly { readonly source: string; readonly reading: ConfigUnread }[];
    };

/**
 * Reads what sources hold now and keeps it under a name; the baseline `snapshot:NAME` reads it back. What is kept is
 * normalised and without secrets. A name that is there already gets the sources that are new, and loses none.
 *
 * @throws TypeError for a name that is none (`isSnapshotName`), a `SourceFault` where what the name meant so far cannot be
 *   read, or nothing can be written within the root.
 */
export async function takeSnapshot(
  name: string,
  sources: readonly ConfigSource[],
  { root, reader }: { readonly root: string; readonly reader: ConfigReader },
): Promise<SnapshotTaken> {
  if (!isSnapshotName(name))
    throw new TypeError('a snapshot is named by lower-case letters, digits, `.`, `_`, `-`');
  const readings = await Promise.all(
    sources.map(async (source) => ({ source, reading: await reader.live(source) })),
  );
  const unread = readings.flatMap(({ source: { source }, reading }) =>
    'error' in reading ? [{ source, reading }] : [],
  );
  if (unread.length > 0) return { name, unread };
  const folder = await openFolder(root).catch(throwUnwritten);
  const before = await readIndex(root, name);
  const taken: (SnapshotEntry & { readonly of: string })[] = [];
  for (const { source, reading } of readings) {
    if ('error' in reading) continue;
    const digest = await keep(folder, {
      schema: SNAPSHOT_SCHEMA,
      of: definitionOf(source),
      reading: { ...reading },
    });
    taken.push({ source: source.source, digest, of: definitionOf(source) });
  }
  await addToIndex(folder, name, before, taken);
  return { name, taken: taken.map(({ source, digest }) => ({ source, digest })) };
}

/** What a reading depends on: a snapshot of a source that was defined otherwise is one of another source. */
function definitionOf({
  source,
  adapter,
  location,
  identity,
  secrets,
  query,
  headers,
}: ConfigSource): string {
  return digestValue({ source, adapter, location, identity, secrets: [...secrets], query, headers });
}

async function keep(folder: string, content: JsonObject): Promise<Digest> {
  const text = canonicalJson(content);
  const digest = digestBytes(text);
  await writeAside(join(folder, fileOf(digest)), text);
  return digest;
}

function fileOf(digest: Digest): string {
  return `${digest.replace(':', '-')}.json`;
}

/** The folder of snapshots, made where it is not there. No step of the way to it may lead out of the root. */
async function openFolder(root: string): Promise<string> {
  let folder = await realpath(root);
  const top = folder;
  for (const segment of SNAPSHOT_FOLDER.split('/')) {
    const next = join(folder, segment);
    await mkdir(next).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== 'EEXIST') throw thrown;
    });
    folder = await realpath(next);
    if (!isWithin(folder, top)) throw outside();
    if (!(await stat(folder)).isDirectory())
      throw new SourceFault('config_source.snapshot', 'where the folder of snapshots should be, is none');
  }
  return folder;
}

/** A system's message names the whole path of this machine; its code does not. */
function throwUnwritten(thrown: unknown): never {
  if (thrown instanceof SourceFault) throw thrown;
  const code = String((thrown as { code?: unknown }).code ?? 'EUNKNOWN').slice(0, 20);
  throw new SourceFault('config_source.snapshot', `the folder of snapshots cannot be written to (${code})`);
}

/** A reader sees the old file or the new one, never half of one. */
async function writeAside(path: string, text: string): Promise<void> {
  const aside = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(aside, text, { flag: 'wx', mode: 0o644 });
    await rename(aside, path);
  } catch (thrown) {
    throwUnwritten(thrown);
  } finally {
    await rm(aside, { force: true });
  }
}

/** Which content a name means, by source and by how the source was defined. */
async function addToIndex(
  folder: string,
  name: string,
  before: JsonObject,
  taken: readonly { readonly source: string; readonly digest: Digest; readonly of: string }[],
): Promise<void> {
  const sources = new Map<string, Map<string, JsonValue>>();
  for (const [source, kept] of Object.entries(before))
    sources.set(source, new Map(Object.entries(isJsonObject(kept) ? kept : {}) as [string, JsonValue][]));
  for (const { source, digest, of } of taken) {
    const kept = sources.get(source) ?? new Map<string, JsonValue>();
    kept.set(of, digest);
    sources.set(source, kept);
  }
  const index = Object.fromEntries([...sources].map(([source, kept]) => [source, Object.fromEntries(kept)]));
  await writeAside(
    join(folder, `${name}.json`),
    `${canonicalJson({ schema: INDEX_SCHEMA, name, sources: index })}\n`,
  );
}

/** For the writer: what a name means so far. One that cannot be read is not written over: it may name the only baseline. */
async function readIndex(root: string, name: string): Promise<JsonObject> {
  const bytes = await readFileBytes(`${SNAPSHOT_FOLDER}/${name}.json`, writersContext(root)).catch(
    (thrown: unknown) => {
      if (thrown instanceof SourceFault && thrown.code === 'config_source.missing') return null;
      throw thrown;
    },
  );
  return bytes === null ? {} : sourcesOf(readText(bytes, KEPT_JSON, SOURCE_LIMITS));
}

/** An index is read as carefully as a source: it may be a pipe, a device or a link by now. */
function writersContext(root: string): ReadContext {
  return {
    root: resolve(root),
    allowedRoots: [resolve(root)],
    allowedHosts: [],
    allowPrivateAddresses: false,
    env: {},
    limits: SOURCE_LIMITS,
    signal: AbortSignal.timeout(SOURCE_LIMITS.deadlineMs),
    hooks: {},
  };
}

function sourcesOf(index: JsonValue): JsonObject {
  const sources = isJsonObject(index) && index['schema'] === INDEX_SCHEMA ? index['sources'] : undefined;
  if (!isJsonObject(sources))
    throw new SourceFault('config_source.snapshot', 'the index of the snapshot is none');
  return sources;
}

/** What a snapshot holds of a source, its digest verified. Throws a `SourceFault`. */
export async function readSnapshot(
  name: string,
  source: ConfigSource,
  context: ReadContext,
): Promise<ConfigSeen> {
  if (!isSnapshotName(name)) throw new SourceFault('config_source.location', 'this is no name of a snapshot');
  // Our own folder of this project, wherever else files may be read from.
  const here = { ...context, allowedRoots: [context.root] };
  const digest = await digestIn(name, source, here);
  const bytes = await readFileBytes(`${SNAPSHOT_FOLDER}/${fileOf(digest)}`, here);
  if (digestBytes(bytes) !== digest)
    throw new SourceFault(
      'config_source.snapshot',
      'the content does not have the digest that it is filed under',
    );
  const content = readText(bytes, KEPT_JSON, deeper(context));
  return seenIn(content, source);
}

async function digestIn(name: string, source: ConfigSource, context: ReadContext): Promise<Digest> {
  const bytes = await readFileBytes(`${SNAPSHOT_FOLDER}/${name}.json`, context);
  const sources = sourcesOf(readText(bytes, KEPT_JSON, context.limits));
  const kept = Object.hasOwn(sources, source.source) ? sources[source.source] : undefined;
  if (!isJsonObject(kept))
    throw new SourceFault('config_source.missing', 'the snapshot holds nothing of this source');
  const digest = kept[definitionOf(source)];
  if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new SourceFault(
      'config_source.snapshot',
      'the snapshot was taken of this source when it was defined otherwise',
    );
  return digest as Digest;
}

/** The document stands within what is kept of it. */
function deeper({ limits }: ReadContext): ReadContext['limits'] {
  return { ...limits, maxDepth: limits.maxDepth + 2, maxValues: limits.maxValues + 16 };
}

function seenIn(content: JsonValue, source: ConfigSource): ConfigSeen {
  const reading =
    isJsonObject(content) && content['schema'] === SNAPSHOT_SCHEMA ? content['reading'] : undefined;
  const isOurs =
    isJsonObject(content) &&
    content['of'] === definitionOf(source) &&
    isJsonObject(reading) &&
    'document' in reading;
  if (!isOurs) throw new SourceFault('config_source.snapshot', 'the content is no snapshot of this source');
  const seen = reading as unknown as ConfigSeen;
  if (seen.document === undefined || digestValue(seen.document) !== seen.digest)
    throw new SourceFault('config_source.snapshot', 'the document does not have the digest that it is given');
  return seen;
}
