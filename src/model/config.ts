import type { Digest } from '../canonical/digest.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { JsonPointer } from '../canonical/pointer.js';

/**
 * Live config: what a source is, what was read of it, and what changed. Documents are *normalised*: an array that
 * the contract gives an identity for is an object by that identity, and secrets are replaced by keyed digests. So a
 * path names the same thing in the baseline, in the live document, in a diff and in a contract.
 */

/** The formats and services that a source can be read from. */
export const CONFIG_ADAPTERS = [
  'yaml',
  'json',
  'toml',
  'ini',
  'dotenv',
  'env',
  'git',
  'http',
  'postgres',
] as const;
export type ConfigAdapterName = (typeof CONFIG_ADAPTERS)[number];

/** One source of an edge, as its contract says it: `provenance.config`. Travels in the manifest. */
export interface ConfigSource {
  /** A slug; what `config.change` and claims name. */
  readonly source: string;
  readonly adapter: ConfigAdapterName;
  /**
   * A file relative to the project's root (`config/flags.yaml`), for `env` a prefix or `*`-pattern of names, for
   * `git` `REF:PATH` (the format by the path's ending), for `http` a URL, for `postgres` the name of the environment
   * variable that holds the connection string.
   */
  readonly location: string;
  /** `previous`, `git:REF`, `file:PATH` or `snapshot:NAME`. */
  readonly baseline: string;
  /** By the pointer of an array (`*` stands for any one segment), the member whose value identifies its items. */
  readonly identity: Readonly<Record<string, string>>;
  /** Patterns of pointers whose values must not leave the adapter; `*` is any one segment, a last `**` any rest. */
  readonly secrets: readonly string[];
  /** For `postgres`: the statement, read only. */
  readonly query?: string;
  /** For `http`: request headers; a value is the name of the environment variable that holds it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one source held at one time, or why that cannot be told. Holds no secret. */
export type ConfigReading = ConfigSeen | ConfigUnread;

interface ReadingBase {
  readonly adapter: ConfigAdapterName;
  /** As in the contract; no user name or password of a URL. */
  readonly location: string;
  /** When it was read, RFC 3339. */
  readonly at: string;
}

export interface ConfigSeen extends ReadingBase {
  /** The commit (40 hex digits), where it was read from git. */
  readonly ref?: string;
  /** As the server gave it. */
  readonly etag?: string;
  /** Of the normalised document's canonical JSON. Two readings with one digest are the same. */
  readonly digest: Digest;
  /** Names the key by which secrets were digested: readings by different keys cannot be compared. Absent: no secrets. */
  readonly secrets_key?: string;
  /** Normalised, secrets digested. Absent where it is kept elsewhere, by its digest. */
  readonly document?: JsonValue;
}

export interface ConfigUnread extends ReadingBase {
  readonly error: {
    /** `config_source.missing`, `config_source.timeout`, … */
    readonly code: string;
    /** One line, without anything of the source's content. */
    readonly message: string;
  };
}

/**
 * Reads sources. The gate is given one; it never reads by itself. Never rejects: what goes wrong is a reading with
 * `error`.
 */
export interface ConfigReader {
  /** What the source holds now. */
  live(source: ConfigSource): Promise<ConfigReading>;
  /** What its baseline holds: for `git:`, `file:` and `snapshot:`; `previous` is recorded in the run. */
  baseline(source: ConfigSource): Promise<ConfigReading>;
}

/** `move`: taken away at one path and put unchanged at another. */
export const CONFIG_OPERATIONS = ['add', 'remove', 'replace', 'move'] as const;
export type ConfigOperation = (typeof CONFIG_OPERATIONS)[number];

/** One operation of an RFC 6902 patch from the normalised baseline to the normalised live document. */
export interface ConfigChange {
  readonly op: ConfigOperation;
  readonly path: JsonPointer;
  /** For `move`. */
  readonly from?: JsonPointer;
  /** The value that was at the path; absent for `add`. */
  readonly before?: JsonValue;
  /** The value that is there now; absent for `remove`. */
  readonly after?: JsonValue;
}

/** The kind of side effect that a change of live config is. Its target is `<source><path>`. */
export const CONFIG_CHANGE = 'config.change';

/** How a secret stands in a document: `secret:` and a keyed digest of the value. */
export const SECRET_PREFIX = 'secret:hmac-sha256:';

/** The details of a `config.change` effect. Its target is `<source><path>`, such as `flags/checkout/rollout`. */
export interface ConfigChangeDetails extends JsonObject {
  readonly operation?: ConfigOperation;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** The keywords of JSON Schema that bound a new value. A bound implies its type: a text is not below `maximum`. */
export const VALUE_BOUNDS = [
  'type',
  'const',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
] as const;
