import type { JsonObject, JsonSchema } from '../../canonical/json-value.js';
import { isJsonObject } from '../../canonical/json-value.js';
import { checksOf } from '../../compile/active-checks.js';
import type { Contract, EdgeCheck } from '../../contract/contract.js';
import type { DeclaredChange, DeclaredEffect } from '../../model/bundle.js';
import { CONFIG_CHANGE, CONFIG_OPERATIONS, type ConfigSource } from '../../model/config.js';
import type { KnownConstraint, Modality, StatedBy } from '../../model/constraint.js';
import { DISCHARGE_KINDS } from '../../model/payload.js';
import type { Severity } from '../../model/severity.js';

/** One kind of change to a contract: each of the contracts that it makes differs in one place. */
export interface Mutator {
  /** The part, and what happens to it. */
  readonly id: string;
  readonly mutate: (contract: Contract) => readonly Contract[];
}

/**
 * The table. Most of it loosens: what a case does not notice then would cross in production, too. Some of it tightens:
 * what no case notices then would block what has to cross. The mode is not in it, since a case expects decisions, which
 * are the same in every mode; nor is what decides nothing (owner, monitor, texts).
 */
export const MUTATORS: readonly Mutator[] = [
  {
    // One step: whoever notices that a block became a warning notices that it is gone, too.
    id: 'check.lowered',
    mutate: (contract) =>
      checksOf(contract)
        .filter(({ notChecked, severity }) => notChecked === null && severity !== 'ignore')
        .map(({ check, severity }) => withSeverity(contract, check.code, lower(severity))),
  },
  {
    id: 'rule.removed',
    mutate: (contract) =>
      without(contract.edgeCheck.rules).map((rules) => withEdgeCheck(contract, { rules })),
  },
  {
    id: 'exception.removed',
    mutate: (contract) =>
      without(contract.edgeCheck.exceptions).map((exceptions) => withEdgeCheck(contract, { exceptions })),
  },
  {
    // Only the sender of an edge discharges on it; with another in the list nothing changes.
    id: 'discharger.added',
    mutate: (contract) => {
      const { discharge } = contract.edgeCheck;
      const sender = contract.edge.from;
      return DISCHARGE_KINDS.filter((how) => !contract.default && !discharge[how].includes(sender)).map(
        (how) => withEdgeCheck(contract, { discharge: { ...discharge, [how]: [...discharge[how], sender] } }),
      );
    },
  },
  {
    id: 'discharger.removed',
    mutate: (contract) => {
      const { discharge } = contract.edgeCheck;
      const sender = contract.edge.from;
      return DISCHARGE_KINDS.filter((how) => discharge[how].includes(sender)).map((how) =>
        withEdgeCheck(contract, {
          discharge: { ...discharge, [how]: discharge[how].filter((agent) => agent !== sender) },
        }),
      );
    },
  },
  {
    id: 'effect.removed',
    mutate: (contract) =>
      without(contract.declaredSideEffects ?? []).map((list) => withEffects(contract, list)),
  },
  {
    id: 'effect.widened',
    mutate: (contract) =>
      eachEffect(contract, (effect) => {
        if (effect.change === undefined) return effect.target === '*' ? [] : [{ ...effect, target: '*' }];
        return effect.change.path === '/**' ? [] : [changed(effect, { path: '/**' })];
      }),
  },
  {
    id: 'effect.called_reversible',
    mutate: (contract) =>
      eachEffect(contract, (effect) => (effect.reversible ? [] : [{ ...effect, reversible: true }])),
  },
  {
    id: 'effect.operations_added',
    mutate: (contract) =>
      eachEffect(contract, (effect) => {
        const { change } = effect;
        if (change === undefined || CONFIG_OPERATIONS.every((one) => change.operations.includes(one)))
          return [];
        return [changed(effect, { operations: [...CONFIG_OPERATIONS] })];
      }),
  },
  {
    id: 'bound.loosened',
    mutate: (contract) =>
      eachEffect(contract, (effect) =>
        loosened(effect.change?.value ?? {}).map((value) => changed(effect, { value: value as JsonObject })),
      ),
  },
  {
    id: 'source.added',
    mutate: (contract) =>
      eachSources(contract, (sources) =>
        SOURCES.filter((source) => !sources.includes(source)).map((source) => [...sources, source]),
      ),
  },
  { id: 'source.removed', mutate: (contract) => eachSources(contract, without) },
  {
    id: 'max_age.lengthened',
    mutate: (contract) => {
      const { established } = contract.provenance;
      if (established?.maxAgeSeconds == null) return [];
      const maxAgeSeconds = established.maxAgeSeconds * 2;
      return [withProvenance(contract, { established: { ...established, maxAgeSeconds } })];
    },
  },
  {
    id: 'speaker.added',
    mutate: (contract) =>
      eachSpeakers(contract, (speakers) =>
        SPEAKERS.filter((speaker) => !speakers.includes(speaker)).map((speaker) => [...speakers, speaker]),
      ),
  },
  { id: 'speaker.removed', mutate: (contract) => eachSpeakers(contract, without) },
  {
    id: 'policy.removed',
    mutate: (contract) =>
      without(contract.provenance.policies).map((policies) => withProvenance(contract, { policies })),
  },
  {
    id: 'standing.removed',
    mutate: (contract) =>
      without(contract.provenance.standing).map((standing) => withProvenance(contract, { standing })),
  },
  {
    id: 'standing.modality_swapped',
    mutate: (contract) =>
      eachOf(contract.provenance.standing, swapped).map((standing) => withProvenance(contract, { standing })),
  },
  {
    id: 'config.unwatched',
    mutate: (contract) =>
      without(contract.provenance.config ?? []).map((config) =>
        withProvenance(contract, { config: config.length === 0 ? null : config }),
      ),
  },
  {
    id: 'config.identity_removed',
    mutate: (contract) =>
      eachOf(contract.provenance.config ?? [], withoutIdentity).map((config) =>
        withProvenance(contract, { config }),
      ),
  },
  { id: 'fact.removed', mutate: (contract) => withoutKeys(contract, 'established') },
  { id: 'fact.loosened', mutate: (contract) => loosenedSchemas(contract, 'established') },
  { id: 'property.removed', mutate: (contract) => withoutKeys(contract, 'properties') },
  { id: 'property.loosened', mutate: (contract) => loosenedSchemas(contract, 'properties') },
];

const SOURCES: readonly string[] = ['tool_result', 'customer', 'policy'];
const SPEAKERS: readonly StatedBy[] = ['customer', 'policy', 'agent'];

const LOWER: Readonly<Record<Severity, Severity>> = { block: 'warn', warn: 'ignore', ignore: 'ignore' };

function lower(severity: Severity): Severity {
  return LOWER[severity];
}

function withSeverity(contract: Contract, code: string, severity: Severity): Contract {
  return withEdgeCheck(contract, { severities: { ...contract.edgeCheck.severities, [code]: severity } });
}

function withEdgeCheck(contract: Contract, part: Partial<EdgeCheck>): Contract {
  return { ...contract, edgeCheck: { ...contract.edgeCheck, ...part } };
}

function withProvenance(contract: Contract, part: Partial<Contract['provenance']>): Contract {
  return { ...contract, provenance: { ...contract.provenance, ...part } };
}

function withEffects(contract: Contract, declaredSideEffects: readonly DeclaredEffect[]): Contract {
  return { ...contract, declaredSideEffects };
}

/** The list without its first item, without its second, … */
function without<T>(list: readonly T[]): readonly T[][] {
  return list.map((_, index) => list.filter((_other, other) => other !== index));
}

/** The list with one item in the place of another, once for each that there is for it. */
function eachOf<T>(list: readonly T[], others: (item: T) => readonly T[]): readonly T[][] {
  return list.flatMap((item, index) => others(item).map((other) => list.with(index, other)));
}

function eachEffect(
  contract: Contract,
  others: (effect: DeclaredEffect) => readonly DeclaredEffect[],
): readonly Contract[] {
  return eachOf(contract.declaredSideEffects ?? [], others).map((list) => withEffects(contract, list));
}

/** A declared change of config with another path, operations or bounds; its target names source and path. */
function changed(effect: DeclaredEffect, part: Partial<DeclaredChange>): DeclaredEffect {
  if (effect.change === undefined) return effect;
  const change = { ...effect.change, ...part };
  return { ...effect, kind: CONFIG_CHANGE, target: `${change.source}${change.path}`, change };
}

function eachSources(
  contract: Contract,
  others: (sources: readonly string[]) => readonly (readonly string[])[],
): readonly Contract[] {
  const { established } = contract.provenance;
  if (established === null) return [];
  return others(established.sources).map((sources) =>
    withProvenance(contract, { established: { ...established, sources } }),
  );
}

function eachSpeakers(
  contract: Contract,
  others: (speakers: readonly StatedBy[]) => readonly (readonly StatedBy[])[],
): readonly Contract[] {
  const { statedBy } = contract.provenance;
  return statedBy === null
    ? []
    : others(statedBy).map((speakers) => withProvenance(contract, { statedBy: speakers }));
}

const OTHER: Readonly<Record<Modality, Modality>> = {
  prohibition: 'preference',
  requirement: 'preference',
  preference: 'prohibition',
};

function swapped(constraint: KnownConstraint): readonly KnownConstraint[] {
  return [{ ...constraint, modality: OTHER[constraint.modality] }];
}

function withoutIdentity(source: ConfigSource): readonly ConfigSource[] {
  return Object.keys(source.identity).map((at) => {
    const { [at]: _, ...identity } = source.identity;
    return { ...source, identity };
  });
}

type Part = 'established' | 'properties';

function withoutKeys(contract: Contract, part: Part): readonly Contract[] {
  return Object.keys(contract.schema[part]).map((key) => {
    const { [key]: _, ...rest } = contract.schema[part];
    return withSchemas(contract, part, rest);
  });
}

function loosenedSchemas(contract: Contract, part: Part): readonly Contract[] {
  return Object.entries(contract.schema[part]).flatMap(([key, schema]) =>
    loosened(schema).map((looser) =>
      withSchemas(contract, part, { ...contract.schema[part], [key]: looser }),
    ),
  );
}

function withSchemas(
  contract: Contract,
  part: Part,
  schemas: Readonly<Record<string, JsonSchema>>,
): Contract {
  // As the reader makes it: a key such as `constructor` is a key.
  const own: Record<string, JsonSchema> = Object.assign(Object.create(null), schemas);
  return { ...contract, schema: { ...contract.schema, [part]: own } };
}

/** Keywords without which a schema says the same of every value, or which others refer to. */
const KEPT: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'default',
  '$comment',
  '$defs',
  'if',
]);

/** A schema without one of its keywords: it then accepts more. */
function loosened(schema: JsonSchema): readonly JsonSchema[] {
  if (!isJsonObject(schema)) return [];
  return Object.keys(schema)
    .filter((keyword) => !KEPT.has(keyword))
    .map((keyword) => {
      const { [keyword]: _, ...rest } = schema;
      return rest;
    });
}
