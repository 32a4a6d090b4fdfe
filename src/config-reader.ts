/** `edge-contracts/config`: reads live config, for a gate that is given a `ConfigReader`; and takes snapshots of it. */
export type { Digest } from './canonical/digest.js';
export type { JsonObject, JsonValue } from './canonical/json-value.js';
export type * from './model/config.js';
export { SOURCE_CODES, type SourceCode, type SourceCodePage } from './sources/codes.js';
export { SOURCE_LIMITS, type SourceLimits } from './sources/limits.js';
export { type ConfigReaderOptions, openConfigReader } from './sources/open-config-reader.js';
export type { SourceHooks } from './sources/read-context.js';
export { isSnapshotName, type SnapshotEntry, type SnapshotTaken, takeSnapshot } from './sources/snapshots.js';
