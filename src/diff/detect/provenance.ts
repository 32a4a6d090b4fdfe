import type { ConfigSource } from '../../model/config.js';
import type { KnownConstraint } from '../../model/constraint.js';
import type { Change } from '../../model/policy-diff.js';
import { addedAndRemoved, asJson } from './added-removed.js';
import { type ContractPair, changeOf, isSame } from './contract-pair.js';

const TEXT = (text: string): string => text;

/** Where facts may come from, and how old they may be. */
export function establishedChanges(pair: ContractPair): readonly Change[] {
  const [before, after] = [pair.base.provenance.established, pair.head.provenance.established];
  const at = '/provenance/established';
  if (before === null && after === null) return [];
  if (before === null) return [changeOf(pair, { kind: 'sourcesRestricted', at, after: asJson(after) })];
  if (after === null) return [changeOf(pair, { kind: 'sourcesUnrestricted', at, before: asJson(before) })];
  const list = { at: `${at}/sources`, key: TEXT, added: 'sourceAdded', removed: 'sourceRemoved' } as const;
  const age = { before: before.maxAgeSeconds, after: after.maxAgeSeconds };
  return [
    ...addedAndRemoved(pair, before.sources, after.sources, list).changes,
    ...(age.before === age.after
      ? []
      : [changeOf(pair, { kind: 'maxAgeChanged', at: `${at}/max_age`, ...age })]),
  ];
}

/** Who may state a constraint. */
export function speakerChanges(pair: ContractPair): readonly Change[] {
  const [before, after] = [pair.base.provenance.statedBy, pair.head.provenance.statedBy];
  const at = '/provenance/constraints/stated_by';
  if (before === null && after === null) return [];
  if (before === null) return [changeOf(pair, { kind: 'speakersRestricted', at, after: asJson(after) })];
  if (after === null) return [changeOf(pair, { kind: 'speakersUnrestricted', at, before: asJson(before) })];
  const list = { at, key: TEXT, added: 'speakerAdded', removed: 'speakerRemoved' } as const;
  return addedAndRemoved(pair, before, after, list).changes;
}

/** Policies that may supersede a constraint. */
export function policyChanges(pair: ContractPair): readonly Change[] {
  const list = {
    ...{ at: '/provenance/constraints/policies', key: TEXT },
    ...({ added: 'policyAdded', removed: 'policyRemoved' } as const),
  };
  return addedAndRemoved(pair, pair.base.provenance.policies, pair.head.provenance.policies, list).changes;
}

/** Constraints that every transfer of the edge holds. */
export function standingChanges(pair: ContractPair): readonly Change[] {
  const list = {
    at: '/provenance/constraints/standing',
    key: ({ id }: KnownConstraint) => id,
    ...({ added: 'standingAdded', removed: 'standingRemoved' } as const),
  };
  const { changes, kept } = addedAndRemoved(
    pair,
    pair.base.provenance.standing,
    pair.head.provenance.standing,
    list,
  );
  return [
    ...changes,
    ...kept
      .filter(({ before, after }) => !isSame(asJson(before.item), asJson(after.item)))
      .map(({ before, after }) =>
        changeOf(pair, {
          kind: 'standingChanged',
          subject: after.key,
          before: asJson(before.item),
          after: asJson(after.item),
          at: { base: `${list.at}/${before.index}`, head: `${list.at}/${after.index}` },
        }),
      ),
  ];
}

/** Where live config is read, and against what. */
export function configSourceChanges(pair: ContractPair): readonly Change[] {
  const [before, after] = [pair.base.provenance.config, pair.head.provenance.config];
  const at = '/provenance/config';
  if (before === null && after === null) return [];
  if (before === null) return [changeOf(pair, { kind: 'configWatched', at, after: asJson(after) })];
  if (after === null) return [changeOf(pair, { kind: 'configUnwatched', at, before: asJson(before) })];
  const list = {
    ...{ at, key: ({ source }: ConfigSource) => source },
    ...({ added: 'configSourceAdded', removed: 'configSourceRemoved' } as const),
  };
  const { changes, kept } = addedAndRemoved(pair, before, after, list);
  return [
    ...changes,
    ...kept
      .filter((both) => !isSame(readFrom(both.before.item), readFrom(both.after.item)))
      .map((both) =>
        changeOf(pair, {
          kind: 'configSourceChanged',
          subject: both.after.key,
          before: asJson(both.before.item),
          after: asJson(both.after.item),
          at: { base: `${at}/${both.before.index}`, head: `${at}/${both.after.index}` },
        }),
      ),
  ];
}

/** The order in which secrets are listed hides nothing more and nothing less. */
function readFrom(source: ConfigSource): ReturnType<typeof asJson> {
  return asJson({ ...source, secrets: [...source.secrets].sort() });
}
