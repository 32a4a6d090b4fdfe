import type { JsonValue } from '../../canonical/json-value.js';
import type { JsonPointer } from '../../canonical/pointer.js';
import type { Change, ChangeKind } from '../../model/policy-diff.js';
import { compareKeyed, type KeyedDifference } from './compare-keyed.js';
import { type ContractPair, changeOf } from './contract-pair.js';

/** How the items of one list of a contract are told apart and named. */
export interface ListOf<T> {
  readonly at: JsonPointer;
  readonly key: (item: T) => string;
  /** How a reviewer calls it; not given: the key. */
  readonly subject?: (item: T) => string;
  readonly added: ChangeKind;
  readonly removed: ChangeKind;
}

/** Items that came and went. What is in both is `kept`, for the caller to look into. */
export function addedAndRemoved<T>(
  pair: ContractPair,
  before: readonly T[],
  after: readonly T[],
  list: ListOf<T>,
): { readonly changes: readonly Change[]; readonly kept: KeyedDifference<T>['kept'] } {
  const { added, removed, kept } = compareKeyed(before, after, list.key);
  const nameOf = list.subject ?? list.key;
  const changes = [
    ...removed.map(({ item, index }) =>
      changeOf(pair, {
        kind: list.removed,
        subject: nameOf(item),
        before: asJson(item),
        at: { base: `${list.at}/${index}`, head: null },
      }),
    ),
    ...added.map(({ item, index }) =>
      changeOf(pair, {
        kind: list.added,
        subject: nameOf(item),
        after: asJson(item),
        at: { base: null, head: `${list.at}/${index}` },
      }),
    ),
  ];
  return { changes, kept };
}

/** Parts of a contract are JSON; their interfaces say more than JsonValue can. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
