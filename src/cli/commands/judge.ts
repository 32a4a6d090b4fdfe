import { randomUUID } from 'node:crypto';
import { findProject } from '../../compile/find-project.js';
import { currentSources } from '../../compile/fresh-bundle.js';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import { type JudgementNote, LEDGER_NOTE_SCHEMA, type LedgerRun } from '../../model/ledger.js';
import { readPayload } from '../../model/read-payload.js';
import type { RunRecord } from '../../model/record.js';
import { safe, safeName } from '../../report/safe-text.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { tellFailure } from '../failure-document.js';
import { diagnosticsOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { openProjectLedger } from '../open-ledger.js';
import { allPages } from '../pages.js';

export interface JudgeFlags {
  readonly hop: number;
  readonly attempt?: number;
  readonly code: string;
  readonly constraint?: string;
  readonly right?: boolean;
  readonly wrong?: boolean;
  readonly by: string;
  readonly reason: string;
  readonly ledger?: string;
  readonly json?: boolean;
}

/** `judge RUN`: somebody's word on one finding, as a record of the ledger. */
export async function judge(run: string, flags: JudgeFlags, io: Io): Promise<ExitCode> {
  try {
    const note = await appended(run, flags, io);
    const at = `${safeName(note.run)} hop ${note.hop}, attempt ${note.attempt}`;
    const about = note.constraint === null ? '' : ` of ${safeName(note.constraint)}`;
    io.out(flags.json === true ? jsonText(note) : `${note.label}: ${safe(note.code)}${about} at ${at}\n`);
    return EXIT.ok;
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return tellFailure(told, flags.json, io);
  }
}

async function appended(id: string, flags: JudgeFlags, io: Io): Promise<JudgementNote> {
  const ledger = await openProjectLedger(io, flags, { purpose: 'append' });
  try {
    const run = await ledger.run(id);
    if (run === null) throw failure('input.unknown_run', `there is no run \`${id}\` in the ledger`);
    const note = await noteOf(run, flags, io);
    const [result] = await ledger.append([note]);
    if (result?.outcome !== 'appended')
      throw failure('ledger.conflict', 'the ledger has another note under the same id; nothing was written');
    return note;
  } finally {
    await ledger.close();
  }
}

/** A label of what is not there would never count, and nobody would see why. */
async function noteOf(run: LedgerRun, flags: JudgeFlags, io: Io): Promise<JudgementNote> {
  const { hop, attempt = 1, code, constraint = null, by, reason } = flags;
  if (by.trim() === '' || reason.trim() === '')
    throw failure('input.usage', '`--by` and `--reason` say who and why: neither can be empty');
  requireAttempt(run.records, hop, attempt);
  requireCode(code);
  if (constraint !== null) await requireConstraint(run, constraint, io);
  const simulated = run.records.some((record) => record.simulated === true);
  return {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'judgement',
    id: `judgement-${randomUUID()}`,
    at: new Date().toISOString(),
    run: run.run,
    ...{ hop, attempt, code, constraint, by, reason },
    label: flags.right === true ? 'right' : 'wrong',
    ...(simulated ? { simulated: true as const } : {}),
  };
}

function requireAttempt(records: readonly RunRecord[], hop: number, attempt: number): void {
  const transfers = records.flatMap((record) => (record.kind === 'transfer' ? [record] : []));
  if (transfers.some((one) => one.hop === hop && one.attempt === attempt)) return;
  const known = transfers.map((one) => `${one.hop}/${one.attempt}`).slice(0, 20);
  throw unknownFinding(
    `the run has no attempt ${attempt} at hop ${hop}`,
    `it has, as hop/attempt: ${known.join(', ') || 'none'}`,
  );
}

function requireCode(code: string): void {
  const codes = allPages().map((page) => page.code);
  if (codes.includes(code)) return;
  const near = nearest(code, codes);
  throw failure('input.unknown_code', `there is no code \`${code}\``, {
    ...(near === undefined ? {} : { help: `did you mean \`${near}\`?` }),
  });
}

async function requireConstraint(run: LedgerRun, constraint: string, io: Io): Promise<void> {
  const ids = new Set([...run.records.flatMap(namedIn), ...toldIn(run)]);
  if (ids.has(constraint) || (await standingIds(io)).includes(constraint)) return;
  const some = [...ids].slice(0, 20).join(', ') || 'none';
  throw unknownFinding(`the run knows no constraint \`${constraint}\``, `it knows: ${some}`);
}

/** Stated, claimed, or sent: a constraint that nobody stated can be what a finding is about. */
function namedIn(record: RunRecord): string[] {
  if (record.kind === 'message') return (record.constraints ?? []).map(({ id }) => id);
  if (record.kind === 'statement') return [record.constraint.id];
  if (record.kind !== 'transfer') return [];
  const { constraints: sent = [], discharged = [] } = readPayload(record.payload);
  const ids = [...(record.sender.constraints ?? []), ...sent].flatMap(({ id }) =>
    id === undefined ? [] : [id],
  );
  return [...ids, ...discharged.map(({ constraint }) => constraint)];
}

function toldIn({ verdicts }: LedgerRun): string[] {
  const reasons = verdicts.flatMap(({ verdict }) => verdict.reasons);
  return reasons.flatMap(({ constraint }) => (constraint === undefined ? [] : [constraint.id]));
}

/** A contract's standing constraints are in no record where they were dropped. */
async function standingIds(io: Io): Promise<readonly string[]> {
  const { readProject } = await import('../../contract/read-project.js');
  const { place } = await findProject(io.cwd);
  const { set } = readProject(currentSources(place).files);
  return set.contracts.flatMap(({ provenance }) => provenance.standing.map(({ id }) => id));
}

function unknownFinding(message: string, help: string): DiagnosticError {
  return failure('input.unknown_finding', message, { help });
}
