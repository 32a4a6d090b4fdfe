import { normaliseText } from '../../constraint/normalise-text.js';
import { pairKnown } from '../../constraint/pair-constraints.js';
import type { Constraint } from '../../model/constraint.js';
import type { TransferScene } from '../scene.js';
import { statedGroups } from './stated-groups.js';

/** What the sender's own list says of a constraint. Built only when somebody asks: mostly nobody does. */
export class SenderList {
  readonly #scene: TransferScene;
  #known: ReadonlyMap<string, readonly number[]> | undefined;
  #unknownIds: ReadonlySet<string> | undefined;
  #unknownTexts: ReadonlySet<string> | undefined;

  constructor(scene: TransferScene) {
    this.#scene = scene;
  }

  /** Is a constraint of the run in the list; null where the sender reported none. */
  has(id: string): boolean | null {
    if (this.#list === undefined) return null;
    this.#known ??= pairKnown(this.#scene.context.known, statedGroups(this.#scene.context), this.#list).pairs;
    return this.#known.has(id);
  }

  /** Is something in the list that the run does not know: by its id, or by its text where it has none. */
  hasUnknown(sent: Constraint): boolean | null {
    const list = this.#list;
    if (list === undefined) return null;
    if (sent.id !== undefined) {
      this.#unknownIds ??= new Set(list.flatMap((entry) => (entry.id === undefined ? [] : [entry.id])));
      return this.#unknownIds.has(sent.id);
    }
    this.#unknownTexts ??= new Set(list.map((entry) => normaliseText(entry.text)));
    return this.#unknownTexts.has(normaliseText(sent.text));
  }

  /** The common case, told without an index: the list begins with what is held, in the same order. */
  beginsWithHeld(): boolean {
    const list = this.#list;
    if (list === undefined) return false;
    const { held } = this.#scene.context;
    for (let index = 0; index < held.length; index += 1) {
      if (held[index]?.constraint.id !== list[index]?.id) return false;
    }
    return true;
  }

  get #list(): readonly Constraint[] | undefined {
    return this.#scene.transfer.sender.constraints;
  }
}
