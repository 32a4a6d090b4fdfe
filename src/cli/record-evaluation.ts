import { canonicalJson } from '../canonical/canonical-json.js';
import { type Digest, digestBytes, digestValue } from '../canonical/digest.js';
import type { ProjectPlace } from '../compile/find-project.js';
import { currentSources } from '../compile/fresh-bundle.js';
import type { RecordInput, RunEvaluation } from '../evaluate/evaluate-run.js';
import type { Gate } from '../evaluate/gate.js';
import type { Ledger } from '../ledger/ledger.js';
import { addCounts, NOTHING_REDACTED, type RedactionCounts } from '../ledger/redact/redactor.js';
import type { Facts } from '../model/facts.js';
import { EVALUATED, LEDGER_NOTE_SCHEMA, type LedgerRecord, type VerdictNote } from '../model/ledger.js';
import type { RunRecord, TransferRecord } from '../model/record.js';
import type { Verdict } from '../model/verdict.js';
import { foldRecord } from '../run/fold-record.js';
import { emptyRun, type RunState } from '../run/run-state.js';
import type { Io } from './io.js';
import { type LedgerFlags, openProjectLedger } from './open-ledger.js';

/** What came of keeping an evaluation. */
export interface RecordedEvaluation {
  readonly appended: number;
  readonly already_there: number;
  readonly refused: number;
  /** Null where the project redacts nothing. */
  readonly redacted: RedactionCounts | null;
}

/**
 * Keeps what was evaluated: the records, a verdict note for each handoff that was judged, with its facts, and the
 * contracts that judged them. The same evaluation again adds nothing.
 *
 * @throws DiagnosticError `ledger.*`, `redaction.key`
 */
export async function recordEvaluation(
  gate: Gate,
  runs: readonly RunEvaluation[],
  records: readonly RecordInput[],
  place: ProjectPlace,
  flags: LedgerFlags,
  io: Io,
): Promise<RecordedEvaluation> {
  let redacted = place.project.redaction === null ? null : NOTHING_REDACTED;
  const onRedacted = (counts: RedactionCounts): void => {
    redacted = addCounts(redacted ?? NOTHING_REDACTED, counts);
  };
  const ledger = await openProjectLedger(io, flags, { purpose: 'append', place, onRedacted });
  try {
    const sources = await contractSources(place);
    const counts = { appended: 0, already_there: 0, refused: 0 };
    for (const judged of runs) {
      const own = records.map(({ record }) => record).filter(({ run }) => run === judged.run.run);
      await appendRun(ledger, own, await notesOf(gate, own, judged.transfers, sources), sources, counts);
    }
    return { ...counts, redacted };
  } finally {
    await ledger.close();
  }
}

type Counts = { appended: number; already_there: number; refused: number };
const AT_ONCE = 500;

async function appendRun(
  ledger: Ledger,
  records: readonly RunRecord[],
  notes: readonly VerdictNote[],
  sources: ReadonlyMap<Digest, Uint8Array>,
  counts: Counts,
): Promise<void> {
  const all: readonly LedgerRecord[] = [...records, ...notes];
  const used = new Set(
    notes.flatMap((note) => (note.contract_source === null ? [] : [note.contract_source])),
  );
  const blobs = [...sources].filter(([digest]) => used.has(digest)).map(([, bytes]) => bytes);
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const outcomes = await ledger.append(all.slice(start, start + AT_ONCE), start === 0 ? { blobs } : {});
    for (const { outcome } of outcomes) counts[outcome] += 1;
  }
}

/** Contracts as settled, by the semantic digest that verdicts name: it is the digest of these very bytes. */
async function contractSources(place: ProjectPlace): Promise<ReadonlyMap<Digest, Uint8Array>> {
  const [{ readProject }, { settled }] = await Promise.all([
    import('../contract/read-project.js'),
    import('../contract/settled.js'),
  ]);
  const { set } = readProject(currentSources(place).files);
  return new Map(
    set.contracts.map((contract) => {
      const bytes = new TextEncoder().encode(canonicalJson(settled(contract)));
      return [digestBytes(bytes), bytes];
    }),
  );
}

async function notesOf(
  gate: Gate,
  records: readonly RunRecord[],
  verdicts: readonly Verdict[],
  sources: ReadonlyMap<Digest, Uint8Array>,
): Promise<VerdictNote[]> {
  const left = [...verdicts];
  const notes: VerdictNote[] = [];
  let state = emptyRun(gate.terms);
  for (const record of records) {
    const [verdict] = left;
    if (record.kind === 'transfer' && verdict !== undefined && isOf(verdict, record)) {
      left.shift();
      notes.push(noteOf(verdict, record, await factsOf(gate, state, record, verdict), sources));
    }
    state = foldRecord(state, record);
  }
  return notes;
}

/** Verdicts come in the order of the transfers, and some transfers have none. */
function isOf({ transfer }: Verdict, { hop, attempt, from, to }: TransferRecord): boolean {
  return transfer.hop === hop && transfer.attempt === attempt && transfer.from === from && transfer.to === to;
}

/** Null where no contract was asked. */
async function factsOf(
  gate: Gate,
  state: RunState,
  record: TransferRecord,
  { contract }: Verdict,
): Promise<Facts | null> {
  if (contract === null) return null;
  const now = new Date(record.at);
  return (await gate.collectFacts(state, record, { now })).facts;
}

/**
 * Judging a recorded run goes by the records' times, and so does what is kept of it: the same records and contracts give
 * the same note, whenever and wherever that is done. When it was done, the ledger's own clock says.
 */
function noteOf(
  verdict: Verdict,
  { at, run, simulated }: TransferRecord,
  facts: Facts | null,
  sources: ReadonlyMap<Digest, Uint8Array>,
): VerdictNote {
  const decided_by = { ...verdict.measured.decided_by, instance: EVALUATED };
  const kept: Verdict = { ...verdict, measured: { ...verdict.measured, duration_us: 0, decided_by } };
  const digest = verdict.contract?.digest;
  return {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'verdict',
    id: evaluationId(verdict),
    at,
    run,
    verdict: kept,
    facts,
    contract_source: digest !== undefined && sources.has(digest) ? digest : null,
    ...(simulated === true ? { simulated } : {}),
  };
}

/**
 * What was judged, and by what: nothing of what was said, since an id stays when content is erased, and a digest of
 * content could be guessed from.
 */
function evaluationId({ transfer, contract, mode, as, measured }: Verdict): string {
  const { run, hop, attempt, edge } = transfer;
  const by = [contract?.digest ?? null, contract?.bundle ?? null, mode, as ?? null, measured.decided_by.gate];
  return `e_${digestValue(['evaluated', run, hop, attempt, edge, ...by]).slice('sha256:'.length, 'sha256:'.length + 32)}`;
}
