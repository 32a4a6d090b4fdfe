import type { Claim, Direction, Witness, WitnessDecision } from '../../model/policy-diff.js';
import type { CompiledSide } from '../compiled-side.js';
import { detectChanges } from '../detect/detect-changes.js';
import { decidesNothing } from '../judge/decides-nothing.js';
import type { JudgedChange } from '../judge/judge-changes.js';
import type { Area, AreaScene, Candidate, WitnessPorts } from './area.js';
import { areaScenes } from './area-scenes.js';
import { AREAS } from './areas/index.js';
import { type Answer, type Asked, putToGate } from './put-to-gate.js';
import { recordsOf } from './run-draft.js';
import { shrink } from './shrink.js';

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
  return claimOf(direction, area, search, finding, base, head);
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

  found(flip: Flip): Witness | null {
    const found = this.#found[flip];
    return found === undefined ? null : this.#witness(found);
  }

  /** False: it is enough. */
  goThrough(scene: AreaScene): boolean {
    for (const candidate of this.#area.candidates(scene)) {
      if (this.#seen.size >= this.#most()) {
        this.#isCut = true;
        return false;
      }
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
    const flip = this.#flipOf(base, head);
    if (flip === null) return;
    const others = clouding(candidate, base, head);
    if (others.length === 0) this.#found[flip] ??= { candidate, asked: run, base, head };
    else for (const check of others) this.#others.add(check);
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
  finding: JudgedChange,
  base: CompiledSide,
  head: CompiledSide,
): Claim {
  const [looser, tighter] = [search.found('loosened'), search.found('tightened')];
  if (direction === 'both') return bothWays(area, search, looser, tighter);
  const [shown, contrary] = direction === 'loosened' ? [looser, tighter] : [tighter, looser];
  if (contrary !== null) return refuted(contrary, finding, base, head);
  const decided = area.finite === true && search.isWhole && search.cases > 0;
  if (decided && (shown !== null || search.others.length === 0))
    return { status: 'decided', cases: search.cases, witness: shown };
  return shown === null ? unknown(whyNone(search)) : { status: 'proven', witness: shown };
}

function bothWays(area: Area, search: Search, looser: Witness | null, tighter: Witness | null): Claim {
  const witness = looser ?? tighter;
  if (looser !== null && tighter !== null) return { status: 'proven', witness: looser, also: tighter };
  const decided = area.finite === true && search.isWhole && search.cases > 0 && search.others.length === 0;
  if (decided) return { status: 'decided', cases: search.cases, witness };
  if (witness === null) return unknown(whyNone(search));
  const half = looser === null ? 'looser' : 'tighter';
  return {
    status: 'unknown',
    reason: `no run was found on which it is ${half}: ${whyNone(search)}`,
    witness,
  };
}

function whyNone({ cases, others, isWhole }: Search): string {
  if (cases === 0) return 'no run could be made up that is about it and in which nothing else is wrong';
  if (others.length > 0)
    return `in the runs that are decided otherwise, other checks block: ${others.join(', ')}`;
  return `${isWhole ? 'all' : 'the first'} ${cases} runs that were tried are decided alike`;
}

/** Another change of the same contract may be what decides: then nothing is said of the rule. */
function refuted(witness: Witness, finding: JudgedChange, base: CompiledSide, head: CompiledSide): Claim {
  const others = otherChanges(finding, base, head);
  if (others > 0) {
    const reason = `a run is decided the other way round, and ${others} other changes of this contract may be why`;
    return { status: 'unknown', reason, witness };
  }
  return { status: 'refuted', witness, reason: `a run is decided the other way round: ${witness.says}` };
}

function otherChanges({ change }: JudgedChange, base: CompiledSide, head: CompiledSide): number {
  const { changes } = detectChanges(base.set, head.set);
  return changes.filter(({ edge }) => edge === change.edge || edge === null).length - 1;
}
