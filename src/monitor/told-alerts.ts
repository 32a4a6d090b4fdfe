import type { Told } from '../carry/alert-rules.js';
import { violationKey } from '../carry/violations-of.js';
import type { Alert, AlertKind, AlertViolation } from '../model/alert.js';
import type { AlertNote, OverrideNote } from '../model/ledger.js';

/** What the ledger says was told, and what holds by order of people: all that a monitor has to remember. */
export class ToldAlerts {
  readonly #told = new Map<string, Map<AlertKind, Told>>();
  readonly #violations = new Set<string>();
  /** Of the `violated` alert of an edge that fires. */
  readonly #firing = new Map<string, AlertViolation[]>();
  readonly #overrides = new Map<string, OverrideNote[]>();

  /** Takes a note in, in the ledger's order. */
  see(note: AlertNote | OverrideNote, seq: number): void {
    if (note.kind === 'alert') this.#seeAlert(note, seq);
    else {
      const known = this.#overrides.get(note.edge);
      if (known === undefined) this.#overrides.set(note.edge, [note]);
      else known.push(note);
    }
  }

  of(edge: string): ReadonlyMap<AlertKind, Told> {
    return this.#told.get(edge) ?? NONE;
  }

  /** Every override of an edge, in the ledger's order. */
  overrides(edge: string): readonly OverrideNote[] {
    return this.#overrides.get(edge) ?? [];
  }

  /** Was anybody told of it. */
  knows(violation: { readonly run: string; readonly constraint: string }): boolean {
    return this.#violations.has(violationKey(violation));
  }

  /** What the `violated` alert of an edge that fires was told for, as it was told; the newest of it. */
  violationsOf(edge: string): readonly AlertViolation[] {
    return this.#firing.get(edge) ?? [];
  }

  get edges(): readonly string[] {
    return [...this.#told.keys()];
  }

  #seeAlert({ alert, at, silenced }: AlertNote, seq: number): void {
    const ofEdge = this.#told.get(alert.edge) ?? new Map<AlertKind, Told>();
    this.#told.set(alert.edge, ofEdge);
    const before = ofEdge.get(alert.kind);
    const goesOn = before?.id === alert.id;
    ofEdge.set(alert.kind, {
      id: alert.id,
      kind: alert.kind,
      state: alert.state,
      severity: alert.severity,
      // What is over after a window without another one counts from the last one.
      since: goesOn && alert.kind !== 'violated' ? before.since : seq,
      last: seq,
      at: goesOn ? before.at : at,
      held_before: goesOn ? before.held_before : (alert.data.held_per_transfer_before ?? 0),
      unsent: silenced === true,
      ...madeUp(alert),
    });
    if (alert.kind === 'violated') this.#seeViolated(alert, goesOn);
    if (alert.kind === 'violated' && alert.state === 'firing')
      for (const violation of alert.violations) this.#violations.add(violationKey(violation));
  }

  /** What is told again quotes what it was told for: each stands once. */
  #seeViolated({ edge, state, violations }: Alert, goesOn: boolean): void {
    if (state !== 'firing') {
      this.#firing.delete(edge);
      return;
    }
    const before = goesOn ? (this.#firing.get(edge) ?? []) : [];
    const known = new Map([...before, ...violations].map((one) => [violationKey(one), one]));
    this.#firing.set(edge, [...known.values()].slice(-KEPT));
  }
}

/** How many violations of an alert are kept to be shown. */
const KEPT = 100;
const NONE: ReadonlyMap<AlertKind, Told> = new Map();

function madeUp({ simulated, partly_simulated }: Alert): Pick<Told, 'simulated'> {
  if (partly_simulated === true) return { simulated: 'some' };
  return simulated === true ? { simulated: 'all' } : {};
}
