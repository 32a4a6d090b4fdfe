import type { JsonValue } from '../../canonical/json-value.js';
import type { ContractSet, LedgerSettings, MonitorSettings, Project } from '../../contract/contract.js';
import { PROJECT_FILE } from '../../contract/read-project-file.js';
import { TOOLS_FILE } from '../../contract/read-tools.js';
import { wholeVocabulary } from '../../contract/speak-vocabulary.js';
import type { EffectKind } from '../../model/effect-kind.js';
import type { RedactionFields, RedactionSettings } from '../../model/redaction.js';
import type { Change, ChangeKind } from '../../model/policy-diff.js';
import { asJson } from './added-removed.js';
import { compareKeyed } from './compare-keyed.js';
import { isSame } from './contract-pair.js';

/** What changed for all edges at once: the project file and the tools file. */
export function projectChanges(base: ContractSet, head: ContractSet): readonly Change[] {
  return [
    ...membersChanged(PROJECT, base.project, head.project),
    ...named(base.tools ?? [], head.tools ?? [], ({ name }) => name, '/tools', {
      ...{ added: 'toolAdded', removed: 'toolRemoved', changed: 'toolChanged' },
    }),
  ];
}

/** Finds what one member changed in; told with the objects it is in, since some members say one thing together. */
type MembersOf<T> = {
  readonly [Member in keyof T]-?: (was: T[Member], is: T[Member], base: T, head: T) => readonly Change[];
};

/** A new member of the project file does not compile without a row of its own. */
const PROJECT: MembersOf<Project> = {
  contracts: (was, is) => whole('contractsMoved', '/contracts', was, is),
  policies: (was, is) => whole('policiesMoved', '/policies', was, is),
  uncovered: (was, is) => whole('uncoveredChanged', '/uncovered', was, is),
  adapters: (was, is) => whole('adaptersChanged', '/adapters', asJson(was), asJson(is)),
  effects: (was, is) =>
    named(vocabularyOf(was), vocabularyOf(is), ({ kind }) => kind, '/effects', {
      ...{ added: 'effectKindAdded', removed: 'effectKindRemoved', changed: 'effectKindChanged' },
    }),
  tools: (was, is) => whole('toolsFileMoved', '/tools', was ?? TOOLS_FILE, is ?? TOOLS_FILE),
  ledger: (was, is) => membersChanged(LEDGER, was, is),
  redaction: (was, is) =>
    came(was, is, '/redaction', ['redactionAdded', 'redactionRemoved'], (before, after) =>
      membersChanged(REDACTION, before, after),
    ),
  monitor: (was, is) => membersChanged(MONITOR, was, is),
};

const LEDGER: MembersOf<LedgerSettings> = {
  path: (_, __, base, head) => whole('ledgerMoved', '/ledger', ledgerPlace(base), ledgerPlace(head)),
  url: () => [], // Told with the path: a ledger is at one place.
  checkpoint: (was, is) =>
    came(was, is, '/ledger/checkpoint', ['checkpointAdded', 'checkpointRemoved'], (before, after) =>
      whole('checkpointChanged', '/ledger/checkpoint', asJson(before), asJson(after)),
    ),
  keys: (was, is) => whole('ledgerKeysChanged', '/ledger/keys', [...was].sort(), [...is].sort()),
};

/** Where there is a database, the path is not looked at. */
function ledgerPlace({ path, url }: LedgerSettings): JsonValue {
  return url === null ? { path } : { url };
}

const REDACTION: MembersOf<RedactionSettings> = {
  key: (was, is) => whole('redactionKeyChanged', '/redaction/key', was, is),
  fields: (was, is) =>
    named(fieldsOf(was), fieldsOf(is), (field) => field, '/redaction/fields', {
      ...{ added: 'redactedFieldAdded', removed: 'redactedFieldRemoved' },
    }),
  texts: (was, is) =>
    named(was, is, ({ name }) => name, '/redaction/texts', {
      ...{ added: 'redactedTextAdded', removed: 'redactedTextRemoved', changed: 'redactedTextChanged' },
    }),
};

/** `message /text`; a pattern that is written twice is one. */
function fieldsOf(fields: RedactionFields): readonly string[] {
  const written = Object.entries(fields).flatMap(([kind, paths]) => paths.map((path) => `${kind} ${path}`));
  return [...new Set(written)];
}

const MONITOR: MembersOf<MonitorSettings> = {
  webhooks: (was, is) =>
    named(was, is, ({ name }) => name, '/monitor/webhooks', {
      ...{ added: 'webhookAdded', removed: 'webhookRemoved', changed: 'webhookChanged' },
    }),
  metrics: (was, is) =>
    came(was, is, '/monitor/metrics', ['metricsAdded', 'metricsRemoved'], (before, after) =>
      whole('metricsMoved', '/monitor/metrics', before, after),
    ),
};

/** Every vocabulary has `config.change`; where there is none, its details may be anything as well. */
function vocabularyOf(effects: Project['effects']): readonly EffectKind[] {
  return effects === null ? [] : wholeVocabulary(effects);
}

function membersChanged<T extends object>(members: MembersOf<T>, base: T, head: T): readonly Change[] {
  return (Object.keys(members) as (keyof T)[]).flatMap((member) =>
    members[member](base[member], head[member], base, head),
  );
}

/** A part that came, went, or is there in both. */
function came<T extends object>(
  was: T | null,
  is: T | null,
  at: string,
  [added, removed]: readonly [ChangeKind, ChangeKind],
  kept: (was: T, is: T) => readonly Change[],
): readonly Change[] {
  if (was !== null && is !== null) return kept(was, is);
  if (was === is) return [];
  return [projectChange(was === null ? added : removed, null, at, asJson(was), asJson(is))];
}

/** Without `changed`, an item is no more than its key. */
type Kinds = { readonly added: ChangeKind; readonly removed: ChangeKind; readonly changed?: ChangeKind };

function whole(kind: ChangeKind, at: string, before: JsonValue, after: JsonValue): readonly Change[] {
  return isSame(before, after) ? [] : [projectChange(kind, null, at, before, after)];
}

function named<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
  at: string,
  { changed, ...kinds }: Kinds,
): readonly Change[] {
  const { added, removed, kept } = compareKeyed(before, after, keyOf);
  return [
    ...removed.map(({ key, item }) => projectChange(kinds.removed, key, at, asJson(item), null)),
    ...added.map(({ key, item }) => projectChange(kinds.added, key, at, null, asJson(item))),
    ...kept.flatMap(({ before: { item: was }, after: { item: is, key } }) =>
      changed === undefined || isSame(asJson(was), asJson(is))
        ? []
        : [projectChange(changed, key, at, asJson(was), asJson(is))],
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
