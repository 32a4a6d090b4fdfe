import { randomBytes } from 'node:crypto';
import { collectEffectFacts, collectTransferFacts } from '../adapters/collect-facts.js';
import { type LiveReading, NO_READINGS } from '../adapters/scene.js';
import { scoresOf } from '../adapters/scores.js';
import { type DetailsCheck, detailsCheck } from '../adapters/side-effects/details-faults.js';
import type { Digest } from '../canonical/digest.js';
import type { Handoff, Scene } from '../checks/check.js';
import type { ConstraintMatcher } from '../constraint/matcher.js';
import type { ConfigPlan, EdgeManifest, Manifest } from '../model/bundle.js';
import type { ConfigReader } from '../model/config.js';
import type { EffectPattern } from '../model/constraint.js';
import { matchesPattern } from '../model/effect-pattern.js';
import type { Facts } from '../model/facts.js';
import type { Overrides } from '../model/ledger.js';
import { readPayload } from '../model/read-payload.js';
import type { ConfigRecord, TransferRecord } from '../model/record.js';
import { recordDigest } from '../model/record-digest.js';
import type { Scores } from '../model/score.js';
import type { Mode } from '../model/severity.js';
import { mayBeOf, type Tool } from '../model/tool.js';
import type { RunTerms } from '../model/transfer-context.js';
import { validateRecord } from '../model/validate-record.js';
import {
  type ContractName,
  type Decision,
  type EffectVerdict,
  type GuardVerdict,
  type Measured,
  type Reason,
  type ToolVerdict,
  type TransferName,
  VERDICT_SCHEMA,
  type Verdict,
  type VerdictOverride,
} from '../model/verdict.js';
import { type AgentState, agentState } from '../run/agent-state.js';
import { contextOf } from '../run/context-of.js';
import { recordedConfig } from '../run/recorded-config.js';
import type { RunState } from '../run/run-state.js';
import { type EdgeChoice, EdgeIndex } from './choose-edge.js';
import { composeHeld } from './compose-held.js';
import { ConfigReadings } from './config-readings.js';
import { type BriefJudgement, failedJudgement, type Judgement, judge, judgeBriefly } from './judge.js';
import { mergeJudgements } from './merge-judgements.js';
import { actionOf } from './mode.js';
import type { OpenBundle } from './open-bundle.js';
import { uncheckedOutcomes } from './outcomes.js';
import { type InForce, inForceOn, NOTHING_IN_FORCE, overriddenAs } from './overrides.js';
import { EngineFailure, type Policy } from './policy.js';
import { type PreparedEdge, prepareEdge } from './prepared-edge.js';
import { type ProposedEffect, requireEffect } from './proposed-effect.js';
import { isToolCall, type ProposedToolCall, requireToolCall } from './proposed-tool-call.js';
import { runFaultReasons } from './run-fault-reasons.js';
import { type ToolEffects, toolEffects } from './tool-effects.js';
import { judgeToolEffect, toldEffect } from './tool-judgements.js';
import { unaskedEffect } from './unasked-effect.js';
import { uncoveredMode, uncoveredReason } from './uncovered.js';

export interface GateOptions {
  /** Told the time of deciding; the system's unless given. */
  readonly clock?: () => Date;
  /** Names this gate in its verdicts; random unless given. */
  readonly instance?: string;
  /** Decides whether a reworded constraint still says the same; by normalised text unless given. */
  readonly matcher?: ConstraintMatcher;
  /** Reads live config (`openConfigReader`). Not given: what the run's records hold of it is all there is. */
  readonly config?: ConfigReader;
  /** How long one source may take, in milliseconds; 10,000 unless given. Then it counts as unreadable. */
  readonly configDeadlineMs?: number;
  /**
   * What somebody on call sets without a deploy (`followOverrides`, `overridesFrom`). By giving it the host promises to
   * deliver `verdict.composed.payload`, where a verdict has one, in place of the payload that it asked about. An override
   * of the mode stands in for the contract's; `as` goes before both.
   */
  readonly overrides?: Overrides;
}

const CONFIG_DEADLINE_MS = 10_000;

export interface EffectOptions {
  /** Act as in this mode instead of the contract's. The decision is the same in every mode. */
  readonly as?: Mode;
  /** The time of deciding, for a replay; else the gate's clock. */
  readonly now?: Date;
}

export interface DecideOptions extends EffectOptions {
  /** The edge that the host says this is. A record that disagrees is blocked. Not given: found from the record. */
  readonly edge?: string;
  /** `recordDigest` of the transfer, where the caller has it. */
  readonly digest?: Digest;
}

/** What a transfer verdict is decided on: `collectFacts` gives it, `decideFacts` judges it. */
export interface CollectedFacts {
  /** The edge's name. */
  readonly edge: string;
  /** What is wrong with the run itself: nothing is let through on such records. */
  readonly faults: readonly Reason[];
  readonly handoff: Handoff;
  readonly facts: Facts;
}

/** What a decision without reasons is made on. */
export interface BriefFacts extends Pick<CollectedFacts, 'edge' | 'facts'> {
  readonly faults: readonly Pick<Reason, 'code'>[];
}

/** A decision and the checks that block, without reasons. */
export interface BriefDecision extends BriefJudgement {
  /** What is done about it: `decision` after the contract's mode. */
  readonly action: Decision;
}

/** How one attempt is decided. */
interface Deciding {
  readonly options: DecideOptions;
  readonly started: number;
  readonly inForce: InForce;
}

/** Whom the guard is asked about, and by which contract. */
interface Asking {
  readonly actor: AgentState;
  readonly observed: boolean;
  readonly choice: EdgeChoice | null;
  readonly edge: PreparedEdge | null;
  readonly now: Date;
  readonly started: number;
}

type Readings = ReadonlyMap<string, LiveReading>;

const NO_SCORES: Scores = {
  established: [0, 0, 0],
  tool_results: [0, 0, 0],
  constraints: [0, 0, 0],
  confidence: [0, 0, 0],
  stop_conditions: [0, 0, 0],
};

/**
 * The gate: evaluates a compiled bundle in process. It parses no YAML and compiles no contract. Any error blocks.
 *
 * @example
 * const gate = loadGate({ dir: 'policies' });
 * let run = emptyRun(gate.terms);
 * for (const record of earlier) run = foldRecord(run, record);
 * const verdict = await gate.decide(run, transfer);
 */
export class Gate {
  /** What a fold needs to know of the contracts: `emptyRun(gate.terms)`. */
  readonly terms: RunTerms;
  readonly manifest: Manifest;
  readonly #bundle: OpenBundle;
  readonly #policy: Policy;
  readonly #index: EdgeIndex;
  readonly #detailsOf: DetailsCheck;
  readonly #prepared = new Map<string, PreparedEdge>();
  readonly #clock: () => Date;
  /** Names this gate in its verdicts. */
  readonly decidedBy: Measured['decided_by'];
  readonly #matcher: { readonly matcher?: ConstraintMatcher };
  readonly #config: ConfigReadings | null;
  readonly #overrides: Overrides | null;
  #tools: ReadonlyMap<string, Tool> | null = null;

  /** Use `loadGate`. */
  constructor(bundle: OpenBundle, policy: Policy, options: GateOptions = {}) {
    this.#bundle = bundle;
    this.manifest = bundle.manifest;
    this.#policy = policy;
    this.#index = new EdgeIndex(bundle.manifest);
    this.#detailsOf = detailsCheck(bundle.manifest.effects);
    this.#clock = options.clock ?? (() => new Date());
    this.#matcher = options.matcher === undefined ? {} : { matcher: options.matcher };
    this.#config =
      options.config === undefined
        ? null
        : new ConfigReadings(options.config, options.configDeadlineMs ?? CONFIG_DEADLINE_MS, this.#clock);
    this.#overrides = options.overrides ?? null;
    const instance = options.instance ?? `gate-${randomBytes(3).toString('hex')}`;
    this.decidedBy = { gate: `edge-contracts/${bundle.manifest.engine}`, instance };
    this.terms = {
      edgeOf: (transfer) => {
        const { edge } = this.#index.choose(transfer);
        return edge === null ? null : this.#prepare(edge).terms;
      },
    };
  }

  /** Names of the edges that the bundle has contracts for. */
  get edges(): readonly string[] {
    return this.#index.names;
  }

  /** Of the bundle's bytes. */
  get digest(): Digest {
    return this.#bundle.digest;
  }

  /** Was it loaded with a `config` reader. */
  get readsConfig(): boolean {
    return this.#config !== null;
  }

  /** How often the policy was evaluated. */
  get evaluations(): number {
    return this.#policy.evaluations;
  }

  /**
   * Decides one handoff attempt, before it is folded into the run.
   *
   * @throws TypeError where `options.edge` names no contract, or `transfer` is no transfer record: then the host is
   *   wrong, not the handoff. Whatever else goes wrong is a verdict that blocks, with an `engine.*` code.
   */
  async decide(run: RunState, transfer: TransferRecord, options: DecideOptions = {}): Promise<Verdict> {
    const started = performance.now();
    const readings = await this.#readingsFor(run, transfer, options);
    return this.#decide(run, transfer, options, started, readings);
  }

  /**
   * The same at once: live config is then what the run's records hold of it (`configSent`).
   *
   * @throws TypeError as `decide`; and where this gate reads live config and the records lack some of it, since a
   *   source cannot be read at once.
   */
  decideSync(run: RunState, given: TransferRecord, options: DecideOptions = {}): Verdict {
    const started = performance.now();
    if (this.#config !== null) this.#requireRecorded(run, given, options);
    return this.#decide(run, given, options, started, NO_READINGS);
  }

  #decide(
    run: RunState,
    given: TransferRecord,
    options: DecideOptions,
    started: number,
    readings: Readings,
  ): Verdict {
    // What is known of a record is kept by the object: one that was changed since is another.
    const transfer = { ...given };
    try {
      requireTime(options.now);
      const choice = this.#choose(transfer, options);
      const digest = options.digest ?? recordDigest(transfer);
      if (choice.edge === null) return this.#uncovered(run, transfer, digest, choice.why, options, started);
      return this.#decideOn(choice.edge, run, transfer, digest, options, started, readings);
    } catch (error) {
      // A host that asks about no transfer, or about an edge that is not there, is told so at once.
      requireTransfer(given);
      throw error;
    }
  }

  #decideOn(
    manifest: EdgeManifest,
    run: RunState,
    transfer: TransferRecord,
    digest: Digest,
    options: DecideOptions,
    started: number,
    readings: Readings,
  ): Verdict {
    let edge: PreparedEdge | null = null;
    const deciding = this.#deciding(overriddenAs(manifest, transfer), options, started);
    try {
      const prepared = this.#prepare(manifest);
      edge = prepared;
      const decide = (attempt: TransferRecord, digest: Digest): Verdict =>
        this.#verdict(
          this.#collect(run, attempt, prepared, deciding.options, readings),
          prepared,
          digest,
          deciding,
        );
      const verdict = decide(transfer, digest);
      if (!deciding.inForce.compose) return verdict;
      return composeHeld(verdict, transfer, (composed) => decide(composed, recordDigest(composed)));
    } catch (error) {
      requireTransfer(transfer);
      const named = edge ?? { manifest, contract: null };
      return this.#assemble(transfer, named, digest, failedJudgement(error), null, deciding);
    }
  }

  /** With overrides, there is one time of deciding: what is in force at it is what the verdict says. */
  #deciding(names: readonly string[], options: DecideOptions, started: number): Deciding {
    if (this.#overrides === null) return { options, started, inForce: NOTHING_IN_FORCE };
    const now = options.now ?? this.#clock();
    return { options: { ...options, now }, started, inForce: inForceOn(this.#overrides, names, now) };
  }

  /**
   * Reads the sources and computes what is; `decideFacts` judges it. One set of facts can be put to two bundles.
   *
   * @throws TypeError where no contract covers the handoff: ask `decide`, which says so in a verdict.
   */
  async collectFacts(
    run: RunState,
    transfer: TransferRecord,
    options: DecideOptions = {},
  ): Promise<CollectedFacts> {
    const choice = this.#choose(transfer, options);
    if (choice.edge === null) throw new TypeError(`there is no contract for this handoff: ${choice.why}`);
    const readings = await this.#readingsFor(run, transfer, options);
    return this.#collect(run, transfer, this.#prepare(choice.edge), options, readings);
  }

  /**
   * Judges facts that `collectFacts` computed, maybe by another bundle's contract for the same edge. Overrides of the mode
   * count; nothing is composed, since the facts are given.
   *
   * @throws TypeError where this bundle has no such edge.
   */
  decideFacts(collected: CollectedFacts, options: DecideOptions = {}): Verdict {
    const started = performance.now();
    const manifest = this.#named(collected.edge);
    const digest = options.digest ?? recordDigest(collected.handoff.transfer);
    const { inForce, ...deciding } = this.#deciding(
      overriddenAs(manifest, collected.handoff.transfer),
      options,
      started,
    );
    const told = inForce.told.filter(({ what }) => what === 'mode');
    return this.#verdict(collected, this.#prepare(manifest), digest, {
      ...deciding,
      inForce: { ...inForce, told },
    });
  }

  /**
   * The same without reasons, in the contract's own mode, for a replay of many: an order of magnitude more of them can be
   * compared than explained. `failed` names every check that blocks, also those that a verdict tells as one absent field.
   *
   * @throws TypeError where this bundle has no such edge.
   */
  decideFactsBriefly({ edge, faults, facts }: BriefFacts): BriefDecision {
    const prepared = this.#prepare(this.#named(edge));
    const { decision, failed, errors } = judgeBriefly(facts, prepared, this.#policy);
    const told = faults.length > 0 ? 'block' : decision;
    const codes = [...new Set([...faults.map(({ code }) => code), ...failed])].sort();
    return { decision: told, action: actionOf(told, prepared.manifest.mode, errors), failed: codes, errors };
  }

  /**
   * Answers before a side effect happens, by the contract of the last transfer delivered to its actor and by every
   * live prohibition of the run, also those that a payload lost. Asked about a tool, it answers for every effect that the
   * tools file says the tool may have.
   */
  guard(run: RunState, effect: ProposedEffect, options?: EffectOptions): EffectVerdict;
  guard(run: RunState, call: ProposedToolCall, options?: EffectOptions): ToolVerdict;
  guard(
    run: RunState,
    asked: ProposedEffect | ProposedToolCall,
    options: EffectOptions = {},
  ): EffectVerdict | ToolVerdict {
    if (isToolCall(asked)) {
      requireToolCall(asked);
      return this.#guardTool(run, asked, options);
    }
    requireEffect(asked);
    return this.judgeEffect(run, agentState(run, asked.by), asked, false, options);
  }

  /** The same about an effect that was observed, as the run stood then; the run verdict asks it. */
  judgeEffect(
    run: RunState,
    actor: AgentState,
    effect: ProposedEffect,
    observed: boolean,
    options: EffectOptions = {},
  ): EffectVerdict {
    const asking = this.#asking(actor, observed, options);
    const judgement = this.#judgeOne(run, asking, effect);
    const faults = observed ? [] : runFaultReasons(run, run.run);
    return { effect, ...this.#answer(run, asking, withFaults(judgement, faults), options) };
  }

  #guardTool(run: RunState, call: ProposedToolCall, options: EffectOptions): ToolVerdict {
    const asking = this.#asking(agentState(run, call.by), false, options);
    const { effects, why, refused } = this.#effectsOf(call);
    const { by, tool: name, target, details } = call;
    const more = details === undefined ? {} : { details };
    const judged = effects.map((effect) => ({
      effect,
      judgement: judgeToolEffect(effect, asking.edge?.manifest ?? null, (as) =>
        this.#judgeOne(run, asking, { by, ...as, ...more }, effect),
      ),
    }));
    const merged = mergeJudgements(
      judged.map(({ judgement }) => judgement),
      why,
    );
    const faults = [...(refused === null ? [] : [refused]), ...runFaultReasons(run, run.run)];
    const told = judged.map(({ effect, judgement }) => ({
      ...toldEffect(effect),
      decision: judgement.decision,
    }));
    const reach = target === undefined ? {} : { target };
    const tool = { by, name, ...reach, ...more, why, effects: told };
    return { tool, ...this.#answer(run, asking, withFaults(merged, faults), options) };
  }

  #effectsOf(call: ProposedToolCall): ToolEffects {
    // A bundle that was not made by the compiler may lack the member: then every tool is unknown.
    this.#tools ??= new Map((this.manifest.tools ?? []).map((tool) => [tool.name, tool]));
    return toolEffects(this.#tools, call);
  }

  #asking(actor: AgentState, observed: boolean, options: EffectOptions): Asking {
    const started = performance.now();
    requireTime(options.now);
    const now = options.now ?? this.#clock();
    const choice = this.#chooseFor(actor, observed);
    const edge = choice?.edge == null ? null : this.#prepare(choice.edge);
    return { actor, observed, choice, edge, now, started };
  }

  /** @param pattern What a tool may do; `effect` is then how the policy is asked about it. */
  #judgeOne(run: RunState, asking: Asking, effect: ProposedEffect, pattern?: EffectPattern): Judgement {
    const { actor, observed, choice, edge, now } = asking;
    if (edge === null) {
      const matches = pattern === undefined ? matchesPattern : mayBeOf;
      return unaskedEffect(actor, { ...effect, ...pattern }, observed, choice, matches);
    }
    const detailsOf = this.#detailsOf;
    return judge(
      () =>
        effectScene({
          ...{ run, actor, effect, observed, detailsOf },
          ...(pattern === undefined ? {} : { pattern }),
          edge: edge.manifest,
          now: checkedTime(now),
        }),
      edge,
      this.#policy,
    );
  }

  #answer(
    run: RunState,
    { actor, choice, edge, now, started }: Asking,
    judgement: Judgement,
    options: EffectOptions,
  ): GuardVerdict {
    const contractMode =
      edge?.manifest.mode ?? (choice === null ? 'enforce' : uncoveredMode(this.manifest.uncovered));
    const received = actor.lastReceived;
    const inForce =
      edge === null || received === null
        ? NOTHING_IN_FORCE
        : inForceOn(this.#overrides, overriddenAs(edge.manifest, received), now);
    const mode = options.as ?? inForce.mode ?? contractMode;
    const { reasons, checks } = withOverridesFault(judgement, inForce);
    return {
      schema: 'edge-contracts/guard-verdict/v1',
      run: run.run ?? '',
      edge: edge?.manifest.name ?? null,
      contract: edge?.contract ?? null,
      ...decided(judgement, mode),
      reasons,
      errors: judgement.errors,
      checks,
      ...asMember(options),
      ...overridesMember(
        inForce.told.filter(({ what }) => what === 'mode'),
        options,
      ),
      measured: this.#measured(started, now),
    };
  }

  /**
   * Reads the live config that a handoff's edge names, as records of this attempt (`moment: sent`). Fold and keep them
   * before `decide`: then the verdict can be had again from the records alone.
   *
   * @throws TypeError where this gate has no `config` reader.
   */
  async configSent(
    run: RunState,
    transfer: TransferRecord,
    options: DecideOptions = {},
  ): Promise<readonly ConfigRecord[]> {
    const { edge } = this.#choose(transfer, options);
    return edge === null ? [] : this.#reader().sent(run, transfer, edge);
  }

  /**
   * Reads the live config of every edge that leaves an agent, when it has received its task (`moment: received`): the
   * baseline `previous` of what it hands on later. `hop` is the hop that brought the task, 0 for a run's first agent.
   *
   * @throws TypeError where this gate has no `config` reader.
   */
  async configReceived(run: string, agent: string, hop: number): Promise<readonly ConfigRecord[]> {
    return this.#reader().received(run, hop, this.#index.sourcesFrom(agent));
  }

  /** The sources of live config that a handoff's edge names. */
  configOf(transfer: Pick<TransferRecord, 'from' | 'to' | 'edge'>): readonly ConfigPlan[] {
    return this.#index.choose(transfer).edge?.config ?? [];
  }

  #reader(): ConfigReadings {
    if (this.#config === null) throw new TypeError('this gate was loaded without a `config` reader');
    return this.#config;
  }

  async #readingsFor(run: RunState, transfer: TransferRecord, options: DecideOptions): Promise<Readings> {
    if (this.#config === null) return NO_READINGS;
    requireTransfer(transfer);
    const { edge } = this.#choose(transfer, options);
    return edge === null ? NO_READINGS : this.#config.forTransfer(run, transfer, edge);
  }

  #requireRecorded(run: RunState, transfer: TransferRecord, options: DecideOptions): void {
    const { edge } = this.#choose(transfer, options);
    const lacking = edge?.config.find(({ source }) => recordedConfig(run, transfer, source).sent === null);
    if (lacking === undefined) return;
    throw new TypeError(
      `the config source ${lacking.source} has to be read first: ask \`decide\`, or fold what \`configSent\` gives (and leave \`gate\` out of \`openRun\`: settle the handoff yourself)`,
    );
  }

  /** Ends the worker that a bundle with custom rules runs in. */
  close(): void {
    this.#policy.close();
  }

  /**
   * The contract of what was last delivered to the actor. Null where nothing was: then only what was stated in the run
   * binds it. An actor that the run never saw is asked about under a name that nobody has, and is covered by nothing.
   */
  #chooseFor({ lastReceived, seen }: AgentState, observed: boolean): EdgeChoice | null {
    if (lastReceived !== null) return this.#index.choose(lastReceived);
    return seen || observed ? null : { edge: null, why: 'this run never saw an agent of that name' };
  }

  #choose(transfer: TransferRecord, { edge }: DecideOptions): EdgeChoice {
    return edge === undefined ? this.#index.choose(transfer) : { edge: this.#named(edge) };
  }

  #named(name: string): EdgeManifest {
    const edge = this.#index.named(name);
    if (edge === undefined) throw new TypeError(`the bundle has no edge ${JSON.stringify(name)}`);
    return edge;
  }

  #prepare(manifest: EdgeManifest): PreparedEdge {
    const known = this.#prepared.get(manifest.name);
    if (known !== undefined) return known;
    const prepared = prepareEdge(manifest, this.#bundle);
    this.#prepared.set(manifest.name, prepared);
    return prepared;
  }

  #collect(
    run: RunState,
    transfer: TransferRecord,
    edge: PreparedEdge,
    options: DecideOptions,
    readings: Readings,
  ): CollectedFacts {
    const context = contextOf(run, transfer);
    const payload = readPayload(transfer.payload);
    const facts = collectTransferFacts({
      ...{ context, transfer, payload, edge: edge.manifest },
      now: this.#now(options),
      payloadErrors: edge.validate(transfer.payload),
      detailsOf: this.#detailsOf,
      ...this.#matcher,
      readings,
    });
    const faults = runFaultReasons(run, transfer.run);
    return { edge: edge.manifest.name, faults, handoff: { transfer, payload, context }, facts };
  }

  #verdict(
    { handoff, facts, faults }: CollectedFacts,
    edge: PreparedEdge,
    digest: Digest,
    deciding: Deciding,
  ): Verdict {
    const scene = new TransferScene(facts, edge.manifest, handoff);
    const judgement = withFaults(
      judge(() => scene, edge, this.#policy),
      faults,
    );
    return this.#assemble(handoff.transfer, edge, digest, judgement, facts, deciding);
  }

  #assemble(
    transfer: TransferRecord,
    edge: Pick<PreparedEdge, 'manifest'> & { readonly contract: ContractName | null },
    digest: Digest,
    judgement: Judgement,
    facts: Facts | null,
    { options, started, inForce }: Deciding,
  ): Verdict {
    const { reasons, checks } = withOverridesFault(judgement, inForce);
    return {
      schema: VERDICT_SCHEMA,
      transfer: nameOf(transfer, edge.manifest.name, digest),
      contract: edge.contract,
      ...decided(judgement, options.as ?? inForce.mode ?? edge.manifest.mode),
      history: facts?.transfer.history ?? 'none',
      reasons,
      ...(judgement.omitted > 0 ? { omitted_reasons: judgement.omitted } : {}),
      errors: judgement.errors,
      ...(facts !== null && facts.config.sources.length > 0 ? { config: facts.config.sources } : {}),
      scores: facts === null ? NO_SCORES : scoresOf(facts),
      checks,
      ...asMember(options),
      ...overridesMember(inForce.told, options),
      measured: this.#measured(started, options.now ?? this.#clock()),
    };
  }

  #uncovered(
    run: RunState,
    transfer: TransferRecord,
    digest: Digest,
    why: string,
    options: DecideOptions,
    started: number,
  ): Verdict {
    const mode = options.as ?? uncoveredMode(this.manifest.uncovered);
    return {
      schema: VERDICT_SCHEMA,
      transfer: nameOf(transfer, null, digest),
      contract: null,
      decision: 'block',
      mode,
      action: actionOf('block', mode, []),
      history: contextOf(run, transfer).history,
      reasons: [uncoveredReason(why)],
      errors: [],
      scores: NO_SCORES,
      checks: uncheckedOutcomes('no contract covers this edge'),
      ...asMember(options),
      measured: this.#measured(started, options.now ?? this.#clock()),
    };
  }

  #now({ now }: EffectOptions): Date {
    return checkedTime(now ?? this.#clock());
  }

  #measured(started: number, now: Date): Measured {
    return {
      decided_at: (Number.isNaN(now.getTime()) ? new Date() : now).toISOString(),
      duration_us: Math.round((performance.now() - started) * 1000),
      decided_by: this.decidedBy,
    };
  }
}

/** What is wrong with the run blocks beside whatever the policy says. */
function withFaults(judgement: Judgement, faults: readonly Reason[]): Judgement {
  if (faults.length === 0) return judgement;
  const failed = Object.fromEntries(faults.map(({ check }) => [check, 'failed' as const]));
  return {
    ...judgement,
    decision: 'block',
    reasons: [...faults, ...judgement.reasons],
    checks: { ...judgement.checks, ...failed },
  };
}

/** @throws TypeError where a host gives a time that is none. */
function requireTime(now: unknown): void {
  if (now === undefined || (now instanceof Date && !Number.isNaN(now.getTime()))) return;
  throw new TypeError('`now` has to be a valid Date');
}

/**
 * Exceptions are compared with the day as text, which other years would break.
 *
 * @throws EngineFailure `engine.error`
 */
function checkedTime(now: Date): Date {
  const year = now.getUTCFullYear();
  if (year >= 1 && year <= 9999) return now;
  throw new EngineFailure('engine.error', 'the time of deciding is not in the years 1 to 9999');
}

/** @throws TypeError */
function requireTransfer(transfer: unknown): void {
  const checked = validateRecord(transfer);
  if ('faults' in checked) {
    const [fault] = checked.faults;
    throw new TypeError(
      `what is to be decided is no transfer record: ${fault?.at ?? ''} ${fault?.message ?? ''}`,
    );
  }
  if (checked.record.kind !== 'transfer')
    throw new TypeError(`a ${checked.record.kind} record cannot be decided`);
}

class TransferScene implements Scene {
  readonly facts: Facts;
  readonly edge: EdgeManifest;
  readonly handoff: Handoff;

  constructor(facts: Facts, edge: EdgeManifest, handoff: Handoff) {
    this.facts = facts;
    this.edge = edge;
    this.handoff = handoff;
  }

  /** Asked for by reasons only: everything that the run knows is not worth listing for an allow. */
  get known(): Scene['known'] {
    return this.handoff.context.known;
  }
}

interface EffectQuestion {
  readonly run: RunState;
  readonly actor: AgentState;
  readonly effect: ProposedEffect;
  readonly pattern?: EffectPattern;
  readonly observed: boolean;
  readonly edge: EdgeManifest;
  readonly now: Date;
  readonly detailsOf: DetailsCheck;
}

function effectScene({ run, actor, ...asked }: EffectQuestion): Scene {
  const { binding, lastReceived } = actor;
  const facts = collectEffectFacts({
    ...{ ...asked, binding, run: run.run ?? '' },
    ...(lastReceived === null ? {} : { last: lastReceived }),
  });
  return {
    facts,
    edge: asked.edge,
    known: new Map(binding.map((stated) => [stated.constraint.id, stated])),
    handoff: null,
  };
}

function nameOf(transfer: TransferRecord, edge: string | null, digest: Digest): TransferName {
  const { run, hop, attempt, from, to } = transfer;
  return { run, hop, attempt, edge, from, to, digest };
}

function decided({ decision, errors }: Judgement, mode: Mode): Pick<Verdict, 'decision' | 'mode' | 'action'> {
  return { decision, mode, action: actionOf(decision, mode, errors) };
}

function asMember({ as }: EffectOptions): { as?: Mode } {
  return as === undefined ? {} : { as };
}

/** Where a mode was asked for, an override of the mode does not count, and is not told as if it had. */
function overridesMember(
  told: InForce['told'],
  { as }: EffectOptions,
): { overrides?: readonly VerdictOverride[] } {
  const counted = as === undefined ? told : told.filter(({ what }) => what !== 'mode');
  return counted.length === 0 ? {} : { overrides: counted };
}

/** That the overrides could not be asked is told, and decides nothing. */
function withOverridesFault(
  { reasons, checks }: Judgement,
  { fault }: InForce,
): Pick<Judgement, 'reasons' | 'checks'> {
  if (fault === null) return { reasons, checks };
  return { reasons: [...reasons, fault], checks: { ...checks, [fault.check]: 'warned' } };
}
