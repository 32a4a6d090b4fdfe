import { isJsonArray, isJsonObject, type JsonValue } from '../canonical/json-value.js';
import { nearest } from '../diagnostics/nearest.js';
import type { DeclaredEffect } from '../model/bundle.js';
import { CONFIG_CHANGE_KIND, type EffectKind } from '../model/effect-kind.js';
import { kindsMeet } from '../model/patterns-meet.js';
import type { Contract } from './contract.js';
import type { Findings } from './findings.js';
import { quote } from './quote.js';
import { spanOf } from './span-of.js';

/**
 * A contract under a project's vocabulary: a kind that the vocabulary does not have is an error, and what the vocabulary
 * says holds where the contract says nothing. Without a vocabulary the contract stays as it is.
 */
export function speakVocabulary(
  contract: Contract,
  vocabulary: readonly EffectKind[] | null,
  findings: Findings,
): Contract {
  if (vocabulary === null) return contract;
  const effectKinds = wholeVocabulary(vocabulary);
  for (const { kind, pointer } of kindsIn(contract)) {
    if (effectKinds.some((known) => kindsMeet(known.kind, kind))) continue;
    const near = nearest(
      kind,
      effectKinds.map((known) => known.kind),
    );
    const help = near === undefined ? 'add it to `effects` of the project file' : `did you mean \`${near}\`?`;
    const message = `the project's \`effects\` have no kind ${quote(kind)}`;
    findings.error('contract.unknown_effect', spanOf(contract, pointer), message, help);
  }
  const declaredSideEffects = contract.declaredSideEffects?.map((effect, index) =>
    isSaid(contract, index) ? effect : { ...effect, reversible: reversibleBy(effect, vocabulary) },
  );
  return { ...contract, declaredSideEffects: declaredSideEffects ?? null, effectKinds };
}

/** A project's own kinds, and what is in every vocabulary. */
export function wholeVocabulary(own: readonly EffectKind[]): readonly EffectKind[] {
  return [...own, CONFIG_CHANGE_KIND];
}

interface NamedKind {
  readonly kind: string;
  readonly pointer: string;
}

function kindsIn({ declaredSideEffects, provenance }: Contract): NamedKind[] {
  const declared = (declaredSideEffects ?? []).map(({ kind }, index) => {
    return { kind, pointer: `/declared_side_effects/${index}/kind` };
  });
  const standing = provenance.standing.flatMap((constraint, index) =>
    (['forbids', 'requires'] as const).flatMap((member) =>
      (constraint[member] ?? []).map(({ kind }, place) => {
        return { kind, pointer: `/provenance/constraints/standing/${index}/${member}/${place}/kind` };
      }),
    ),
  );
  return [...declared, ...standing];
}

/** Does the contract itself say whether the effect can be undone. */
function isSaid({ resolved }: Contract, index: number): boolean {
  const written: JsonValue | undefined = resolved['declared_side_effects'];
  const entry = isJsonArray(written) ? written[index] : undefined;
  return isJsonObject(entry) && Object.hasOwn(entry, 'reversible');
}

/** No kind that it may be of cannot be undone. */
function reversibleBy({ kind }: DeclaredEffect, vocabulary: readonly EffectKind[]): boolean {
  return !vocabulary.some((known) => known.reversible === false && kindsMeet(known.kind, kind));
}
