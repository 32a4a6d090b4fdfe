import type { JsonValue } from '../../canonical/json-value.js';
import type { ContractSet } from '../../contract/contract.js';
import { PROJECT_FILE } from '../../contract/read-project-file.js';
import type { Change, ChangeKind } from '../../model/policy-diff.js';
import { asJson } from './added-removed.js';
import { compareKeyed } from './compare-keyed.js';
import { isSame } from './contract-pair.js';

/** What changed for all edges at once: the project file and the tools file. */
export function projectChanges(base: ContractSet, head: ContractSet): readonly Change[] {
  const [was, is] = [base.project, head.project];
  return [
    ...whole('uncoveredChanged', '/uncovered', was.uncovered, is.uncovered),
    ...whole('adaptersChanged', '/adapters', asJson(was.adapters), asJson(is.adapters)),
    ...named(was.effects ?? [], is.effects ?? [], ({ kind }) => kind, '/effects', {
      ...{ added: 'effectKindAdded', removed: 'effectKindRemoved', changed: 'effectKindChanged' },
    }),
    ...named(base.tools ?? [], head.tools ?? [], ({ name }) => name, '/tools', {
      ...{ added: 'toolAdded', removed: 'toolRemoved', changed: 'toolChanged' },
    }),
  ];
}

type Kinds = { readonly added: ChangeKind; readonly removed: ChangeKind; readonly changed: ChangeKind };

function whole(kind: ChangeKind, at: string, before: JsonValue, after: JsonValue): readonly Change[] {
  return isSame(before, after) ? [] : [projectChange(kind, null, at, before, after)];
}

function named<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
  at: string,
  kinds: Kinds,
): readonly Change[] {
  const { added, removed, kept } = compareKeyed(before, after, keyOf);
  return [
    ...removed.map(({ key, item }) => projectChange(kinds.removed, key, at, asJson(item), null)),
    ...added.map(({ key, item }) => projectChange(kinds.added, key, at, null, asJson(item))),
    ...kept
      .filter((both) => !isSame(asJson(both.before.item), asJson(both.after.item)))
      .map((both) =>
        projectChange(kinds.changed, both.after.key, at, asJson(both.before.item), asJson(both.after.item)),
      ),
  ];
}

/** The project file keeps no lines in its model: the file has to do. */
function projectChange(
  kind: ChangeKind,
  subject: string | null,
  at: string,
  before: JsonValue,
  after: JsonValue,
): Change {
  const place = { file: PROJECT_FILE, line: 1 };
  const sides = { base: before === null ? null : place, head: after === null ? null : place };
  return { kind, edge: null, subject, at, before, after, ...sides };
}
