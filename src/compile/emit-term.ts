import type { JsonObject } from '../canonical/json-value.js';
import type { ContractTerm } from '../checks/check.js';
import { pathPattern } from '../config/path-pattern.js';
import type { Contract } from '../contract/contract.js';
import { InternalError } from '../diagnostics/failures.js';
import type { DeclaredChange, DeclaredEffect } from '../model/bundle.js';
import type { EffectPattern } from '../model/constraint.js';
import { quoteForRegex } from '../model/quote-for-regex.js';
import {
  comment,
  lines,
  literal,
  objectOf,
  type Rego,
  reference,
  rego,
  setOf,
  setOfRego,
} from './rego/rego.js';

/** One value of the contract, as a rule that the policy's checks name. */
export function emitTerm(term: ContractTerm, contract: Contract): Rego {
  const { about, value } = TERMS[term];
  return lines(comment(about), rego`${reference(term)} := ${value(contract)}`);
}

interface Term {
  readonly about: string;
  readonly value: (contract: Contract) => Rego;
}

const TERMS: Readonly<Record<ContractTerm, Term>> = {
  agents: {
    about: 'Who hands on to whom, under which name.',
    value: ({ edge, metadata }) => literal({ from: edge.from, to: edge.to, edge: metadata.name }),
  },
  may_discharge: {
    about: 'Who may close a constraint, and how.',
    value: ({ edgeCheck: { discharge } }) =>
      objectOf([
        ['satisfied', setOf(discharge.satisfied)],
        ['superseded', setOf(discharge.superseded)],
        ['withdrawn', setOf(discharge.withdrawn)],
      ]),
  },
  policy_ids: {
    about: 'Policies that may supersede, and stand for facts.',
    value: ({ provenance }) => setOf(provenance.policies),
  },
  accepted_speakers: {
    about: 'Whose constraints this edge carries.',
    value: ({ provenance }) => setOf(provenance.statedBy ?? ['customer', 'policy', 'agent']),
  },
  accepted_sources: {
    about: 'Where facts may come from.',
    value: (contract) => setOf(establishedOf(contract).sources),
  },
  max_age_seconds: {
    about: 'How old the evidence of a fact may be, in seconds.',
    value: (contract) => literal(establishedOf(contract).maxAgeSeconds),
  },
  sender_effects: {
    about: 'What the sender may have done before this handoff.',
    value: (contract) => effectsOf(contract, (effect) => effect.by === 'sender'),
  },
  receiver_effects: {
    about: 'What the receiver may do after it.',
    value: (contract) => effectsOf(contract, (effect) => effect.by === 'receiver'),
  },
  irreversible_effects: {
    about: 'What cannot be undone.',
    value: (contract) => effectsOf(contract, (effect) => !effect.reversible),
  },
  declared_changes: {
    about: 'What the sender may have changed in live config before this handoff.',
    value: ({ declaredSideEffects }) =>
      setOfRego(
        (declaredSideEffects ?? []).flatMap((effect) =>
          effect.by === 'sender' && effect.change ? [emitChange(effect.change)] : [],
        ),
      ),
  },
};

function establishedOf({ provenance }: Contract): NonNullable<Contract['provenance']['established']> {
  if (provenance.established === null)
    throw new InternalError('facts are judged without `provenance.established`');
  return provenance.established;
}

function effectsOf(contract: Contract, wanted: (effect: DeclaredEffect) => boolean): Rego {
  const effects = (contract.declaredSideEffects ?? []).filter(wanted);
  return setOf(effects.map(emitPattern));
}

function emitChange({ source, path, operations, value }: DeclaredChange): Rego {
  return objectOf([
    ['source', literal(source)],
    ['path', literal(path)],
    ['like', literal(pathPattern(path))],
    ['operations', setOf(operations)],
    ['bounds', literal(value === null ? {} : boundsOf(value))],
  ]);
}

/** `type` always as a list, so that the policy need not ask. */
function boundsOf(value: JsonObject): JsonObject {
  const { type } = value;
  return typeof type === 'string' ? { ...value, type: [type] } : value;
}

/**
 * A pattern as the contract has it; where it has a `*`, beside it the regular expression that says the same. Rego's
 * own `glob.match` does not: brackets, braces, `?`, `**` and more mean something to it, and WASM and the interpreter
 * differ about some of them.
 */
export function emitPattern({
  kind,
  target,
  change,
}: EffectPattern & { change?: DeclaredChange }): JsonObject {
  const like = { ...likeness('kind', kind), ...(change ? pathLikeness(change) : likeness('target', target)) };
  return { kind, target, ...(Object.keys(like).length > 0 ? { like } : {}) };
}

/** Within a segment of a kind; anything in a target, which has none. */
const STAR: Readonly<Record<keyof EffectPattern, string>> = { kind: '[^.]*', target: '(?s:.*)' };

/** In a path `*` is a segment, and not any text as in another target. */
function pathLikeness({ source, path }: DeclaredChange): JsonObject {
  return path.includes('*') ? { target: `^${quoteForRegex(source)}${pathPattern(path).slice(1)}` } : {};
}

function likeness(member: keyof EffectPattern, pattern: string): JsonObject {
  if (!pattern.includes('*')) return {};
  return { [member]: `^${pattern.split('*').map(quoteForRegex).join(STAR[member])}$` };
}
