import { actedVerdicts, isJudgedAfterwards } from '../carry/acted-verdicts.js';
import { overrideText } from '../carry/changes-in.js';
import { runInputOf } from '../carry/run-input.js';
import { runScorer } from '../carry/score-run.js';
import { violationsOf } from '../carry/violations-of.js';
import { DiagnosticError } from '../diagnostics/diagnostic.js';
import type { Ledger } from '../ledger/ledger.js';
import { AUDIT_SCHEMA, type AuditDocument, type Audited, type AuditLine } from '../model/audit.js';
import type { RunScore, Skipped } from '../model/carry.js';
import type { Modality } from '../model/constraint.js';
import type { LedgerRun, OverrideNote, VerdictNote } from '../model/ledger.js';
import { readPayload } from '../model/read-payload.js';
import type { RunRecord, TransferRecord } from '../model/record.js';
import { isOutage, type WatchTerms } from './edge-watch.js';

/** Which lines are wanted; all that are given have to hold. Times are RFC 3339 in UTC with milliseconds. */
export interface AuditQuery {
  readonly since?: string;
  /** Exclusive. */
  readonly until?: string;
  /** The agent, owner or person. */
  readonly agent?: string;
  readonly modality?: Modality;
}

/** A sender's clock may be ahead of the ledger's by this. */
const SLACK_MS = 86_400_000;

/**
 * What an auditor asks for, months later, from the ledger alone.
 *
 * @param terms contracts as they are now: which discharges they take. What was decided then is the verdicts' to say.
 */
export async function auditLedger(
  ledger: Ledger,
  audited: Audited,
  query: AuditQuery,
  terms: WatchTerms,
  now: Date,
): Promise<AuditDocument> {
  const skipped = new Map<string, number>();
  const found: AuditLine[] = [];
  for await (const line of linesOf(ledger, audited, query, terms, skipped)) {
    if (isWanted(line, query)) found.push(line);
  }
  return {
    schema: AUDIT_SCHEMA,
    generated_at: now.toISOString(),
    audited,
    since: query.since ?? null,
    until: query.until ?? null,
    lines: found.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    skipped: [...skipped].map(
      ([why, count]): Skipped => ({ what: 'entries that could not be read', why, count }),
    ),
  };
}

type Lines = AsyncIterable<AuditLine>;

function linesOf(
  ledger: Ledger,
  audited: Audited,
  query: AuditQuery,
  terms: WatchTerms,
  skipped: Map<string, number>,
): Lines {
  switch (audited) {
    case 'overrides':
      return overrideLines(ledger, skipped);
    case 'exceptions':
      return exceptionLines(ledger, query, skipped);
    case 'discharges':
      return runLines(ledger, query, terms, skipped, dischargeLines);
    case 'violations':
      return runLines(ledger, query, terms, skipped, violationLines);
  }
}

function isWanted(line: AuditLine, { since, until, agent, modality }: AuditQuery): boolean {
  const time = Date.parse(line.at);
  if (since !== undefined && time < Date.parse(since)) return false;
  if (until !== undefined && time >= Date.parse(until)) return false;
  return (agent === undefined || line.by === agent) && (modality === undefined || line.modality === modality);
}

const NOTHING = {
  run: null,
  hop: null,
  attempt: null,
  constraint: null,
  text: null,
  modality: null,
  evidence: null,
  found: null,
  standing: null,
  delivered: null,
  mode: null,
  action: null,
  overrides: [],
  until: null,
  contract: null,
} as const;

async function* overrideLines(ledger: Ledger, skipped: Map<string, number>): AsyncGenerator<AuditLine> {
  const notes: OverrideNote[] = [];
  for await (const { record } of ledger.entries({ kinds: ['override'] })) {
    if (record?.kind === 'override') notes.push(record);
    else count(skipped, 'pruned');
  }
  const ended = new Map(
    notes.flatMap(({ set, at }) => (set.what === 'end' ? [[set.override, at] as const] : [])),
  );
  for (const { id, at, by, edge, set, reason, until, simulated } of notes) {
    yield {
      ...NOTHING,
      ...{ at, by, edge, what: overrideText(set), reason, evidence: id },
      overrides: [set.what === 'end' ? set.override : id],
      until: ended.get(id) ?? until,
      outcome: set.what === 'end' || ended.has(id) ? 'ended' : 'set',
      simulated: simulated === true,
    };
  }
}

async function* exceptionLines(
  ledger: Ledger,
  { since, until }: AuditQuery,
  skipped: Map<string, number>,
): AsyncGenerator<AuditLine> {
  const times = {
    ...(since === undefined ? {} : { at_from: since }),
    ...(until === undefined ? {} : { at_to: until }),
  };
  for await (const { record } of ledger.entries({ kinds: ['verdict'], ...times })) {
    if (record?.kind === 'verdict') yield* exceptionsIn(record);
    else count(skipped, 'pruned');
  }
}

function* exceptionsIn(note: VerdictNote): Generator<AuditLine> {
  for (const { code, exception, constraint } of note.verdict.reasons) {
    if (exception === undefined) continue;
    yield {
      ...NOTHING,
      ...decidedBy(note, null),
      at: note.at,
      by: exception.owner,
      run: note.run,
      hop: note.verdict.transfer.hop,
      attempt: note.verdict.transfer.attempt,
      edge: note.verdict.transfer.edge,
      constraint: constraint?.id ?? null,
      text: constraint?.text ?? null,
      modality: constraint?.modality ?? null,
      what: code,
      reason: exception.reason,
      outcome: 'excepted',
      until: exception.expires,
      simulated: note.simulated === true,
    };
  }
}

type Decided = Pick<AuditLine, 'standing' | 'delivered' | 'mode' | 'action' | 'overrides' | 'contract'>;

const UNDECIDED: Decided = {
  standing: 'not_decided',
  delivered: null,
  mode: null,
  action: null,
  overrides: [],
  contract: null,
};

/** @param delivered What the record says: what a verdict asked for is not what was done where the two differ. */
function decidedBy(note: VerdictNote, delivered: boolean | null): Decided {
  const { verdict } = note;
  return {
    standing: standingOf(note, delivered),
    delivered,
    mode: verdict.mode,
    action: verdict.action,
    overrides: (verdict.overrides ?? []).map(({ id }) => id),
    contract: verdict.contract?.digest ?? null,
  };
}

function standingOf(note: VerdictNote, delivered: boolean | null): AuditLine['standing'] {
  if (isJudgedAfterwards(note)) return 'judged_afterwards';
  if (note.verdict.action === 'block' && delivered === true) return 'not_kept';
  return note.verdict.mode === 'enforce' ? 'enforced' : 'observed';
}

interface ScoredRun {
  readonly run: LedgerRun;
  readonly score: RunScore;
  readonly verdicts: ReadonlyMap<string, VerdictNote>;
}

async function* runLines(
  ledger: Ledger,
  { since }: AuditQuery,
  { manifest, terms }: WatchTerms,
  skipped: Map<string, number>,
  lines: (scored: ScoredRun) => Iterable<AuditLine>,
): AsyncGenerator<AuditLine> {
  const scorer = runScorer({ terms, edges: manifest.edges });
  const from = since === undefined ? {} : { since: new Date(Date.parse(since) - SLACK_MS).toISOString() };
  for await (const { run: id } of ledger.runs(from)) {
    const scored = await scoredRun(ledger, id, scorer, skipped);
    if (scored !== null) yield* lines(scored);
  }
}

async function scoredRun(
  ledger: Ledger,
  id: string,
  scorer: ReturnType<typeof runScorer>,
  skipped: Map<string, number>,
): Promise<ScoredRun | null> {
  try {
    const run = await ledger.run(id);
    if (run === null) return null;
    if (run.health.pruned > 0) count(skipped, 'pruned');
    return { run, score: scorer(runInputOf(run)), verdicts: actedVerdicts(run.verdicts) };
  } catch (error) {
    if (isOutage(error) || !(error instanceof DiagnosticError)) throw error;
    count(skipped, error.code);
    return null;
  }
}

function count(counts: Map<string, number>, why: string): void {
  counts.set(why, (counts.get(why) ?? 0) + 1);
}

function* dischargeLines(scored: ScoredRun): Generator<AuditLine> {
  const { run, score } = scored;
  for (const record of run.records) {
    if (record.kind !== 'transfer') continue;
    const place = { hop: record.hop, attempt: record.attempt };
    const transfer = score.transfers.find(
      ({ hop, attempt }) => hop === place.hop && attempt === place.attempt,
    );
    for (const entry of readPayload(record.payload).discharged ?? []) {
      const known = score.lives.find(({ constraint }) => constraint.id === entry.constraint)?.constraint;
      const refused = transfer?.faults.some(
        ({ code, constraint }) => code === 'constraint.discharge_refused' && constraint === entry.constraint,
      );
      yield {
        ...NOTHING,
        ...decidedOf(scored, record),
        ...place,
        at: record.at,
        by: entry.by.agent,
        run: run.run,
        edge: transfer?.edge ?? null,
        constraint: entry.constraint,
        text: known?.text ?? null,
        modality: known?.modality ?? null,
        what: entry.how,
        reason: entry.reason,
        evidence: entry.evidence,
        found: foundIn(run.records, record, entry.evidence, entry.how),
        outcome: refused === true || known === undefined ? 'refused' : 'accepted',
        simulated: score.simulated,
      };
    }
  }
}

/** Evidence counts where it was there before the handoff. A policy is no record; whether it may supersede is judged. */
function foundIn(
  records: readonly RunRecord[],
  transfer: TransferRecord,
  evidence: string,
  how: string,
): AuditLine['found'] {
  for (const record of records) {
    if (record === transfer) break;
    if ('id' in record && record.id === evidence) return record.kind;
  }
  return how === 'superseded' ? 'policy' : null;
}

type AttemptPlace = Pick<TransferRecord, 'hop' | 'attempt' | 'delivered'>;

function decidedOf({ verdicts }: ScoredRun, { hop, attempt, delivered }: AttemptPlace): Decided {
  const note = verdicts.get(`${hop}/${attempt}`);
  return note === undefined ? { ...UNDECIDED, delivered } : decidedBy(note, delivered);
}

function* violationLines(scored: ScoredRun): Generator<AuditLine> {
  const { run, score } = scored;
  for (const violation of violationsOf(score)) {
    const { constraint: id, hop, edge, text, modality, by, at, cause } = violation;
    const life = score.lives.find(({ constraint }) => constraint.id === id);
    const step = life?.transitions.find(({ to }) => to === 'violated');
    const transfer = score.transfers.findLast((one) => one.hop === hop && one.delivered);
    const effect = step?.effect ?? null;
    yield {
      ...NOTHING,
      ...(transfer === undefined ? UNDECIDED : decidedOf(scored, transfer)),
      ...{
        at,
        by,
        run: run.run,
        hop,
        attempt: transfer?.attempt ?? null,
        edge,
        constraint: id,
        text,
        modality,
      },
      what: cause ?? 'unknown',
      reason: step?.why ?? null,
      evidence: effect,
      found: run.records.some((record) => record.kind === 'effect' && record.id === effect) ? 'effect' : null,
      outcome: 'violated',
      simulated: score.simulated,
    };
  }
}
