import { nearest } from '../diagnostics/nearest.js';
import type { ExceptionEntry, MonitorSetting } from '../model/bundle.js';
import { SCORE_CLASSES } from '../model/score.js';
import { MODES, SEVERITIES } from '../model/severity.js';
import { CHECK_CODES, CHECK_GROUPS, checkRow, splitCode } from './check-codes.js';
import type { EdgeCheck } from './contract.js';
import { readAgent, readDay, readLine } from './forms.js';
import { type LocatedEntry, locate } from './located.js';
import { readTexts, readUnique } from './read-list.js';
import { complete, keyHelp, openMap } from './read-map.js';
import { readRules } from './read-rules.js';
import { readCount, readRange, readText, readWord } from './read-scalar.js';
import { codeKnown, NOT_SETTABLE, readSeverities } from './read-severities.js';
import type { Read } from './scope.js';

export const DEFAULT_MIN_OBSERVATIONS = 4;
const OWN_KEYS = ['mode', 'discharge', 'monitor', 'rules', 'exceptions'];
// `engine` and `rule` are known here so that they get an error of their own and not that of a mistyped word.
const SETTABLE = [...OWN_KEYS, ...CHECK_GROUPS.keys()];
const KEYS = [...SETTABLE, ...NOT_SETTABLE.keys()];

/** `edge_check`. */
export const readEdgeCheck: Read<EdgeCheck> = (node, scope, name) => {
  const map = openMap(node, scope, name, KEYS, unknownKeyHelp);
  return (
    map &&
    complete({
      mode: map.optional('mode', readWord(MODES), 'enforce' as const),
      severities: readSeverities(map.map, scope),
      discharge: map.optional('discharge', readDischarge, noDischarge()),
      monitor: map.optional('monitor', readMonitor, null),
      rules: map.optional('rules', readRules, []),
      exceptions: map.optional('exceptions', readExceptions, []),
    })
  );
};

/** A whole code as the key is what verdicts and `explain` suggest: it is shown as it is written here. */
function unknownKeyHelp({ key, value }: LocatedEntry): string {
  const code = checkRow(key) === undefined && key.includes('.') ? nearest(key, CHECK_CODES) : key;
  if (code === undefined || checkRow(code) === undefined) return keyHelp(key, SETTABLE);
  const [group, name] = splitCode(code);
  const severity = SEVERITIES.find((word) => value.kind === 'scalar' && word === value.value) ?? 'warn';
  return `write \`${group}: { ${name}: ${severity} }\``;
}

/** What holds where `edge_check` is not written. */
export function defaultEdgeCheck(): EdgeCheck {
  const severities = Object.create(null) as EdgeCheck['severities'];
  return { mode: 'enforce', severities, discharge: noDischarge(), monitor: null, rules: [], exceptions: [] };
}

function noDischarge(): EdgeCheck['discharge'] {
  return { satisfied: [], withdrawn: [], superseded: [] };
}

const readDischarge: Read<EdgeCheck['discharge']> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['satisfied', 'withdrawn', 'superseded']);
  return (
    map &&
    complete({
      satisfied: map.optional('satisfied', readTexts(readAgent), []),
      withdrawn: map.optional('withdrawn', readTexts(readAgent), []),
      superseded: map.optional('superseded', readTexts(readAgent), []),
    })
  );
};

const readMonitor: Read<MonitorSetting> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['class', 'below', 'window', 'min_observations']);
  return (
    map &&
    complete({
      class: map.required('class', readWord(SCORE_CLASSES)),
      below: map.required('below', readRange(0, 1)),
      window: map.required('window', readCount),
      min_observations: map.optional('min_observations', readCount, DEFAULT_MIN_OBSERVATIONS),
    })
  );
};

const readCode: Read<string> = (node, scope, name) => {
  const code = readText(node, scope, name);
  return code !== undefined && codeKnown(code, node.span, scope) ? code : undefined;
};

const readException: Read<ExceptionEntry> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['code', 'reason', 'owner', 'expires']);
  const entry =
    map &&
    complete({
      code: map.required('code', readCode),
      reason: map.required('reason', readText),
      owner: map.required('owner', readLine),
      expires: map.required('expires', readDay),
    });
  if (entry !== undefined && scope.today !== null && entry.expires < scope.today) {
    const message = `\`${name}\`: the exception for \`${entry.code}\` ended on ${entry.expires}`;
    scope.findings.warning('contract.exception_expired', (locate(node, 'expires') ?? node).span, message);
  }
  return entry;
};

const readExceptions: Read<readonly ExceptionEntry[]> = readUnique(
  readException,
  (entry) => entry.code,
  'code',
);
