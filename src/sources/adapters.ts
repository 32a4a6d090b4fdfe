import type { ConfigAdapterName, ConfigSource } from '../model/config.js';
import { DOTENV } from './formats/dotenv.js';
import type { Format } from './formats/format.js';
import { formatOf } from './formats/index.js';
import { INI } from './formats/ini.js';
import { JSON_WITH_COMMENTS, STRICT_JSON } from './formats/json.js';
import { PROPERTIES } from './formats/properties.js';
import { checkDocument, readText } from './formats/read-text.js';
import { TOML } from './formats/toml.js';
import { YAML } from './formats/yaml.js';
import { readVariables } from './places/env.js';
import { readFileBytes } from './places/file.js';
import { readGitFile } from './places/git.js';
import { readHttp, shownUrl } from './places/http.js';
import { readRows } from './places/postgres.js';
import { shownVariable, variable } from './places/variable.js';
import type { RawReading, ReadContext, SourceAdapter } from './read-context.js';
import { SourceFault } from './source-fault.js';

/** Where each adapter reads, and in which format. Adding one: a format or a place, and a row. */
export const ADAPTERS: Readonly<Record<ConfigAdapterName, SourceAdapter>> = {
  yaml: fileAdapter(() => YAML),
  json: fileAdapter(() => JSON_WITH_COMMENTS),
  toml: fileAdapter(() => TOML),
  ini: fileAdapter((path) => (path.toLowerCase().endsWith('.properties') ? PROPERTIES : INI)),
  dotenv: fileAdapter(() => DOTENV),
  env: { read: readEnvironment },
  git: { read: readGit },
  http: { read: readUrl, shown: shownUrl },
  postgres: { read: readPostgres, shown: shownVariable },
};

function fileAdapter(format: (path: string) => Format): SourceAdapter {
  return {
    read: ({ location }, context) => readFileAs(location, format(location), context),
    formatOf: format,
  };
}

/** A file of the working tree. */
export async function readFileAs(path: string, format: Format, context: ReadContext): Promise<RawReading> {
  return { document: readText(await readFileBytes(path, context), format, context.limits) };
}

/** A file at a commit. */
export async function readGitAs(
  ref: string,
  path: string,
  format: Format,
  context: ReadContext,
): Promise<RawReading> {
  const file = await readGitFile(ref, path, context);
  return { document: readText(file.bytes, format, context.limits), ref: file.ref };
}

/** The format that a path's ending tells. */
export function formatByEnding(path: string): Format {
  const format = formatOf(path);
  if (format === undefined)
    throw new SourceFault('config_source.format_unknown', 'the ending of the path is none of a known format');
  return format;
}

async function readEnvironment({ location }: ConfigSource, context: ReadContext): Promise<RawReading> {
  const document = readVariables(location, context);
  checkDocument(document, context.limits);
  return { document };
}

async function readGit({ location }: ConfigSource, context: ReadContext): Promise<RawReading> {
  const [ref, path] = gitLocation(location);
  return readGitAs(ref, path, formatByEnding(path), context);
}

/** `REF:PATH`; a ref holds no colon. */
export function gitLocation(location: string): readonly [string, string] {
  const colon = location.indexOf(':');
  if (colon <= 0 || colon === location.length - 1)
    throw new SourceFault('config_source.location', '`REF:PATH` is expected');
  return [location.slice(0, colon), location.slice(colon + 1)];
}

async function readUrl({ location, headers = {} }: ConfigSource, context: ReadContext): Promise<RawReading> {
  const { bytes, etag } = await readHttp(location, headers, context);
  const document = readText(bytes, STRICT_JSON, context.limits);
  return { document, ...(etag === undefined ? {} : { etag }) };
}

async function readPostgres({ location, query }: ConfigSource, context: ReadContext): Promise<RawReading> {
  const connection = variable(location, context.env);
  if (query === undefined) throw new SourceFault('config_source.location', 'the source has no `query`');
  const document = await readRows(connection, query, context);
  checkDocument(document, context.limits);
  return { document };
}
