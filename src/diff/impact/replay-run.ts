import { canonicalJson } from '../../canonical/canonical-json.js';
import type { JsonValue } from '../../canonical/json-value.js';
import { EdgeIndex } from '../../evaluate/choose-edge.js';
import type { BriefFacts, CollectedFacts, Gate } from '../../evaluate/gate.js';
import { EngineFailure } from '../../evaluate/policy.js';
import { runFaultReasons, toldRunFaults } from '../../evaluate/run-fault-reasons.js';
import type { EdgeManifest, Manifest } from '../../model/bundle.js';
import type { VerdictNote } from '../../model/ledger.js';
import { readPayload } from '../../model/read-payload.js';
import type { RunRecord, TransferRecord } from '../../model/record.js';
import { recordDigest } from '../../model/record-digest.js';
import type { Verdict } from '../../model/verdict.js';
import { contextOf } from '../../run/context-of.js';
import { foldRecord } from '../../run/fold-record.js';
import { emptyRun, type RunState } from '../../run/run-state.js';
import type { CompiledSide } from '../compiled-side.js';
import { factsPlan, termsKey } from '../edge-terms.js';
import type { Brief, ImpactTally } from './impact-tally.js';
import type { RecordedRun } from './recorded-runs.js';
import { decisionOf } from './witness-decision.js';

/** Why transfers are not replayed, as it is told. */
export const NOT_REPLAYED = {
  unchanged: 'both versions decide alike: nothing that they depend on changed',
  uncovered: 'no contract covers them in either version',
  pruned: 'entries of their runs were pruned from the ledger',
  erased: 'content of their runs was erased from the ledger',
  missing: 'records of their runs never arrived in the ledger',
} as const;

/** Replays recorded runs on both versions; what is the same for all runs is worked out once. */
export class RunReplay {
  readonly #base: CompiledSide;
  readonly #head: CompiledSide;
  readonly #indexes: { readonly base: EdgeIndex; readonly head: EdgeIndex };
  /** Do both have the vocabulary that effects are described by. */
  readonly #sameVocabulary: boolean;
  readonly #terms = new Map<EdgeManifest, string>();
  readonly #samePlans = new Map<EdgeManifest, Map<EdgeManifest, boolean>>();
  readonly #tally: ImpactTally;

  constructor(base: CompiledSide, head: CompiledSide, tally: ImpactTally) {
    this.#base = base;
    this.#head = head;
    this.#indexes = { base: new EdgeIndex(base.manifest), head: new EdgeIndex(head.manifest) };
    this.#sameVocabulary = isSameVocabulary(base.manifest, head.manifest);
    this.#tally = tally;
  }

  async replay(run: RecordedRun): Promise<void> {
    const why = notWhole(run);
    if (why !== null) {
      this.#tally.leaveOut(why, Math.max(1, run.records.filter(isTransfer).length));
      return;
    }
    const notes = new Map((run.verdicts ?? []).map((note) => [placeOf(note.verdict.transfer), note]));
    const attempts = run.records.flatMap((record, at) =>
      isTransfer(record) ? [{ at, transfer: record, contracts: this.#contractsOf(record) }] : [],
    );
    const same = attempts.every(({ contracts }) => this.#sameTerms(contracts));
    const states = new RunStates(this.#base.gate, this.#head.gate, same, run.records);
    let known = notes.size > 0;
    for (const { at, transfer, contracts } of attempts) {
      states.goTo(at);
      const note = notes.get(placeOf(transfer));
      await this.#transfer(transfer, states, contracts, known ? note : undefined);
      known &&= note !== undefined && isOfEither(note, contracts);
    }
  }

  /** Does such a transfer leave the same behind in both versions: then the run after it is the same to both. */
  #sameTerms({ base, head }: Contracts): boolean {
    return base === head || this.#termsOf(base) === this.#termsOf(head);
  }

  #termsOf(edge: EdgeManifest | null): string {
    if (edge === null) return termsKey(null);
    const known = this.#terms.get(edge) ?? termsKey(edge);
    this.#terms.set(edge, known);
    return known;
  }

  #contractsOf(transfer: TransferRecord): Contracts {
    return {
      base: this.#indexes.base.choose(transfer).edge,
      head: this.#indexes.head.choose(transfer).edge,
    };
  }

  async #transfer(
    transfer: TransferRecord,
    states: RunStates,
    contracts: Contracts,
    note: VerdictNote | undefined,
  ): Promise<void> {
    const { base, head } = contracts;
    const alike = this.#decidesAlike(contracts, states.same);
    if (alike !== null) return this.#tally.leaveOut(alike, 1);
    const edge = (head ?? base)?.name ?? `${transfer.from} → ${transfer.to}`;
    const shared = base !== null && head !== null && states.same && this.#sameFacts(base, head);
    if (!shared) return this.#tellVerdicts(edge, transfer, this.#decideEach(transfer, states));
    const stored = note === undefined ? null : storedFacts(note, transfer, contracts, this.#base.gate);
    const from = stored === null ? 'records' : 'facts';
    try {
      const facts =
        stored === null
          ? await this.#collected(transfer, states, base)
          : handed(transfer, states, base, stored);
      this.#tellShared(edge, transfer, from, facts, stored, { base, head });
    } catch (error) {
      // Facts that cannot be computed: `decide` would say so in a verdict that blocks.
      if (!(error instanceof EngineFailure)) throw error;
      this.#tally.failed(edge, from);
    }
  }

  /** Null where the two could decide otherwise. */
  #decidesAlike({ base, head }: Contracts, sameRun: boolean): string | null {
    if (base === null || head === null) {
      const same = base === head && this.#base.manifest.uncovered === this.#head.manifest.uncovered;
      return same ? NOT_REPLAYED.uncovered : null;
    }
    return sameRun && base.name === head.name && base.digest === head.digest ? NOT_REPLAYED.unchanged : null;
  }

  #sameFacts(base: EdgeManifest, head: EdgeManifest): boolean {
    const known = this.#samePlans.get(base) ?? new Map<EdgeManifest, boolean>();
    this.#samePlans.set(base, known);
    const same = known.get(head) ?? (this.#sameVocabulary && factsPlan(base) === factsPlan(head));
    known.set(head, same);
    return same;
  }

  #decideEach(transfer: TransferRecord, states: RunStates): Both {
    const [now, digest] = [new Date(transfer.at), recordDigest(transfer)];
    return {
      base: this.#base.gate.decideSync(states.base, transfer, { now, digest }),
      head: this.#head.gate.decideSync(states.head, transfer, { now, digest }),
    };
  }

  async #collected(
    transfer: TransferRecord,
    { base: state }: RunStates,
    base: EdgeManifest,
  ): Promise<SharedFacts> {
    const now = new Date(transfer.at);
    const collected = await this.#base.gate.collectFacts(state, transfer, { now, edge: base.name });
    return { ...collected, now, whole: () => collected };
  }

  /** Facts are what is, and both contracts go by the same: one set of them is put to both. */
  #tellShared(
    edge: string,
    transfer: TransferRecord,
    from: 'facts' | 'records',
    { facts, faults, now, whole }: SharedFacts,
    stored: StoredFacts | null,
    { base, head }: CoveringContracts,
  ): void {
    const brief = (gate: Gate, { name }: EdgeManifest): Brief & Pick<Verdict, 'errors'> =>
      gate.decideFactsBriefly({ edge: name, facts, faults });
    const before = storedBrief(stored, base) ?? brief(this.#base.gate, base);
    const after = storedBrief(stored, head) ?? brief(this.#head.gate, head);
    if (before.errors.length > 0 || after.errors.length > 0) this.#tally.failed(edge, from);
    else
      this.#tally.decided(edge, transfer, from, before, after, () => ({
        base: decisionOf(this.#base.gate.decideFacts({ ...whole(), edge: base.name }, { now })),
        head: decisionOf(this.#head.gate.decideFacts({ ...whole(), edge: head.name }, { now })),
      }));
  }

  #tellVerdicts(edge: string, transfer: TransferRecord, { base, head }: Both): void {
    if (base.errors.length > 0 || head.errors.length > 0) this.#tally.failed(edge, 'records');
    else
      this.#tally.decided(edge, transfer, 'records', briefOf(base), briefOf(head), () => ({
        base: decisionOf(base),
        head: decisionOf(head),
      }));
  }
}

interface SharedFacts extends Pick<BriefFacts, 'facts' | 'faults'> {
  readonly now: Date;
  /** With the handoff, by which reasons are told. */
  readonly whole: () => CollectedFacts;
}

interface Contracts {
  readonly base: EdgeManifest | null;
  readonly head: EdgeManifest | null;
}

interface CoveringContracts {
  readonly base: EdgeManifest;
  readonly head: EdgeManifest;
}

interface Both {
  readonly base: Verdict;
  readonly head: Verdict;
}

function briefOf({ decision, action, checks }: Verdict): Brief {
  const failed = Object.keys(checks).filter((code) => checks[code] === 'failed');
  return { decision, action, failed: failed.sort() };
}

/**
 * The run as each version sees it before one of its records: one state where the two see the same. It is folded as far as
 * somebody asks: what was decided then on stored facts does without.
 */
class RunStates {
  readonly same: boolean;
  readonly #records: readonly RunRecord[];
  #base: RunState;
  #head: RunState;
  #at = 0;
  #folded = 0;

  constructor(base: Gate, head: Gate, same: boolean, records: readonly RunRecord[]) {
    this.same = same;
    this.#records = records;
    this.#base = emptyRun(base.terms);
    this.#head = same ? this.#base : emptyRun(head.terms);
  }

  /** To before the record with this index, which comes later than where it is. */
  goTo(at: number): void {
    this.#at = at;
  }

  get base(): RunState {
    this.#catchUp();
    return this.#base;
  }

  get head(): RunState {
    this.#catchUp();
    return this.#head;
  }

  #catchUp(): void {
    for (const record of this.#records.slice(this.#folded, this.#at)) {
      this.#base = foldRecord(this.#base, record);
      this.#head = this.same ? this.#base : foldRecord(this.#head, record);
    }
    this.#folded = this.#at;
  }
}

function isSameVocabulary(base: Manifest, head: Manifest): boolean {
  return (
    canonicalJson(base.effects as unknown as JsonValue) ===
    canonicalJson(head.effects as unknown as JsonValue)
  );
}

function isTransfer(record: RunRecord): record is TransferRecord {
  return record.kind === 'transfer';
}

/** A run of which something is gone cannot be folded, and whatever it was decided on cannot be had again. */
function notWhole({ health }: RecordedRun): string | null {
  if (health === undefined) return null;
  if (health.pruned > 0) return NOT_REPLAYED.pruned;
  if (health.erased > 0) return NOT_REPLAYED.erased;
  return health.missing.length > 0 ? NOT_REPLAYED.missing : null;
}

function placeOf({ hop, attempt }: Pick<TransferRecord, 'hop' | 'attempt'>): string {
  return `${hop}/${attempt}`;
}

/** Was it decided by the very contract that one of the two versions has. */
function isOfEither({ verdict }: VerdictNote, { base, head }: Contracts): boolean {
  const digest = verdict.contract?.digest;
  return digest !== undefined && (digest === base?.digest || digest === head?.digest);
}

interface StoredFacts {
  readonly facts: CollectedFacts['facts'];
  readonly verdict: Verdict;
  readonly now: Date;
  readonly digest: Verdict['transfer']['digest'];
}

/**
 * The facts that the attempt was decided on then, where this engine would compute the same: by a contract that one of
 * the two versions has, on this very attempt, by this version of the engine.
 */
function storedFacts(
  note: VerdictNote,
  transfer: TransferRecord,
  contracts: Contracts,
  gate: Gate,
): StoredFacts | null {
  const { facts, verdict } = note;
  const { measured } = verdict;
  if (facts === null || verdict.composed !== undefined || !isOfEither(note, contracts)) return null;
  if (measured.decided_by.gate !== gate.decidedBy.gate) return null;
  const digest = recordDigest(transfer);
  if (digest !== verdict.transfer.digest) return null;
  return { facts, verdict, now: new Date(measured.decided_at), digest };
}

/**
 * What was decided then, by this very contract, is what this version decides: the policy is not asked again. Not where
 * somebody had it act in another mode.
 */
function storedBrief(
  stored: StoredFacts | null,
  edge: EdgeManifest | null,
): (Brief & Pick<Verdict, 'errors'>) | null {
  if (stored === null || edge === null) return null;
  const { verdict } = stored;
  const { contract, as, overrides } = verdict;
  const isIts = contract?.name === edge.name && contract.digest === edge.digest;
  if (!isIts || as !== undefined || overrides !== undefined) return null;
  return { ...briefOf(verdict), errors: verdict.errors };
}

/** Facts as they are stored, and the faults of the run that were told then: it is folded only where reasons are asked for. */
function handed(
  transfer: TransferRecord,
  states: RunStates,
  { name }: EdgeManifest,
  { facts, verdict, now }: StoredFacts,
): SharedFacts {
  const whole = (): CollectedFacts => {
    const { base: state } = states;
    return {
      edge: name,
      faults: runFaultReasons(state, transfer.run),
      handoff: { transfer, payload: readPayload(transfer.payload), context: contextOf(state, transfer) },
      facts,
    };
  };
  return { facts, faults: toldRunFaults(verdict), now, whole };
}
