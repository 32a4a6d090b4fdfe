import type { ConfigSource } from '../model/config.js';
import { ADAPTERS, formatByEnding, gitLocation, readFileAs, readGitAs } from './adapters.js';
import type { Format } from './formats/format.js';
import type { RawReading, ReadContext } from './read-context.js';
import { SourceFault } from './source-fault.js';

/** `git:REF`: the same path at that commit. */
export function readGitBaseline(
  ref: string,
  source: ConfigSource,
  context: ReadContext,
): Promise<RawReading> {
  const [path, format] = fileOf(source);
  return readGitAs(ref, path, format, context);
}

function fileOf({ adapter, location }: ConfigSource): readonly [string, Format] {
  const { formatOf } = ADAPTERS[adapter];
  if (formatOf !== undefined) return [location, formatOf(location)];
  if (adapter !== 'git')
    throw new SourceFault('config_source.baseline', 'this source is no file that git could hold');
  const [, path] = gitLocation(location);
  return [path, formatByEnding(path)];
}

/** `file:PATH`: in the source's own format where it has one, else by the path's ending. */
export function readFileBaseline(
  path: string,
  { adapter }: ConfigSource,
  context: ReadContext,
): Promise<RawReading> {
  const format = ADAPTERS[adapter].formatOf?.(path) ?? formatByEnding(path);
  return readFileAs(path, format, context);
}
