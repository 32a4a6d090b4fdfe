import type { Span } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import { SEVERITIES, type Severity } from '../model/severity.js';
import { CHECK_CODES, CHECK_GROUPS, checkRow, splitCode } from './check-codes.js';
import type { LocatedEntry, LocatedMap } from './located.js';
import { quote } from './quote.js';
import { readAnyMap } from './read-map.js';
import { readWord } from './read-scalar.js';
import type { Scope } from './scope.js';

/** Groups that are not in the table of checks, with why nothing is set under them. */
export const NOT_SETTABLE: ReadonlyMap<string, string> = new Map([
  ['engine', 'an error of the engine always blocks'],
  ['rule', 'a rule has its own `severity`, in its entry in `edge_check.rules`'],
]);

/** What is written of the severities, by code. */
export function readSeverities(map: LocatedMap, scope: Scope): Readonly<Record<string, Severity>> {
  const severities = Object.create(null) as Record<string, Severity>;
  for (const group of map.entries.values()) {
    if (CHECK_GROUPS.has(group.key)) readGroup(group, scope, severities);
    else reportGroup(group, scope);
  }
  return severities;
}

function reportGroup({ key, keySpan }: LocatedEntry, scope: Scope): void {
  const why = NOT_SETTABLE.get(key);
  if (why !== undefined)
    scope.findings.error('contract.not_settable', keySpan, `\`edge_check.${key}\`: ${why}`);
}

function readGroup(group: LocatedEntry, scope: Scope, severities: Record<string, Severity>): void {
  const map = readAnyMap(group.value, scope, `edge_check.${group.key}`);
  for (const entry of map?.entries.values() ?? []) {
    const code = `${group.key}.${entry.key}`;
    if (!codeKnown(code, entry.keySpan, scope)) continue;
    const severity = readWord(SEVERITIES)(entry.value, scope, `edge_check.${code}`);
    if (severity !== undefined) severities[code] = severity;
  }
}

/** True for a check that can be set or excepted; else an error says why not. */
export function codeKnown(code: string, span: Span, scope: Scope): boolean {
  const row = checkRow(code);
  if (row?.missing !== undefined) {
    const message = `\`${code}\` cannot be checked: ${row.missing}`;
    scope.findings.error('contract.not_in_this_version', span, message, 'delete it');
    return false;
  }
  if (row !== undefined) return true;
  reportCode(code, span, scope);
  return false;
}

function reportCode(code: string, span: Span, scope: Scope): void {
  const [group, name] = splitCode(code);
  const why = NOT_SETTABLE.get(group);
  if (why !== undefined) {
    scope.findings.error('contract.not_settable', span, `${quote(code)}: ${why}`);
    return;
  }
  const meant = nearest(name, CHECK_GROUPS.get(group) ?? []);
  const suggested = meant === undefined ? nearest(code, CHECK_CODES) : `${group}.${meant}`;
  const help = suggested === undefined ? undefined : `did you mean \`${suggested}\`?`;
  scope.findings.error('contract.unknown_check', span, `there is no check ${quote(code)}`, help);
}
