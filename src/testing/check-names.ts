import { CHECKS } from '../checks/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { nearest, nearestEdge } from '../diagnostics/nearest.js';
import { quote } from '../contract/quote.js';
import { ENGINE_CODES } from '../evaluate/codes.js';
import type { CaseExpectation } from '../model/case.js';
import type { RunRecord } from '../model/record.js';
import { RUN_FAULT_PAGES } from '../run/codes.js';
import type { FoundCase } from './case-file.js';

/** Every code that a verdict can hold. */
const CODES: readonly string[] = [
  ...CHECKS.map(({ code }) => code),
  ...ENGINE_CODES.map(({ code }) => code),
  ...Object.keys(RUN_FAULT_PAGES),
];

/**
 * Names in a case that nothing has: codes, hops, edges, agents. A slip in one of them would expect something of nothing,
 * and pass or fail for that alone.
 */
export function unknownNames(
  found: FoundCase,
  records: readonly RunRecord[],
  edges: readonly string[],
): readonly Diagnostic[] {
  const { expect } = found.case;
  return [
    ...codesIn(expect).flatMap(([code, at]) => unknownCode(found, code, at)),
    ...unknownHops(found, records),
    ...unknownEdges(found, records, edges),
    ...unknownAgents(found, records),
  ];
}

/** Each code that is expected, with its place below the case. */
function codesIn({ transfers = [], run, guard = [] }: CaseExpectation): [code: string, at: string][] {
  const lists: [readonly string[], string][] = [
    ...transfers.flatMap(({ codes, warnings = [] }, index): [readonly string[], string][] => [
      [codes, `/expect/transfers/${index}/codes`],
      [warnings, `/expect/transfers/${index}/warnings`],
    ]),
    ...(run === undefined ? [] : [[run.codes, '/expect/run/codes'] as [readonly string[], string]]),
    ...guard.map(({ codes }, index): [readonly string[], string] => [codes, `/expect/guard/${index}/codes`]),
  ];
  return lists.flatMap(([codes, at]) => codes.map((code): [string, string] => [code, at]));
}

function unknownCode(found: FoundCase, code: string, at: string): readonly Diagnostic[] {
  if (CODES.includes(code)) return [];
  const meant = nearest(code, CODES);
  const help = meant === undefined ? 'see `edge-contracts explain --all`' : `did you mean \`${meant}\`?`;
  return [problem(found, 'case.unknown_code', `there is no code ${quote(code)}`, at, help)];
}

function unknownHops(found: FoundCase, records: readonly RunRecord[]): readonly Diagnostic[] {
  const { transfers = [], guard = [] } = found.case.expect;
  const there = records.flatMap((record) =>
    record.kind === 'transfer' ? [{ hop: record.hop, attempt: record.attempt }] : [],
  );
  const help = `the records have ${there.length === 0 ? 'none' : [...new Set(there.map(({ hop }) => hop))].join(', ')}`;
  const ofTransfers = transfers.flatMap(({ hop, attempt = 1 }, index) => {
    if (there.some((one) => one.hop === hop && one.attempt === attempt)) return [];
    const name = attempt === 1 ? `hop ${hop}` : `attempt ${attempt} of hop ${hop}`;
    const at = `/expect/transfers/${index}/hop`;
    return [problem(found, 'case.unknown_hop', `the records have no ${name}`, at, help)];
  });
  const ofGuard = guard.flatMap(({ after_hop: hop }, index) => {
    if (hop === undefined || there.some((one) => one.hop === hop)) return [];
    const at = `/expect/guard/${index}/after_hop`;
    return [problem(found, 'case.unknown_hop', `the records have no hop ${hop}`, at, help)];
  });
  return [...ofTransfers, ...ofGuard];
}

function unknownEdges(
  found: FoundCase,
  records: readonly RunRecord[],
  edges: readonly string[],
): readonly Diagnostic[] {
  if (codesIn(found.case.expect).some(([code]) => code === 'edge.uncovered')) return [];
  const named = records.flatMap((record) =>
    record.kind === 'transfer' && record.edge !== undefined ? [record.edge] : [],
  );
  return [...new Set(named)]
    .filter((name) => !edges.includes(name))
    .map((name) => {
      const meant = nearestEdge(name, edges);
      const help = meant === undefined ? `there are: ${edges.join(', ')}` : `did you mean \`${meant}\`?`;
      const message = `a record names the edge ${quote(name)}, which has no contract`;
      return problem(found, 'case.unknown_edge', message, found.case.records ? '/records' : '/from', help);
    });
}

function unknownAgents(found: FoundCase, records: readonly RunRecord[]): readonly Diagnostic[] {
  const agents = new Set(
    records.flatMap((record) => (record.kind === 'transfer' ? [record.from, record.to] : [])),
  );
  return (found.case.expect.guard ?? []).flatMap(({ effect, call }, index) => {
    const by = effect?.by ?? call?.by;
    if (by === undefined || agents.has(by)) return [];
    const meant = nearest(by, [...agents]);
    const help = meant === undefined ? `there are: ${[...agents].join(', ')}` : `did you mean \`${meant}\`?`;
    const at = `/expect/guard/${index}/${effect === undefined ? 'call' : 'effect'}/by`;
    return [problem(found, 'case.unknown_agent', `no record has an agent ${quote(by)}`, at, help)];
  });
}

function problem(found: FoundCase, code: string, message: string, at: string, help: string): Diagnostic {
  return { code, severity: 'error', message, help, span: found.spanAt(at) };
}
