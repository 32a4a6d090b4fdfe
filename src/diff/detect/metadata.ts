import type { JsonValue } from '../../canonical/json-value.js';
import type { Change, ChangeKind } from '../../model/policy-diff.js';
import { type ContractPair, changeOf, isSame } from './contract-pair.js';

/** Who the contract is about and whose it is. A new name is told where contracts are paired. */
export function metadataChanges(pair: ContractPair): readonly Change[] {
  const { base, head } = pair;
  return [
    ...changed(pair, 'agentsChanged', '/edge', { ...base.edge }, { ...head.edge }),
    ...changed(pair, 'ownerChanged', '/metadata/owner', base.metadata.owner, head.metadata.owner),
    ...changed(
      pair,
      'descriptionChanged',
      '/metadata/description',
      base.metadata.description,
      head.metadata.description,
    ),
    ...changed(pair, 'runbookChanged', '/metadata/runbook', base.metadata.runbook, head.metadata.runbook),
  ];
}

function changed(
  pair: ContractPair,
  kind: ChangeKind,
  at: string,
  before: JsonValue,
  after: JsonValue,
): readonly Change[] {
  return isSame(before, after) ? [] : [changeOf(pair, { kind, at, before, after })];
}
