import { isDeepStrictEqual } from 'node:util';
import { evaluateRun } from '../evaluate/evaluate-run.js';
import type { Gate } from '../evaluate/gate.js';
import { CASE_SCHEMA, type Case, type ExpectedVerdict } from '../model/case.js';
import type { RunRecord, TransferRecord } from '../model/record.js';
import type { Verdict } from '../model/verdict.js';
import { codesOf } from './run-case.js';

export interface CaseOfRunOptions {
  readonly name: string;
  /** Only this hop, its last attempt, and of the records only those that its verdict needs. */
  readonly hop?: number;
}

export interface CaseOfRun {
  readonly case: Case;
  /** How many records were left out, without which the verdict is the same. */
  readonly leftOut: number;
}

/**
 * A case out of the records of one run: what is expected is what the gate says of it now. Null where there is no such
 * hop, or no handoff at all.
 */
export function caseOfRun(
  gate: Gate,
  records: readonly RunRecord[],
  { name, hop }: CaseOfRunOptions,
): CaseOfRun | null {
  return hop === undefined ? wholeRun(gate, records, name) : oneHop(gate, records, name, hop);
}

function wholeRun(gate: Gate, records: readonly RunRecord[], name: string): CaseOfRun | null {
  const { transfers, run } = judged(gate, records);
  if (transfers.length === 0) return null;
  const cause = run.reasons.find((reason) => reason.cause !== undefined)?.cause;
  const expected = {
    decision: run.decision,
    codes: codesOf(run.reasons, 'block'),
    ...(cause === undefined ? {} : { cause }),
  };
  const expect = { transfers: transfers.map(expectedOf), run: expected };
  return { case: { schema: CASE_SCHEMA, name, records, expect }, leftOut: 0 };
}

function oneHop(gate: Gate, records: readonly RunRecord[], name: string, hop: number): CaseOfRun | null {
  const at = records.findLastIndex((record) => record.kind === 'transfer' && record.hop === hop);
  const asked = records[at];
  if (asked?.kind !== 'transfer') return null;
  const wanted = verdictOn(gate, records.slice(0, at + 1), asked);
  if (wanted === null) return null;
  const before = shrunk(records.slice(0, at), (fewer) =>
    isSame(verdictOn(gate, [...fewer, asked], asked), wanted),
  );
  const kept = [...before, asked];
  const expect = { transfers: [expectedOf(wanted)] };
  return {
    case: { schema: CASE_SCHEMA, name, records: kept, expect },
    leftOut: records.length - kept.length,
  };
}

function judged(gate: Gate, records: readonly RunRecord[], hop?: number): ReturnType<typeof evaluateRun> {
  return evaluateRun(
    gate,
    records.map((record) => ({ record })),
    hop === undefined ? {} : { hop },
  );
}

function verdictOn(
  gate: Gate,
  records: readonly RunRecord[],
  { hop, attempt }: TransferRecord,
): Verdict | null {
  const { transfers } = judged(gate, records, hop);
  return transfers.find(({ transfer }) => transfer.attempt === attempt) ?? null;
}

/**
 * The same reasons, and of the same things: with fewer records a handoff that carries nothing is allowed as well, and
 * would be a case of nothing.
 */
function isSame(verdict: Verdict | null, wanted: Verdict): boolean {
  return verdict !== null && isDeepStrictEqual(essence(verdict), essence(wanted));
}

function essence({ decision, history, checks, scores, reasons, config }: Verdict): unknown {
  const told = reasons.map(({ code, at, constraint, held, sent, values }) => [
    ...[code, at.data, constraint?.id, held ?? null, sent ?? null, values ?? null],
  ]);
  return { decision, history, checks, scores, told, config };
}

/** So that the longest run is shrunk in seconds: what is not tried stays in. */
const MOST_TRIES = 1_000;

/**
 * Leaves out halves, then quarters, and so on to single records, as long as it stays the same: no single one of what is
 * left can be left out (unless the tries ran out).
 */
function shrunk(
  records: readonly RunRecord[],
  isStillSame: (fewer: readonly RunRecord[]) => boolean,
): readonly RunRecord[] {
  let kept = records;
  let tries = 0;
  for (let size = Math.ceil(kept.length / 2); size >= 1 && tries < MOST_TRIES; ) {
    const before = kept.length;
    for (let at = kept.length - size; at > -size && tries < MOST_TRIES; at -= size) {
      const fewer = [...kept.slice(0, Math.max(0, at)), ...kept.slice(at + size)];
      tries += 1;
      if (fewer.length < kept.length && isStillSame(fewer)) kept = fewer;
    }
    // A record that was needed by one that is gone can go now.
    if (size > 1) size = Math.floor(size / 2);
    else if (kept.length === before) break;
  }
  return kept;
}

function expectedOf(verdict: Verdict): ExpectedVerdict {
  const { hop, attempt } = verdict.transfer;
  return {
    hop,
    ...(attempt === 1 ? {} : { attempt }),
    decision: verdict.decision,
    codes: codesOf(verdict.reasons, 'block'),
    warnings: codesOf(verdict.reasons, 'warn'),
  };
}
