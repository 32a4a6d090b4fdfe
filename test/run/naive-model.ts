import type { Constraint, EffectPattern, KnownConstraint } from '../../src/model/constraint.js';
import type { EstablishedFact, Payload } from '../../src/model/payload.js';
import type { EffectRecord, RunRecord, TransferRecord } from '../../src/model/record.js';
import type { RunTerms } from '../../src/model/transfer-context.js';

/**
 * The semantics of a run in the most direct way, from the design's text: every question goes back to the list of
 * records, over and over. It shares no code with the fold, knows only well-formed payloads, and pairs texts by
 * equality.
 */
export class NaiveModel {
  readonly #records: readonly RunRecord[];
  readonly #terms: RunTerms;
  readonly #memo = new Map<string, unknown>();

  constructor(records: readonly RunRecord[], terms: RunTerms) {
    this.#records = records;
    this.#terms = terms;
  }

  transferAt(index: number): TransferRecord {
    const record = this.#records[index];
    if (record?.kind !== 'transfer') throw new Error(`record ${index} is no transfer`);
    return record;
  }

  // --- what was stated -------------------------------------------------------------------------------------

  /** Everything told to anybody before a record: whom, what, where in the file. */
  statements(before: number): { to: string; index: number; constraint: KnownConstraint }[] {
    const found: { to: string; index: number; constraint: KnownConstraint }[] = [];
    this.#records.slice(0, before).forEach((record, index) => {
      if (record.kind === 'message') {
        for (const constraint of record.constraints ?? []) found.push({ to: record.to, index, constraint });
      }
      if (record.kind === 'statement') found.push({ to: record.to, index, constraint: record.constraint });
      if (record.kind === 'transfer' && this.crosses(index)) {
        for (const constraint of this.standing(record)) {
          if (!found.some((other) => other.constraint.id === constraint.id)) {
            found.push({ to: record.from, index, constraint });
          }
        }
      }
    });
    return found;
  }

  standing(transfer: TransferRecord): readonly KnownConstraint[] {
    return this.#terms.edgeOf(transfer)?.standing ?? [];
  }

  /** First statements, by id; with the standing ones of the transfer at this place. */
  known(index: number): Map<string, KnownConstraint> {
    return this.#once(`known ${index}`, () => {
      const known = new Map<string, KnownConstraint>();
      for (const { constraint } of this.statements(index)) {
        if (!known.has(constraint.id)) known.set(constraint.id, constraint);
      }
      const record = this.#records[index];
      if (record?.kind === 'transfer') {
        for (const constraint of this.standing(record)) {
          if (!known.has(constraint.id)) known.set(constraint.id, constraint);
        }
      }
      return known;
    });
  }

  // --- the graph -------------------------------------------------------------------------------------------

  /** Delivered, and the first delivery of its hop. */
  crosses(index: number): boolean {
    const record = this.#records[index];
    if (record?.kind !== 'transfer' || !record.delivered) return false;
    return !this.#records
      .slice(0, index)
      .some((other) => other.kind === 'transfer' && other.delivered && other.hop === record.hop);
  }

  parents(index: number): number[] {
    const transfer = this.transferAt(index);
    const found: number[] = [];
    for (let other = 0; other < index; other++) {
      if (!this.crosses(other)) continue;
      const { hop } = this.transferAt(other);
      if (hop !== transfer.hop && transfer.after.includes(hop)) found.push(other);
    }
    return found;
  }

  ancestors(index: number): Set<number> {
    const found = new Set<number>();
    const open = this.parents(index);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...this.parents(next));
    }
    return found;
  }

  history(index: number): 'complete' | 'partial' | 'none' {
    const { hop } = this.transferAt(index);
    if (index === 0 && hop > 1) return 'none';
    const earlier = this.#records.slice(0, index);
    if (earlier.some((record) => record.kind === 'message' && record.constraints === undefined))
      return 'partial';
    const line = [index, ...this.ancestors(index)];
    const missing = line.some((each) => {
      const { after, hop: own } = this.transferAt(each);
      const there = this.parents(each).map((parent) => this.transferAt(parent).hop);
      return after.some((named) => named === own || !there.includes(named));
    });
    return missing ? 'partial' : 'complete';
  }

  // --- what a payload does ---------------------------------------------------------------------------------

  payload(index: number): Partial<Payload> {
    return this.transferAt(index).payload as Partial<Payload>;
  }

  /** Which entries are which constraint that could be meant here. */
  entriesFor(index: number, id: string, list: readonly Constraint[]): Constraint[] {
    const first = this.known(index).get(id);
    return list.filter((entry) => {
      if (entry.id !== undefined) return entry.id === id;
      return first !== undefined && entry.text === first.text && !this.ended(index, id);
    });
  }

  /** Closed before, or a task's constraint that has lapsed; unless the sender was told it anew. */
  ended(index: number, id: string): boolean {
    if (this.closedBefore(index).has(id)) return true;
    return this.lapsedOnTheWay(index).has(id) && !this.toldTo(index).has(id);
  }

  carriedIn(index: number): Set<string> {
    return this.#once(`carried ${index}`, () => {
      const carried = new Set<string>();
      for (const id of this.known(index).keys()) {
        if (this.ended(index, id) || this.closedIn(index).has(id)) continue;
        if (this.entriesFor(index, id, this.payload(index).constraints ?? []).length > 0) carried.add(id);
      }
      return carried;
    });
  }

  wholeIn(index: number, id: string): boolean {
    const entries = this.entriesFor(index, id, this.payload(index).constraints ?? []);
    const first = this.known(index).get(id);
    const [entry] = entries;
    if (first === undefined || entry === undefined || entries.length !== 1) return false;
    if ((this.payload(index).discharged ?? []).some(({ constraint }) => constraint === id)) return false;
    const { id: _, ...said } = first;
    const { id: __, ...sent } = entry;
    return JSON.stringify(said) === JSON.stringify(sent);
  }

  /** What this transfer's discharges close. */
  closedIn(index: number): Set<string> {
    return this.#once(`closes ${index}`, () => {
      const transfer = this.transferAt(index);
      const closed = new Set<string>();
      for (const discharge of this.payload(index).discharged ?? []) {
        const { constraint: id, how, evidence, by } = discharge;
        const first = this.known(index).get(id);
        if (first === undefined || this.closedBefore(index).has(id)) continue;
        const here = this.heldAt(index).has(id) || this.lostBefore(index).has(id);
        if (!here && !this.lapsedOnTheWay(index).has(id)) continue;
        if (by.agent !== transfer.from || by.hop !== transfer.hop) continue;
        if (this.isShown(index, first, how, evidence)) closed.add(id);
      }
      return closed;
    });
  }

  isShown(index: number, first: KnownConstraint, how: string, evidence: string): boolean {
    const records = this.#records.slice(0, index);
    const at = records.findIndex((record) => 'id' in record && record.id === evidence);
    const record = records[at];
    if (how === 'superseded') {
      const policies = this.#terms.edgeOf(this.transferAt(index))?.policies ?? [];
      return first.stated_by === 'policy' && policies.includes(evidence);
    }
    if (record === undefined) return false;
    if (how === 'withdrawn') {
      const stated = this.statements(index).filter(({ constraint }) => constraint.id === first.id);
      const later = stated.every((each) => each.index < at);
      return (
        first.stated_by === 'customer' &&
        record.kind === 'message' &&
        (record.withdraws ?? []).includes(first.id) &&
        later
      );
    }
    if (how !== 'satisfied' || first.modality === 'prohibition') return false;
    const wanted = first.requires ?? [];
    if (record.kind === 'effect')
      return wanted.length === 0 || wanted.some((each) => equal(each, record.effect));
    return record.kind === 'tool_call' && record.succeeded && wanted.length === 0;
  }

  /** Discharged in an ancestor: the lowest hop that did. */
  closedBefore(index: number): Map<string, number> {
    return this.#once(`closed ${index}`, () => {
      const closed = new Map<string, number>();
      for (const ancestor of this.ancestors(index)) {
        const { hop } = this.transferAt(ancestor);
        for (const id of this.closedIn(ancestor)) closed.set(id, Math.min(hop, closed.get(id) ?? hop));
      }
      return closed;
    });
  }

  // --- who holds what --------------------------------------------------------------------------------------

  /** Told to the sender, and not handed on by it on this path since. */
  toldTo(index: number): Set<string> {
    const { from } = this.transferAt(index);
    const sends = [...this.ancestors(index)].filter((each) => this.transferAt(each).from === from);
    const told = this.statements(index).filter(
      ({ to, index: at }) => to === from && sends.every((send) => send < at),
    );
    return new Set(told.map(({ constraint }) => constraint.id));
  }

  /** Told to the sender by a message or a statement, or live in a payload delivered to it: at any time, by any path. */
  everGiven(index: number): { id: string; at: number; origin: 'received' | 'stated' }[] {
    const { from } = this.transferAt(index);
    const told = this.statements(index)
      .filter(({ to, index: at }) => to === from && this.#records[at]?.kind !== 'transfer')
      .map(({ constraint, index: at }) => ({ id: constraint.id, at, origin: 'stated' as const }));
    const payloads = this.crossings(index).filter((each) => this.transferAt(each).to === from);
    const received = payloads.flatMap((at) =>
      [...this.carriedIn(at)].map((id) => ({ id, at, origin: 'received' as const })),
    );
    return [...told, ...received];
  }

  /**
   * Given to the sender at any time and not discharged on a path that it met; unless this path lost it after the
   * sender had handed it on there.
   */
  owedAt(index: number): { id: string; origin: 'received' | 'stated' }[] {
    const { from } = this.transferAt(index);
    const given = this.everGiven(index);
    const met = this.crossings(index).filter((each) => {
      const ends = this.transferAt(each);
      return ends.from === from || ends.to === from;
    });
    const sends = [...this.ancestors(index)].filter((each) => this.transferAt(each).from === from);
    return given.filter(({ id, at }) => {
      if (this.known(index).get(id)?.scope !== 'run') return false;
      if (met.some((each) => this.closedBefore(each).has(id) || this.closedIn(each).has(id))) return false;
      const lost = this.parents(index).some((parent) => this.lostIn(parent, id) !== null);
      return !(lost && sends.some((send) => send > at));
    });
  }

  heldAt(index: number): Map<string, Set<string>> {
    return this.#once(`held ${index}`, () => {
      const transfer = this.transferAt(index);
      const known = this.known(index);
      const held = new Map<string, Set<string>>();
      const hold = (id: string, origin: string): void => {
        if (this.closedBefore(index).has(id)) return;
        held.set(id, (held.get(id) ?? new Set()).add(origin));
      };
      for (const parent of this.parents(index)) {
        for (const id of this.carriedIn(parent)) {
          if (known.get(id)?.scope === 'run') hold(id, 'received');
        }
      }
      for (const id of this.toldTo(index)) hold(id, 'stated');
      for (const { id } of this.standing(transfer)) hold(id, 'standing');
      const here = new Set(held.keys());
      for (const { id, origin } of this.owedAt(index)) if (!here.has(id)) hold(id, origin);
      for (const id of known.keys()) {
        const listed = this.entriesFor(index, id, transfer.sender.constraints ?? []).length > 0;
        if (listed && !this.ended(index, id)) hold(id, 'sender');
      }
      return held;
    });
  }

  /** Of task scope, and bound to the receiver of this transfer. */
  attachedAt(index: number): Set<string> {
    const here = new Set([...this.heldAt(index).keys(), ...this.carriedIn(index)]);
    const known = this.known(index);
    return new Set(
      [...here].filter((id) => known.get(id)?.scope === 'task' && !this.closedIn(index).has(id)),
    );
  }

  /** Of task scope, and attached to an ancestor. */
  lapsedOnTheWay(index: number): Set<string> {
    return this.#once(`lapsed ${index}`, () => {
      const lapsed = new Set<string>();
      for (const ancestor of this.ancestors(index)) {
        for (const id of this.attachedAt(ancestor)) lapsed.add(id);
      }
      return lapsed;
    });
  }

  lapsedAt(index: number): Set<string> {
    const lapsed = [...this.lapsedOnTheWay(index)];
    return new Set(lapsed.filter((id) => !this.closedBefore(index).has(id) && !this.heldAt(index).has(id)));
  }

  /** After this transfer: lost, and at which hop first, unless it was made good since. */
  lostIn(index: number, id: string): number | null {
    return this.#once(`lost ${index} ${id}`, () => {
      const { hop } = this.transferAt(index);
      if (this.known(index).get(id)?.scope !== 'run') return null;
      if (this.closedBefore(index).has(id) || this.closedIn(index).has(id)) return null;
      if (this.carriedIn(index).has(id)) return null;
      if (this.parents(index).some((parent) => this.carriedIn(parent).has(id))) return hop;
      return this.lostBefore(index).get(id) ?? (this.heldAt(index).has(id) ? hop : null);
    });
  }

  /** Lost by an ancestor, and not carried by another branch. */
  lostBefore(index: number): Map<string, number> {
    return this.#once(`lost before ${index}`, () => {
      const lost = new Map<string, number>();
      const parents = this.parents(index);
      for (const id of this.known(index).keys()) {
        if (this.closedBefore(index).has(id)) continue;
        if (parents.some((parent) => this.carriedIn(parent).has(id))) continue;
        const hops = parents.map((parent) => this.lostIn(parent, id)).filter((hop) => hop !== null);
        if (hops.length > 0) lost.set(id, Math.min(...hops));
      }
      return lost;
    });
  }

  upstreamAt(index: number): Map<string, number> {
    return new Map([...this.lostBefore(index)].filter(([id]) => !this.heldAt(index).has(id)));
  }

  notReachedAt(index: number): Set<string> {
    const elsewhere = [...this.known(index).keys()].filter(
      (id) =>
        !this.heldAt(index).has(id) &&
        !this.upstreamAt(index).has(id) &&
        !this.closedBefore(index).has(id) &&
        !this.lapsedAt(index).has(id),
    );
    return new Set(elsewhere);
  }

  // --- effects ---------------------------------------------------------------------------------------------

  crossings(before: number): number[] {
    return this.#records.slice(0, before).flatMap((_, index) => (this.crosses(index) ? [index] : []));
  }

  /** What binds an agent just before a record. */
  bindingFor(agent: string, before: number): Set<string> {
    const crossings = this.crossings(before);
    const mine = crossings.filter((each) => {
      const { from, to } = this.transferAt(each);
      return from === agent || to === agent;
    });
    const closed = new Set(
      mine.flatMap((each) => [...this.closedBefore(each).keys(), ...this.closedIn(each)]),
    );
    const lastSent = Math.max(-1, ...crossings.filter((each) => this.transferAt(each).from === agent));
    const task = new Set<string>();
    for (const { to, index, constraint } of this.statements(before)) {
      if (to === agent && index > lastSent) task.add(constraint.id);
    }
    for (const each of crossings) {
      if (this.transferAt(each).to !== agent || each < lastSent) continue;
      for (const id of this.attachedAt(each)) task.add(id);
    }
    const known = new Map<string, KnownConstraint>();
    for (const { constraint } of this.statements(before)) {
      if (!known.has(constraint.id)) known.set(constraint.id, constraint);
    }
    const ids = [...known.values()].filter(
      ({ id, scope }) => !closed.has(id) && (scope === 'run' || task.has(id)),
    );
    return new Set(ids.map(({ id }) => id));
  }

  /** The facts of a key that were delivered to an agent, newest first; one told again right after counts once. */
  receivedFacts(agent: string, key: string, before: number): string[] {
    const told = this.crossings(before)
      .filter((each) => this.transferAt(each).to === agent)
      .flatMap((each) => {
        const { hop, payload } = this.transferAt(each);
        const facts = (payload as { established?: EstablishedFact[] }).established ?? [];
        return facts
          .filter((fact) => fact.key === key)
          .map(({ value, source, evidence }) => ({ hop, what: JSON.stringify([value, source, evidence]) }));
      });
    return told
      .filter(({ what }, index) => what !== told[index - 1]?.what)
      .map(({ hop, what }) => `${hop} ${what}`)
      .reverse();
  }

  arrivedWhole(agent: string, id: string, before: number): boolean {
    const received = this.crossings(before).filter((each) => this.transferAt(each).to === agent);
    const last = received[received.length - 1] ?? -1;
    const told = this.statements(before).some(
      ({ to, index, constraint }) => to === agent && constraint.id === id && index > last,
    );
    return told || (last >= 0 && this.carriedIn(last).has(id) && this.wholeIn(last, id));
  }

  /** Every violation, as text: what, by which effect, why. */
  violations(): string[] {
    const found: string[] = [];
    const end = this.#records.findIndex(({ kind }) => kind === 'closed');
    this.#records.slice(0, end < 0 ? undefined : end).forEach((record, index) => {
      if (record.kind === 'effect') found.push(...this.#violatedBy(record, index));
    });
    if (end >= 0) found.push(...this.#unmet(end));
    return found;
  }

  #violatedBy({ by, effect, id: evidence }: EffectRecord, index: number): string[] {
    const known = this.known(index);
    const broken = [...this.bindingFor(by, index)].filter((id) => {
      const constraint = known.get(id);
      return (
        constraint?.modality === 'prohibition' && constraint.forbids?.some((each) => equal(each, effect))
      );
    });
    return broken.map((id) => {
      const cause = this.arrivedWhole(by, id, index) ? 'reasoning' : 'transmission';
      return `${id} ${evidence} ${by} ${cause}`;
    });
  }

  #unmet(end: number): string[] {
    const crossings = this.crossings(end);
    const effects = this.#records.slice(0, end).filter((record) => record.kind === 'effect');
    const last = crossings[crossings.length - 1];
    const unmet: string[] = [];
    for (const { id, modality, requires = [] } of this.known(end).values()) {
      if (modality !== 'requirement') continue;
      if (crossings.some((each) => this.closedIn(each).has(id))) continue;
      if (effects.some(({ effect }) => requires.some((each) => equal(each, effect)))) continue;
      if (crossings.some((each) => this.lapsesAt(each, id))) continue;
      const first = this.statements(end).find(({ constraint }) => constraint.id === id);
      const agent = last === undefined ? (first?.to ?? '') : this.transferAt(last).to;
      unmet.push(`${id} closed ${agent} ${this.arrivedWhole(agent, id, end) ? 'reasoning' : 'transmission'}`);
    }
    return unmet;
  }

  /** A task's constraint that lapses as this transfer hands on. */
  lapsesAt(index: number, id: string): boolean {
    if (this.closedBefore(index).has(id) || this.closedIn(index).has(id)) return false;
    if (this.attachedAt(index).has(id)) return false;
    return this.parents(index).some((parent) => this.attachedAt(parent).has(id));
  }

  #once<T>(key: string, compute: () => T): T {
    if (!this.#memo.has(key)) this.#memo.set(key, compute());
    return this.#memo.get(key) as T;
  }
}

/** Patterns of the random runs hold no star. */
function equal(a: EffectPattern, b: EffectPattern): boolean {
  return a.kind === b.kind && a.target === b.target;
}
