import type { Claim, Direction, Witness, WitnessDecision } from '../../model/policy-diff.js';
import type { CompiledSide } from '../compiled-side.js';
import { changesOf } from '../detect/changes-of.js';
import { detectChanges } from '../detect/detect-changes.js';
import { decidesNothing } from '../judge/decides-nothing.js';
import type { JudgedChange } from '../judge/judge-changes.js';
import type { Area, AreaScene, Candidate, WitnessPorts } from './area.js';
import { areaScenes } from './area-scenes.js';
import { AREAS } from './areas/index.js';
import { type EdgeSide, severityOf } from './edge-view.js';
import { unmadeOf } from './good-run.js';
import { type Answer, type Asked, putToGate } from './put-to-gate.js';
import { recordsOf } from './run-draft.js';
import { shrink } from './shrink.js';
import { blockedAlike } from './blocked-alike.js';

/** So many runs are put to both versions for one finding. */
const MOST_CASES = 1000;
/** Of runs that are only examples, so many; and so many once there is a witness for each way that is told. */
const MOST_TRIED = 400;
const ENOUGH = 24;

type Flip = 'tightened' | 'loosened';

/**
 * Is the direction of a finding true of the two compiled policies: a smallest run is looked for that the one version
 * allows and the other blocks, because of this change and no other, and is run on both.
 */
export function showClaim(
  finding: JudgedChange,
  base: CompiledSide,
  head: CompiledSide,
  ports: WitnessPorts = {},
): Claim {
  const { change, direction } = finding;
  const area = AREAS[change.kind];
  if (direction === 'neutral') return { status: 'none' };
  if (typeof area === 'string') return decidesNothing(change.kind) ? { status: 'none' } : unknown(area);
  const search = new Search(area, direction, base, head);
  for (const scene of areaScenes(change, { base, head }, ports)) if (!search.goThrough(scene)) break;
  const others = (): number =>
    (ports.changesOf ?? ((edge) => changesOf(detectChanges(base.set, head.set).changes, edge)))(change.edge) -
    1;
  return claimOf(direction, area, search, others);
}

function unknown(reason: string): Claim {
  return { status: 'unknown', reason };
}

interface Found {
  readonly candidate: Candidate;
  readonly asked: Asked;
  readonly base: Answer;
  readonly head: Answer;
}

/** Puts candidates to both versions, and keeps the first that is decided otherwise in each way. */
class Search {
  readonly #area: Area;
  readonly #wanted: readonly Flip[];
  readonly #base: CompiledSide;
  readonly #head: CompiledSide;
  readonly #seen = new Set<string>();
  readonly #found: Partial<Record<Flip, Found>> = {};
  readonly #others = new Set<string>();
  /** Of each run that both block for what it is not about: what does. */
  readonly #hidden: (readonly string[])[] = [];
  /** Checks that runs were about and that block in some version. */
  readonly #judging = new Set<string>();
  readonly #idle = new Set<string>();
  #unmade: string | null = null;
  /** What blocks in both versions in every run, and is not what it is about; null before the first. */
  #always: readonly string[] | null = null;
  #isClouded = false;
  #isCut = false;

  constructor(area: Area, direction: Exclude<Direction, 'neutral'>, base: CompiledSide, head: CompiledSide) {
    this.#area = area;
    this.#wanted = direction === 'both' ? ['loosened', 'tightened'] : [direction];
    this.#base = base;
    this.#head = head;
  }

  get cases(): number {
    return this.#seen.size;
  }

  /** Was everything looked at. */
  get isWhole(): boolean {
    return !this.#isCut;
  }

  /** Checks that blocked where it was not about them. */
  get others(): readonly string[] {
    return [...this.#others].sort();
  }

  /** The runs in which something else hides whether the change decides. */
  get hidden(): readonly (readonly string[])[] {
    return this.#hidden;
  }

  get always(): readonly string[] {
    return this.#always ?? [];
  }

  /** Did something hide what a run is about. */
  get isClouded(): boolean {
    return this.#isClouded || this.#others.size > 0;
  }

  /** All that its runs are about, where it blocks in neither version; null where something of it does. */
  get idle(): readonly string[] | null {
    return this.#judging.size > 0 || this.#idle.size === 0 ? null : [...this.#idle].sort();
  }

  /** What of the payload no value was found for. */
  get unmade(): string | null {
    return this.#unmade;
  }

  found(flip: Flip): Witness | null {
    const found = this.#found[flip];
    return found === undefined ? null : this.#witness(found);
  }

  /** False: it is enough. */
  goThrough(scene: AreaScene): boolean {
    for (const view of scene.views) this.#unmade ??= unmadeOf(view);
    for (const candidate of this.#area.candidates(scene)) {
      if (this.#seen.size >= this.#most()) {
        this.#isCut = true;
        return false;
      }
      this.#noteChecks(candidate, scene);
      this.#try(candidate);
    }
    return true;
  }

  #most(): number {
    if (this.#area.finite === true) return MOST_CASES;
    return this.#wanted.every((way) => this.#found[way] !== undefined) ? ENOUGH : MOST_TRIED;
  }

  #try(candidate: Candidate): void {
    const { draft, asked, question } = candidate.scene;
    const run = { records: recordsOf(draft), asked, question } as Asked;
    const key = JSON.stringify(run);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const [base, head] = [putToGate(this.#base.gate, run), putToGate(this.#head.gate, run)];
    const common = base.checks.filter((check) => head.checks.includes(check));
    const here = common.filter((check) => candidate.checks?.includes(check) !== true);
    this.#always = (this.#always ?? here).filter((check) => here.includes(check));
    const flip = this.#flipOf(base, head);
    if (flip === null) {
      this.#noteHidden(candidate, base, head);
      return;
    }
    const others = clouding(candidate, base, head);
    if (others.length === 0) this.#found[flip] ??= { candidate, asked: run, base, head };
    else for (const check of others) this.#others.add(check);
  }

  #noteChecks({ checks }: Candidate, { base, head }: AreaScene): void {
    const sides = [base, head].filter((side) => side !== null);
    for (const check of checks ?? ['any']) {
      const isIdle = sides.length > 0 && sides.every((side) => isIdleUnder(side, check));
      (isIdle ? this.#idle : this.#judging).add(check);
    }
  }

  #noteHidden(candidate: Candidate, base: Answer, head: Answer): void {
    if (this.#area.about === 'action' || base.decision === 'allow') return;
    const why = hiding(candidate, base, head);
    if (why.length === 0) return;
    this.#hidden.push(why);
    // Where anything may be what changed, that both block for the same is what both say.
    this.#isClouded ||= candidate.checks !== null;
  }

  #flipOf(base: Answer, head: Answer): Flip | null {
    if (this.#area.about === 'outcome') return flip(base.action, head.action);
    if (this.#area.about === 'action')
      return base.decision === head.decision ? flip(base.action, head.action) : null;
    return flip(base.decision, head.decision) ?? flip(base.action, head.action);
  }

  #witness({ candidate, asked, base, head }: Found): Witness {
    const same = (smaller: Asked): boolean =>
      isSame(putToGate(this.#base.gate, smaller), base) && isSame(putToGate(this.#head.gate, smaller), head);
    const { records } = shrink(asked, same);
    return {
      records,
      asked: asked.asked,
      question: asked.question,
      base: decisionOf(base),
      head: decisionOf(head),
      says: candidate.scene.says,
    };
  }
}

function flip(base: WitnessDecision['decision'], head: WitnessDecision['decision']): Flip | null {
  if (base === head) return null;
  return base === 'allow' ? 'tightened' : 'loosened';
}

/** What blocks in either version and is not what the candidate is about. */
function clouding({ checks }: Candidate, base: Answer, head: Answer): readonly string[] {
  return checks === null ? [] : [...base.checks, ...head.checks].filter((check) => !checks.includes(check));
}

/** Is it known that this check does not block: it is judged, and not to that. */
function isIdleUnder(side: EdgeSide, check: string): boolean {
  return Object.hasOwn(side.manifest.checks, check) && severityOf(side, check) !== 'block';
}

/** Where both block: what does and is not what the candidate is about, unless that blocks in both too. */
function hiding({ checks }: Candidate, base: Answer, head: Answer): readonly string[] {
  if (checks === null) return base.checks.filter((check) => head.checks.includes(check));
  const isAbout = (check: string): boolean => checks.includes(check);
  if (base.checks.some(isAbout) && head.checks.some(isAbout)) return [];
  return [...new Set([...base.checks, ...head.checks])].filter((check) => !isAbout(check)).sort();
}

function isSame(one: Answer, other: Answer): boolean {
  return (
    one.decision === other.decision &&
    one.action === other.action &&
    one.checks.join() === other.checks.join()
  );
}

function decisionOf({ decision, action, codes }: Answer): WitnessDecision {
  return { decision, action, codes };
}

function claimOf(
  direction: Exclude<Direction, 'neutral'>,
  area: Area,
  search: Search,
  others: () => number,
): Claim {
  const [looser, tighter] = [search.found('loosened'), search.found('tightened')];
  if (direction === 'both') return bothWays(area, search, looser, tighter);
  const [shown, contrary] = direction === 'loosened' ? [looser, tighter] : [tighter, looser];
  if (contrary !== null) return refuted(contrary, others());
  if (shown === null) return notShown(area, search);
  return isDecided(area, search) ? { status: 'decided', cases: search.cases, witness: shown } : proven(shown);
}

function proven(witness: Witness): Claim {
  return { status: 'proven', witness };
}

/** Every case could show what the change decides. */
function isDecided(area: Area, { isWhole, cases, isClouded }: Search): boolean {
  return area.finite === true && isWhole && cases > 0 && !isClouded;
}

/** No run differs: that is decided only where it is known why none can. */
function notShown(area: Area, search: Search): Claim {
  const { idle, cases } = search;
  if (idle === null || !isDecided(area, search)) return unknown(whyNone(search));
  const reason = `${idle.join(', ')} ${idle.length === 1 ? 'blocks' : 'block'} in neither version`;
  return { status: 'decided', cases, witness: null, reason };
}

function bothWays(area: Area, search: Search, looser: Witness | null, tighter: Witness | null): Claim {
  const witness = looser ?? tighter;
  if (looser !== null && tighter !== null) return { status: 'proven', witness: looser, also: tighter };
  if (witness === null) return notShown(area, search);
  if (isDecided(area, search)) return { status: 'decided', cases: search.cases, witness };
  const half = looser === null ? 'looser' : 'tighter';
  return {
    status: 'unknown',
    reason: `no run was found on which it is ${half}: ${whyNone(search)}`,
    witness,
  };
}

function whyNone({ cases, others, hidden, always, isWhole, unmade }: Search): string {
  if (cases === 0) {
    const none = 'no run could be made up that is about it and in which nothing else is wrong';
    return unmade === null ? none : `${none}: no value was found for ${unmade}`;
  }
  if (others.length > 0)
    return `in the runs that are decided otherwise, other checks block: ${others.join(', ')}`;
  if (hidden.length > 0) return blockedAlike(hidden, always, cases);
  return `${isWhole ? 'all' : 'the first'} ${cases} runs that were tried are decided alike`;
}

/** Another change of the same contract may be what decides: then nothing is said of the rule. */
function refuted(witness: Witness, others: number): Claim {
  if (others > 0) {
    const reason = `a run is decided the other way round, and ${others} other changes of this contract may be why`;
    return { status: 'unknown', reason, witness };
  }
  return { status: 'refuted', witness, reason: `a run is decided the other way round: ${witness.says}` };
}
