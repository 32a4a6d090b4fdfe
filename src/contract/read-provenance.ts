import { nearest } from '../diagnostics/nearest.js';
import type { KnownConstraint, Modality, StatedBy } from '../model/constraint.js';
import type { ContractProvenance } from './contract.js';
import { readDuration } from './duration.js';
import { readLine, readSlug } from './forms.js';
import { quote } from './quote.js';
import { readConfig } from './read-config.js';
import { readPatterns } from './read-effects.js';
import { readTexts, readUnique } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { readText, readWord } from './read-scalar.js';
import type { Read } from './scope.js';

export const SPEAKERS: readonly StatedBy[] = ['customer', 'policy', 'agent'];
export const MODALITIES: readonly Modality[] = ['prohibition', 'requirement', 'preference'];
export const SCOPES: readonly KnownConstraint['scope'][] = ['run', 'task'];

/** `provenance`. */
export const readProvenance: Read<ContractProvenance> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['established', 'constraints', 'config']);
  if (map === undefined) return undefined;
  const constraints = map.optional('constraints', readConstraints, NO_CONSTRAINTS);
  const established = map.optional('established', readEstablished, null);
  const config = map.optional('config', readConfig, null);
  const read = complete({ established, constraints, config });
  return read && { established: read.established, ...read.constraints, config: read.config };
};

/** The sources that facts are compared with by their kind. */
const KNOWN_SOURCES: readonly string[] = ['tool_result', 'customer', 'policy'];
const MEANT_SOURCES: ReadonlyMap<string, string> = new Map([
  ['tool', 'tool_result'],
  ['tools', 'tool_result'],
  ['user', 'customer'],
  ['users', 'customer'],
]);

const readSource: Read<string> = (node, scope, name) => {
  const source = readLine(node, scope, name);
  if (source !== undefined && !KNOWN_SOURCES.includes(source)) {
    const meant = MEANT_SOURCES.get(source.toLowerCase()) ?? nearest(source, KNOWN_SOURCES);
    const message = `${quote(source)} is a source of your own: any record of the run that did not fail supports it`;
    const help = meant === undefined ? undefined : `did you mean \`${meant}\`?`;
    scope.findings.warning('contract.own_source', node.span, message, help);
  }
  return source;
};

const readEstablished: Read<NonNullable<ContractProvenance['established']>> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['sources', 'max_age']);
  return (
    map &&
    complete({
      sources: map.required('sources', readTexts(readSource)),
      maxAgeSeconds: map.optional('max_age', readDuration, null),
    })
  );
};

type Constraints = Pick<ContractProvenance, 'statedBy' | 'policies' | 'standing'>;
const NO_CONSTRAINTS: Constraints = { statedBy: null, policies: [], standing: [] };

const readConstraints: Read<Constraints> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['stated_by', 'policies', 'standing']);
  return (
    map &&
    complete({
      statedBy: map.optional(
        'stated_by',
        readUnique(readWord(SPEAKERS), (word) => word),
        null,
      ),
      policies: map.optional('policies', readTexts(readLine), []),
      standing: map.optional('standing', readStanding, []),
    })
  );
};

const readStandingOne: Read<KnownConstraint> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['id', 'text', 'modality', 'scope', 'forbids', 'requires']);
  const read =
    map &&
    complete({
      id: map.required('id', readSlug),
      text: map.required('text', readText),
      modality: map.required('modality', readWord(MODALITIES)),
      scope: map.optional('scope', readWord(SCOPES), 'run' as const),
      forbids: map.optional('forbids', readPatterns, null),
      requires: map.optional('requires', readPatterns, null),
    });
  return read && standing(read);
};

type Standing = Pick<KnownConstraint, 'id' | 'text' | 'modality' | 'scope'> & {
  readonly forbids: KnownConstraint['forbids'] | null;
  readonly requires: KnownConstraint['requires'] | null;
};

/** A standing constraint is stated by policy, and by itself. */
function standing({ forbids, requires, ...rest }: Standing): KnownConstraint {
  return {
    ...rest,
    stated_by: 'policy',
    stated_in: rest.id,
    ...(forbids ? { forbids } : {}),
    ...(requires ? { requires } : {}),
  };
}

const readStanding: Read<readonly KnownConstraint[]> = readUnique(
  readStandingOne,
  (constraint) => constraint.id,
  'id',
);
