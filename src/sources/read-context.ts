import type { LookupFunction } from 'node:net';
import type { JsonValue } from '../canonical/json-value.js';
import type { ConfigSource } from '../model/config.js';
import type { Format } from './formats/format.js';
import type { SourceLimits } from './limits.js';

/** What tests put in place of the world. */
export interface SourceHooks {
  /** Called when it is known where a path leads, before it is opened. */
  readonly found?: (path: string) => void | Promise<void>;
  /** Called when a file is open and looked at, before it is read. */
  readonly opened?: (path: string) => void | Promise<void>;
  /** Resolves names in place of the system. What it answers is judged all the same. */
  readonly lookup?: LookupFunction;
  /** Certificates of authorities that are trusted besides the system's. */
  readonly ca?: string;
}

/** What a reading may use and touch; nothing else of the process is looked at. */
export interface ReadContext {
  /** The project's root, absolute. */
  readonly root: string;
  /** Folders that files are read from, absolute. */
  readonly allowedRoots: readonly string[];
  /** `host` or `host:port`; where it is given, no other host is read. Plain http is for these alone. */
  readonly allowedHosts: readonly string[] | null;
  readonly allowPrivateAddresses: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits: SourceLimits;
  /** Aborts at the deadline of this one reading. */
  readonly signal: AbortSignal;
  readonly hooks: SourceHooks;
}

/** What was read, before it is normalised and its secrets are hidden: never leaves this folder. */
export interface RawReading {
  readonly document: JsonValue;
  readonly ref?: string;
  readonly etag?: string;
}

/** An adapter: where bytes come from, and what they mean. Throws a `SourceFault`. */
export interface SourceAdapter {
  read(source: ConfigSource, context: ReadContext): Promise<RawReading>;
  /** The location as it may be shown; as in the contract where it is absent. */
  readonly shown?: (location: string) => string;
  /** For adapters of files: the format of a path. Another file, or another commit, can then be the baseline. */
  readonly formatOf?: (path: string) => Format;
}
