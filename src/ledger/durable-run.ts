import { randomUUID } from 'node:crypto';
import type { JsonValue } from '../canonical/json-value.js';
import { InternalError } from '../diagnostics/failures.js';
import type { Gate } from '../evaluate/gate.js';
import type { LedgerRun, VerdictNote } from '../model/ledger.js';
import {
  type ClosedRecord,
  type ConfigRecord,
  type EffectRecord,
  type MessageRecord,
  RECORD_SCHEMA,
  type RunRecord,
  type StatementRecord,
  type ToolCallRecord,
  type TransferRecord,
} from '../model/record.js';
import type { Mode } from '../model/severity.js';
import type { RunTerms } from '../model/transfer-context.js';
import type { Verdict } from '../model/verdict.js';
import type { DraftDischarge } from '../run/compose.js';
import {
  type ClaimedState,
  type CountedRecorder,
  type EffectInput,
  type HandoffInput,
  type IdMaker,
  type MessageInput,
  openCountedRun,
  type StatementInput,
  type ToolCallInput,
} from '../run/recorder.js';
import type { RunState } from '../run/run-state.js';
import { ledgerFault } from './fault.js';
import { requireResumable } from './resumable.js';
import { type Batch, type RunLedger, RunWriter } from './run-writer.js';
import { factsOf, verdictNote } from './verdict-note.js';

export interface DurableRunOptions {
  readonly ledger: RunLedger;
  /** Decides each handoff that does not say whether it was delivered. */
  readonly gate?: Gate;
  /** Not given: the system's. */
  readonly clock?: () => Date;
  /** Not given: a new one. */
  readonly run?: string;
  /** Not given: the gate's; without a gate, no contract covers any edge. */
  readonly terms?: RunTerms;
  readonly ids?: IdMaker;
  /** Act as in this mode instead of the contracts'. */
  readonly as?: Mode;
  /** The resolved source of an edge's contract, which is kept by digest with each verdict; null where it is not at hand. */
  readonly contractSource?: (edge: string) => Uint8Array | null;
}

/** One attempt, recorded. Deliver `transfer.payload` where `transfer.delivered`; it may have been composed. */
export interface DurableHandoff {
  readonly transfer: TransferRecord;
  /** Null where the host said itself whether it was delivered. */
  readonly verdict: Verdict | null;
}

/**
 * The recorder of a run whose records are in a ledger: each call resolves when what it recorded is durable, and rejects
 * where that is not known. Calls are done one after the other, in the order in which they were made.
 *
 * Where the ledger failed, the run is stuck: every call rejects with `ledger.run_stuck` until `retry()` has written the
 * same again. Where another writer is seen, it is stopped for good: `ledger.other_writer`. Misuse is a TypeError and
 * changes nothing; what is wrong in a draft is a DiagnosticError with `compose.*`.
 */
export interface DurableRun {
  readonly run: string;
  readonly status: RunWriter['status'];
  /** What is durable. */
  readonly records: readonly RunRecord[];
  /** For the guard: what is known of the run, also what is not durable yet. */
  readonly runState: RunState;
  message(input: MessageInput): Promise<MessageRecord>;
  statement(input: StatementInput): Promise<StatementRecord>;
  toolCall(input: ToolCallInput): Promise<ToolCallRecord>;
  effect(input: EffectInput): Promise<EffectRecord>;
  /** What a gate read of live config (`configReceived`). What a handoff needs is read and recorded by itself. */
  config(records: readonly ConfigRecord[]): Promise<void>;
  /** As with `Recorder`; it goes into the ledger with the agent's next handoff. */
  establish(agent: string, key: string, value: JsonValue, source: string, evidence: string): Promise<void>;
  state(agent: string, claim: ClaimedState): Promise<void>;
  discharge(agent: string, discharge: DraftDischarge): Promise<void>;
  /**
   * One attempt: proposed, decided by the gate, and recorded with its verdict, both or neither. Hand nothing on before it
   * resolves, and then what it gives.
   */
  handoff(input: HandoffInput): Promise<DurableHandoff>;
  close(): Promise<ClosedRecord>;
  /**
   * Writes again what was not known to be durable, and resolves with what the call that failed would have; undefined where
   * nothing waits. Rejects as that call did where it fails again.
   */
  retry(): Promise<unknown>;
}

/**
 * Begins a run in a ledger.
 *
 * @throws DiagnosticError `ledger.run_exists` where the ledger has it already; `ledger.*` where it cannot be asked.
 */
export async function openDurableRun(options: DurableRunOptions): Promise<DurableRun> {
  const run = options.run ?? `r_${randomUUID()}`;
  const { seq } = await options.ledger.head();
  if ((await options.ledger.run(run)) !== null)
    throw ledgerFault('ledger.run_exists', 'the ledger has a run of this name already', {
      help: 'choose another name, or go on with it by `resumeDurableRun`',
    });
  return new LedgerRecorder(options, run, seq, []);
}

/**
 * Goes on with a run after a crash, from what the ledger has of it. What agents established, claimed and meant to discharge
 * since their last handoffs was in no record: the host says it again. The last transfer may not have been handed out, which
 * only the host can know.
 *
 * @throws DiagnosticError `ledger.run_unknown`, `ledger.run_closed`, `ledger.run_incomplete`, `ledger.run_redacted`;
 *   `ledger.*` where it cannot be asked.
 */
export async function resumeDurableRun(
  options: DurableRunOptions & { readonly run: string },
): Promise<DurableRun> {
  const { ledger, run } = options;
  // Before the run is read: what somebody else adds meanwhile is then seen with the first record.
  const { seq } = await ledger.head();
  const known: LedgerRun | null = await ledger.run(run);
  const records = requireResumable(known);
  return new LedgerRecorder(options, run, seq, records);
}

class LedgerRecorder implements DurableRun {
  readonly run: string;
  readonly #options: DurableRunOptions;
  readonly #clock: () => Date;
  readonly #recorder: CountedRecorder;
  readonly #writer: RunWriter;
  #durable: number;

  constructor(options: DurableRunOptions, run: string, seen: number, records: readonly RunRecord[]) {
    const { ledger, gate, ids, clock = () => new Date(), terms = gate?.terms } = options;
    this.run = run;
    this.#options = options;
    this.#clock = clock;
    this.#recorder = openCountedRun({
      ...{ run, clock, records },
      ...(terms === undefined ? {} : { terms }),
      ...(ids === undefined ? {} : { ids }),
    });
    this.#durable = records.length;
    const onDurable: (written: Batch<unknown>['records']) => void = (written) => {
      this.#durable += written.filter(({ schema }) => schema === RECORD_SCHEMA).length;
    };
    this.#writer = new RunWriter({ ledger, run, seen, onDurable });
  }

  get status(): RunWriter['status'] {
    return this.#writer.status;
  }

  get records(): readonly RunRecord[] {
    return this.#recorder.records.slice(0, this.#durable);
  }

  get runState(): RunState {
    return this.#recorder.runState;
  }

  message(input: MessageInput): Promise<MessageRecord> {
    return this.#one(input, (given) => this.#recorder.message(given));
  }

  statement(input: StatementInput): Promise<StatementRecord> {
    return this.#one(input, (given) => this.#recorder.statement(given));
  }

  toolCall(input: ToolCallInput): Promise<ToolCallRecord> {
    return this.#one(input, (given) => this.#recorder.toolCall(given));
  }

  effect(input: EffectInput): Promise<EffectRecord> {
    return this.#one(input, (given) => this.#recorder.effect(given));
  }

  config(records: readonly ConfigRecord[]): Promise<void> {
    return this.#many(records, (given) => this.#recorder.config(given));
  }

  establish(agent: string, key: string, value: JsonValue, source: string, evidence: string): Promise<void> {
    return this.#many(value, (given) => this.#recorder.establish(agent, key, given, source, evidence));
  }

  state(agent: string, claim: ClaimedState): Promise<void> {
    return this.#many(claim, (given) => this.#recorder.state(agent, given));
  }

  discharge(agent: string, discharge: DraftDischarge): Promise<void> {
    return this.#many(discharge, (given) => this.#recorder.discharge(agent, given));
  }

  async handoff(input: HandoffInput): Promise<DurableHandoff> {
    const given = copied(input);
    return this.#writer.do(() => this.#handoff(given));
  }

  close(): Promise<ClosedRecord> {
    return this.#one(null, () => this.#recorder.close());
  }

  retry(): Promise<unknown> {
    return this.#writer.retry();
  }

  /** What is given is copied at the call: it is recorded when its turn comes. */
  async #one<T, R extends RunRecord>(input: T, record: (given: T) => R): Promise<R> {
    const given = copied(input);
    return this.#writer.do(() => {
      const written = record(given);
      return { records: [written], told: () => written };
    });
  }

  async #many<T>(input: T, record: (given: T) => void): Promise<void> {
    const given = copied(input);
    return this.#writer.do(() => {
      const before = this.#recorder.records.length;
      record(given);
      return { records: this.#recorder.records.slice(before), told: () => undefined };
    });
  }

  async #handoff(input: HandoffInput): Promise<Batch<DurableHandoff>> {
    const { gate } = this.#options;
    if (input.delivered !== undefined) {
      const transfer = this.#recorder.handoff(input);
      return { records: [transfer], told: () => ({ transfer, verdict: null }) };
    }
    if (gate === undefined)
      throw new TypeError('a run without a `gate` has to be told whether a handoff was `delivered`');
    const before = this.#recorder.records.length;
    this.#recorder.handoff(input);
    try {
      return await this.#decided(gate, before);
    } catch (error) {
      if (this.#recorder.proposed !== null) this.#recorder.abandon();
      // What was read of live config is recorded all the same, and has its number.
      const records = this.#recorder.records.slice(before);
      return {
        records,
        told: () => {
          throw error;
        },
      };
    }
  }

  async #decided(gate: Gate, before: number): Promise<Batch<DurableHandoff>> {
    const recorder = this.#recorder;
    const attempt = await this.#withConfig(gate);
    const { runState } = recorder;
    // The time of the record: so the verdict can be had again from the ledger.
    const now = new Date(attempt.at);
    const verdict = await gate.decide(runState, attempt, this.#deciding(now));
    const { composed } = verdict;
    const payload = composed === undefined ? attempt.payload : composed.payload;
    const facts =
      verdict.contract === null ? null : await factsOf(gate, runState, { ...attempt, payload }, now);
    const source = this.#sourceOf(verdict);
    const note: VerdictNote = verdictNote({ verdict, facts, source, at: this.#clock().toISOString() });
    const transfer = recorder.settle(attempt, verdict.action, composed);
    return {
      records: [...recorder.records.slice(before, -1), note, transfer],
      ...(source === null ? {} : { blobs: [source] }),
      told: () => ({ transfer, verdict }),
    };
  }

  #deciding(now: Date): { now: Date; as?: Mode } {
    const { as } = this.#options;
    return as === undefined ? { now } : { now, as };
  }

  #sourceOf({ contract }: Verdict): Uint8Array | null {
    if (contract === null) return null;
    return this.#options.contractSource?.(contract.name) ?? null;
  }

  /** The proposed attempt, after what its edge reads of live config was recorded. */
  async #withConfig(gate: Gate): Promise<TransferRecord> {
    const recorder = this.#recorder;
    const proposed = proposedOf(recorder);
    if (!gate.readsConfig || gate.configOf(proposed).length === 0) return proposed;
    recorder.config(await gate.configSent(recorder.runState, proposed));
    return proposedOf(recorder);
  }
}

function proposedOf({ proposed }: CountedRecorder): TransferRecord {
  if (proposed === null) throw new InternalError('no handoff is proposed');
  return proposed;
}

/** @throws TypeError for what cannot be copied, such as a function. */
function copied<T>(input: T): T {
  try {
    return structuredClone(input);
  } catch {
    throw new TypeError('what is recorded has to be JSON values');
  }
}
