import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { EffectKind } from '../../model/effect-kind.js';
import type { SchemaFault } from '../../model/facts.js';
import type { SideEffect } from '../../model/record.js';
import { mayBeOfKind } from '../../model/tool.js';
import { compileSchema } from '../payload/compile-schema.js';

/** What is wrong with an effect's details, by the vocabulary. */
export type DetailsCheck = (effect: SideEffect) => readonly SchemaFault[];

const NO_FAULTS: readonly SchemaFault[] = Object.freeze([]);
const MOST_FAULTS = 10;
const LONGEST = 200;

/** Without a vocabulary nothing is wrong. */
export const ANY_DETAILS: DetailsCheck = () => NO_FAULTS;

/**
 * Every kind of the vocabulary that an effect falls under has its say; an effect without details has none of what they
 * ask for. Schemas are compiled when they are first needed.
 *
 * @throws for a schema that cannot be compiled: the compiler refuses it, so this is a bundle that was not made by it.
 */
export function detailsCheck(kinds: readonly EffectKind[] | null): DetailsCheck {
  const checked = (kinds ?? []).filter(({ details }) => details !== null);
  if (checked.length === 0) return ANY_DETAILS;
  const compiled = new Map<EffectKind, ValidateFunction>();
  const validatorOf = (kind: EffectKind): ValidateFunction => {
    const known = compiled.get(kind) ?? compileSchema(kind.details ?? true, { allErrors: false });
    compiled.set(kind, known);
    return known;
  };
  return (effect) => {
    const faults = checked
      .filter(({ kind }) => mayBeOfKind(kind, effect.kind))
      .flatMap((kind) => faultsOf(validatorOf(kind), effect));
    return faults.length === 0 ? NO_FAULTS : faults.slice(0, MOST_FAULTS);
  };
}

function faultsOf(validate: ValidateFunction, { details = {} }: SideEffect): SchemaFault[] {
  return validate(details) ? [] : (validate.errors ?? []).map(fault);
}

function fault({ instancePath, keyword, message = 'is wrong' }: ErrorObject): SchemaFault {
  return {
    at: `/effect/details${instancePath.slice(0, LONGEST)}`,
    keyword,
    message: message.slice(0, LONGEST),
  };
}
