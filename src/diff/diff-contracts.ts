import { canonicalJson } from '../canonical/canonical-json.js';
import type { JsonValue } from '../canonical/json-value.js';
import type { Toolchain } from '../compile/compile-contracts.js';
import type { ReadWaivers } from '../contract/read-waivers.js';
import { semanticDigest } from '../contract/semantic-digest.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import { DIFF_SCHEMA, type DiffSide, type EdgeStatus, type PolicyDiff } from '../model/policy-diff.js';
import { compileSide } from './compile-side.js';
import type { CompiledSide } from './compiled-side.js';
import { type Detection, detectChanges } from './detect/detect-changes.js';
import { edgesToCompile } from './edges-to-compile.js';
import type { RecordedRuns } from './impact/recorded-runs.js';
import { NO_IMPACT, replayImpact } from './impact/replay-impact.js';
import { type JudgedChange, judgeChanges } from './judge/judge-changes.js';
import type { CompareSchemas } from './judge/rule.js';
import { schemaComparisons } from './schema-comparisons.js';
import { compareSchemas } from './schemas/compare-schemas.js';
import { sideFailure } from './side-failure.js';
import type { Side } from './side.js';
import { textDiffs } from './texts/text-diffs.js';
import { applyWaivers } from './waivers/apply-waivers.js';
import { compareWaivers } from './waivers/compare-waivers.js';
import { withClaims } from './with-claims.js';

export interface DiffContractsOptions {
  /** Whoever gives it closes it; no compiler is started where nothing is to be decided. */
  readonly tools: Toolchain;
  /** YYYY-MM-DD, UTC: waivers that ended before let nothing through. */
  readonly today: string;
  /** Recorded runs to replay on both versions; null: none were given, and the result says so. */
  readonly recorded: RecordedRuns | null;
  /** Of head's side; null: there is no file. */
  readonly waivers: ReadWaivers | null;
  /** Of base's side; where they are not given, or cannot be read, every waiver of head is new. */
  readonly baseWaivers?: ReadWaivers | null;
  /** Warnings of reading both sides. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * What changed between two versions of a project, what each change means, and what recorded runs would have come to. Only
 * edges that can decide otherwise are compiled.
 *
 * @throws DiagnosticError `diff.base` or `diff.head` for a custom rule that does not compile, with its file and line.
 * @throws OpaError where the compiler itself fails (`compiler.*`).
 */
export async function diffContracts(
  base: Side,
  head: Side,
  options: DiffContractsOptions,
): Promise<PolicyDiff> {
  const compare = remembered(compareSchemas);
  const detection = detectChanges(base.set, head.set);
  const judged = judgeChanges(detection, compare);
  const names = edgesToCompile(base.set, head.set, detection.pairing, options.recorded !== null);
  const open: CompiledSide[] = [];
  try {
    const compiled = {
      base: await compiledSide('base', base, names.base, options.tools, open),
      head: await compiledSide('head', head, names.head, options.tools, open),
    };
    return await joined(base, head, detection, judged, compiled, options, compare);
  } finally {
    for (const { gate } of open) gate.close();
  }
}

/** @throws DiagnosticError `diff.base` or `diff.head`, and then what is wrong with its rules */
async function compiledSide(
  which: 'base' | 'head',
  { set, label, commit }: Side,
  names: ReadonlySet<string>,
  tools: Toolchain,
  open: CompiledSide[],
): Promise<CompiledSide> {
  try {
    const side = await compileSide(set, names, tools);
    open.push(side);
    return side;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    throw sideFailure(
      which,
      label,
      error.diagnostics.map((one) => placedAt(one, commit, label)),
    );
  }
}

/** As git names a file at a commit. */
function placedAt(diagnostic: Diagnostic, commit: string | null, label: string): Diagnostic {
  const { span } = diagnostic;
  if (span === undefined || commit === null) return diagnostic;
  return { ...diagnostic, span: { ...span, file: `${label}:${span.file}` } };
}

async function joined(
  base: Side,
  head: Side,
  detection: Detection,
  judged: readonly JudgedChange[],
  sides: { readonly base: CompiledSide; readonly head: CompiledSide },
  { recorded, waivers, baseWaivers = null, today, diagnostics = [] }: DiffContractsOptions,
  compare: CompareSchemas,
): Promise<PolicyDiff> {
  const findings = withClaims(judged, sides.base, sides.head, compare);
  const waived = applyWaivers(findings, waivers, today);
  return {
    schema: DIFF_SCHEMA,
    base: sideOf(base),
    head: sideOf(head),
    edges: edgesOf(detection),
    findings: waived.findings,
    schemas: schemaComparisons(sides.base, sides.head, detection),
    impact: recorded === null ? NO_IMPACT : await replayImpact(sides.base, sides.head, recorded),
    texts: textDiffs(sides.base, sides.head, detection.pairing),
    waivers: { ...waived.waivers, changed: compareWaivers(baseWaivers, waivers) },
    diagnostics: [
      ...diagnostics,
      ...(baseWaivers?.diagnostics ?? []).map(asWarning),
      ...(waivers?.diagnostics ?? []),
      ...waived.diagnostics,
    ],
  };
}

/** Base's waivers let nothing through: where they cannot be read, head's are all new, and this says why. */
function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: 'warning' };
}

function sideOf({ label, commit, set }: Side): DiffSide {
  return { label, commit, contracts: set.contracts.length };
}

function edgesOf({ pairing }: Detection): PolicyDiff['edges'] {
  const pairs = pairing.pairs.map(({ base, head, renamed }) => {
    const [was, is] = [semanticDigest(base), semanticDigest(head)];
    const status: EdgeStatus = renamed ? 'renamed' : was === is ? 'unchanged' : 'changed';
    const renamed_from = renamed ? base.metadata.name : null;
    return { edge: head.metadata.name, status, renamed_from, base: was, head: is };
  });
  const gone = pairing.removed.map((contract) => ({
    ...{ edge: contract.metadata.name, status: 'removed' as const, renamed_from: null },
    ...{ base: semanticDigest(contract), head: null },
  }));
  const came = pairing.added.map((contract) => ({
    ...{ edge: contract.metadata.name, status: 'added' as const, renamed_from: null },
    ...{ base: null, head: semanticDigest(contract) },
  }));
  return [...pairs, ...gone, ...came].sort((a, b) => (a.edge < b.edge ? -1 : 1));
}

/** The rules and the comparisons ask about the same schemas several times. */
function remembered(compare: CompareSchemas): CompareSchemas {
  const known = new Map<string, ReturnType<CompareSchemas>>();
  return (base, head) => {
    const key = canonicalJson([base, head] as JsonValue);
    const found = known.get(key) ?? compare(base, head);
    known.set(key, found);
    return found;
  };
}
