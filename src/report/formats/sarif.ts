import type { JsonObject } from '../../canonical/json-value.js';
import { ENGINE_VERSION } from '../../model/engine-version.js';
import { counted } from '../counted.js';
import type { CodePage } from '../explanation-text.js';
import { plainText } from '../markdown/markdown-text.js';
import { safe } from '../safe-text.js';
import type { FormatOptions } from './format-options.js';
import { type Issue, type IssueLevel, type IssuePlace, worstFirst } from './issue.js';
import { commandOf, isWhole, issuesOf, type Reported } from './reported.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** GitHub refuses a file with more. */
const MOST_RESULTS = 25_000;
const LONGEST_PAGE = 4_000;

/** SARIF 2.1.0: a result for each issue, a rule for each code with its page. */
export function sarif(reported: Reported, options: FormatOptions): string {
  const all = worstFirst(issuesOf(reported));
  const issues = all.slice(0, MOST_RESULTS);
  const codes = [...new Set(issues.map(({ rule }) => ruleId(rule)))].sort();
  const run: JsonObject = {
    tool: { driver: { ...DRIVER, rules: rulesOf(codes, options.pages()) } },
    automationDetails: { id: `edge-contracts/${commandOf(reported)}/` },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
    invocations: [invocation(isWhole(reported), all.length - issues.length, options.whole)],
    results: resultsOf(issues, codes, options),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

const DRIVER = { name: 'edge-contracts', version: ENGINE_VERSION, semanticVersion: ENGINE_VERSION } as const;

function invocation(executionSuccessful: boolean, left: number, whole: string): JsonObject {
  if (left === 0) return { executionSuccessful };
  const text = messageText(`${counted(left, 'result')} are left out; \`${whole}\` has all`);
  return { executionSuccessful, toolExecutionNotifications: [{ level: 'warning', message: { text } }] };
}

/** `rule.not_proven:refund-limit` is the check of one rule; the page is for all. */
function ruleId(code: string): string {
  return safe(code.replace(/^rule\.not_proven:.*$/s, 'rule.not_proven'), 200);
}

function rulesOf(codes: readonly string[], pages: readonly CodePage[]): JsonObject[] {
  const byCode = new Map(pages.map((page) => [page.code, page]));
  return codes.map((id) => {
    const page = byCode.get(id);
    return page === undefined ? { id } : { id, ...described(page) };
  });
}

function described({ title, why, fix, check }: CodePage): JsonObject {
  const short = check === null ? title : `proven when: ${title}`;
  return {
    shortDescription: { text: sentence(short) },
    fullDescription: { text: sentence(why) },
    help: {
      text: `${sentence(why)}\n\nHow to fix: ${fix}`,
      markdown: `${plainText(sentence(why), LONGEST_PAGE)}\n\n**How to fix:** ${plainText(fix, LONGEST_PAGE)}`,
    },
    properties: { tags: ['edge-contracts'] },
  };
}

function sentence(text: string): string {
  const [first = '', ...rest] = text;
  return `${first.toUpperCase()}${rest.join('')}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function resultsOf(issues: readonly Issue[], codes: readonly string[], options: FormatOptions): JsonObject[] {
  const seen = new Map<string, number>();
  const indices = new Map(codes.map((code, index) => [code, index]));
  return issues.map((issue) => {
    const count = (seen.get(issue.fingerprint) ?? 0) + 1;
    seen.set(issue.fingerprint, count);
    const ruleIndex = indices.get(ruleId(issue.rule)) ?? -1;
    return { ruleId: ruleId(issue.rule), ruleIndex, ...resultOf(issue, count, options) };
  });
}

function resultOf(issue: Issue, count: number, options: FormatOptions): JsonObject {
  const { level, message, help, letThrough, fingerprint } = issue;
  const said = help === null ? message : `${message}\n${help}`;
  const print = `${fingerprint.replace('sha256:', '')}:${count}`;
  return {
    level: SARIF_LEVELS[level],
    message: { text: said.split('\n').map(messageText).join('\n') },
    locations: locationsOf(issue, options),
    // The first is ours; the second is what GitHub tells results apart by, and else makes of the line's text.
    partialFingerprints: { 'edgeContracts/v1': print, primaryLocationLineHash: print },
    ...(letThrough === null ? {} : { suppressions: [suppression(letThrough)] }),
  };
}

const SARIF_LEVELS: Readonly<Record<IssueLevel, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'note',
};

function suppression(justification: string): JsonObject {
  return { kind: 'external', status: 'accepted', justification: safe(justification) };
}

function locationsOf({ place, logical }: Issue, { artifact }: FormatOptions): JsonObject[] {
  const uri = place === null ? null : artifact(place.file);
  const physical = place === null || uri === null ? null : physicalLocation(uri, place);
  const names = logical.map(({ kind, name }) => ({ kind: safe(kind), fullyQualifiedName: safe(name, 200) }));
  if (physical === null && names.length === 0) return [];
  return [
    {
      ...(physical === null ? {} : { physicalLocation: physical }),
      ...(names.length === 0 ? {} : { logicalLocations: names }),
    },
  ];
}

function physicalLocation(path: string, place: IssuePlace): JsonObject {
  return {
    artifactLocation: { uri: encodedPath(path), uriBaseId: '%SRCROOT%' },
    region: regionOf(place),
  };
}

/** Percent-encoded segment by segment; half a surrogate cannot be encoded, and no file has such a name. */
export function encodedPath(path: string): string {
  return path
    .replace(/\p{Cs}/gu, '\uFFFD')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}

function regionOf({ line, column, endLine, endColumn }: IssuePlace): JsonObject {
  return {
    startLine: Math.max(1, line),
    ...(column === undefined ? {} : { startColumn: Math.max(1, column) }),
    ...(endLine === undefined ? {} : { endLine }),
    ...(column === undefined || endColumn === undefined ? {} : { endColumn }),
  };
}

/** A plain text of SARIF: brackets would be a link, and digits in braces the place of an argument. */
function messageText(text: string): string {
  return safe(text)
    .replace(/[\\[\]]/g, '\\$&')
    .replace(/\{(\d+)\}/g, '{{$1}}');
}
