import { type Fact, type Literal, literal, type NameSet } from './formula.js';
import { isRefused } from './refused.js';
import type { NameKind } from './name-kinds.js';
import type { Goal, Leaf, Prover } from './prover.js';
import { sizeView } from './size-view.js';
import type { SchemaNode } from './universe.js';

/** What facts say of an object. */
export interface ObjectView {
  readonly least: number;
  readonly most: number;
  readonly has: readonly string[];
  readonly lacks: readonly string[];
  readonly every: readonly MemberClaim[];
  /** In each of these one member at least is not valid. */
  readonly some: readonly Members[];
  /** Every name is valid. */
  readonly names: readonly SchemaNode[];
  /** For each of these one name at least is not valid. */
  readonly oddNames: readonly SchemaNode[];
  /** Names between which nothing differs. */
  readonly kinds: readonly NameKind[];
}

export interface Members {
  readonly names: NameSet;
  readonly node: SchemaNode;
}

/** Every such member is, or is not, valid. */
export interface MemberClaim extends Members {
  readonly is: boolean;
}

export function objectView(leaf: Leaf, prover: Prover): ObjectView {
  const view = {
    ...{ has: [] as string[], lacks: [] as string[], every: [] as MemberClaim[], some: [] as Members[] },
    ...{ names: [] as SchemaNode[], oddNames: [] as SchemaNode[] },
  };
  for (const { atom, is } of leaf.facts) {
    if (atom.about === 'has' && (!is || !view.has.includes(atom.name)))
      (is ? view.has : view.lacks).push(atom.name);
    if (atom.about === 'members') takeMembers(view, atom, is);
    if (atom.about === 'names') (is ? view.names : view.oddNames).push(atom.node);
  }
  const sets = [...view.every, ...view.some].map(({ names }) => names);
  const listed = [...new Set([...view.has, ...view.lacks, ...sets.flatMap(({ names }) => names)])];
  const patterns = [...new Set(sets.flatMap((set) => set.patterns))];
  return { ...view, ...sizeView(leaf), kinds: prover.nameKinds.of(listed, patterns) };
}

interface Taking {
  readonly has: string[];
  readonly every: MemberClaim[];
  readonly some: Members[];
}

function takeMembers({ has, every, some }: Taking, { names, node }: Members, is: boolean): void {
  const [name, ...more] = names.names;
  if (is) every.push({ names, node, is });
  else if (name === undefined || more.length > 0 || names.others || names.patterns.length > 0)
    some.push({ names, node });
  else {
    // One member that is not valid, and it can only be this one.
    every.push({ names, node, is });
    if (!has.includes(name)) has.push(name);
  }
}

export function covers(prover: Prover, names: NameSet, kind: NameKind): boolean {
  if (kind.name !== null) return prover.reader.isIn(names, kind.name);
  return names.patterns.some((pattern) => kind.matching.includes(pattern)) !== names.others;
}

/** What a member with such a name must be. */
export function memberOf(view: ObjectView, prover: Prover, kind: NameKind): readonly Literal[] {
  return view.every
    .filter(({ names }) => covers(prover, names, kind))
    .map(({ node, is }) => literal(node, is));
}

/** What such a name must be, where it is not listed. */
export function nameGoal(view: ObjectView, others: readonly Fact[], ...more: readonly Literal[]): Goal {
  return { literals: [...view.names.map((node) => literal(node)), ...more], facts: others, type: 'string' };
}

export function objectIsClosed(leaf: Leaf, prover: Prover): boolean {
  const view = objectView(leaf, prover);
  if (view.least > view.most || view.has.length > view.most) return true;
  const judge = new ObjectJudge(view, prover);
  return judge.isClosed() || (judge.mostMembers() === 0 && isRefused(leaf, prover, {}));
}

class ObjectJudge {
  readonly #view: ObjectView;
  readonly #prover: Prover;
  readonly #possible: Map<NameKind, boolean> = new Map();

  constructor(view: ObjectView, prover: Prover) {
    this.#view = view;
    this.#prover = prover;
  }

  isClosed(): boolean {
    const { has, some, oddNames, least } = this.#view;
    if (has.some((name) => !this.#mayHave({ name }))) return true;
    if (!this.#knowsAllKinds()) return false;
    if (some.some((members) => !this.#mayBreak(members))) return true;
    if (oddNames.some((node) => !this.#mayBeNamedUnlike(node))) return true;
    return least > this.mostMembers();
  }

  /** Patterns were too many to combine. */
  #knowsAllKinds(): boolean {
    return this.#view.kinds.some(({ name }) => name === null);
  }

  /** Kinds of names that there may be; only what is required where nothing else has room. */
  #kinds(): readonly NameKind[] {
    const { kinds, has, most } = this.#view;
    if (has.length < most) return kinds.filter((kind) => this.#mayHave(kind));
    return kinds.filter(({ name }) => name !== null && has.includes(name));
  }

  #mayHave(kind: NameKind): boolean {
    const key = kind.name === null ? kind : (this.#view.kinds.find(({ name }) => name === kind.name) ?? kind);
    const known = this.#possible.get(key);
    if (known !== undefined) return known;
    const possible = this.#nameMayBe(kind) && this.#memberMayBe(kind);
    this.#possible.set(key, possible);
    return possible;
  }

  #nameMayBe(kind: NameKind, ...more: readonly Literal[]): boolean {
    if (kind.name === null) return !this.#prover.isEmpty(nameGoal(this.#view, kind.others, ...more));
    const { name } = kind;
    const asked = [...this.#view.names.map((node) => literal(node)), ...more];
    return (
      !this.#view.lacks.includes(name) && asked.every((one) => this.#prover.reader.holds(one, name) !== false)
    );
  }

  #memberMayBe(kind: NameKind, ...more: readonly Literal[]): boolean {
    return !this.#prover.isEmpty({ literals: [...memberOf(this.#view, this.#prover, kind), ...more] });
  }

  #mayBreak({ names, node }: Members): boolean {
    return this.#view.kinds.some(
      (kind) =>
        covers(this.#prover, names, kind) &&
        this.#memberMayBe(kind, literal(node, false)) &&
        this.#kinds().includes(kind),
    );
  }

  #mayBeNamedUnlike(node: SchemaNode): boolean {
    return this.#kinds().some((kind) => this.#nameMayBe(kind, literal(node, false)));
  }

  /** As far as is known. */
  mostMembers(): number {
    const kinds = this.#kinds();
    const listed = this.#knowsAllKinds() && kinds.every(({ name }) => name !== null);
    return Math.min(this.#view.most, listed ? kinds.length : Number.POSITIVE_INFINITY);
  }
}
