import type { CheckpointSettings, LedgerSettings } from './contract.js';
import { readFromVariable, readKeyPlace } from './forms.js';
import { quote } from './quote.js';
import { readTexts } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { readBoolean, readCount, readText } from './read-scalar.js';
import { isInside } from './relative-path.js';
import type { Read } from './scope.js';

/** What holds where nothing is written. */
export const DEFAULT_LEDGER: LedgerSettings = {
  path: '.edge-contracts/ledger.db',
  url: null,
  checkpoint: null,
  keys: [],
};

/** Of checkpoints. */
export const DEFAULT_EVERY = 1000;
export const DEFAULT_DAILY = true;

export const LEDGER_KEYS = ['path', 'url', 'checkpoint', 'keys'] as const;
export const CHECKPOINT_KEYS = ['key', 'every', 'daily'] as const;

/** `ledger`. */
export const readLedgerSettings: Read<LedgerSettings> = (node, scope, name) => {
  const map = openMap(node, scope, name, LEDGER_KEYS);
  if (map === undefined) return undefined;
  const settings = complete({
    path: map.optional('path', readLedgerPath, DEFAULT_LEDGER.path),
    url: map.optional('url', readUrl, DEFAULT_LEDGER.url),
    checkpoint: map.optional('checkpoint', readCheckpoint, DEFAULT_LEDGER.checkpoint),
    keys: map.optional('keys', readTexts(readKeyPlace), DEFAULT_LEDGER.keys),
  });
  if (!map.has('path') || !map.has('url')) return settings;
  const second = map.map.entries.get('url')?.keySpan ?? map.map.span;
  const message = `\`${name}\` has a \`path\` and a \`url\`: a ledger is at one place`;
  scope.findings.common('wrong_value', second, message, 'keep one of them');
  return undefined;
};

const readLedgerPath: Read<string> = (node, scope, name) => {
  const path = readText(node, scope, name);
  if (path === undefined || isInside(path)) return path;
  const message = `\`${name}\`: ${quote(path)} is not a file inside the project`;
  const help = 'write a relative path with `/` and without `.` or `..`; `--ledger` names a file elsewhere';
  scope.findings.common('path', node.span, message, help);
  return undefined;
};

/** Only the variable's name is kept. */
const readUrl: Read<string> = (node, scope, name) =>
  readFromVariable(node, scope, name)?.slice('env:'.length);

const readCheckpoint: Read<CheckpointSettings> = (node, scope, name) => {
  const map = openMap(node, scope, name, CHECKPOINT_KEYS);
  return (
    map &&
    complete({
      key: map.required('key', readKeyPlace),
      every: map.optional('every', readCount, DEFAULT_EVERY),
      daily: map.optional('daily', readBoolean, DEFAULT_DAILY),
    })
  );
};
