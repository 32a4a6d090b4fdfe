import { canonicalJson } from '../../canonical/canonical-json.js';
import type { JsonValue } from '../../canonical/json-value.js';
import type { JsonPointer } from '../../canonical/pointer.js';
import type { Contract } from '../../contract/contract.js';
import { spanOf } from '../../contract/span-of.js';
import type { Change, ChangeKind, ChangePlace } from '../../model/policy-diff.js';

/** The same edge's contract in two versions. */
export interface ContractPair {
  readonly base: Contract;
  readonly head: Contract;
}

/** Finds what one part of a contract changed in. A new part of the language is one more of these, and one row. */
export type Detector = (pair: ContractPair) => readonly Change[];

/** What a change says besides where it is. */
export interface ChangeDraft {
  readonly kind: ChangeKind;
  readonly subject?: string;
  /** Not given: null, it was not there. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** Into base and head, where the two differ, as an index in a list does; else `at`. */
  readonly at: JsonPointer | { readonly base: JsonPointer | null; readonly head: JsonPointer | null };
}

/** A change with its places; a value that a version does not have has none there. */
export function changeOf({ base, head }: ContractPair, draft: ChangeDraft): Change {
  const { kind, subject, before, after } = draft;
  const at = typeof draft.at === 'string' ? { base: draft.at, head: draft.at } : draft.at;
  return {
    kind,
    edge: head.metadata.name,
    subject: subject ?? null,
    at: at.head ?? at.base ?? '',
    before: before ?? null,
    after: after ?? null,
    base: before === undefined || at.base === null ? null : placeOf(base, at.base),
    head: after === undefined || at.head === null ? null : placeOf(head, at.head),
  };
}

/** The line of a value, or of the nearest part around it that is written. */
export function placeOf(contract: Contract, at: JsonPointer): ChangePlace {
  const { file, line } = spanOf(contract, at);
  return { file, line };
}

/** Are two values the same JSON. */
export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}
